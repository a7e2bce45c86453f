"""What counts by 32 in code that is to work on the whole wavefront: what `--warp native` reports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes import native
from hipify_py.lanes.idioms import Trouble
from hipify_py.lanes.sites import is_sync
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.constants import Known
    from hipify_py.lanes.sites import Site
    from hipify_py.lanes.work import Work
    from hipify_py.syntax import Unit

WARP = 32
SHARED = re.compile(rb"__shared__[^;{}()]*?\[([^\];]+)\]")
BUTTERFLY = re.compile(rb"\bfor\s*\([^;{}]*?=\s*([^;{}]+);")
HALVES = re.compile(rb">>=\s*1\b|/=\s*2\b|=\s*\w+\s*(?:/\s*2|>>\s*1)\b")
CONSTANT = re.compile(
    rb"\[[^\];{}]*\bwarpSize\b|<[^<>;{}()]*\bwarpSize\b[^<>;{}()]*>|\b(?:static_assert|constexpr|case)\b[^;{}:]*\bwarpSize\b"
)
RETURNED = re.compile(rb"\breturn\s+([^;]*)")
COUNTED = re.compile(rb"__(?:popc|ffs|clz|fns)|[=!]=|&&|\|\|")
NARROW_HEAD = re.compile(rb"\b(?:unsigned|uint32_t|int|uint)\s+\w+\s*\Z")


def widths(unit: Unit, work: Work) -> Iterator[Trouble]:
    """Give the places in a function that a wavefront of 64 lanes changes in meaning."""
    if work.function is None or not work.sites:
        return
    yield from _confined(unit, work)
    confined = all(_is_half(unit, site, work.known) for site in work.sites if site.kind == "shuffle")
    if work.held is not None and not (confined and all(site.kind == "shuffle" for site in work.sites)):
        for place in work.held.arithmetic():
            if b"warpSize" not in unit.code[slice(*place.width)]:
                yield Trouble("W012", place.span, "the lane" if place.kind == "lane" else "the warp")
        for shared in SHARED.finditer(unit.code, *work.function.body):
            if _by_warp(shared[1], work.known):
                yield Trouble("W014", Span(*shared.span()))
    if not confined:
        yield from _butterflies(unit, work)
    for found in CONSTANT.finditer(unit.code, *work.function.span):
        yield Trouble("W015", Span(*found.span()))
    yield from _narrowed(unit, work)


def _confined(unit: Unit, work: Work) -> Iterator[Trouble]:
    for site in work.sites:
        if site.kind == "cub":
            yield Trouble("W028", site.span, site.name.decode())
        elif is_sync(site) and site.call and site.call.arguments:
            value = work.known.worth(unit.code[slice(*site.call.arguments[0])].strip())
            if value is not None and value not in {native.FULL, 2**64 - 1}:
                yield Trouble("W024", site.call.arguments[0])


def _is_half(unit: Unit, site: Site, known: Known) -> bool:
    least = 2 + is_sync(site)
    if site.call is None or len(site.call.arguments) <= least:
        return False
    width = known.worth(unit.code[slice(*site.call.arguments[least])].strip())
    return width is not None and width <= WARP


def _by_warp(size: bytes, known: Known) -> bool:
    if b"warpSize" not in size and known.worth(size.strip()) == WARP:
        return True
    divided = re.search(rb"/\s*(\w+)\s*\Z", size)
    return divided is not None and divided[1] != b"warpSize" and known.worth(divided[1]) == WARP


def _butterflies(unit: Unit, work: Work) -> Iterator[Trouble]:
    """Report loops over 16, 8, 4, 2, 1 that should begin at half a wavefront."""
    assert work.function is not None
    for loop in BUTTERFLY.finditer(unit.code, *work.function.body):
        end = unit.code.find(b")", loop.end())
        if (
            b"warpSize" not in loop[1]
            and work.known.worth(loop[1].strip()) == WARP // 2
            and HALVES.search(unit.code, loop.end(), end + 1)
        ):
            yield Trouble("W011", Span(loop.start(), loop.end()))


def _narrowed(unit: Unit, work: Work) -> Iterator[Trouble]:
    """Report masks of lanes that leave a function in 32 bits."""
    assert work.function is not None
    head = unit.code[work.function.span.start : work.function.body.start].split(b"(", 1)[0]
    if not NARROW_HEAD.search(head):
        return
    for found in RETURNED.finditer(unit.code, *work.function.body):
        bare = COUNTED.search(found[1]) is None
        if bare and native.OF_VOTE.search(found[1]):
            yield Trouble("W003", Span(*found.span(1)))
