"""Pointers to numbers that a cast makes pointers to vectors: `reinterpret_cast<float4 *>(x + row * 128)`.

An index behind such a pointer counts in vectors, and what is put to the pointer before in numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import names
from hipify_py.source.type_sizes import size_of

if TYPE_CHECKING:
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

POINTS = b"*"
DEEPEST = 4  # names that are followed, one from the other


def elements_in(unit: Unit, home: Function, base: Expression, at: int) -> int:
    """Give how many elements of an array one has that stands behind a pointer; 1 where nothing tells."""
    known, node = names(unit, home), base
    for _ in range(DEEPEST):
        once = known.once(node.text, at) if node.kind == "name" else None
        if once is None:
            break
        node, at = expression(unit.code[slice(*once.value)]), once.value.start
    if node.kind != "cast" or not node.text.endswith(POINTS):
        return 1
    whole, part = size_of(node.text.rstrip(POINTS + b" ")), _size_below(unit, home, node, at)
    return whole // part if whole and part and whole % part == 0 else 1


def _size_below(unit: Unit, home: Function, node: Expression, at: int) -> int | None:
    """Give the bytes of an element of the pointer that a cast is of."""
    known = names(unit, home)
    made = (known.declaration(one.text, at) for one in node.walk() if one.kind == "name")
    pointers = [one for one in made if one and one.pointers == 1]
    return size_of(pointers[0].type_in(unit.code)) if len(pointers) == 1 else None
