"""Indices that may be below 0 and are compared without a sign, by which they are above every bound.

In `unsigned i = threadIdx.x - 5; if (i < n)` the first lanes are none of those who are there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.lattice import LANE
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import names
from hipify_py.source.type_sizes import is_unsigned

if TYPE_CHECKING:
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.expressions import Expression

COMPARES = frozenset((b"<", b"<=", b">", b">="))
BLOCK = b"blockIdx"
MOST = 16  # names that an index is made of


def may_wrap(node: Expression, at: int, values: LazyValues) -> bool:
    """Say whether a condition at a place compares such an index."""
    known = values.at(at)
    for one in node.walk():
        if one.kind == "binary" and one.text in COMPARES:
            sides = [known.value(part).level == LANE for part in one.parts]
            indices = [part for part, is_index in zip(one.parts, sides, strict=True) if is_index]
            signed = all(_is_signed(part, at, values) for part in one.parts)
            if not signed and any(_is_less(part, at, values) for part in indices):
                return True
    return False


def _is_signed(node: Expression, at: int, values: LazyValues) -> bool:
    """Say whether a value surely has a sign, as it is compared."""
    if node.kind == "cast":
        return _has_sign(node.text)
    node = bare(node)
    if node.kind == "number":
        number = values.constants.of(node)
        return number is not None and number.signed
    if node.kind == "name":
        made = names(values.unit, values.function).declaration(node.text, at)
        number = values.constants.of(node) if made is None else None
        return _has_sign(made.type_in(values.unit.code)) if made else number is not None and number.signed
    inside = node.parts if node.kind in {"unary", "binary", "?"} else ()
    return bool(inside) and all(_is_signed(part, at, values) for part in inside)


def _has_sign(name: bytes) -> bool:
    """Say whether a type has a sign; one of the program's is taken for such a type."""
    return not is_unsigned(name) and not {b"auto", b"bool"} & {*name.split()}


def _is_less(node: Expression, at: int, values: LazyValues) -> bool:
    """Say whether something is taken off the number of a lane, a thread or a block in a value."""
    known, given = values.at(at), names(values.unit, values.function).given
    todo, seen = [node], set[bytes]()
    while todo:
        for one in todo.pop().walk():
            if (one.kind, one.text) == ("binary", b"-"):
                left = one.parts[0]
                if known.value(left).level == LANE or any(part.text == BLOCK for part in left.walk()):
                    return True
            if one.kind == "name" and one.text not in seen and len(seen) < MOST:
                seen.add(one.text)
                made = given.get(one.text, ())[:MOST]
                if any(each.operator == b"-" for each in made):
                    return True
                todo += [expression(values.unit.code[slice(*each.value)]) for each in made]
    return False
