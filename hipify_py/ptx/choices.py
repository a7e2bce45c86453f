"""Comparisons, predicates, and what is chosen by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.ptx.machine import NoCounterpartError
from hipify_py.ptx.operands import BITS, WORDS, exactly, of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.ptx.machine import Machine

COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
UNSIGNED = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}


def comparison(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`setp.how.type p, a, b`, joined with another predicate in `setp.how.and.type p, a, b, c`."""
    joined = len(modifiers) == 3
    exactly(modifiers, 3 if joined else 2)
    exactly(operands, 4 if joined else 3)
    text = _compared(m, modifiers, operands[1:3])
    if joined:
        if modifiers[1] not in {"and", "or", "xor"}:
            raise NoCounterpartError
        sign = {"and": "&&", "or": "||", "xor": "!="}[modifiers[1]]
        text = f"({text}) {sign} {m.read(operands[3], 'pred')}"
    return m.write(operands[0], "pred", text)


def told(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`set.how.u32.type d, a, b`: all bits, or none."""
    exactly(modifiers, 3)
    exactly(operands, 3)
    if modifiers[1] not in {"u32", "s32"}:
        raise NoCounterpartError
    return m.write(operands[0], "u32", f"{_compared(m, modifiers, operands[1:3])} ? 0xffffffffu : 0u")


def _compared(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    how, kind = modifiers[0], of(modifiers, *WORDS, *BITS, "f32", "f64")
    if how in UNSIGNED and kind[0] == "u":
        how = UNSIGNED[how]
    if (
        how not in COMPARED
        or (kind[0] == "b" and how not in {"eq", "ne"})
        or (kind[0] == "f" and how == "ne")
    ):
        raise NoCounterpartError  # of floats, `ne` is false where either is no number
    a, b = (m.read(one, kind) for one in operands)
    return f"{a} {COMPARED[how]} {b}"


def choice(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`selp.type d, a, b, p`."""
    exactly(modifiers, 1)
    exactly(operands, 4)
    kind = of(modifiers, *WORDS, *BITS, "f32", "f64").replace("s", "u")
    a, b = (m.read(one, kind) for one in operands[1:3])
    return m.write(operands[0], kind, f"{m.read(operands[3], 'pred')} ? {a} : {b}")


def choice_by_sign(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`slct.type.s32 d, a, b, c`: the first where the last is not negative."""
    exactly(modifiers, 2)
    exactly(operands, 4)
    if modifiers[1] != "s32":
        raise NoCounterpartError
    kind = of(modifiers[:1], *WORDS, *BITS, "f32", "f64").replace("s", "u")
    a, b = (m.read(one, kind) for one in operands[1:3])
    return m.write(operands[0], kind, f"{m.read(operands[3], 's32')} >= 0 ? {a} : {b}")
