"""`--warp native`: warp code works on the whole wavefront, 64 lanes on gfx9, and masks have 64 bits.

The algorithm stays the program's: what counts by 32 is reported, not rewritten.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.half import edited, fits, is_plain, scoped
from hipify_py.lanes.sites import is_sync
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Container

    from hipify_py.lanes.constants import Known
    from hipify_py.lanes.registers import Assembly
    from hipify_py.lanes.sites import Site
    from hipify_py.model import Edit
    from hipify_py.syntax import Unit

FULL = 0xFFFFFFFF
FULL_64 = b"0xffffffffffffffffull"
ACTIVE = re.compile(rb"\s*__activemask\s*\(\s*\)\s*")
INTRINSICS = {"shuffle", "vote", "active", "match", "reduce", "sync"}
MASKED = {b"__ballot_sync", b"__any_sync", b"__all_sync", b"__match_any_sync"}
# What the registers of PTX hold, on wavefronts of 64 and of 32 lanes.
REGISTERS = {
    b"lane_id": b"__lane_id()",
    b"lanemask_eq": b"1ull << __lane_id()",
    b"lanemask_lt": b"(1ull << __lane_id()) - 1",
    b"lanemask_le": b"(2ull << __lane_id()) - 1",
    b"lanemask_ge": b"~0ull >> (64 - warpSize) & -(1ull << __lane_id())",
    b"lanemask_gt": b"~0ull >> (64 - warpSize) & -(2ull << __lane_id())",
}


def rewrite(unit: Unit, site: Site, known: Known, names: Container[bytes]) -> list[Edit] | None:
    """Give the edits for one place; None where a person has to write it. `names` hold masks of 64 bits."""
    if site.kind == "register" and site.call:
        text = REGISTERS[site.name]
        of_lane = site.name == b"lane_id"
        span = Span(scoped(unit, site.span).start, site.call.close)
        return [edited(span, text if of_lane else b"(" + text + b")")]
    if site.kind not in INTRINSICS or site.text == b"macro":
        return None if site.kind == "own" else []
    if not fits(site) or site.call is None:
        return None
    if site.kind == "active":
        return [edited(Span(site.span.start, site.call.close), b"__ballot(1)")]
    given = site.call.arguments
    if site.kind == "sync":
        return [edited(Span(given[0].start, given[-1].end))] if given else []
    return _without_mask(unit, site, known, names) if is_sync(site) else []


def _without_mask(unit: Unit, site: Site, known: Known, names: Container[bytes]) -> list[Edit] | None:
    """Give the form that takes no mask, with the mask put to its result where it is not a full one."""
    assert site.call is not None
    mask, rest = site.call.arguments[0], site.call.arguments[1]
    text = unit.code[slice(*mask)]
    value = known.number(text.strip())
    if value and value.bits == 64:  # HIP's own already
        return []
    full = value is not None and value.value == FULL
    if site.kind == "reduce":
        return [edited(mask, FULL_64)] if full else []
    if full or ACTIVE.fullmatch(text) or (site.kind == "shuffle" and is_plain(text, known)):
        return [edited(site.span, site.name.removesuffix(b"_sync")), edited(Span(mask.start, rest.start))]
    if site.name == b"__match_all_sync":  # HIP's own compares the lanes that its mask names
        return [] if text.strip() in names else None
    return _masked(site, mask, rest) if site.name in MASKED and is_plain(text, known) else None


def _masked(site: Site, mask: Span, vote: Span) -> list[Edit]:
    """Give a vote of some lanes only."""
    assert site.call is not None
    parts: dict[bytes, tuple[bytes | Span, ...]] = {
        b"__ballot_sync": (b"(__ballot(", vote, b") & ", mask, b")"),
        b"__any_sync": (b"((__ballot(", vote, b") & ", mask, b") != 0)"),
        b"__all_sync": (b"((__ballot(!(", vote, b")) & ", mask, b") == 0)"),
        b"__match_any_sync": (b"(__match_any(", vote, b") & ", mask, b")"),
    }
    return [edited(Span(site.span.start, site.call.close), *parts[site.name])]


def register(read: Assembly, names: Container[bytes], unit: Unit) -> Edit | None:
    """Give the lane's number in the wavefront, or a mask of 64 bits made from it, for the register read.

    A mask is given only to one of `names`, which hold 64 bits.
    """
    if read.value is None or read.name not in REGISTERS:
        return None
    if read.name != b"lane_id" and unit.code[slice(*read.value)].strip() not in names:
        return None
    return edited(read.span, read.value, b" = " + REGISTERS[read.name])
