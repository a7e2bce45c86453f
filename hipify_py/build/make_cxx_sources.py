"""Sources of plain C++ that makefiles and scripts have nvcc compile, and so hipcc once converted: as HIP.

hipcc takes `.cpp` and its like for HIP, where no `-x` says otherwise. Its rules tell of sources by name, or
by their ending, which goes for all that no rule names.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.make_calls import COMPILES, HOSTS, OF_HIP, SHOWS, Calls
from hipify_py.build.make_lexer import makefile
from hipify_py.build.make_rules import any_of, sources, with_rules
from hipify_py.build.names import decoded
from hipify_py.choices import COMPILED_CXX
from hipify_py.lazy import re

if TYPE_CHECKING:
    from hipify_py.build.make_lexer import Line

OF_CXX = any_of(COMPILED_CXX)
WORD = re.compile(rb"(?<![\w./%%*-])([\w./%%*-]*%b)(?![\w.+-])" % OF_CXX)
SUFFIXES = re.compile(rb"[ \t]*(%b)(?:\.\w+)?[ \t]*:" % OF_CXX)  # a rule for an ending: `.cpp.o:`
PATTERN = re.compile(r"[%*]")
AS_CXX = re.compile(rb"(?<![\w-])(?:-x|--x)[ \t=]*c\+\+(?!\w)")  # `-x cu` becomes `-x hip`
COMPILER = b"CXX"  # what make's own rules compile C++ with


class CxxSources(NamedTuple):
    """Names of sources, and endings of those that no rule names: of which nvcc compiles, and others do."""

    as_hip: frozenset[str]
    otherwise: frozenset[str]

    def compiles(self, path: str) -> bool | None:
        """Say whether a source is compiled as HIP; None where no rule is for it."""
        name, ending = posixpath.basename(path), posixpath.splitext(path)[1]
        for one in (name, ending):
            if one in self.otherwise:
                return False
            if one in self.as_hip:
                return True
        return None


def cxx_sources(source: bytes, *, script: bool = False) -> CxxSources:
    """Read the rules of a makefile, or the commands of a script, be it converted or not."""
    file = makefile(OF_HIP.sub(b"nvcc", source), script=script)
    nvcc = Calls(file, script=script)
    kind = "command" if script else "recipe"
    as_hip: set[str] = set()
    otherwise: set[str] = set()
    for line, rule in with_rules(file):
        if line.kind != kind or (rule is None and not script) or SHOWS.match(file.code, *line.span):
            continue
        calls = nvcc.calls(line) and not any(map(AS_CXX.search, nvcc.texts(line)))
        if calls or HOSTS.search(file.code, *line.span) or COMPILES.search(file.code, *line.span):
            (as_hip if calls and not line.left else otherwise).update(_named(file.code, line, rule))
    if nvcc.names(COMPILER):
        as_hip.update({*COMPILED_CXX} - otherwise)
    return CxxSources(frozenset(as_hip), frozenset(otherwise))


def _named(code: bytes, line: Line, rule: Line | None) -> set[str]:
    """Give the sources that a line of a rule compiles: their names, or the ending of all of a pattern."""
    found = sources(code, line, rule, WORD, SUFFIXES)
    words = {posixpath.basename(decoded(one[1])) for one in found}
    return {posixpath.splitext(one)[1] if PATTERN.search(one) else one for one in words}
