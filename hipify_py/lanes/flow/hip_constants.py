"""Names about warps that a condition chooses for HIP: code that uses them has been made for 64 lanes."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from hipify_py.lanes.warp_names import is_about_warps
from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.linkage import CHOSEN, RETURNED
from hipify_py.source.definitions import in_function
from hipify_py.source.functions import functions
from hipify_py.source.spans import merged
from hipify_py.source.tokens import follows, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

MADE = re.compile(
    rb"define[ \t]+(\w+)|\busing\s+(\w+)\s*=|\btypedef\b[^;{}]{0,400}?\b(\w+)\s*;"
    rb"|\bconst(?:expr)?\b[^;{}()=]{0,400}?\b(\w+)\s*[={]|(?<!\w)(\w+)\s*\((?=[^;{}]{0,2000}+\{)[^;{}]*\)\s*(?:const\s*|noexcept\s*)*\{"
)
END = re.compile(rb"[\n;]")
WIDTHS = (b"32", b"64")


def chosen(unit: Unit) -> dict[bytes, bytes]:
    """Give the names about warps that a condition for HIP makes, each with `CHOSEN` as its value.

    A name that is the same on both sides of the condition is none. Functions that return a width as it says
    have `RETURNED`.
    """
    meanings: dict[bytes, list[bytes]] = {}
    spans = sides(unit).decided
    starts, ends = [span.start for span in spans], sorted(span.end for span in spans)
    for span in merged(spans):  # what stands in two of them, one in the other, is made twice
        for at, name, meaning in _made(unit, span):
            twice = bisect_right(starts, at) - bisect_right(ends, at) > 1
            meanings.setdefault(name, []).extend([meaning] * (1 + twice))
    returns = words(unit.code, b"return") if spans else ()
    widths = [one.start for one in returns if any(follows(unit.code, one.end, by, b";") for by in WIDTHS)]
    found = {name: RETURNED for span in spans if (name := _returning(unit, span, widths))}
    found |= {name: CHOSEN for name, said in meanings.items() if len(said) == 1 or len(set(said)) > 1}
    return found


def _returning(unit: Unit, span: Span, widths: list[int]) -> bytes:
    """Name the function about warps which returns one of two widths as a condition in it decides."""
    first = bisect_left(widths, span.start)
    if bisect_left(widths, span.end) - first < 2:  # one for each side
        return b""
    function = functions(unit, widths[first : first + 1]).get(widths[first])
    name = function.name.encode().partition(b"(")[0].split()[-1:] if function else []
    return name[0] if name and is_about_warps(name[0]) else b""


def _made(unit: Unit, span: Span) -> Iterator[tuple[int, bytes, bytes]]:
    for found in MADE.finditer(unit.code, *span):
        name = found[found.lastindex or 0]
        local = found[1] is None and _in_body(unit, found.start())  # which no other function sees
        if is_about_warps(name) and not name.startswith(b"__") and not local:
            end = END.search(unit.code, found.end())
            yield (
                found.start(),
                name,
                b" ".join(unit.code[found.start() : end.start() if end else None].split()),
            )


def _in_body(unit: Unit, at: int) -> bool:
    function = in_function(unit, at)
    return function is not None and b"{" in unit.code[function.start : at]
