"""Build files without their remarks, and whether one speaks of HIP."""

from __future__ import annotations

import re

from hipify_py.model import Span

REMARK = re.compile(rb"(?:^|(?<=\s))#[^\r\n]*", re.MULTILINE)
LINES = re.compile(rb"(?P<line>(?:^|(?<=\s))//[^\r\n]*)", re.MULTILINE)
SLASHES = re.compile(LINES.pattern + rb"|/\*", re.MULTILINE)
OF_HIP = re.compile(
    rb"(?i)\b(?:\w+_)?(?:HIP(?:CC|CXX|CONFIG)?|ROCM)(?:_\w+)?\b|\brocm|\bamdclang|\bhip::|\broc::"
)


def without_remarks(source: bytes, *, slashes: bool = False) -> bytes:
    """Give a file with blanks for its remarks, those of `#` or, with `slashes`, of Groovy and C++."""
    if not slashes:
        return REMARK.sub(lambda found: b" " * len(found[0]), source)
    code, at, marks = bytearray(source), 0, SLASHES
    while found := marks.search(source, at):
        start, at = found.span()
        end = -1 if found["line"] else source.find(b"*/", at)
        if end < 0 and not found["line"]:
            marks = LINES  # no other one ends either that begins behind this one
            continue
        at = end + 2 if end >= 0 else at
        code[start:at] = b" " * (at - start)
    return bytes(code)


def remarks(source: bytes, *, slashes: bool = False) -> list[Span]:
    """Give where the remarks of a file stand."""
    return [Span(*found.span()) for found in (SLASHES if slashes else REMARK).finditer(source)]


def of_hip(code: bytes) -> bool:
    """Say whether code of a build file names HIP or ROCm."""
    return OF_HIP.search(code) is not None
