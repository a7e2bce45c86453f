"""Files that no build system has by their names, and that give a build what is CUDA's all the same.

Settings that a script makes a makefile of, a piece of a makefile by a name of its own, or the script.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Mapping

# A name that begins its line and has a value behind it: what a sentence begins with has not.
SETS = re.compile(
    rb"""(?m)^[ \t]*+(?:(?:export|setenv|set)[ \t]+)?
    (?:NVCC\w*+|NV\w*FLAGS?|CUDA_?(?:PATH|HOME|ROOT|DIR|TOOLKIT|ARCH|INC|LIB|FLAG|NVCC)\w*+)
    [ \t]*+(?:[:+?]?=[ \t]*+[^\s=]|(?<=[ \t])(?:[-/$~"'@\d]|nvcc\b))""",
    re.VERBOSE,
)
RUNS = re.compile(rb"(?m)^\t[^\r\n#]*?(?:\$[({]NVCC[)}]|(?<![\w.-])nvcc[ \t])")
LINE = re.compile(rb"(?m)^[ \t]*+(?![#!;])(\S[^\r\n]*)")
ASSIGNED = re.compile(
    rb"(?:(?:export|setenv|set)[ \t]+)?(?:[\w.-]+[ \t]*[:+?]?=|[A-Z][A-Z\d_]*+(?=[ \t]|\Z))"
)
OF_NVCC = re.compile(rb"(?:(?<![a-z])|(?<=\\[nt]))(?:nvcc|NVCC)")
WORDS = (b"CUDA", b"NV")  # one of which what sets a name of CUDA's holds
READ = 100_000  # bytes of a file: settings are not more


def is_settings(source: bytes) -> bool:
    """Say whether a file whose name tells nothing sets what nvcc takes, or has a line of make that calls it.

    A text may show such a line: most lines of settings are settings.
    """
    if source.startswith(b"#!") or b"\0" in source or not any(word in source for word in (*WORDS, b"nvcc")):
        return False
    if RUNS.search(source):
        return True
    if SETS.search(source) is None:
        return False
    lines = LINE.findall(source)
    return 2 * sum(1 for one in lines if ASSIGNED.match(one)) > len(lines)


def families(texts: Mapping[str, bytes]) -> dict[str, tuple[str, int]]:
    """Give for settings beside which others of their ending lie the first of these, and how many there are.

    There is one for each machine, say: what is said of one is said of all. `texts` are the files whose names
    do not tell that they build.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for path in sorted(texts):
        if is_settings(texts[path]):
            found.setdefault((posixpath.dirname(path), posixpath.splitext(path)[1]), []).append(path)
    return {one: (kin[0], len(kin)) for kin in found.values() if len(kin) > 1 for one in kin}


def writes_makefile(source: bytes) -> bool:
    """Say whether a script of Python's may write a makefile that calls nvcc."""
    return b"akefile" in source and OF_NVCC.search(source) is not None
