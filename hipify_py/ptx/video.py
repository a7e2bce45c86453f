"""Instructions on several small numbers in a word, which hipify_compat.h has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.ptx.machine import NoCounterpartError
from hipify_py.ptx.operands import exactly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.ptx.machine import Machine

NAME = re.compile(r"v(add|sub|avrg|absdiff|min|max|set)([24])")
FUNCTIONS = {  # by operation, type, and whether what does not fit is cut to the nearest that does
    ("add", "u32", False): "vadd{0}",
    ("add", "s32", False): "vadd{0}",
    ("add", "u32", True): "vaddus{0}",
    ("add", "s32", True): "vaddss{0}",
    ("sub", "u32", False): "vsub{0}",
    ("sub", "s32", False): "vsub{0}",
    ("sub", "u32", True): "vsubus{0}",
    ("sub", "s32", True): "vsubss{0}",
    ("avrg", "u32", False): "vavgu{0}",
    ("absdiff", "u32", False): "vabsdiffu{0}",
    ("absdiff", "s32", False): "vabsdiffs{0}",
    ("min", "u32", False): "vminu{0}",
    ("min", "s32", False): "vmins{0}",
    ("max", "u32", False): "vmaxu{0}",
    ("max", "s32", False): "vmaxs{0}",
}
SUMS = {"u32": "vsadu{0}", "s32": "vsads{0}"}
SCALAR, SIGNS = frozenset({"vmin", "vmax"}), {"min": "<", "max": ">"}  # of one number, and what follows on it
COMPARED = frozenset({"eq", "ne", "lt", "le", "gt", "ge"})


def is_video(name: str, _modifiers: Sequence[str]) -> bool:
    """Say whether an instruction works on several numbers in a word, or is the form for one of such a one."""
    return name in SCALAR or NAME.fullmatch(name) is not None


def video(m: Machine, name: str, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`vadd4.u32.u32.u32 d, a, b, c`, whose last operand is for lanes that a mask leaves out."""
    if name in SCALAR:
        return _extreme(m, name[1:], modifiers, operands)
    found = NAME.fullmatch(name)
    exactly(operands, 4)
    if found is None or any("." in one for one in operands):  # which chooses among the numbers
        raise NoCounterpartError
    what, count = found[1], found[2]
    cut = "sat" in modifiers
    rest = [one for one in modifiers if one != "sat"]
    a, b = (m.read(one, "u32") for one in operands[1:3])
    if what == "set":
        exactly(rest, 3)
        kind, other, how = rest
        if kind != other or how not in COMPARED or kind not in SUMS or cut:
            raise NoCounterpartError
        sign = "" if how in {"eq", "ne"} else kind[0]
        return m.write(operands[0], "u32", f"hipify_compat::vset{how}{sign}{count}({a}, {b})")
    kind, summed = rest[0] if rest else "", rest[3:] == ["add"]
    if rest[:3] != [kind] * 3 or len(rest) != 3 + summed:
        raise NoCounterpartError
    if summed:
        if what != "absdiff" or kind not in SUMS or cut:
            raise NoCounterpartError
        text = f"hipify_compat::{SUMS[kind].format(count)}({a}, {b}) + {m.read(operands[3], 'u32')}"
        return m.write(operands[0], "u32", text)
    if (what, kind, cut) not in FUNCTIONS:
        raise NoCounterpartError
    return m.write(operands[0], "u32", f"hipify_compat::{FUNCTIONS[what, kind, cut].format(count)}({a}, {b})")


def _extreme(m: Machine, name: str, modifiers: Sequence[str], operands: Sequence[str]) -> str:
    """`vmin.u32.u32.u32.max d, a, b, c`: the smaller of two numbers, and the larger of that and a third."""
    exactly(modifiers, 4)
    exactly(operands, 4)
    kind, then = modifiers[0], modifiers[3]
    if [*modifiers[:3]] != [kind] * 3 or kind not in SUMS or then not in SIGNS:
        raise NoCounterpartError
    a, b, c = (m.read(one, kind) for one in operands[1:])
    first = f"({a} {SIGNS[name]} {b} ? {a} : {b})"
    text = f"{first} {SIGNS[then]} {c} ? {first} : {c}"
    return m.write(operands[0], "u32", f"(unsigned)({text})" if kind == "s32" else text)
