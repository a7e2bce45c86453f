"""What asks by 32 how many lanes came along in a coalesced group, of which a wavefront brings 64.

`if (group.size() == 32)` asks CUDA whether the whole warp came. HIP's group is one of the wavefront.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lanes.find.groups import Groups
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.rewrite.lane_shares import AS_FLOAT, COMPARES, HALF
from hipify_py.lanes.rewrite.width_counts import counts
from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model
from hipify_py.source.functions import functions
from hipify_py.source.tokens import token_before
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing, standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

MADE = (b"coalesced_threads", b"coalesced_group")
NUMBERS = (b"size", b"num_threads", b"thread_rank")  # of a group, of which each is below 65
ASKS = COMPARES | frozenset((b"==", b"!=", b"/", b"%", b"&", b"-"))
BITS = 5


def coalesced_counts(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report where a function holds the size or a rank of a coalesced group against 32, or half of it."""
    function = facts.function
    places = places_in(asked(unit), function.body) if function else ()
    if function is None or not places:
        return
    given = [one for one in model(unit, function).assignments if one.name and not one.operator]
    named = {one.name for one in given if _is_number(unit.code, one.value, places)}
    signs = [*places, *(word.start for name in named for word in standing(unit, name, function.body))]
    for start, root in expressions(unit.code, function.body, sorted(signs)):
        for node in root.walk():
            pairs = (node.parts, node.parts[::-1]) if node.kind == "binary" else ()
            for one, other in pairs:
                counted = is_number_of_group(one, start, places) or (
                    bare(one).kind == "name" and bare(one).text in named
                )
                if counted and _is_width(unit, node.text, other, facts.constants):
                    yield Hazard("W012", node.within(start), "lanes")


def _is_number(code: bytes, value: Span, places: Sequence[int]) -> bool:
    """Say whether a value is a number of a group."""
    return is_number_of_group(expression(code[slice(*value)]), value.start, places)


def is_number_of_group(node: Expression, start: int, places: Sequence[int]) -> bool:
    """Say whether a node is a number of a group, as a call of a member on it."""
    node = bare(node)
    at = node.within(start).start
    found = bisect_left(places, at)
    return node.kind == "call" and node.name in NUMBERS and found < len(places) and places[found] == at


def _is_width(unit: Unit, sign: bytes, node: Expression, constants: ConstantTable) -> bool:
    """Say whether something is put to a number of lanes that is 32, the last lane of so many, or half."""
    number = constants.of(node)
    if sign == b">>":
        return number is not None and number.value == BITS
    if sign == b"/" and AS_FLOAT.fullmatch(node.text):
        return True
    is_half = sign in COMPARES and number is not None and number.value in HALF
    return sign in ASKS and (is_half or counts(unit, node, constants))


def places_in(places: Sequence[int], body: Span) -> Sequence[int]:
    """Give those of some places, in order, that lie in a body."""
    return places[bisect_left(places, body.start) : bisect_left(places, body.end)]


@fact
def asked(unit: Unit) -> list[int]:
    """Give where the coalesced groups stand of which a number is asked, in order."""
    if not all_standing(unit, *MADE):
        return []
    found = [
        (word.start, dot.start)
        for word in all_standing(unit, *NUMBERS)
        if (dot := token_before(unit.code, word.start)).text in {b".", b"->"}
    ]
    homes, groups = functions(unit, [at for at, _ in found]), Groups(unit)
    made = (groups.receiver(dot, homes.get(at)) for at, dot in found)
    return sorted({one.start for one in made if one and one.kind == "coalesced"})
