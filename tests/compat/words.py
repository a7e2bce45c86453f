"""What CUDA's functions on several numbers in a word give: an oracle of plain integers.

Written from the descriptions in NVIDIA's math API. Of `__vset*` these speak of one result for all parts; what
nvcc compiles gives one for each (CUDA 13.0, sm_80), and so does this. A signed rounded average goes away from
zero at a half.
"""

from __future__ import annotations

import operator
from array import array
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Parts(NamedTuple):
    """A function that works on each part of its words by itself; `gives` takes the width of a part last."""

    signed: bool
    gives: Callable[..., int]
    sums: bool = False  # the results of the parts are added up


def clamped(value: int, bits: int, *, signed: bool) -> int:
    """Give the nearest number that a part can hold."""
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    return min(max(value, low), high)


def away(total: int) -> int:
    """Halve a sum; a half goes away from zero."""
    return (abs(total) + 1) // 2 * (1 if total >= 0 else -1)


UNARY = {
    "vabs": Parts(True, lambda a, _: abs(a)),
    "vabsss": Parts(True, lambda a, n: clamped(abs(a), n, signed=True)),
    "vneg": Parts(True, lambda a, _: -a),
    "vnegss": Parts(True, lambda a, n: clamped(-a, n, signed=True)),
}
BINARY = {
    "vabsdiffs": Parts(True, lambda a, b, _: abs(a - b)),
    "vabsdiffu": Parts(False, lambda a, b, _: abs(a - b)),
    "vadd": Parts(False, lambda a, b, _: a + b),
    "vaddss": Parts(True, lambda a, b, n: clamped(a + b, n, signed=True)),
    "vaddus": Parts(False, lambda a, b, n: clamped(a + b, n, signed=False)),
    "vavgs": Parts(True, lambda a, b, _: away(a + b)),
    "vavgu": Parts(False, lambda a, b, _: (a + b + 1) // 2),
    "vhaddu": Parts(False, lambda a, b, _: (a + b) // 2),
    "vmaxs": Parts(True, lambda a, b, _: max(a, b)),
    "vmaxu": Parts(False, lambda a, b, _: max(a, b)),
    "vmins": Parts(True, lambda a, b, _: min(a, b)),
    "vminu": Parts(False, lambda a, b, _: min(a, b)),
    "vsads": Parts(True, lambda a, b, _: abs(a - b), sums=True),
    "vsadu": Parts(False, lambda a, b, _: abs(a - b), sums=True),
    "vsub": Parts(False, lambda a, b, _: a - b),
    "vsubss": Parts(True, lambda a, b, n: clamped(a - b, n, signed=True)),
    "vsubus": Parts(False, lambda a, b, n: clamped(a - b, n, signed=False)),
}
ORDERS = {"eq": operator.eq, "ne": operator.ne} | {
    f"{name}{kind}": getattr(operator, name) for name in ("ge", "gt", "le", "lt") for kind in "su"
}
for _name, _order in ORDERS.items():
    BINARY[f"vcmp{_name}"] = Parts(_name[-1] == "s", lambda a, b, _, order=_order: -order(a, b))
    BINARY[f"vset{_name}"] = Parts(_name[-1] == "s", lambda a, b, _, order=_order: int(order(a, b)))


def extremes(most: str) -> dict[str, Parts]:
    """Give the functions of two and three that take a maximum or a minimum; a part may be a word."""
    pick = max if most == "max" else min
    found = {}
    for kind in ("s32", "u32", "s16x2", "u16x2"):
        signed = kind[0] == "s"

        def added(a: int, b: int, c: int, n: int, signed: bool = signed) -> int:
            return pick(wrapped(a + b, n, signed=signed), c)

        found[f"vi{most}3_{kind}"] = Parts(signed, lambda a, b, c, _: pick(a, b, c))
        found[f"viadd{most}_{kind}"] = Parts(signed, added)
        if signed:
            found[f"vi{most}_{kind}_relu"] = Parts(signed, lambda a, b, _: max(pick(a, b), 0))
            found[f"vi{most}3_{kind}_relu"] = Parts(signed, lambda a, b, c, _: max(pick(a, b, c), 0))
            found[f"viadd{most}_{kind}_relu"] = Parts(
                signed, lambda a, b, c, n, added=added: max(added(a, b, c, n), 0)
            )
        found[f"vib{most}_{kind}"] = Parts(signed, lambda a, b, _: pick(a, b))
    return found


def wrapped(value: int, bits: int, *, signed: bool) -> int:
    """Give what is left of a number in so many bits."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> bits - 1 else value


def parts_of(words: array[int], bits: int, *, signed: bool) -> list[int]:
    """Take words of 32 bits apart, the lowest part first."""
    code = {8: "b", 16: "h", 32: "i"}[bits]
    return array(code if signed else code.upper(), words.tobytes()).tolist()


def told(what: Parts, bits: int, *parts: list[int]) -> list[int]:
    """Give the words that a function gives for columns of parts."""
    gives, mask, many = what.gives, (1 << bits) - 1, 32 // bits
    made = [gives(*row, bits) & mask for row in zip(*parts, strict=True)]
    if what.sums:
        return [sum(made[at : at + many]) for at in range(0, len(made), many)]
    return array("I", array({8: "B", 16: "H", 32: "I"}[bits], made).tobytes()).tolist()


def width(name: str) -> int:
    """Give the bits of a part of what a function works on, by its name."""
    if "32" in name:
        return 32
    return 16 if "16x2" in name or name.endswith("2") else 8


def functions() -> dict[str, tuple[Parts, int, int]]:
    """Give all functions by name: what each does, the bits of a part, and the number of its words."""
    found = {}
    for many, table in ((1, UNARY), (2, BINARY)):
        for name, what in table.items():
            found[f"{name}2"], found[f"{name}4"] = (what, 16, many), (what, 8, many)
    for name, what in (extremes("max") | extremes("min")).items():
        many = 3 if "3_" in name or "add" in name else 2
        found[name] = (what, width(name), many)
    return found
