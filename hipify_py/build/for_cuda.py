"""Sources that a build file names only where it builds for CUDA, of a project that builds for HIP as well."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.cmake_choices import cuda_branches
from hipify_py.build.cmake_lexer import listfile
from hipify_py.build.cmake_view import view
from hipify_py.build.names import decoded
from hipify_py.build.remarks import without_remarks
from hipify_py.lazy import re

if TYPE_CHECKING:
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

SOURCE = re.compile(rb"[\w./+*?%{}$\[\]-]*\.cuh?(?![\w.])")
OPEN = re.compile(r"[*?%\[{$]")
GLOB = re.compile(rb"(?i)\bfile\s*\(\s*GLOB")


class Named(NamedTuple):
    """The sources that a build file names for CUDA alone, by their paths, and all that it names otherwise.

    Those are names without folders, and patterns.
    """

    for_cuda: frozenset[str] = frozenset()
    otherwise: frozenset[str] = frozenset()


def named(source: bytes, rules: RuleSet, options: Options, *, cmake: bool) -> Named:
    """Read what a build file names."""
    code = bytearray(without_remarks(source))
    folder = posixpath.dirname(options.path or "")
    found: set[str] = set()
    for start, end in _branches(source, rules, options) if cmake else ():
        found.update(decoded(one) for one in SOURCE.findall(bytes(code[start:end])))
        code[start:end] = b" " * (end - start)
    others = {posixpath.basename(decoded(one)) for one in SOURCE.findall(bytes(code))}
    paths = {posixpath.normpath(posixpath.join(folder, one)) for one in found if not OPEN.search(one)}
    return Named(frozenset(paths), frozenset(others))


def _branches(source: bytes, rules: RuleSet, options: Options) -> list[tuple[int, int]]:
    if b".cu" not in source:
        return []
    whole = view(listfile(source), rules, options)
    return [] if GLOB.search(whole.file.code) else [*cuda_branches(whole)]
