"""Masks that groups of lanes give, kept in 32 bits: HIP's have one for each lane of a wavefront."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.value_types import is_number_type, is_wide
from hipify_py.lanes.hazard import Hazard
from hipify_py.source.function_reading import names
from hipify_py.source.return_types import returned_type
from hipify_py.source.tokens import token_before

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

MASKS = frozenset({b"ballot", b"match_any", b"match_all"})
COUNTS = frozenset({b"__popc", b"__ffs", b"__clz", b"__brev", b"popcount"})
KEPT, GIVEN = "keeps", "gives back"


def in_32_bits(unit: Unit, function: Function, ops: tuple[WarpOp, ...]) -> Iterator[Hazard]:
    """Report ballots and matches of coalesced groups that are counted, or kept in a name, with 32 bits."""
    for op in ops:
        if op.kind != "voted" or op.name not in MASKS or op.before is None:
            continue
        if _is_narrow(unit, function, op.before.start):
            yield Hazard("W003", op.span, KEPT)
        elif _is_given_back(unit, function, op.before.start):
            yield Hazard("W003", op.span, GIVEN)


def _is_narrow(unit: Unit, function: Function, at: int) -> bool:
    """Say whether what begins at a place is an argument of what counts 32 bits, or goes to such a name."""
    before = token_before(unit.code, at)
    while before.text == b"(":
        before = token_before(unit.code, before.start)
    if before.text in COUNTS:
        return True
    given = token_before(unit.code, before.start) if before.text in {b"=", b"{"} else None
    made = names(unit, function).declaration(given.text, given.start) if given else None
    kind = made.type_in(unit.code) if made else b""
    return is_number_type(kind) and not is_wide(kind)


def _is_given_back(unit: Unit, function: Function, at: int) -> bool:
    """Say whether what begins at a place is what a function returns, as a number of 32 bits."""
    before = token_before(unit.code, at)
    while before.text == b"(":
        before = token_before(unit.code, before.start)
    made = returned_type(unit.code, function) if before.text == b"return" else None
    kind = unit.code[slice(*made)] if made else b""
    return is_number_type(kind) and not is_wide(kind)
