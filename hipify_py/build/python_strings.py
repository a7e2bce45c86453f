"""String literals of Python that hold device code: for CuPy, PyCUDA and PyTorch's `load_inline`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.docstrings import TOKEN, without_docstrings
from hipify_py.build.remarks import blanked
from hipify_py.lazy import re
from hipify_py.source.literal_code import DeviceCode

if TYPE_CHECKING:
    from collections.abc import Iterator

KERNEL = b"__global__"
NO_STRING, QUOTES = frozenset((b"#", b"(", b"[", b"{", b")", b"]", b"}")), (b"'", b'"')
MARK = re.compile(rb"\b__(?:global|device)__\b|[;{(\\]")
MARKED = (KERNEL, b"__device__")
OPENS = re.compile(rb"[rRuUbBfF]{0,2}(\"\"\"|'''|[\"'])")
PREFIX = re.compile(rb"(?<!\w)[rRuUbBfF]{1,2}\Z")
LONGEST_PREFIX = 3  # bytes: one more than the letters before a string's mark
ESCAPE = re.compile(rb"\\(?:(\r?\n)|(\\)|[\"'abfnrtv0])")
LINE_ENDS = (b"\\n", b"\\r")
BRACES = re.compile(rb"\{\{|\}\}|\{[^{}\n]*\}")
DOUBLED = (b"{{", b"}}")
GAP = re.compile(rb"(?:[\s\\+]|#[^\r\n]*+)*+")  # between literals that Python, or a `+`, joins
FORMATTED = re.compile(rb"[\s)]*+\.\s*+format(?:_map)?\s*+\(")


def device_code(source: bytes) -> Iterator[DeviceCode]:
    """Give the device code in string literals of a Python file, in order; remarks and docstrings hold none.

    A literal holds some where it has the body of a function for the device; the file has a kernel.
    """
    if KERNEL not in source:
        return
    run: list[tuple[int, int]] = []
    source = without_docstrings(source)
    for found in TOKEN.finditer(source):
        start, end = found.span()
        if source[start : start + 1] in NO_STRING or source[end - 1 : end] not in QUOTES:
            continue
        start = _with_prefix(source, start)
        if run and GAP.fullmatch(source, run[-1][1], start) is None:
            yield from _joined(source, run)
            run = []
        run.append((start, end))
    yield from _joined(source, run)


def holds_device_code(source: bytes) -> bool:
    """Say whether a file of Python's holds device code in its strings."""
    return next(device_code(source), None) is not None


def _with_prefix(source: bytes, start: int) -> int:
    found = PREFIX.search(source, max(0, start - LONGEST_PREFIX), start)
    return start if found is None else found.start()


def _joined(source: bytes, run: list[tuple[int, int]]) -> Iterator[DeviceCode]:
    """Give what literals that follow one another hold, if that is a kernel."""
    if not any(mark in source[start:end] for start, end in run for mark in MARKED):
        return
    start, end = run[0][0], run[-1][1]
    is_formatted = FORMATTED.match(source, end) is not None
    parts, at = [], start
    for first, last in run:
        parts += [blanked(source[at:first]), _plain(source[first:last], is_formatted=is_formatted)]
        at = last
    text = b"".join(parts)
    if _has_code(text):
        mark = OPENS.match(source, start)
        yield DeviceCode(start, text, mark.end() - start if mark else 1)


def _has_code(text: bytes) -> bool:
    """Say whether the head of a function for the device is followed by its body: `__global__ void f() {`."""
    is_head = is_called = False
    for mark in MARK.finditer(text):
        if mark[0] == b"(":
            is_called = is_head
        elif is_called and mark[0] == b"{":
            return True
        else:
            is_head, is_called = mark[0] in MARKED, False
    return False


def _plain(literal: bytes, *, is_formatted: bool) -> bytes:
    """Give what a literal says, of the same length."""
    found = OPENS.match(literal)
    assert found is not None
    prefix = literal[: found.start(1)].lower()
    width = len(found[1])
    inner = literal[found.end() : len(literal) - width]
    if b"r" not in prefix:
        inner = ESCAPE.sub(_unescaped, inner)
    if b"f" in prefix or is_formatted:
        inner = BRACES.sub(_put_in, inner)
    return b" " * found.end() + inner + b" " * width


def _unescaped(found: re.Match[bytes]) -> bytes:
    if found[1]:
        return b" " + found[1]
    return b" \\" if found[2] else b" \n" if found[0] in LINE_ENDS else b"  "


def _put_in(found: re.Match[bytes]) -> bytes:
    """Give one bracket for two, and a name of the same length for what Python puts in."""
    return b" " + found[0][:1] if found[0] in DOUBLED else b"_" * len(found[0])
