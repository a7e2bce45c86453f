"""Bits: logic, shifts, fields, counts, and what functions do with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.ptx.machine import C_TYPES, NUMBER, NoCounterpartError, width
from hipify_py.ptx.operands import BITS, WORDS, exactly, of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.ptx.machine import Machine
    from hipify_py.ptx.operands import Operation

SIGNS = {"and": "&", "or": "|", "xor": "^"}
CALLS = {  # of operands of one type; of 64 bits, those that say where bits lie are words
    "prmt.b32": ("hipify_compat::ptx_prmt", "u32"),
    **{
        f"prmt.b32.{mode}": (f"hipify_compat::ptx_prmt_{mode}", "u32")
        for mode in ("f4e", "b4e", "rc8", "ecl", "ecr", "rc16")
    },
    "bfe.u64": ("hipify_compat::ptx_bfe64", "u64"),
    "bfe.s64": ("hipify_compat::ptx_bfe_signed64", "s64"),
    "bfi.b64": ("hipify_compat::ptx_bfi64", "u64"),
    "bfe.u32": ("hipify_compat::ptx_bfe", "u32"),
    "bfe.s32": ("hipify_compat::ptx_bfe_signed", "s32"),
    "bfi.b32": ("hipify_compat::ptx_bfi", "u32"),
    "shf.l.wrap.b32": ("__funnelshift_l", "u32"),
    "shf.r.wrap.b32": ("__funnelshift_r", "u32"),
    "shf.l.clamp.b32": ("__funnelshift_lc", "u32"),
    "shf.r.clamp.b32": ("__funnelshift_rc", "u32"),
    "mul24.lo.u32": ("__umul24", "u32"),
    "mul24.lo.s32": ("__mul24", "s32"),
}
COUNTS = {  # what gives 32 bits, whatever it is given
    "popc.b32": ("__popc({0})", "u32"),
    "popc.b64": ("__popcll({0})", "u64"),
    "clz.b32": ("__clz((int){0})", "u32"),
    "clz.b64": ("__clzll((long long){0})", "u64"),
    "bfind.u32": ("31 - __clz((int){0})", "u32"),
    "bfind.u64": ("63 - __clzll((long long){0})", "u64"),
}
REVERSED = {"brev.b32": "__brev", "brev.b64": "__brevll"}


def bitwise(name: str) -> Operation:
    """`and`, `or`, `xor`, of bits or of predicates."""

    def made(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
        exactly(modifiers, 1)
        exactly(operands, 3)
        kind = of(modifiers, *BITS, "pred")
        a, b = (m.read(one, kind) for one in operands[1:])
        sign = SIGNS[name] if kind != "pred" else {"and": "&&", "or": "||", "xor": "!="}[name]
        return m.write(operands[0], kind, f"{a} {sign} {b}")

    return made


def inverse(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`not.type d, a`."""
    exactly(modifiers, 1)
    exactly(operands, 2)
    kind = of(modifiers, *BITS, "pred")
    return m.write(operands[0], kind, ("!" if kind == "pred" else "~") + m.read(operands[1], kind))


def shift_left(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`shl.type d, a, b`: 0 where all bits are shifted out."""
    exactly(modifiers, 1)
    exactly(operands, 3)
    kind = of(modifiers, *BITS)
    return m.write(operands[0], kind, _shifted(m, kind, operands, "<<", "0"))


def shift_right(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`shr.type d, a, b`: the sign, or 0, where all bits are shifted out."""
    exactly(modifiers, 1)
    exactly(operands, 3)
    kind = of(modifiers, *BITS, *WORDS)
    if kind[0] != "s":
        return m.write(operands[0], kind, _shifted(m, kind, operands, ">>", "0"))
    last = width(kind) - 1
    value = m.read(operands[1], kind)
    text = _shifted(m, kind, operands, ">>", f"{value} >> {last}")
    bits = kind.replace("s", "u")
    return m.write(operands[0], bits, f"({C_TYPES[bits]})({text})")


def _shifted(m: Machine, kind: str, operands: Sequence[str], sign: str, beyond: str) -> str:
    value, bits = m.read(operands[1], kind), width(kind)
    number = NUMBER.fullmatch(operands[2])
    by = m.read(operands[2], "u32")
    if number:
        amount = int(by[:-1], 0)
        return f"{value} {sign} {amount}" if amount < bits else beyond
    return f"{by} < {bits}u ? {value} {sign} {by} : {beyond}"


def called(name: str, modifiers: Sequence[str]) -> Operation | None:
    """Give the operation of an instruction for which there is a function; nothing for any other."""
    whole = ".".join((name, *modifiers))
    if whole in CALLS:
        function, kind = CALLS[whole]
        return _call(function, kind, 4 if name in {"prmt", "bfe", "shf"} else 5 if name == "bfi" else 3)
    if whole in COUNTS:
        return _count(*COUNTS[whole])
    if whole in REVERSED:
        return _call(REVERSED[whole], "u" + whole[-2:], 2)
    return _looked_up if whole == "lop3.b32" else None


def _call(function: str, kind: str, count: int) -> Operation:
    def made(m: Machine, _modifiers: Sequence[str], operands: Sequence[str]) -> str:
        exactly(operands, count)
        bits = kind.replace("s", "u")
        first = m.read(operands[1], kind)
        words = [*operands[-2:]] if bits == "u64" and count > 2 else []
        others = operands[2 : count - len(words)]
        rest = [m.read(one, kind if function == "__mul24" else bits) for one in others]
        rest += [m.read(one, "u32") for one in words]
        text = f"{function}({', '.join((first, *rest))})"
        return m.write(operands[0], bits, f"({C_TYPES[bits]}){text}" if kind[0] == "s" else text)

    return made


def _count(text: str, kind: str) -> Operation:
    def made(m: Machine, _modifiers: Sequence[str], operands: Sequence[str]) -> str:
        exactly(operands, 2)
        return m.write(operands[0], "u32", f"(unsigned)({text.format(m.read(operands[1], kind))})")

    return made


def _looked_up(m: Machine, _modifiers: Sequence[str], operands: Sequence[str]) -> str:
    exactly(operands, 5)
    if not NUMBER.fullmatch(operands[4]):
        raise NoCounterpartError
    table = m.read(operands[4], "u32")
    given = ", ".join(m.read(one, "b32") for one in operands[1:4])
    return m.write(operands[0], "b32", f"hipify_compat::ptx_lop3<{table}>({given})")
