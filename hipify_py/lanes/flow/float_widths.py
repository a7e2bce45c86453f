"""Splits of an index by a width that is no whole number: `t >> (int)log2(32.0)`, `(int)(t / 32.0f)`."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.type_sizes import whole_bits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Model
    from hipify_py.source.unit import Unit

WIDTH = 32
LOGARITHMS = frozenset((b"log2", b"log2f", b"__log2f"))
FLOATS = frozenset((b"float", b"double"))
WHOLE = re.compile(rb"(\d+)\.0*[fF]?|(\d+)[fF]")
PART = re.compile(rb"0?\.031250*[fF]?")
"""One of 32 parts."""


def splits_by_float(
    node: Expression, around: Sequence[Expression], constants: ConstantTable, floats: Mapping[bytes, bytes]
) -> bool:
    """Say whether a node gives the warp's number by a floating width; `around` is what holds it.

    A quotient is a number of warps only where a cast makes it whole; `floats` are the texts of the values of
    local variables.
    """
    if node.kind != "binary" or len(node.parts) != 2:
        return False
    left, right = node.parts
    if node.text == b">>":
        by = bare(right)
        is_log = by.kind == "call" and by.name in LOGARITHMS and len(by.parts) == 1
        return is_log and _worth(bare(by.parts[0]), constants, floats) == WIDTH
    if not around or around[-1].kind != "cast" or whole_bits(around[-1].text) is None:
        return False
    if node.text == b"/":
        return right.kind == "number" and _float(right.text) == WIDTH
    return node.text == b"*" and any(
        PART.fullmatch(one.text) for one in (left, right) if one.kind == "number"
    )


def local_floats(unit: Unit, read: Model | None) -> dict[bytes, bytes]:
    """Give the texts of the values of a function's floating variables that are given one value each."""
    if read is None or b"log2" not in unit.code[slice(*read.function.body)]:
        return {}
    given = Counter(one.name for one in read.assignments)
    found: dict[bytes, bytes] = {}
    for one in read.declarations:
        if one.value and one.type_in(unit.code) in FLOATS and given[one.name] <= 1:
            found[one.name] = unit.code[slice(*one.value)].strip()
    return found


def _worth(node: Expression, constants: ConstantTable, floats: Mapping[bytes, bytes]) -> int | None:
    if node.kind == "name" and node.text in floats:
        node = bare(expression(floats[node.text]))
    known = constants.of(node, TOLD)
    return known.value if known else _float(node.text) if node.kind == "number" else None


def _float(text: bytes) -> int | None:
    """Give what a floating number is worth that is whole."""
    found = WHOLE.fullmatch(text)
    return int(found[1] or found[2]) if found else None
