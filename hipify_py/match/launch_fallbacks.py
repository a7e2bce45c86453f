"""Launches that a program makes only if an attribute of the kernel could be set, and others else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.function_reading import model
from hipify_py.source.functions import functions
from hipify_py.source.search import last_of

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

GIVEN = re.compile(
    rb"\s*+(?:(?:const|auto|cudaError_t|cudaError|CUresult)\s++)*+([A-Za-z_]\w*+)\s*+=\s*+(?:::)?\w++\s*+\("
)
ASKED = re.compile(rb"\s*+(?:cudaSuccess|CUDA_SUCCESS)?\s*+([=!])=\s*+(?:cudaSuccess|CUDA_SUCCESS)?\s*+")

HANDED_ON = re.compile(rb"[(=,]\s*+cuda(?:Get|PeekAt)LastError\s*+\(")  # where what failed before ends it all


def has_another_way(unit: Unit, place: Span) -> bool:
    """Say whether a function launches one kernel or another by what the call around a place has returned."""
    start = last_of(unit.code, b";{}", place.start) + 1
    given, home = GIVEN.match(unit.code, start, place.start), functions(unit, [place.start]).get(place.start)
    if given is None or home is None:
        return False
    read, sides = model(unit, home), set[bool]()
    ended = HANDED_ON.search(unit.code, place.end, home.body.end)
    for launch in unit.launches:
        at = launch.open.start
        if not place.end <= at < home.body.end:
            continue
        if not sides and ended and ended.end() <= at:
            return False
        for one in read.path(at):
            asked = unit.code[slice(*one.span)].split(given[1])
            text = b"".join(asked) if len(asked) == 2 and one.keyword == "if" else b""
            if is_asked := ASKED.fullmatch(text):
                sides.add((is_asked[1] == b"=") != one.otherwise)
    return len(sides) == 2
