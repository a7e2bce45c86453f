"""Instructions on whole numbers, bits and predicates, and moves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.ptx.machine import C_TYPES, NUMBER, SIGNED, NoCounterpartError, kind_of, width

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hipify_py.ptx.machine import Machine

    Operation = Callable[[Machine, Sequence[str], Sequence[str]], str]

VECTOR = re.compile(r"\{([^{}]*)\}")
WIDER = {"u16": "u32", "s16": "s32", "u32": "u64", "s32": "s64"}
SIGNS = {"add": "+", "sub": "-", "and": "&", "or": "|", "xor": "^"}
COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
UNSIGNED = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}
HIGH = {"u32": "__umulhi", "s32": "__mulhi", "u64": "__umul64hi", "s64": "__mul64hi"}
WORDS = frozenset({"u16", "s16", "u32", "s32", "u64", "s64"})
BITS = frozenset({"b16", "b32", "b64"})
CALLS = {  # of operands of 32 bits, and of as many
    "prmt.b32": ("hipify_compat::ptx_prmt", "u32"),
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


def fewest(found: Sequence[str], count: int) -> None:
    """Raise `NoCounterpartError` where there are not as many operands, or modifiers."""
    if len(found) != count:
        raise NoCounterpartError


def of(modifiers: Sequence[str], *allowed: str) -> str:
    """Give the last modifier, a type; raises `NoCounterpartError` for one that is not allowed."""
    if not modifiers or modifiers[-1] not in allowed:
        raise NoCounterpartError
    return modifiers[-1]


def move(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`mov.type d, a`, where either may be a pair or four of halves in braces."""
    fewest(modifiers, 1)
    fewest(operands, 2)
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


def sum_or_difference(name: str) -> Operation:
    """`add.type`, `sub.type`: signed ones wrap around, as unsigned ones do in C++."""

    def made(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
        fewest(operands, 3)
        if modifiers[0] == "cc":
            return _carrying(m, name, modifiers, operands, taken=False)
        if [*modifiers] == ["sat", "s32"]:
            return _saturated(m, name, operands)
        fewest(modifiers, 1)
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
        fewest(operands, 3)
        if not m.carry:
            raise NoCounterpartError
        m.pending = False
        if modifiers[0] == "cc":
            return _carrying(m, name, modifiers, operands, taken=True)
        fewest(modifiers, 1)
        kind = of(modifiers, "u32", "s32", "u64", "s64").replace("s", "u")
        a, b = (m.read(one, kind) for one in operands[1:])
        sign = SIGNS[name]
        return m.write(operands[0], kind, f"{a} {sign} {b} {sign} ({C_TYPES[kind]})ptx_carry")

    return made


def _carrying(
    m: Machine, name: str, modifiers: Sequence[str], operands: Sequence[str], *, taken: bool
) -> str:
    fewest(modifiers, 2)
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
        fewest(modifiers, 3 if carries else 2)
        fewest(operands, 3 if name == "mul" else 4)
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


def bitwise(name: str) -> Operation:
    """`and`, `or`, `xor`, of bits or of predicates."""

    def made(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
        fewest(modifiers, 1)
        fewest(operands, 3)
        kind = of(modifiers, *BITS, "pred")
        a, b = (m.read(one, kind) for one in operands[1:])
        sign = SIGNS[name] if kind != "pred" else {"and": "&&", "or": "||", "xor": "!="}[name]
        return m.write(operands[0], kind, f"{a} {sign} {b}")

    return made


def inverse(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`not.type d, a`."""
    fewest(modifiers, 1)
    fewest(operands, 2)
    kind = of(modifiers, *BITS, "pred")
    return m.write(operands[0], kind, ("!" if kind == "pred" else "~") + m.read(operands[1], kind))


def negative(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`neg.type d, a`: the smallest number stays."""
    fewest(modifiers, 1)
    fewest(operands, 2)
    kind = of(modifiers, "s16", "s32", "s64").replace("s", "u")
    return m.write(operands[0], kind, f"0 - {m.read(operands[1], kind)}")


def magnitude(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`abs.type d, a`: the smallest number stays."""
    fewest(modifiers, 1)
    fewest(operands, 2)
    kind = of(modifiers, "s16", "s32", "s64")
    signed, bits = m.read(operands[1], kind), m.read(operands[1], kind.replace("s", "u"))
    return m.write(operands[0], kind.replace("s", "u"), f"{signed} < 0 ? 0 - {bits} : {bits}")


def shift_left(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`shl.type d, a, b`: 0 where all bits are shifted out."""
    fewest(modifiers, 1)
    fewest(operands, 3)
    kind = of(modifiers, *BITS)
    return m.write(operands[0], kind, _shifted(m, kind, operands, "<<", "0"))


def shift_right(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`shr.type d, a, b`: the sign, or 0, where all bits are shifted out."""
    fewest(modifiers, 1)
    fewest(operands, 3)
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


def extreme(sign: str) -> Operation:
    """`min`, `max` of whole numbers."""

    def made(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
        fewest(modifiers, 1)
        fewest(operands, 3)
        kind = of(modifiers, *WORDS)
        a, b = (m.read(one, kind) for one in operands[1:])
        bits = kind.replace("s", "u")
        kept = [m.read(one, bits) for one in operands[1:]]
        return m.write(operands[0], bits, f"{a} {sign} {b} ? {kept[0]} : {kept[1]}")

    return made


def difference_sum(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`sad.type d, a, b, c`: the distance of two numbers, and a third."""
    fewest(modifiers, 1)
    fewest(operands, 4)
    kind = of(modifiers, "u32", "s32", "u64", "s64")
    bits = kind.replace("s", "u")
    (a, b), (low, high) = ([m.read(one, each) for one in operands[1:3]] for each in (kind, bits))
    return m.write(
        operands[0], bits, f"({a} < {b} ? {high} - {low} : {low} - {high}) + {m.read(operands[3], bits)}"
    )


def comparison(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`setp.how.type p, a, b`, joined with another predicate in `setp.how.and.type p, a, b, c`."""
    joined = len(modifiers) == 3
    fewest(modifiers, 3 if joined else 2)
    fewest(operands, 4 if joined else 3)
    text = _compared(m, modifiers, operands[1:3])
    if joined:
        if modifiers[1] not in {"and", "or", "xor"}:
            raise NoCounterpartError
        sign = {"and": "&&", "or": "||", "xor": "!="}[modifiers[1]]
        text = f"({text}) {sign} {m.read(operands[3], 'pred')}"
    return m.write(operands[0], "pred", text)


def told(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`set.how.u32.type d, a, b`: all bits, or none."""
    fewest(modifiers, 3)
    fewest(operands, 3)
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
    fewest(modifiers, 1)
    fewest(operands, 4)
    kind = of(modifiers, *WORDS, *BITS, "f32", "f64").replace("s", "u")
    a, b = (m.read(one, kind) for one in operands[1:3])
    return m.write(operands[0], kind, f"{m.read(operands[3], 'pred')} ? {a} : {b}")


def choice_by_sign(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`slct.type.s32 d, a, b, c`: the first where the last is not negative."""
    fewest(modifiers, 2)
    fewest(operands, 4)
    if modifiers[1] != "s32":
        raise NoCounterpartError
    kind = of(modifiers[:1], *WORDS, *BITS, "f32", "f64").replace("s", "u")
    a, b = (m.read(one, kind) for one in operands[1:3])
    return m.write(operands[0], kind, f"{m.read(operands[3], 's32')} >= 0 ? {a} : {b}")


def address(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`cvta.to.global.u64 d, a` and back: HIP's pointers are generic ones, which global ones are too."""
    fewest(operands, 2)
    if [*modifiers] not in [["to", "global", "u64"], ["global", "u64"]]:
        raise NoCounterpartError
    return m.write(operands[0], "u64", m.read(operands[1], "u64"))


def conversion(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`cvt.to.from d, a` of whole numbers, which cuts bits off or extends them."""
    fewest(operands, 2)
    fewest(modifiers, 2)
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


def integers(m: Machine, name: str, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """Give what an instruction does; raises `NoCounterpartError` for one that is not known."""
    operation = _called(name, modifiers) or OPERATIONS.get(name)
    if operation is None or not modifiers:
        raise NoCounterpartError
    return operation(m, modifiers, operands)


def _called(name: str, modifiers: Sequence[str]) -> Operation | None:
    """Give the operation of an instruction for which there is a function; nothing for any other."""
    whole = ".".join((name, *modifiers))
    if whole in CALLS:
        function, kind = CALLS[whole]
        return _call(function, kind, 4 if name in {"prmt", "bfe", "shf"} else 5 if name == "bfi" else 3)
    if whole in COUNTS:
        return _count(*COUNTS[whole])
    if whole in REVERSED:
        return _call(REVERSED[whole], "u" + whole[-2:], 2)
    if whole in {"mul24.hi.u32", "mul24.hi.s32"}:
        return _of_24_bits
    return _looked_up if whole == "lop3.b32" else None


def _of_24_bits(m: Machine, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`mul24.hi.type`: the upper 32 of the 48 bits of a product."""
    fewest(operands, 3)
    kind = modifiers[-1]
    a, b = (m.read(one, "u32") for one in operands[1:])
    if kind == "u32":
        text = f"(unsigned long long)({a} & 0xffffffu) * ({b} & 0xffffffu) >> 16"
    else:
        text = f"(long long)((int)({a} << 8) >> 8) * ((int)({b} << 8) >> 8) >> 16"
    return m.write(operands[0], "u32", f"(unsigned)({text})")


def _call(function: str, kind: str, count: int) -> Operation:
    def made(m: Machine, _modifiers: Sequence[str], operands: Sequence[str]) -> str:
        fewest(operands, count)
        bits = kind.replace("s", "u")
        first = m.read(operands[1], kind)
        rest = [m.read(one, kind if function == "__mul24" else bits) for one in operands[2:]]
        text = f"{function}({', '.join((first, *rest))})"
        return m.write(operands[0], bits, f"({C_TYPES[bits]}){text}" if kind[0] == "s" else text)

    return made


def _count(text: str, kind: str) -> Operation:
    def made(m: Machine, _modifiers: Sequence[str], operands: Sequence[str]) -> str:
        fewest(operands, 2)
        return m.write(operands[0], "u32", f"(unsigned)({text.format(m.read(operands[1], kind))})")

    return made


def _looked_up(m: Machine, _modifiers: Sequence[str], operands: Sequence[str]) -> str:
    fewest(operands, 5)
    if not NUMBER.fullmatch(operands[4]):
        raise NoCounterpartError
    table = m.read(operands[4], "u32")
    given = ", ".join(m.read(one, "b32") for one in operands[1:4])
    return m.write(operands[0], "b32", f"hipify_compat::ptx_lop3<{table}>({given})")


OPERATIONS: dict[str, Operation] = {
    "mov": move,
    "add": sum_or_difference("add"),
    "sub": sum_or_difference("sub"),
    "addc": with_carry("add"),
    "subc": with_carry("sub"),
    "mul": product("mul"),
    "mad": product("mad"),
    "madc": product("madc"),
    "and": bitwise("and"),
    "or": bitwise("or"),
    "xor": bitwise("xor"),
    "not": inverse,
    "neg": negative,
    "abs": magnitude,
    "shl": shift_left,
    "shr": shift_right,
    "min": extreme("<"),
    "max": extreme(">"),
    "sad": difference_sum,
    "setp": comparison,
    "set": told,
    "selp": choice,
    "slct": choice_by_sign,
    "cvt": conversion,
    "cvta": address,
}
