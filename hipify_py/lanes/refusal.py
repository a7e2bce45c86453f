"""Why a function's warp code is left alone: it speaks of 64 lanes, or it is HIP's own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.branches import FOR_HIP, sides
from hipify_py.lanes.sites import is_sync
from hipify_py.lanes.words import INTRINSIC

if TYPE_CHECKING:
    from hipify_py.lanes.sites import Site
    from hipify_py.lanes.work import Work
    from hipify_py.syntax import Unit

WIDE = rb"(?:unsigned\s+long(?:\s+long)?(?:\s+int)?|long\s+long|u?int64_t|size_t)\s+"
WORDS = (
    b"warpSize",
    b"__AMDGCN",
    b"__GFX",
    b"popcll",
    b"ffsll",
    b"clzll",
)  # one of them is in what that matches
NAME = re.compile(rb"[A-Za-z_]\w*")
WHOLE = {"vote", "match", "reduce", "active"}  # what takes in the warp, whatever width is at hand
FOR_64 = re.compile(
    rb"\bwarpSize\s*(?:[=!]=\s*64|>\s*32)\b|\b64\s*==\s*warpSize\b|__AMDGCN_WAVEFRONT_SIZE|__GFX[89]__"
    rb"|\b__(?:popc|ffs|clz)ll\s*\(\s*(?:\w+\s*&\s*)?__(?:ballot|activemask|match_any)"
)


def refusal(unit: Unit, work: Work, *, hip: bool) -> tuple[str, str]:
    """Say why a function's warp code is left alone, as (id, reason); both empty where it is converted."""
    text = unit.code[slice(*work.function.span)] if work.function else b""
    if any(word in text for word in WORDS) and FOR_64.search(text):
        return ("hip", "") if hip else ("W033", "it asks for 64 lanes already")
    if reason := for_hip(unit, work):
        return ("hip", "") if hip else ("W033", reason)
    for site in work.sites:
        if is_sync(site) and site.call and site.call.arguments and (why := _wide(unit, site, text, work)):
            return ("hip", "") if hip else ("W033", why)
        width = _width(unit, site, work)
        if width is not None and width > 32:
            return "W033", f"a shuffle has the width {width}"
    return _for_file(unit, work) if hip else ("", "")


def _for_file(unit: Unit, work: Work) -> tuple[str, str]:
    """Say the same of a function in a file of HIP's."""
    if not any(is_sync(site) and _is_32(unit, site, work) for site in work.sites):
        return "hip", ""
    return ("W034" if any(site.kind == "size" for site in work.sites) else "", "")


def for_hip(unit: Unit, work: Work) -> str:
    """Say what a condition has decided for HIP in a function: a name it uses, or some of its warp code."""
    text = unit.code[slice(*work.function.span)] if work.function else b""
    wanted = work.known.chosen
    if any(site.kind in WHOLE for site in work.sites):
        wanted |= work.known.returned
    if names := sorted(wanted.intersection(NAME.findall(text))) if wanted else []:
        return f"a condition chooses {names[0].decode()} for HIP"
    if work.function and FOR_HIP.search(text):
        for start, end in sides(unit).decided:
            if work.function.body.start <= start < work.function.body.end and INTRINSIC.search(
                unit.code, start, end
            ):
                return "a condition in it gives HIP warp code of its own"
    return ""


def _wide(unit: Unit, site: Site, text: bytes, work: Work) -> str:
    assert site.call is not None
    mask = unit.code[slice(*site.call.arguments[0])].strip()
    value = work.known.number(mask)
    if value is not None:
        return "a mask has more than 32 bits" if value.value > 0xFFFFFFFF else ""
    if re.fullmatch(rb"\w+", mask) and re.search(rb"\b" + WIDE + rb"(?:const\s+)?" + mask + rb"\b", text):
        return "a mask is declared with 64 bits"
    return ""


def _is_32(unit: Unit, site: Site, work: Work) -> bool:
    if site.call is None or not site.call.arguments:
        return False
    value = work.known.number(unit.code[slice(*site.call.arguments[0])])
    return value is not None and value.bits == 32


def _width(unit: Unit, site: Site, work: Work) -> int | None:
    least = 2 + is_sync(site)
    if site.kind != "shuffle" or site.call is None or len(site.call.arguments) != least + 1:
        return None
    value = work.known.number(unit.code[slice(*site.call.arguments[least])])
    return value.value if value else None
