"""Why a function's warp code is left alone: it speaks of 64 lanes, or it is HIP's own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.sites import is_sync

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
FOR_64 = re.compile(
    rb"\bwarpSize\s*(?:[=!]=\s*64|>\s*32)\b|\b64\s*==\s*warpSize\b|__AMDGCN_WAVEFRONT_SIZE|__GFX[89]__"
    rb"|\b__(?:popc|ffs|clz)ll\s*\(\s*(?:\w+\s*&\s*)?__(?:ballot|activemask|match_any)"
)


def refusal(unit: Unit, work: Work, *, hip: bool) -> tuple[str, str]:
    """Say why a function's warp code is left alone, as (id, reason); both empty where it is converted."""
    text = unit.code[slice(*work.function.span)] if work.function else b""
    if any(word in text for word in WORDS) and FOR_64.search(text):
        return ("hip", "") if hip else ("W033", "it asks for 64 lanes already")
    for site in work.sites:
        if is_sync(site) and site.call and site.call.arguments and (why := _wide(unit, site, text, work)):
            return ("hip", "") if hip else ("W033", why)
        width = _width(unit, site, work)
        if width is not None and width > 32:
            return "W033", f"a shuffle has the width {width}"
    if hip and not any(is_sync(site) and _is_32(unit, site, work) for site in work.sites):
        return "hip", ""
    if hip and any(site.kind == "size" for site in work.sites):
        return "W034", ""
    return "", ""


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
