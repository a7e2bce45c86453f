"""Lanes of a wavefront in 5 bits: `(key << 5) | lane`, or a member `unsigned lane : 5`. 32 to 63 take 6."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.array_uses import asked
from hipify_py.lanes.flow.class_fields import bit_fields
from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.rewrite.short_rows import bounds_lane
from hipify_py.lanes.rewrite.width_lanes import is_width_lane
from hipify_py.lazy import re
from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import names
from hipify_py.source.tokens import token_before
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.lane_masks import Masks
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

SHIFTED = re.compile(rb"<<=?\s*+\(?\s*+(?:5\b|[A-Za-z_])")
BITS = 5
JOINS = frozenset((b"|", b"+", b"^"))
SAID = "the lane"


def lane_fields(unit: Unit, body: Body, masks: Masks) -> Iterator[Hazard]:
    """Report where a function puts the number of a lane into 5 bits."""
    function = body.function
    if not function.of_device:
        return
    signs = [one.start() for one in SHIFTED.finditer(unit.code, *function.body)]
    for start, root in expressions(unit.code, function.body, signs):
        for node in root.walk():
            if node.kind == "binary" and node.text in JOINS and _packs(unit, node, start, body, masks):
                yield Hazard("W012", node.within(start), SAID)
    for one in body.given if _narrow_fields(unit) else ():
        node = expression(unit.code[slice(*one.value)])
        to_field = not one.operator and _is_field(unit, one.target.strip())
        if to_field and _is_lane(unit, node, one.value.start, body, masks):
            yield Hazard("W012", one.value, SAID)


@fact
def _narrow_fields(unit: Unit) -> frozenset[bytes]:
    """Give the members of a file's classes that have 5 bits, wherever one has the name."""
    return frozenset(name for name, bits in bit_fields(unit).items() if bits == {b"%d" % BITS})


def _is_field(unit: Unit, target: bytes) -> bool:
    """Say whether such a member is given a value."""
    name = token_before(target, len(target))
    return name.text in _narrow_fields(unit) and token_before(target, name.start).text in {b".", b"->"}


def _packs(unit: Unit, node: Expression, start: int, body: Body, masks: Masks) -> bool:
    """Say whether a lane takes the bits that a value has been shifted by: `(key << 5) | lane`."""
    for shift, lane in (node.parts, node.parts[::-1]):
        of = bare(shift)
        if (of.kind, of.text) != ("binary", b"<<") or body.facts.constants.plain(of.parts[1]) != BITS:
            continue
        if _is_lane(unit, lane, start + lane.span.start, body, masks):
            return True
    return False


def _is_lane(unit: Unit, node: Expression, at: int, body: Body, masks: Masks) -> bool:
    """Say whether something is a lane by the width, or the first or last of a mask, and not bounded."""
    known, values = names(unit, body.function), body.facts.values
    conditions = asked(unit, body.function, at) if values else ()
    if values is None or any(bounds_lane(unit, known, one, values) for one in conditions):
        return False
    if is_width_lane(unit, body.function, node, at):
        return True
    found = held(unit.code, known, bare(node), at)
    return masks.finds_lane(found, body.function, at)
