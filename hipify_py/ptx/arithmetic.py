"""Arithmetic of whole numbers, with what it carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.ptx.machine import C_TYPES, SIGNED, NoCounterpartError, width
from hipify_py.ptx.operands import WORDS, exactly, of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.ptx.machine import Machine
    from hipify_py.ptx.operands import Operation

SIGNS = {"add": "+", "sub": "-"}
WIDER = {"u16": "u32", "s16": "s32", "u32": "u64", "s32": "s64"}
HIGH = {"u32": "__umulhi", "s32": "__mulhi", "u64": "__umul64hi", "s64": "__mul64hi"}


def sum_or_difference(name: str) -> Operation:
    """`add.type`, `sub.type`: signed ones wrap around, as unsigned ones do in C++."""

    def made(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
        exactly(operands, 3)
        if modifiers[0] == "cc":
            return _carrying(m, name, modifiers, operands, taken=False)
        if [*modifiers] == ["sat", "s32"]:
            return _saturated(m, name, operands)
        exactly(modifiers, 1)
        kind = of(modifiers, *WORDS, "f32", "f64")
        kind = kind.replace("s", "u")
        a, b = (m.read(one, kind) for one in operands[1:])
        return m.write(operands[0], kind, f"{a} {SIGNS[name]} {b}")

    return made


def _saturated(m: Machine, name: str, operands: Sequence[str]) -> str:
    (a, b), bits = (m.read(one, "s32") for one in operands[1:]), [m.read(one, "u32") for one in operands[1:]]
    exact = f"(long long){a} {SIGNS[name]} {b}"
    ends = f"{exact} > 2147483647ll ? 2147483647u : {exact} < -2147483648ll ? 2147483648u"
    return m.write(operands[0], "u32", f"{ends} : {bits[0]} {SIGNS[name]} {bits[1]}")


def with_carry(name: str) -> Operation:
    """`addc`, `subc`: with what an instruction before it in the same statement carried."""

    def made(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
        exactly(operands, 3)
        if not m.carry:
            raise NoCounterpartError
        m.pending = False
        if modifiers[0] == "cc":
            return _carrying(m, name, modifiers, operands, taken=True)
        exactly(modifiers, 1)
        kind = of(modifiers, "u32", "s32", "u64", "s64").replace("s", "u")
        a, b = (m.read(one, kind) for one in operands[1:])
        sign = SIGNS[name]
        return m.write(operands[0], kind, f"{a} {sign} {b} {sign} ({C_TYPES[kind]})ptx_carry")

    return made


def _carrying(
    m: Machine, name: str, modifiers: Sequence[str], operands: Sequence[str], *, taken: bool
) -> str:
    exactly(modifiers, 2)
    kind = of(modifiers, "u32", "s32", "u64", "s64").replace("s", "u")
    a, b = (m.read(one, kind) for one in operands[1:])
    return m.write(operands[0], kind, carried(m, name, kind, a, b, taken=taken))


def carried(m: Machine, name: str, kind: str, a: str, b: str, *, taken: bool) -> str:  # noqa: PLR0913
    """Give a sum or difference that leaves what it carries behind, and takes up what was carried before."""
    if m.carry not in {0, width(kind)}:
        raise NoCounterpartError
    m.carry, m.pending = width(kind), True
    function = f"__builtin_{name}c" + ("ll" if m.carry == 64 else "")
    before = "ptx_carry" if taken else "0" + ("ull" if m.carry == 64 else "u")
    return f"{function}({a}, {b}, {before}, &ptx_carry)"


def product(name: str) -> Operation:
    """`mul`, `mad` and `madc`, of which the low or the high half is kept, or both."""

    def made(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
        half, kind = modifiers[0], of(modifiers, *WORDS)
        carries = modifiers[1] == "cc"
        exactly(modifiers, 3 if carries else 2)
        exactly(operands, 3 if name == "mul" else 4)
        a, b = (m.read(one, kind if half != "lo" else kind.replace("s", "u")) for one in operands[1:3])
        if half == "lo":
            text, result = f"{a} * {b}", kind.replace("s", "u")
            if width(kind) == 16:  # which C++ multiplies as `int`
                text = f"(unsigned){a} * {b}"
        elif half == "hi" and kind in HIGH:
            text, result = f"{HIGH[kind]}({a}, {b})", kind.replace("s", "u")
        elif half == "wide" and kind in WIDER:
            wide = WIDER[kind]
            text = f"({SIGNED[width(wide)] if wide[0] == 's' else C_TYPES[wide]}){a} * {b}"
            result = wide.replace("s", "u")
            text = f"({C_TYPES[result]})({text})" if wide[0] == "s" else text
        else:
            raise NoCounterpartError
        if name == "mul":
            return m.write(operands[0], result, text)
        added = m.read(operands[3], result)
        if name == "madc" and not m.carry:
            raise NoCounterpartError
        if name == "madc":
            m.pending = False
        if carries:
            return m.write(operands[0], result, carried(m, "add", result, text, added, taken=name == "madc"))
        more = f" + ({C_TYPES[result]})ptx_carry" if name == "madc" else ""
        text = f"({C_TYPES[result]}){text}" if half == "hi" else text
        return m.write(operands[0], result, f"{text} + {added}{more}")

    return made


def negative(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`neg.type d, a`: the smallest number stays."""
    exactly(modifiers, 1)
    exactly(operands, 2)
    kind = of(modifiers, "s16", "s32", "s64").replace("s", "u")
    return m.write(operands[0], kind, f"0 - {m.read(operands[1], kind)}")


def magnitude(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`abs.type d, a`: the smallest number stays."""
    exactly(modifiers, 1)
    exactly(operands, 2)
    kind = of(modifiers, "s16", "s32", "s64")
    signed, bits = m.read(operands[1], kind), m.read(operands[1], kind.replace("s", "u"))
    return m.write(operands[0], kind.replace("s", "u"), f"{signed} < 0 ? 0 - {bits} : {bits}")


def extreme(sign: str) -> Operation:
    """`min`, `max` of whole numbers."""

    def made(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
        exactly(modifiers, 1)
        exactly(operands, 3)
        kind = of(modifiers, *WORDS)
        a, b = (m.read(one, kind) for one in operands[1:])
        bits = kind.replace("s", "u")
        kept = [m.read(one, bits) for one in operands[1:]]
        return m.write(operands[0], bits, f"{a} {sign} {b} ? {kept[0]} : {kept[1]}")

    return made


def difference_sum(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`sad.type d, a, b, c`: the distance of two numbers, and a third."""
    exactly(modifiers, 1)
    exactly(operands, 4)
    kind = of(modifiers, "u32", "s32", "u64", "s64")
    bits = kind.replace("s", "u")
    (a, b), (low, high) = ([m.read(one, each) for one in operands[1:3]] for each in (kind, bits))
    return m.write(
        operands[0], bits, f"({a} < {b} ? {high} - {low} : {low} - {high}) + {m.read(operands[3], bits)}"
    )


def of_24_bits(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`mul24.hi.type`: the upper 32 of the 48 bits of a product."""
    exactly(operands, 3)
    exactly(modifiers, 2)
    kind = of(modifiers, "u32", "s32")
    if modifiers[0] != "hi":
        raise NoCounterpartError
    a, b = (m.read(one, "u32") for one in operands[1:])
    if kind == "u32":
        text = f"(unsigned long long)({a} & 0xffffffu) * ({b} & 0xffffffu) >> 16"
    else:
        text = f"(long long)((int)({a} << 8) >> 8) * ((int)({b} << 8) >> 8) >> 16"
    return m.write(operands[0], "u32", f"(unsigned)({text})")
