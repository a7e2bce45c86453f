"""What speaks of a warp's width outside of kernels: macros, properties of devices, tiles too wide."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.hits import matches, places
from hipify_py.lanes.idioms import Trouble
from hipify_py.lanes.ownwidth import is_member
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.constants import Known
    from hipify_py.syntax import Unit

MACRO = re.compile(rb"#[ \t]*define[ \t]+(warpSize)\b")
ASKED = re.compile(
    rb"(?:\.|->)\s*(warpSize)\b|\b((?:cuda|hip)DevAttrWarpSize|hipDeviceAttributeWarpSize|CU_DEVICE_ATTRIBUTE_WARP_SIZE)\b"
)
ATTRIBUTES = (
    b"cudaDevAttrWarpSize",
    b"hipDevAttrWarpSize",
    b"hipDeviceAttributeWarpSize",
    b"CU_DEVICE_ATTRIBUTE_WARP_SIZE",
)
COMPARED = re.compile(rb"\s*[!=]=\s*32\b")
SHOWN = re.compile(
    rb"\bprintf\s*\(|\b(?:cout|cerr|stream|os|out|ss|oss|log\w*)\b[^;]*<<|\bPrint\w*\s*\(|\b[Ll]og\w*\s*\(",
    re.DOTALL,
)
TILE = re.compile(rb"\btiled_partition\s*<\s*([^<>;(){}]+?)\s*>")


def outside(unit: Unit, known: Known) -> Iterator[Trouble]:
    """Give what a file says of a warp's width, be it in a kernel or not."""
    for found in MACRO.finditer(unit.code) if b"warpSize" in unit.code else ():
        yield Trouble("W029", Span(*found.span(1)))
    for found in _asked(unit.code):
        start = max(unit.code.rfind(mark, 0, found.start()) for mark in (b";", b"{", b"}")) + 1
        own = found[1] is not None and is_member(unit)
        if own or SHOWN.search(unit.code, start, found.start()) or _assigns(unit, found):
            continue
        rule = "W017" if COMPARED.match(unit.code, found.end()) else "W016"
        yield Trouble(rule, Span(*found.span(1 if found[1] else 2)))
    for found in matches(unit.code, TILE, b"tiled_partition"):
        lanes = known.number(found[1])
        if lanes is not None and lanes.value > 32:
            yield Trouble("G001", Span(*found.span()), str(lanes.value))


def _asked(code: bytes) -> Iterator[re.Match[bytes]]:
    """Give the members named `warpSize` and the attributes that a file asks a device for."""
    starts = places(code, *ATTRIBUTES)
    for at in places(code, b"warpSize"):
        before = code[max(0, at - 256) : at]
        bare = before.rstrip()
        mark = 1 if bare.endswith(b".") else 2 if bare.endswith(b"->") else 0
        if mark:
            starts.append(at - len(before) + len(bare) - mark)
    for start in sorted(starts):
        if found := ASKED.match(code, start):
            yield found


def _assigns(unit: Unit, found: re.Match[bytes]) -> bool:
    """Say whether a member named `warpSize` is given a value: then it is no device's property."""
    return re.compile(rb"\s*=(?!=)").match(unit.code, found.end()) is not None


def blocks(unit: Unit, known: Known) -> Iterator[Trouble]:
    """Report launches whose blocks fill an odd number of halves, so that half of a wavefront stays empty."""
    for launch in unit.launches:
        parts = unit.launch(launch)
        if parts is None or len(parts.arguments) < 2:
            continue
        threads = known.number(unit.code[slice(*parts.arguments[1])])
        if threads is not None and threads.value % 64 == 32:
            yield Trouble("W030", parts.arguments[1], str(threads.value))
