"""Libraries of CUDA's in makefiles and scripts: in lists that a function of make completes, and linked."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hipify_py.build.flags import libraries
from hipify_py.build.make_calls import SHOWS
from hipify_py.build.make_lexer import commands
from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.make_lexer import Line, Makefile
    from hipify_py.build.names import Said
    from hipify_py.rules.model import RuleSet

OPEN, CLOSE = rb"\$[({]", rb"[)}]"
LISTED = re.compile(
    OPEN + rb"addprefix\s++-l\s*+,\s*+" + OPEN + rb"(?P<prefixed>\w++)" + CLOSE
    + rb"|" + OPEN + rb"foreach\s++(?P<each>\w++)\s*+,\s*+" + OPEN + rb"(?P<listed>\w++)" + CLOSE
    + rb"\s*+,\s*+-l" + OPEN + rb"(?P=each)" + CLOSE
    + rb"|" + OPEN + rb"(?P<substituted>\w++):%=-l%" + CLOSE
)  # fmt: skip
READ = re.compile(OPEN + rb"(\w++)[:)}]")
WORD = re.compile(rb"(?<![\w.$({/:-])(\w[\w+-]*+)(?![\w.(){}:/=])")
# What links for the host, in the place of a command in a script: behind what opens one, variables that
# are set for it, and programs that call another.
GAP = rb"(?:[ \t\r\n]|\\\r?\n)"
LINKER = re.compile(
    rb"(?:" + GAP + rb"|[({!@]|\b(?:then|do|else|elif|if|while|until)(?=\s)|[\w.*?-]{1,60}\)(?=\s)"
    rb"|\w{1,60}" + GAP + rb"{0,9}\(\)" + GAP + rb"*+\{)*+"
    rb"(?:\w++\+?=(?:\"(?:[^\"\\]|\\[\s\S])*+\"|'[^']*+'|\$\([^()]*+\)|[^\s\"'()|&;])*+" + GAP + rb"++)*+"
    rb"(?:(?:(?:[\w.-]{1,60}/)*+(?:s?ccache|distcc|time|exec|env|sudo|nice|nohup|command|libtool)"
    rb"(?:" + GAP + rb"++(?:-\S++(?:" + GAP + rb"++\d++)?|\w++=[^\s\"']*+))*+"
    rb"|\$[({]?\w++[)}]?)" + GAP + rb"++)*"
    rb"\"?(?:\$[({]?(?:CXX|CPP|CC|LD|GXX|GCC|MPI\w*)\b[)}]?"
    rb"|/?(?:[\w.+~${}-]{1,60}/){0,30}+(?:[\w.-]{1,60}-)?"
    rb"(?:g\+\+|gcc|c\+\+|cc|clang(?:\+\+)?|icpx?c?|icc|ld|mpi(?:cc|cxx|CC|c\+\+|icpc))(?:-[\d.]+)?)"
    rb"\"?(?=[ \t])"
)
OF_LIBRARIES = re.compile(rb"(?i)LIB|LD|LINK")  # in the name of a script's variable


def lists(file: Makefile) -> frozenset[bytes]:
    """Give the variables that hold such lists, and are read for nothing else."""
    if b"-l" not in file.code:
        return frozenset()
    found = Counter(
        one["prefixed"] or one["listed"] or one["substituted"] for one in LISTED.finditer(file.code)
    )
    read = Counter(one[1] for one in READ.finditer(file.code)) if found else Counter()
    return frozenset(name for name, times in found.items() if read[name] == times)


def listed(code: bytes, line: Line, named: frozenset[bytes], rules: RuleSet) -> Iterator[Said]:
    """Give what becomes of the libraries in a line that sets one of the named lists, or adds to it."""
    if line.name in named:
        yield from libraries(code, line.value, rules, WORD)


def linked(code: bytes, line: Line, rules: RuleSet) -> Iterator[Said]:
    """Give what becomes of the libraries that a line of a script links by another compiler than nvcc."""
    if line.name and OF_LIBRARIES.search(line.name):
        yield from libraries(code, line.value, rules)
        return
    for region in commands(code, line.value):
        if LINKER.match(code, *region) and not SHOWS.match(code, *region):
            yield from libraries(code, region, rules)
