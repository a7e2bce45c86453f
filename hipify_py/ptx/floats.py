"""Instructions on floats, as far as C++ or a function of HIP rounds as they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.ptx.machine import C_TYPES, kind_of, width
from hipify_py.ptx.operands import exactly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.ptx.machine import Machine

WHOLE = ("s16", "u16", "s32", "u32", "s64", "u64")
ROUNDED = {"rni": "rn", "rzi": "rz", "rmi": "rd", "rpi": "ru"}
TO_WHOLE = {"s32": "int", "u32": "uint", "s64": "ll", "u64": "ull"}
NAMES = {"f32": "float", "f64": "double"}
FORMS = {  # by the whole name of the instruction
    **{f"mul.{kind}": "{0} * {1}" for kind in NAMES},
    **{f"neg.{kind}": "-{0}" for kind in NAMES},
    **{f"{name}.f32": f"f{name}f({{0}}, {{1}})" for name in ("min", "max")},
    **{f"{name}.f64": f"f{name}({{0}}, {{1}})" for name in ("min", "max")},
    "abs.f32": "fabsf({0})",
    "abs.f64": "fabs({0})",
    **{f"{name}.rn.f32": f"__f{name}_rn({{0}}, {{1}})" for name in ("add", "sub", "mul", "div")},
    **{f"{name}.rn.f64": f"__d{name}_rn({{0}}, {{1}})" for name in ("add", "sub", "mul", "div")},
    "fma.rn.f32": "__fmaf_rn({0}, {1}, {2})",
    "fma.rn.f64": "__fma_rn({0}, {1}, {2})",
    "rcp.rn.f32": "__frcp_rn({0})",
    "sqrt.rn.f32": "__fsqrt_rn({0})",
}


def is_float(name: str, modifiers: Sequence[str]) -> bool:
    """Say whether an instruction on floats is one of those that are known."""
    return ".".join((name, *modifiers)) in FORMS or (name == "cvt" and _converts(modifiers) is not None)


def floats(m: Machine, name: str, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """Give what an instruction does, for which `is_float` says that it is known."""
    if name == "cvt":
        exactly(operands, 2)
        return _conversion(m, modifiers, operands)
    form, kind = FORMS[".".join((name, *modifiers))], modifiers[-1]
    exactly(operands, 1 + form.count("{"))
    return m.write(operands[0], kind, form.format(*(m.read(one, kind) for one in operands[1:])))


def _converts(modifiers: Sequence[str]) -> tuple[str, str, str] | None:
    """Give how a conversion rounds, what it makes and of what; None for one that is not known."""
    how, to, given = ("", *modifiers) if len(modifiers) == 2 else (*modifiers, "", "", "")[:3]
    if len(modifiers) not in {2, 3}:
        return None
    if how == "rn" and to in NAMES and (given in WHOLE or (to, given) == ("f32", "f64")):
        return how, to, given
    if how == "" and (to, given) in {("f64", "f32"), ("f32", "f16")}:
        return how, to, given
    if how in ROUNDED and to in TO_WHOLE and given in NAMES:
        return how, to, given
    return (how, to, given) if (how, to, given) == ("rn", "f16", "f32") else None


def _conversion(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    how, to, given = _converts(modifiers) or ("", "", "")
    if given == "f16":
        bits = m.read(operands[1], "u16")
        return m.write(operands[0], to, f"(float)__builtin_bit_cast(_Float16, (unsigned short){bits})")
    value = m.read(operands[1], given)
    if to == "f16":
        return m.write(operands[0], "u16", f"__builtin_bit_cast(unsigned short, (_Float16){value})")
    if to in NAMES:
        return m.write(operands[0], to, f"({C_TYPES[kind_of(to)]}){value}")
    text = f"__{NAMES[given]}2{TO_WHOLE[to]}_{ROUNDED[how]}({value})"
    bits = f"u{width(to)}"
    return m.write(operands[0], bits, f"({C_TYPES[bits]}){text}" if to[0] == "s" else text)
