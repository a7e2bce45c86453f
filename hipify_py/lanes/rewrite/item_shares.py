"""Items of a row that each lane has by `D / 32`, while `warpSize` counts the lanes: 64 have twice as many.

`per = D / 32; for (i = 0; i < per; i++) s += x[row * D + lane * per + i];` runs into the next row, and so
does `x[row * D + i * warpSize + lane]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.array_uses import asked
from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.rewrite.short_rows import bounds_lane
from hipify_py.lanes.rewrite.told_widths import WARP
from hipify_py.lanes.rewrite.width_lanes import WIDTH, is_width, is_width_lane
from hipify_py.source.conditions import inside
from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model, names
from hipify_py.source.spans import merged
from hipify_py.source.tokens import words
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import all_words, holds_part

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

SHIFT = 5
SAID = "items for lanes"


def item_shares(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report where lanes by the width go to their shares of a row, or of the rows of 32 that it has."""
    function = facts.function
    if function is None or facts.values is None or owned(unit) or not holds_part(unit, WIDTH):
        return
    if not function.of_device:
        return
    known, shares = names(unit, function), _shares(unit, function, facts.constants)
    turned = [*_turned(unit, function, shares, facts.constants)]
    counters, bodies = {one for one, _ in turned}, merged([body for _, body in turned])
    if not (shares or turned):
        return
    signs = sorted(one.start for one in words(unit.code, *shares, *counters, within=function.body))
    for start, root in expressions(unit.code, function.body, signs):
        for node in root.walk():
            at = start + node.span.start
            if not (
                _is_block_of_lane(unit, function, node, at, shares)
                or (inside(bodies, at) and _is_row_of_lanes(unit, function, node, at, counters))
            ):
                continue
            if not any(bounds_lane(unit, known, one, facts.values) for one in asked(unit, function, at)):
                yield Hazard("W012", node.within(start), SAID)


def _shares(unit: Unit, function: Function, constants: ConstantTable) -> frozenset[bytes]:
    """Give the names that hold a 32nd of something: a function's own, and constants."""
    known = names(unit, function)
    made = [one for one in model(unit, function).declarations if one.value and one.kind == "local"]
    own = {
        one.name
        for one in made
        if one.value and known.once(one.name) and _is_share(unit.code[slice(*one.value)], constants)
    }
    return frozenset(own | {one for one in _constants(unit, constants) if one not in known.declared})


@fact_of
def _constants(unit: Unit, constants: ConstantTable) -> frozenset[bytes]:
    """Give the constants that are a 32nd of something, of those that the file names."""
    known = all_words(unit)
    listed = ((name, text) for name, text in constants.texts.items() if name in known)
    return frozenset(name for name, text in listed if _is_share(text, constants))


def _is_share(text: bytes, constants: ConstantTable) -> bool:
    if b"/" not in text and b">>" not in text:
        return False
    node = bare(expression(text))
    by = {b"/": WARP, b">>": SHIFT}.get(node.text) if node.kind == "binary" else None
    return by is not None and constants.plain(node.parts[1]) == by and WIDTH not in text


def _turned(
    unit: Unit, function: Function, shares: Collection[bytes], constants: ConstantTable
) -> Iterator[tuple[bytes, Span]]:
    """Give what counts the turns of loops up to a share, with the bodies of these."""
    for one in model(unit, function).loops:
        text = unit.code[slice(*one.condition)] if one.keyword == "for" else b""
        node = bare(expression(text))
        if (node.kind, node.text) == ("binary", b"<") and bare(node.parts[0]).kind == "name":
            bound = bare(node.parts[1])
            if bound.text in shares or _is_share(text[slice(*bound.span)], constants):
                yield bare(node.parts[0]).text, one.body


def _is_block_of_lane(
    unit: Unit, function: Function, node: Expression, at: int, shares: Collection[bytes]
) -> bool:
    """Say whether a lane is multiplied by such a share: `lane * per`."""
    if (node.kind, node.text) != ("binary", b"*"):
        return False
    pairs = (node.parts, node.parts[::-1])
    return any(bare(by).text in shares and is_width_lane(unit, function, one, at) for one, by in pairs)


def _is_row_of_lanes(
    unit: Unit, function: Function, node: Expression, at: int, turned: Collection[bytes]
) -> bool:
    """Say whether a lane stands beside the width times a turn up to a share: `i * warpSize + lane`."""
    if (node.kind, node.text) != ("binary", b"+"):
        return False
    for one, lane in (node.parts, node.parts[::-1]):
        product = bare(one)
        if (product.kind, product.text) != ("binary", b"*"):
            continue
        pairs = (product.parts, product.parts[::-1])
        counts = any(bare(by).text in turned and is_width(of, last=False) for of, by in pairs)
        if counts and is_width_lane(unit, function, lane, at):
            return True
    return False
