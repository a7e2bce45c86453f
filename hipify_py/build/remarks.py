"""Build files without their remarks, and whether one speaks of HIP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

NOT_END = re.compile(rb"[^\r\n]")
REMARK = re.compile(rb"(?:^|(?<=\s))#[^\r\n]*", re.MULTILINE)
LINES = re.compile(rb"(?P<line>(?:^|(?<=\s))//[^\r\n]*)", re.MULTILINE)
SLASHES = re.compile(LINES.pattern + rb"|/\*", re.MULTILINE)
OF_HIP = re.compile(
    rb"(?i)\b(?:\w+_)?(?:HIP(?:CC|CXX|CONFIG)?|ROCM)(?:_\w+)?\b|\brocm|\bamdclang|\bhip::|\broc::"
)


def without_remarks(source: bytes, *, slashes: bool = False) -> bytes:
    """Give a file with blanks for its remarks, those of `#` or, with `slashes`, of Groovy and C++."""
    code = bytearray(source)
    for start, end in remarks(source, slashes=slashes):
        code[start:end] = b" " * (end - start)
    return bytes(code)


def blanked(text: bytes) -> bytes:
    """Give blanks for all of a text but its line ends."""
    return NOT_END.sub(b" ", text)


def remarks(source: bytes, *, slashes: bool = False) -> list[Span]:
    """Give where the remarks of a file stand."""
    return [*_of_slashes(source)] if slashes else [Span(*found.span()) for found in REMARK.finditer(source)]


def _of_slashes(source: bytes) -> Iterator[Span]:
    at, marks = 0, SLASHES
    while found := marks.search(source, at):
        start, at = found.span()
        end = -1 if found["line"] else source.find(b"*/", at)
        if end < 0 and not found["line"]:
            marks = LINES  # no other one ends either that begins behind this one
            continue
        at = end + 2 if end >= 0 else at
        yield Span(start, at)


def of_hip(code: bytes) -> bool:
    """Say whether code of a build file names HIP or ROCm."""
    return OF_HIP.search(code) is not None
