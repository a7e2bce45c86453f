"""Values that lanes are matched by, of types which CUDA promotes and HIP's templates refuse.

HIP takes numbers of 32 and of 64 bits alone, by a `static_assert` in its amd_warp_sync_functions.h. CUDA has
functions of `int`, `unsigned` and so on, to which `bool`, `char`, `short` and an enum without a scope go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.value_types import of_enums
from hipify_py.source.expression_reading import expression
from hipify_py.source.number_types import SMALL, number_type, types_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.model import Span
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

TRUTHS = frozenset((b"<", b">", b"<=", b">=", b"==", b"!=", b"&&", b"||", b"!"))


def promoted(unit: Unit, function: Function, ops: Iterable[WarpOp]) -> frozenset[WarpOp]:
    """Give the matches of a function of whose value it is known that CUDA promotes it."""
    matches = [one for one in ops if one.kind == "match" and one.call and len(one.call.arguments) > 1]
    if not matches:
        return frozenset()
    small = (one for one in matches if one.call and _is_small(unit, function, one.call.arguments[1]))
    return frozenset(small) | of_enums(unit, function, matches)


def _is_small(unit: Unit, function: Function, value: Span) -> bool:
    node = expression(unit.code[slice(*value)])
    if node.kind in {"binary", "unary"} and node.text in TRUTHS:
        return True
    return number_type(unit, value, types_in(unit, function.span)) in SMALL
