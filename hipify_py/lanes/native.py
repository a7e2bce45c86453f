"""`--warp native`: warp code works on the whole wavefront, 64 lanes on gfx9, and masks have 64 bits.

The algorithm stays the program's: what counts by 32 is reported, not rewritten.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes import RULE
from hipify_py.lanes.half import WITHOUT_CALL, fits, is_plain
from hipify_py.lanes.sites import is_sync
from hipify_py.model import Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.constants import Known
    from hipify_py.lanes.functions import Function
    from hipify_py.lanes.registers import Assembly
    from hipify_py.lanes.sites import Site
    from hipify_py.lanes.values import Held
    from hipify_py.syntax import Unit

FULL = 0xFFFFFFFF
FULL_64 = b"0xffffffffffffffffull"
ACTIVE = re.compile(rb"\s*__activemask\s*\(\s*\)\s*")
COUNT = re.compile(rb"\b(?:(31)\s*-\s*)?__(popc|ffs|clz|brev|fns)\s*\(")
WIDER = {b"popc": b"popcll", b"ffs": b"ffsll", b"clz": b"clzll", b"brev": b"brevll", b"fns": b"fns64"}
OF_VOTE = re.compile(rb"__(?:ballot|activemask|match_a)")
MASKED = {b"__ballot_sync", b"__any_sync", b"__all_sync", b"__match_any_sync"}
ONE = re.compile(rb"(?<![\w.])([12])[uU]?(?=\s*<<\s*([^;,<>=?:&|]+))")
NARROW = rb"(?:(?:std\s*::\s*)?uint32_t|unsigned(?:\s+int)?(?!\s+(?:long|char|short))|uint)"
WORD = re.compile(rb"[A-Za-z_]\w*")


def rewrite(unit: Unit, site: Site, known: Known) -> list[Edit] | None:
    """Give the edits for one place; None where a person has to write it."""
    if not fits(site):
        return None
    if site.kind in WITHOUT_CALL or site.call is None:
        return []
    if site.kind == "active":
        return [_edit(Span(site.span.start, site.call.close), b"__ballot(1)")]
    given = site.call.arguments
    if site.kind == "sync":
        return [_edit(Span(given[0].start, given[-1].end))] if given else []
    return _without_mask(unit, site, known) if is_sync(site) else []


def _without_mask(unit: Unit, site: Site, known: Known) -> list[Edit] | None:
    """Give the form that takes no mask, with the mask put to its result where it is not a full one."""
    assert site.call is not None
    mask, rest = site.call.arguments[0], site.call.arguments[1]
    text = unit.code[slice(*mask)]
    value = known.number(text.strip())
    if value and value.bits == 64:  # HIP's own already
        return []
    full = value is not None and value.value == FULL
    if site.kind == "reduce":
        return [_edit(mask, FULL_64)] if full else []
    if full or ACTIVE.fullmatch(text) or (site.kind == "shuffle" and is_plain(text)):
        return [_edit(site.span, site.name.removesuffix(b"_sync")), _edit(Span(mask.start, rest.start))]
    return _masked(site, mask, rest) if site.name in MASKED and is_plain(text) else None


def _edit(span: Span, *parts: bytes | Span) -> Edit:
    return Edit(span, parts, RULE, "warp")


def _masked(site: Site, mask: Span, vote: Span) -> list[Edit]:
    """Give a vote of some lanes only."""
    assert site.call is not None
    parts: dict[bytes, tuple[bytes | Span, ...]] = {
        b"__ballot_sync": (b"(__ballot(", vote, b") & ", mask, b")"),
        b"__any_sync": (b"((__ballot(", vote, b") & ", mask, b") != 0)"),
        b"__all_sync": (b"((__ballot(!(", vote, b")) & ", mask, b") == 0)"),
        b"__match_any_sync": (b"(__match_any(", vote, b") & ", mask, b")"),
    }
    return [_edit(Span(site.span.start, site.call.close), *parts[site.name])]


def register(read: Assembly) -> Edit | None:
    """Give the lane's number in the wavefront for the register that holds it; masks of lanes have 64 bits."""
    if read.name != b"lane_id" or read.value is None:
        return None
    return _edit(read.span, read.value, b" = __lane_id()")


def masks(unit: Unit, function: Function, held: Held) -> set[bytes]:
    """Give the names in a function that hold masks of lanes."""
    return {name for name in held().mask if _declaration(unit, function, name)}


def _declaration(unit: Unit, function: Function, name: bytes) -> re.Match[bytes] | None:
    pattern = re.compile(rb"\b(" + NARROW + rb")(?:\s+const)?\s+" + name + rb"\b(?=\s*[=;,)({])")
    return pattern.search(unit.code, *function.span)


def widened(unit: Unit, function: Function, held: Held) -> Iterator[Edit]:
    """Give masks and what counts and makes them 64 bits."""
    names = masks(unit, function, held)
    for name in sorted(names):
        made = _declaration(unit, function, name)
        if made:
            yield _edit(Span(*made.span(1)), b"unsigned long long")
    for count in COUNT.finditer(unit.code, *function.body):
        call = unit.call(Span(count.start(2) - 2, count.end(2)))
        if call is None or not call.arguments:
            continue
        argument = unit.code[slice(*call.arguments[0])]
        if OF_VOTE.search(argument) or names & set(WORD.findall(argument)):
            yield _edit(Span(count.start(2), count.end(2)), WIDER[count[2]])
            if count[1] and count[2] == b"clz":
                yield _edit(Span(*count.span(1)), b"63")
    lanes = held().lane | _leaders(unit, function)
    for one in ONE.finditer(unit.code, *function.body):
        if lanes & set(WORD.findall(one[2])):
            yield _edit(Span(*one.span()), one[1] + b"ull")


def _leaders(unit: Unit, function: Function) -> set[bytes]:
    made = re.compile(rb"\b(\w+)\s*=\s*(?:31\s*-\s*)?__(?:ffs|clz)(?:ll)?\s*\(")
    return {found[1] for found in made.finditer(unit.code, *function.body)}
