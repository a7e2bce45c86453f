"""The instructions on whole numbers, bits and predicates, by the first word of their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.ptx import arithmetic, bits, choices, moves
from hipify_py.ptx.machine import NoCounterpartError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.ptx.machine import Machine
    from hipify_py.ptx.operands import Operation

OPERATIONS: dict[str, Operation] = {
    "mov": moves.move,
    "add": arithmetic.sum_or_difference("add"),
    "sub": arithmetic.sum_or_difference("sub"),
    "addc": arithmetic.with_carry("add"),
    "subc": arithmetic.with_carry("sub"),
    "mul": arithmetic.product("mul"),
    "mad": arithmetic.product("mad"),
    "madc": arithmetic.product("madc"),
    "and": bits.bitwise("and"),
    "or": bits.bitwise("or"),
    "xor": bits.bitwise("xor"),
    "not": bits.inverse,
    "neg": arithmetic.negative,
    "abs": arithmetic.magnitude,
    "shl": bits.shift_left,
    "shr": bits.shift_right,
    "min": arithmetic.extreme("<"),
    "max": arithmetic.extreme(">"),
    "sad": arithmetic.difference_sum,
    "setp": choices.comparison,
    "set": choices.told,
    "selp": choices.choice,
    "slct": choices.choice_by_sign,
    "cvt": moves.conversion,
    "mul24": arithmetic.of_24_bits,
    "cvta": moves.address,
}


def integers(m: Machine, name: str, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """Give what an instruction does; raises `NoCounterpartError` for one that is not known."""
    operation = bits.called(name, modifiers) or OPERATIONS.get(name)
    if operation is None or not modifiers:
        raise NoCounterpartError
    return operation(m, modifiers, operands)
