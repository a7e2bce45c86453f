"""Which mask a shift of a constant makes, however the constant is spelt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from hipify_py.lanes.flow.mask_declarations import is_chosen
from hipify_py.lanes.flow.value_types import is_wide
from hipify_py.lazy import re
from hipify_py.source.template_parameters import parameter_names

if TYPE_CHECKING:
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

BITS = 64
ALL_ONES = frozenset(((b"~", b"0"), (b"-", b"1")))  # before a number
ALL = re.compile(rb"0[xX][fF]{7}[0-9a-fA-F][uU]?|UINT(?:32)?_MAX")  # all lanes, or nearly so
ALL_64 = re.compile(rb"0[xX][fF]{9,16}[uU]?[lL]*|0[xX][fF]+[uU]?[lL]+[uU]?")
TOP = frozenset((b"31", b"32"))
ONE_BIT = frozenset((1, 2))
FULL = 0xFFFFFFFF
MADE = frozenset(("cast", "call", "other"))  # of a type, in one of three spellings
SPELT = MADE | {"unary", "number", "name"}
Shift = Literal["bit", "ones", "below", "wide", ""]


def mask_of(node: Expression, constants: ConstantTable) -> Shift:
    """Say which mask a shift of a constant makes, by a lane's number.

    It is a lane's "bit", "ones" from there on or up to there, those "below" with `32 - lane`, or any of
    64 bits, "wide".
    """
    left, right = node.parts
    known = constants.of(left) if left.kind in SPELT else None
    long = left.kind == "number" and b"l" in left.text.lower()
    of = left.parts[0].text if left.kind == "unary" else b""
    if (left.text, of.rstrip(b"uUlL")) in ALL_ONES:
        ones, long = True, b"l" in of.lower()
    else:
        spelt = left.kind in {"number", "name"} and ALL.fullmatch(left.name) is not None
        ones = spelt or (known is not None and known.bits < BITS and known.value == FULL)
    cast = left.kind in MADE and known is not None and known.bits == BITS and known.value in ONE_BIT
    wide = (ones and long) or ALL_64.fullmatch(left.text) is not None or cast
    bit = node.text == b"<<" and known is not None and known.value in ONE_BIT
    if not (ones or wide or bit):
        return ""
    if wide or long:
        return "wide"
    if bit or node.text == b"<<":
        return "bit" if bit and known and known.bits < BITS else "ones" if ones else ""
    if right.kind == "call" and right.name == b"__clz":  # those up to the last one of a mask
        return "ones"
    below = right.kind == "binary" and right.text == b"-" and right.parts[0].text in TOP
    return "below" if below and left.text[-2:].lower() not in {b"fe", b"f0"} else ""


def is_narrow_shift(unit: Unit, node: Expression, constants: ConstantTable) -> bool:
    """Say whether a shift is of a constant of 32 bits, or of one of a type that is out of sight."""
    left = node.parts[0]
    while left.kind == "unary" and left.text == b"~":
        left = left.parts[0]
    known = constants.of(node.parts[0])
    if known is not None:
        return known.bits < BITS
    if left.kind not in MADE or len(left.parts) != 1 or constants.of(left.parts[0]) is None:
        return False
    if left.kind == "call":  # a parameter of a template, or a function
        return left.text in parameter_names(unit)
    return left.text != b"" and not is_wide(left.text) and not is_chosen(unit, left.text, constants.chosen)
