"""Digits of the GPU's name that a program asks for, and by which its own side for HIP decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.resolve.for_hip import sides
from hipify_py.source.conditions import inside
from hipify_py.source.functions import functions
from hipify_py.source.spans import merged

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

DIGITS = re.compile(rb"\w*(?:ComputeCapability(?:Major|Minor)|COMPUTE_CAPABILITY_(?:MAJOR|MINOR))")
TARGET = re.compile(rb"\(\s*+&\s*+([A-Za-z_]\w*+)\s*+,")


def decided_for_hip(unit: Unit, span: Span, name: bytes) -> bool:
    """Say whether a name asks for a digit, and a branch for HIP of the function compares what it gives.

    Not where that is compared whatever the compiler, too.
    """
    if not DIGITS.fullmatch(name) or not sides(unit).own:
        return False
    listed = next((one for one in reversed(unit.around(span)) if one.type == "argument_list"), None)
    target = TARGET.match(unit.code, listed.start_byte, listed.end_byte) if listed else None
    home = functions(unit, [span.start]).get(span.start)
    if target is None or home is None:
        return False
    compared = re.compile(rb"\b%b\s*+(?:[=!]=|[<>]=?)" % target[1])
    places = [one.start() for one in compared.finditer(unit.code, span.end, home.span.end)]
    chosen_between = merged(sides(unit).decided)
    return any(inside(sides(unit).own, at) for at in places) and all(
        inside(chosen_between, at) for at in places
    )
