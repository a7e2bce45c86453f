"""What speaks of a warp's width outside of kernels: macros, properties of devices, tiles too wide."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.find.own_warpsize import is_member
from hipify_py.lanes.hazard import Hazard
from hipify_py.model import Span
from hipify_py.source.brackets import MOST
from hipify_py.source.search import last_of, matches, places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.unit import Unit

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
WITHIN = re.compile(rb"(\w+)\s*\([^()]*\Z")  # the call of which something is an argument
ASKS = re.compile(rb"(?i)attr|get|quer|prop|device|ask")
COMPARED = re.compile(rb"\s*[!=]=\s*32\b")
SHOWN = re.compile(
    rb"\bprintf\s*\(|\b(?:cout|cerr|stream|os|out|ss|oss|log\w*)\b[^;]*<<|\bPrint\w*\s*\(|\b[Ll]og\w*\s*\(",
    re.DOTALL,
)
STRIPED = re.compile(  # by the wavefront, whatever a program says
    rb"\b((?:Load|Store)DirectWarpStriped)\s*[(<]"
    rb"|(?:\.|->)\s*(?:template\s+)?(WarpStripedToBlocked|BlockedToWarpStriped)\s*\("
)
TILE = re.compile(rb"\btiled_partition\s*<\s*([^<>;(){}]+?)\s*>")


def width_queries(unit: Unit, constants: ConstantTable) -> Iterator[Hazard]:
    """Give what a file says of a warp's width, be it in a kernel or not."""
    for found in MACRO.finditer(unit.code) if b"warpSize" in unit.code else ():
        yield Hazard("W029", Span(*found.span(1)))
    for found in _asked(unit.code):
        least = max(0, found.start() - MOST)
        start = max(least, last_of(unit.code, b";{}", found.start(), least) + 1)
        own = is_member(unit) if found[1] else _is_mentioned(unit, start, found)
        if own or SHOWN.search(unit.code, start, found.start()) or _assigns(unit, found):
            continue
        rule = "W017" if COMPARED.match(unit.code, found.end()) else "W016"
        yield Hazard(rule, Span(*found.span(1 if found[1] else 2)))
    yield from _striped(unit)
    for found in matches(unit.code, TILE, b"tiled_partition"):
        lanes = constants.number(found[1])
        if lanes is not None and lanes.value > 32:
            yield Hazard("G001", Span(*found.span()), str(lanes.value))


def _striped(unit: Unit) -> Iterator[Hazard]:
    """Give where items are put to the threads of a block by wavefronts, by what CUB has."""
    own: dict[bytes, bool] = {}
    for found in STRIPED.finditer(unit.code) if b"WarpStriped" in unit.code and b"cub" in unit.code else ():
        name = found[1] or found[2]
        if name not in own:
            own[name] = re.search(rb"\bvoid\s+" + name + rb"\s*\(", unit.code) is not None
        if not own[name]:
            yield Hazard("W041", Span(*found.span(1 if found[1] else 2)), name.decode())


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


def _is_mentioned(unit: Unit, start: int, found: re.Match[bytes]) -> bool:
    """Say whether an attribute is given to what asks no device, such as a table of names, or is a label."""
    call = WITHIN.search(unit.code, start, found.start())
    if call is None:
        return unit.code[start : found.start()].rstrip().endswith(b"case")
    return ASKS.search(call[1]) is None


def _assigns(unit: Unit, found: re.Match[bytes]) -> bool:
    """Say whether a member named `warpSize` is given a value: then it is no device's property."""
    return re.compile(rb"\s*=(?!=)").match(unit.code, found.end()) is not None


def odd_blocks(unit: Unit, constants: ConstantTable) -> Iterator[Hazard]:
    """Report launches whose blocks fill an odd number of halves, so that half of a wavefront stays empty."""
    for launch in unit.launches:
        parts = unit.launch(launch)
        if parts is None or len(parts.arguments) < 2:
            continue
        threads = constants.number(unit.code[slice(*parts.arguments[1])])
        if threads is not None and threads.value % 64 == 32:
            yield Hazard("W030", parts.arguments[1], str(threads.value))
