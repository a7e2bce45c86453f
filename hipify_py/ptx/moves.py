"""Moves, of pairs too, and conversions of whole numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.ptx.machine import C_TYPES, SIGNED, NoCounterpartError, kind_of, width
from hipify_py.ptx.operands import BITS, WORDS, exactly, of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.ptx.machine import Machine

VECTOR = re.compile(r"\{([^{}]*)\}")


def move(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`mov.type d, a`, where either may be a pair or four of halves in braces."""
    exactly(modifiers, 1)
    exactly(operands, 2)
    kind = of(modifiers, *WORDS, *BITS, "f32", "f64", "pred")
    target, source = (VECTOR.fullmatch(one) for one in operands)
    if not target and not source:
        return m.write(operands[0], kind, m.read(operands[1], kind))
    whole = target or source
    parts = [one.strip() for one in whole[1].split(",")] if whole else []
    if (target and source) or kind[0] != "b" or len(parts) not in {2, 4} or width(kind) // len(parts) < 16:
        raise NoCounterpartError
    bits = width(kind) // len(parts)
    half = f"b{bits}"
    if source:
        wide = C_TYPES[kind_of(kind)]
        each = [f"({wide}){m.read(one, half)}" for one in parts]
        placed = [f"{one} << {bits * at}" if at else one for at, one in enumerate(each)]
        return m.write(operands[0], kind, " | ".join(reversed(placed)))
    given = m.read(operands[1], kind)
    cut = C_TYPES[kind_of(half)]
    texts = (f"({cut})({given} >> {bits * at})" if at else f"({cut}){given}" for at in range(len(parts)))
    return " ".join(m.write(one, half, text) for one, text in zip(parts, texts, strict=True) if one != "_")


def address(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`cvta.to.global.u64 d, a` and back: HIP's pointers are generic ones, which global ones are too."""
    exactly(operands, 2)
    if [*modifiers] not in [["to", "global", "u64"], ["global", "u64"]]:
        raise NoCounterpartError
    return m.write(operands[0], "u64", m.read(operands[1], "u64"))


def conversion(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`cvt.to.from d, a` of whole numbers, which cuts bits off or extends them."""
    exactly(operands, 2)
    exactly(modifiers, 2)
    to, given = modifiers
    whole = {*WORDS, "u8", "s8"}
    if to not in WORDS or given not in whole:
        raise NoCounterpartError
    if width(given) == 8:
        kind, name = m.register(operands[1])
        if kind[0] != "u":
            raise NoCounterpartError
        value = f"({'signed' if given[0] == 's' else 'unsigned'} char){name}"
    else:
        value = m.read(operands[1], given)
    bits = to.replace("s", "u")
    value = (
        f"({C_TYPES[bits]}){value}"
        if given[0] == "u" or width(given) >= width(to)
        else f"({C_TYPES[bits]})({value})"
    )
    if kind_of(to) != m.register(operands[0])[0] and to[0] == "s":
        return m.write(operands[0], to, f"({SIGNED[width(to)]})({value})")
    return m.write(operands[0], bits, value)
