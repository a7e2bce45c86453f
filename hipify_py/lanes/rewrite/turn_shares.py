"""Elements of a lane's own that are set in turns by `warpSize`, of which a plain number is used.

`for (j = lane; j < 128; j += warpSize) part[n++] = x[j];` sets four elements in each of 32 lanes, and two in
each of 64; `part[0] + part[1] + part[2] + part[3]` then uses what nothing has set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.array_uses import asked, uses
from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.flow.storage import is_array, is_marked_shared
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.rewrite.warp_elements import ElementReading, element_stores
from hipify_py.lanes.rewrite.width_lanes import WIDTH, is_width
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model, names
from hipify_py.source.spans import holds
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.function_model import Loop
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

MOST = 8  # arrays of a function
SAID = "elements are set in turns by it, and a plain number of them is used"


def turn_shares(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report the first use of such elements of each array of a function's own."""
    function, values = facts.function, facts.values
    if function is None or values is None or owned(unit) or not holds_part(unit, WIDTH):
        return
    loops = [one for one in model(unit, function).loops if _is_by_width(unit, function, one)]
    read = ElementReading(unit, function, values)
    for name, stores in [*element_stores(unit, function).items()][:MOST] if loops else ():
        made = names(unit, function).declaration(name, stores[0].end)
        if not made or made.kind != "local" or made.value or not is_array(unit, made):
            continue
        if is_marked_shared(unit, made) or not all(_is_in(loops, one.end) for one in stores):
            continue
        used = [end for end in uses(unit, function, made.at) if not _is_in(loops, end)]
        found = (end for end in used if read.goes_to_number(end, {0}) and not _asks(unit, function, end))
        if (end := next(found, None)) is not None:
            yield Hazard("W046", Span(end - len(name), end), SAID)


def _is_by_width(unit: Unit, function: Function, loop: Loop) -> bool:
    """Say whether a loop goes on by `warpSize`, or as often as that is in something."""
    known = names(unit, function)
    steps = (one for one in model(unit, function).assigned_in(loop.step) if one.operator == b"+")
    if any(is_width(expression(unit.code[slice(*one.value)]), last=False) for one in steps):
        return True
    bound = expression(unit.code[slice(*loop.condition)])
    sides = (held(unit.code, known, bare(one), loop.condition.start) for one in bound.parts)
    return any(
        (one.kind, one.text) == ("binary", b"/") and is_width(one.parts[1], last=False) for one in sides
    )


def _is_in(loops: list[Loop], at: int) -> bool:
    return any(holds(one.body, Span(at, at)) for one in loops)


def _asks(unit: Unit, function: Function, at: int) -> bool:
    """Say whether a condition around a place speaks of the width."""
    return any(WIDTH in unit.code[slice(*one)] for one in asked(unit, function, at))
