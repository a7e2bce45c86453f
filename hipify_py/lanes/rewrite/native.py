"""`--warp native`: warp code works on the whole wavefront, 64 lanes on gfx9, and masks have 64 bits.

The algorithm stays the program's: what counts by 32 is reported, not rewritten.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.distances import distance
from hipify_py.lanes.rewrite.warp32 import edited, fits, in_low_bits, is_plain, renamed, without_mask
from hipify_py.model import Span
from hipify_py.source.brackets import unbracketed
from hipify_py.source.expression_reading import expression

if TYPE_CHECKING:
    from collections.abc import Callable

    from hipify_py.lanes.find.ptx_registers import Assembly
    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.model import Edit
    from hipify_py.source.unit import Unit

    IsWide = Callable[[Span], bool]

FULL = 0xFFFFFFFF
FULL_64 = b"0xffffffffffffffffull"
ACTIVE = b"__activemask()"
THOSE_THERE = b"__ballot(1)"
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


def rewrite(
    unit: Unit, op: WarpOp, constants: ConstantTable, is_wide: IsWide, *, pairs: bool = False
) -> list[Edit] | None:
    """Give the edits for one place; None where a person has to write it.

    `is_wide` says whether a mask is a name that holds 64 bits, `pairs` that a shuffle may be of two bfloat16,
    which from ROCm 7.0 on HIP's shuffles with a mask take alone.
    """
    if op.kind == "register" and op.call:
        text = REGISTERS[op.name]
        of_lane = op.name == b"lane_id"
        return [renamed(unit, op, op.call.close, text if of_lane else b"(" + text + b")")]
    if op.kind not in INTRINSICS or op.stand_in == "macro":
        return None if op.kind == "own" else []
    if not fits(op) or op.call is None:
        return None
    if op.kind == "active":
        return [edited(Span(op.span.start, op.call.close), THOSE_THERE)]
    given = op.call.arguments
    if op.kind == "sync":
        mask = unit.code[slice(*given[0])] if given else b""
        plain = is_plain(mask, constants) or _is_active(mask)
        whole = Span(op.call.open, op.call.close)
        return ([edited(whole, b"()")] if given else []) if plain else None
    made = _without_mask(unit, op, constants, is_wide) if is_sync(op) else []
    return [edited(given[0], THOSE_THERE)] if made and pairs else made


def with_promoted(unit: Unit, op: WarpOp, made: list[Edit] | None) -> list[Edit] | None:
    """Give the edits of a match with one that makes its value the number to which CUDA promotes that."""
    if made is None or op.call is None:
        return made
    value = op.call.arguments[1]
    is_bound = expression(unit.code[slice(*value)]).kind in {"name", "member", "subscript", "call"}
    return [*made, edited(value, *((b"+", value) if is_bound else (b"+(", value, b")")))]


def with_low_bits(unit: Unit, op: WarpOp, made: list[Edit] | None) -> list[Edit] | None:
    """Give the edits of a shuffle with those that take the low five bits of its distance, as CUDA does."""
    far = distance(op)
    if not made or far is None:
        return made
    return [*made, *in_low_bits(unit, far)]


def _is_active(mask: bytes) -> bool:
    return b"".join(unbracketed(mask.strip()).split()) == ACTIVE


def _is_of_those_there(unit: Unit, mask: Span) -> bool:
    return b"".join(unit.code[slice(*mask)].split()) == THOSE_THERE


def _without_mask(unit: Unit, op: WarpOp, constants: ConstantTable, is_wide: IsWide) -> list[Edit] | None:
    """Give the form that takes no mask, with the mask put to its result where it is not a full one."""
    assert op.call is not None
    mask, rest = op.call.arguments[0], op.call.arguments[1]
    text = unit.code[slice(*mask)]
    value = constants.number(text.strip())
    if (value and value.bits == 64) or (op.kind == "shuffle" and _is_of_those_there(unit, mask)):
        return []  # HIP's own already
    full = value is not None and value.value == FULL
    if op.kind == "reduce":
        return [edited(mask, FULL_64)] if full else []
    if full or _is_active(text) or (op.kind == "shuffle" and is_plain(text, constants)):
        return [edited(op.span, without_mask(unit, op)), edited(Span(mask.start, rest.start))]
    if op.name == b"__match_all_sync":  # HIP's own compares the lanes that its mask names
        return [] if is_wide(mask) else None
    return _masked(op, mask, rest) if op.name in MASKED and is_plain(text, constants) else None


def _masked(op: WarpOp, mask: Span, vote: Span) -> list[Edit]:
    """Give a vote of some lanes only."""
    assert op.call is not None
    parts: dict[bytes, tuple[bytes | Span, ...]] = {
        b"__ballot_sync": (b"(__ballot(", vote, b") & ", mask, b")"),
        b"__any_sync": (b"((__ballot(", vote, b") & ", mask, b") != 0)"),
        b"__all_sync": (b"((__ballot(!(", vote, b")) & ", mask, b") == 0)"),
        b"__match_any_sync": (b"(__match_any(", vote, b") & ", mask, b")"),
    }
    return [edited(Span(op.span.start, op.call.close), *parts[op.name])]


def register(read: Assembly, is_wide: IsWide) -> Edit | None:
    """Give the lane's number in the wavefront, or a mask of 64 bits made from it, for the register read.

    A mask is given only to a name that holds 64 bits, as `is_wide` says.
    """
    if read.value is None or read.name not in REGISTERS:
        return None
    if read.name != b"lane_id" and not is_wide(read.value):
        return None
    return edited(read.span, read.value, b" = " + REGISTERS[read.name])
