"""Calls whose shuffles stay within groups of so many lanes as the call says: `warp_max<T, 16>(v)`.

Such a function crosses the lanes from half of that number on, which is one of its template or a parameter:
`for (int m = N / 2; m > 0; m /= 2) v = max(v, __shfl_xor_sync(0xffffffff, v, m));`. Or it crosses them by a
distance that it is given: `swap(v, 4)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.distances import is_far
from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.hazards.call_roles import STILL, role_of
from hipify_py.lanes.hazards.fixed_numbers import fixed
from hipify_py.lanes.hazards.group_numbers import is_aligned
from hipify_py.lanes.hazards.meeting_calls import all_taken, handed_on
from hipify_py.lanes.hazards.present_lanes import ACTIVE, names_alike
from hipify_py.lanes.hazards.warp_meetings import TAKES, warp_calls
from hipify_py.lanes.warp_names import ON_WARP
from hipify_py.source.brackets import unbracketed
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import defined_functions, functions_by_name, model, names
from hipify_py.source.spans import holds
from hipify_py.source.template_parameters import given_to
from hipify_py.source.tokens import token_before
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.hazards.lane_exits import LaneExits
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import CallText, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

CROSS = (b"__shfl_xor", b"__shfl_xor_sync")
MASKED = frozenset((b"__shfl_xor_sync",))
DEEPEST = 4  # functions that hand a distance on
MOST_CALLS = 64  # in one function
HALVES = {b"/": b"2", b">>": b"1"}


class Reach(NamedTuple):
    """A distance over which lanes are crossed, the function that it stands in, and the mask that is given."""

    at: Span
    home: Function
    mask: Span | None = None


def group_of(unit: Unit, of: Model, name: Span) -> bytes:
    """Give the number of lanes, as it is written, within whose groups a call works; nothing if not told."""
    made = defined_functions(unit).get(unit.code[slice(*name)])
    call = next((one for one in of.called_in(name) if one.name == name), None)
    of_lanes = _number(unit, made) if made and call and made.kind == "device" else b""
    given = dict(given_to(unit, made, call)) if made and call and of_lanes else {}
    return unit.code[slice(*given[of_lanes])].strip() if of_lanes in given else b""


def _number(unit: Unit, function: Function) -> bytes:
    """Give the name of the number of lanes over which a function crosses, and does nothing else with them."""
    code, read = unit.code, model(unit, function)
    own, found = functions_by_name(unit), set[bytes]()
    for call in read.calls:
        name = code[slice(*call.name)]
        if name in own or (name.startswith(ON_WARP) and name not in CROSS):
            return b""
        if name in CROSS:
            given = call.arguments[1 + name.endswith(b"_sync") :]
            found.add(halved(unit, read, unbracketed(code[slice(*given[0])])) if len(given) == 1 else b"")
    return found.pop() if len(found) == 1 else b""


def stays_within(unit: Unit, exits: LaneExits, name: Span, lanes: int) -> bool:
    """Say whether the shuffles of a call cross fewer lanes than some power of 2, by what it is given."""
    home, constants = exits.model.function, exits.values.constants
    reach = _reach(unit, home, name, constants, DEEPEST)
    return bool(reach) and not any(
        one is None or is_far(unit, one.at, one.home, constants, lanes) for one in reach
    )


def leaves_bits(unit: Unit, exits: LaneExits, name: Span, bits: int) -> bool:
    """Say whether the shuffles of a call take from lanes with the same bits in their numbers alone."""
    reach = _reach(unit, exits.model.function, name, exits.values.constants, DEEPEST)
    far = [
        _number_of(unit, exits, one) if one and names_alike(unit, one.mask, bits) else None for one in reach
    ]
    return bool(far) and not any(one is None or one & bits for one in far)


def _number_of(unit: Unit, exits: LaneExits, reach: Reach) -> int | None:
    """Give how far a call reaches: by what it is given, or by a number that stands in what it calls."""
    node = expression(unit.code[slice(*reach.at)])
    own = reach.home == exits.model.function or node.kind == "number"
    return fixed(node, exits.values) if own else None


def _reach(unit: Unit, home: Function, name: Span, table: ConstantTable, left: int) -> list[Reach | None]:
    """Give by how far the shuffles of a call in a function reach; None for what is not told."""
    made = defined_functions(unit).get(unit.code[slice(*name)])
    call = next((one for one in model(unit, home).called_in(name) if one.name == name), None)
    if made is None or call is None or made.kind != "device" or not left:
        return [None]
    given, kept = dict(given_to(unit, made, call)), handed_on(unit, made)
    found: list[Reach | None] = []
    for one in _crossed(unit, made, table, left):
        text = unbracketed(unit.code[slice(*one.at)]).strip() if one else b""
        if one and text in all_taken(unit, made):
            found.append(one._replace(at=given[text], home=home) if text in given and text in kept else None)
        else:
            found.append(one)
    return found


@fact_of
def _crossed(unit: Unit, function: Function, table: ConstantTable, left: int) -> tuple[Reach | None, ...]:
    """Give by how far a function crosses lanes, by what it calls too; None for what else it does there."""
    taking = {*warp_calls(unit, table, TAKES).get(function.span, ())}
    found: list[Reach | None] = []
    calls = model(unit, function).calls
    masks = [one.arguments[0] for one in calls if unit.code[slice(*one.name)] in MASKED and one.arguments]
    for call in calls[:MOST_CALLS]:
        if unit.code[slice(*call.name)] == ACTIVE and any(
            holds(one, call.name) for one in masks[:MOST_CALLS]
        ):
            continue  # those who come there
        if call.name in taking:
            found += _reach(unit, function, call.name, table, left - 1)
        else:
            found += _distances(unit, function, call)
    more = len(calls) > MOST_CALLS or b"asm" in unit.code[slice(*function.body)]
    return tuple(dict.fromkeys([*found, *([None] if more else [])]))


def _distances(unit: Unit, function: Function, call: CallText) -> Iterator[Reach | None]:
    name = unit.code[slice(*call.name)]
    if name in CROSS:
        is_masked = name in MASKED
        given, mask = call.arguments[1 + is_masked :], call.arguments[0] if is_masked else None
        yield Reach(given[0], function, mask) if len(given) == 1 else None
    elif name not in functions_by_name(unit) and (name.startswith(ON_WARP) or role_of(name) not in STILL):
        yield None  # it works on the warp, or may
    elif token_before(unit.code, call.name.start).text in {b".", b"->", b"::"}:
        yield None


def halved(unit: Unit, read: Model, distance: bytes) -> bytes:
    """Give the name at half of which the count of a loop begins that is halved in each turn."""
    given = names(unit, read.function).given.get(distance, [])
    if len(given) != 2:
        return b""
    first, step = given[0], given[1]
    loop = next((one for one in read.loops if one.start.start <= first.value.start < one.start.end), None)
    if loop is None or first.operator or not loop.step.start <= step.value.start <= loop.step.end:
        return b""
    value = expression(unit.code[slice(*step.value)])
    halved = HALVES.get(step.operator) == bare(value).text if step.operator else _half(value) == distance
    return _half(expression(unit.code[slice(*first.value)])) if halved else b""


def first_of(unit: Unit, exits: LaneExits, distance: Span) -> bytes:
    """Give the width of the groups to whose first lanes a distance leads back: `N` of `thread % N`."""
    known = names(unit, exits.model.function)
    node = held(unit.code, known, bare(expression(unit.code[slice(*distance)])), distance.start)
    if (node.kind, node.text) != ("binary", b"%"):
        return b""
    index, by = node.parts
    return _written(bare(by)) if is_aligned(index, distance.start, exits.values, by, DEEPEST) else b""


def _written(node: Expression) -> bytes:
    """Give the text of a name, a number, or an operation on two such."""
    if node.kind in {"name", "number"}:
        return node.text
    sides = [_written(bare(one)) for one in node.parts] if node.kind == "binary" else [b""]
    return b"(" + node.text.join(sides) + b")" if all(sides) else b""


def _half(node: Expression) -> bytes:
    """Give the name of which an expression is half."""
    node = bare(node)
    if node.kind != "binary" or HALVES.get(node.text) != bare(node.parts[1]).text:
        return b""
    of = bare(node.parts[0])
    return of.text if of.kind == "name" else b""
