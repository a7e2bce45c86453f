"""Device code that literals of C++ hold, all of it, for a compiler that runs with the program."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

MARKS = (b"__global__", b"__device__")
PAIRS = ((b"{", b"}"), (b"(", b")"))
RAW = re.compile(rb'"([^()\\\s"]{0,16})\((.*)\)\1"', re.DOTALL)
ESCAPE = re.compile(rb"\\(\r\n|.)", re.DOTALL)
STANDS_FOR = {b"n": b" \n", b'"': b' "', b"'": b" '", b"\\": b" \\"}
GAP = re.compile(rb"(?:\s|\\\r?\n)*+")


class DeviceCode(NamedTuple):
    """Device code that literals hold, one behind the other: where it begins, and what it is in C++.

    `text` stands byte for byte where the literals do: blanks stand for quotes and escapes, and names for what
    Python puts in. The marks that open the first literal take `opens` bytes.
    """

    start: int
    text: bytes
    opens: int


def device_code(unit: Unit) -> Iterator[DeviceCode]:
    """Give the literals that hold whole functions for the device, those that stand behind each other as one.

    What a stream is given, or is a part of a function, is none: others are put before it or behind.
    """
    if all(unit.source.count(mark) == unit.code.count(mark) for mark in MARKS):
        return
    for run in _runs(unit):
        code = _code(unit.source, run)
        if code is not None and _is_whole(code.text) and not _is_put_out(unit.source, run[0].start):
            yield code


def _runs(unit: Unit) -> Iterator[list[Span]]:
    """Give the literals of which one follows another with nothing between, a raw one for itself."""
    run: list[Span] = []
    for one in unit.text.strings:
        if run and (_is_raw(unit.source, one) or not GAP.fullmatch(unit.source, run[-1].end, one.start)):
            yield run
            run = []
        run.append(one)
        if _is_raw(unit.source, one):
            yield run
            run = []
    if run:
        yield run


def _is_raw(source: bytes, literal: Span) -> bool:
    return source[literal.start - 1 : literal.start] == b"R"


def _code(source: bytes, run: Sequence[Span]) -> DeviceCode | None:
    """Give what literals hold where one of the marks stands in it."""
    first, last = run[0], run[-1]
    if not any(mark in source[first.start : last.end] for mark in MARKS):
        return None
    if _is_raw(source, first):
        found = RAW.fullmatch(source, *first)
        return DeviceCode(found.start(2), found[2], found.start(2) - found.start()) if found else None
    made, at = bytearray(), first.start + 1
    for one in run:
        made += b" " * (one.start + 1 - at) + _unescaped(source[one.start + 1 : one.end - 1])
        at = one.end - 1
    return DeviceCode(first.start + 1, bytes(made), 1)


def _unescaped(text: bytes) -> bytes:
    """Give a text as it is read, with blanks for what its escapes take more."""
    return ESCAPE.sub(lambda one: STANDS_FOR.get(one[1], b" " * len(one[0])), text)


def _is_whole(text: bytes) -> bool:
    return b"{" in text and all(text.count(opens) == text.count(closes) for opens, closes in PAIRS)


def _is_put_out(source: bytes, at: int) -> bool:
    return source[max(0, at - 200) : at].rstrip(b"uRL8 \t\r\n").endswith(b"<<")
