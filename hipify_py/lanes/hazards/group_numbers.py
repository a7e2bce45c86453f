"""Conditions that all lanes of a group of a shuffle's width meet alike: by its number, `thread / width`.

Which lanes of the warp come is of no matter to such a shuffle: it takes from its own group.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.lane_values import INDEX
from hipify_py.lanes.flow.lattice import LANE
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import names

if TYPE_CHECKING:
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.expressions import Expression

DEEPEST = 4  # names, one made of the other
JOINS = frozenset(("binary", "unary", "cast", "?", "subscript", "list", "other"))


def hangs_on_groups(text: bytes, at: int, values: LazyValues, width: bytes) -> bool:
    """Say whether what is asked at a place differs between groups of some width alone, as far as can be told.

    Several things that are asked stand in a row with `;` between.
    """
    parts = [one for one in text.split(b";") if one.strip()]
    return bool(parts) and all(_of_groups(expression(one), at, values, width, DEEPEST) for one in parts)


def _of_groups(node: Expression, at: int, values: LazyValues, width: bytes, left: int) -> bool:
    if node.kind == "number" or left == 0:
        return left != 0
    if node.kind == "binary" and node.text == b"/" and bare(node.parts[1]).text == width:
        return values.at(at).value(node.parts[0]).indices & INDEX != 0
    if node.kind == "name":
        if values.at(at).value(node).level != LANE:
            return True
        made = names(values.unit, values.function).values_of(node.text)
        texts = [(values.unit.code[slice(*one)], one.start) for one in made]
        return len(texts) == 1 and _of_groups(expression(texts[0][0]), texts[0][1], values, width, left - 1)
    if node.kind == "member":
        return values.at(at).value(node).level != LANE
    return node.kind in JOINS and all(_of_groups(one, at, values, width, left) for one in node.parts)
