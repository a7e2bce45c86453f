"""What is asked of how many lanes are in a mask by half of 32, or as a share of 32: `__popc(votes) > 16`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.rewrite.lanes_of_32 import places_for_none
from hipify_py.lazy import re
from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.expressions import bare

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

BY = re.compile(rb"(?:[<>]=?|/=?)[\s(]*(?:1[567]|32|[A-Za-z_])|>>=?[\s(]*5")
COUNTS = frozenset((b"__popc", b"__popcll"))
COMPARES = frozenset((b"<", b">", b"<=", b">="))
HALF = range(15, 18)  # a majority of 32 lanes, however it is asked
SHARE = {b"/": 32, b">>": 5}
AS_FLOAT = re.compile(rb"32\.0*[fF]?")


def lane_shares(unit: Unit, body: Body, masks: Masks) -> Iterator[Hazard]:
    """Report comparisons of a mask's lanes with half of 32, shares of them of 32, and 31 for none of them."""
    if body.function.kind == "macro":
        return
    if b"?" in unit.code[slice(*body.function.body)]:
        yield from (Hazard("W012", span, "lanes") for span in places_for_none(body, masks))
    given = ((one.name, expression(unit.code[slice(*one.value)]), one.value.start) for one in body.given)
    named = {name for name, node, at in given if name and _is_count(node, at, body, masks)}

    def counts(node: Expression, start: int) -> bool:
        node = bare(node)
        return (node.kind == "name" and node.text in named) or _is_count(node, start, body, masks)

    signs = (found.start() for found in BY.finditer(unit.code, *body.function.body))
    for start, root in expressions(unit.code, body.function.body, signs):
        for node in root.walk():
            if node.kind != "binary":
                continue
            left, right = node.parts
            number = body.facts.constants.of(bare(right))
            value = 32 if AS_FLOAT.fullmatch(right.text) else number.value if number else None
            if node.text in COMPARES and value in HALF and counts(left, start):
                yield Hazard("W012", node.within(start), "half of the lanes")
            if (
                value is not None
                and SHARE.get(node.text) == value
                and any(counts(one, start) for one in left.walk())
            ):
                yield Hazard("W012", node.within(start), "a share of the lanes")


def _is_count(node: Expression, start: int, body: Body, masks: Masks) -> bool:
    """Say whether an expression is how many lanes are in a mask."""
    node = bare(node)
    called = node.kind == "call" and node.name in COUNTS and len(node.parts) == 1
    return called and masks.is_mask(node.parts[0], body.function, start)
