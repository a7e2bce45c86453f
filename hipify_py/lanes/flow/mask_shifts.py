"""Shifts of constants that make masks of lanes, and what else gives its bits to a mask that it meets.

Beside a mask `1u << s` is the bit of lane `s`, wherever that number comes from.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from hipify_py.lanes.flow.mask_nodes import PICKS
from hipify_py.source.expressions import bare
from hipify_py.source.type_sizes import whole_bits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.expressions import Expression

Shift = Literal["bit", "ones", "below", "wide", ""]
NARROW, BITS = 32, 64
FULL = 0xFFFFFFFF
ALL_ONES = frozenset(((b"~", b"0"), (b"-", b"1")))  # before a number
ALL = re.compile(rb"0[xX][fF]{7}[0-9a-fA-F][uU]?|UINT(?:32)?_MAX")  # all lanes, or nearly so
ALL_64 = re.compile(rb"0[xX][fF]{9,16}[uU]?[lL]*|0[xX][fF]+[uU]?[lL]+[uU]?")
TOP = frozenset((b"31", b"32"))
SHIFTS = frozenset((b"<<", b">>"))
SUMS = frozenset((b"+", b"-"))  # as `(1u << s) - 1`
JOINED = {"unary": frozenset((b"~", b"-")), "binary": PICKS | SUMS}


def shift_kind(node: Expression, constants: ConstantTable, *, is_met: bool) -> Shift:
    """Say which mask a shift of a constant makes, by a lane's number or where it meets another mask.

    It is a lane's "bit", or several of its own, "ones" from there on or up to there, those "below" with
    `32 - lane`, or any of 64 bits, "wide".
    """
    left, right = node.parts
    digits = left.text.rstrip(b"uUlL") if left.kind == "number" else b""
    long = left.kind == "number" and b"l" in left.text.lower()
    of = left.parts[0].text if left.kind == "unary" else b""
    if (left.text, of.rstrip(b"uUlL")) in ALL_ONES:
        ones, long = True, b"l" in of.lower()
    else:
        ones = left.kind in {"number", "name"} and ALL.fullmatch(left.name) is not None
    ones = ones or (is_met and constants.plain(left) == FULL)
    bits = _bits(left, constants) if is_met else 0
    wide = (ones and long) or bits == BITS or ALL_64.fullmatch(left.text) is not None
    wide = wide or _is_wide(left, constants)
    bit = node.text == b"<<" and (digits in {b"1", b"2"} or bits == NARROW)
    if not (ones or wide or bit):
        return ""
    if wide or long:
        return "wide"
    if node.text == b"<<":
        return "ones" if ones else "bit"
    if right.kind == "call" and right.name == b"__clz":  # those up to the last one of a mask
        return "ones"
    below = right.kind == "binary" and right.text == b"-" and right.parts[0].text in TOP
    return "below" if below and left.text[-2:].lower() not in {b"fe", b"f0"} else ""


def _is_wide(node: Expression, constants: ConstantTable) -> bool:
    """Say whether one bit is cast to 64 before it is shifted."""
    number = constants.of(node) if node.kind == "cast" else None
    return number is not None and number.bits == BITS and number.value in {1, 2}


def met(root: Expression, constants: ConstantTable, *, is_kept: bool = False) -> Iterator[Expression]:
    """Give the names, elements, calls and shifts of constants from which the bits of a value come.

    Of what `is_kept`, as a name's value or a function's, calls are none, as these may pass on other data for
    others; nor are names that are added up: of two of these it is not told which one holds lanes.
    """
    todo = [(root, True)]
    while todo:
        node, named = todo.pop()
        if node.kind == "?":
            todo += ((one, named) for one in node.parts[1:])
        elif node.text in JOINED.get(node.kind, ()) or _is_narrow_cast(node):
            named = named and not (is_kept and _is_sum(node, constants))
            todo += ((one, named) for one in node.parts)
        elif node.kind == "binary" and node.text in SHIFTS:
            if _bits(node.parts[0], constants):
                yield node
            else:
                todo.append((node.parts[0], named))
        elif (
            node.kind == "subscript"
            or (node.kind == "name" and named)
            or (node.kind == "call" and not is_kept)
        ):
            yield node


def _is_sum(node: Expression, constants: ConstantTable) -> bool:
    sums = node.kind == "binary" and node.text in SUMS
    return sums and not any(_bits(one, constants) for one in node.parts)


def _is_narrow_cast(node: Expression) -> bool:
    return node.kind == "cast" and whole_bits(node.text) == NARROW


def _bits(node: Expression, constants: ConstantTable) -> int:
    """Give the bits of a constant that is written out or named, with casts or without; 0 of what is none."""
    written = bare(node)
    written = written.parts[0] if written.kind == "unary" else written
    if written.kind not in {"number", "name"}:
        return 0
    if node.kind == "cast" and (told := whole_bits(node.text)) in {NARROW, BITS}:
        return told if constants.of(bare(node)) else 0
    number = constants.of(node)
    return number.bits if number and number.bits in {NARROW, BITS} else 0
