"""Shuffles that read the first lane of those that are there, or the last, as a vote of all of them tells.

So did code before Volta: `leader = __ffs(__ballot(1)) - 1; v = __shfl(v, leader);` in any branch, or it went
through the bits: `if (m & (1 << i)) v = __shfl(v, i)`. The vote may be made in a function that the file
defines, which returns the lane or stores it behind a parameter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.call_classes import takes
from hipify_py.lanes.flow.parameter_stores import stores
from hipify_py.lanes.hazards.lane_exits import leaves_before
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_model import CallText
from hipify_py.source.function_names import CHANGED
from hipify_py.source.function_reading import functions_by_name, model, names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.hazards.lane_exits import LaneExits
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

BY_LANE = b"__shfl"
WARP, LAST = 32, 31
FIRST_OF, LEADING_ZEROS = b"__ffs", b"__clz"
ACTIVE, VOTE = b"__activemask", b"__ballot"
DEEPEST = 6  # names and functions that are followed, one from the other
MOST = 64  # calls of a function that are looked through for a name


def reads_a_leader(unit: Unit, op: WarpOp, exits: LaneExits) -> bool:
    """Say whether a shuffle without a mask reads a lane that a vote at the same place tells to be there."""
    given = op.call.arguments if op.call and op.name == BY_LANE else ()
    number = exits.values.constants.plain
    if len(given) not in {2, 3} or (len(given) > 2 and number(_node(unit, given[2])) != WARP):
        return False
    reading = _Reading(unit, exits.model.function, exits)
    lane = _node(unit, given[1])
    voted = reading.lane(lane, given[1].start, DEEPEST)
    if voted is None and lane.kind == "name":
        voted = reading.asked_bit(lane.text, op.span.start)
    return voted is not None and _comes_alike(voted, op.span.start, exits)


def _comes_alike(voted: int, place: int, exits: LaneExits) -> bool:
    """Say whether all lanes that vote come to a place behind it, in all turns of loops from there on."""
    around = {one.span for one in exits.model.path(voted)}
    standing = exits.model.path(place)
    apart = {one.span for one in standing if exits.differs(one)}
    left = _left_before(place, exits) - _left_before(voted, exits)
    if _goes_on_with_fewer(place, [one.span for one in standing if one.span not in around], exits):
        return False
    return voted < place and apart <= around and left <= around - apart


def _goes_on_with_fewer(place: int, inner: Sequence[Span], exits: LaneExits) -> bool:
    """Say whether lanes may leave behind a place one of the loops around it, and others come there again."""
    spans, ends = {one.span for one in exits.model.path(place)}, exits.tables[2]
    return exits.is_repeated(place) or any(leaves_before(-place, ends.get(one, []), spans) for one in inner)


def _left_before(place: int, exits: LaneExits) -> set[Span]:
    """Give the conditions on which lanes have left a function, or a turn of a loop, before a place."""
    tables, around = exits.left_around(place)
    return {span for table in tables for at, span in table if at < place and span not in around}


def _node(unit: Unit, span: Span) -> Expression:
    return bare(expression(unit.code[slice(*span)]))


class _Reading:
    """Reads what one function knows of the lanes that are there; each answer is where they voted in it."""

    def __init__(self, unit: Unit, home: Function, exits: LaneExits) -> None:
        self.unit, self.home, self.exits = unit, home, exits
        self.model, self.names = model(unit, home), names(unit, home)
        self.number = exits.values.constants.plain

    def lane(self, node: Expression, at: int, left: int) -> int | None:
        """Give where lanes voted of which an expression is the first, or the last."""
        node = bare(node)
        if (node.kind, node.text) == ("binary", b"-"):
            one, other = map(bare, node.parts)
            if one.kind == "call" and one.name == FIRST_OF and self.number(other) == 1:
                return self.mask(one.parts[0], at, left)
            if other.kind == "call" and other.name == LEADING_ZEROS and self.number(one) == LAST:
                return self.mask(other.parts[0], at, left)
            return None
        return self._followed(node, at, left, of_mask=False)

    def asked_bit(self, name: bytes, at: int) -> int | None:
        """Give where those lanes voted of whose mask a condition around a place asks the bit of a name."""
        for one in self.model.path(at):
            node = _node(self.unit, one.span)
            if one.keyword != "if" or one.otherwise or (node.kind, node.text) != ("binary", b"&"):
                continue
            bit = bare(node.parts[1])
            is_of_name = (bit.kind, bit.text) == ("binary", b"<<") and bare(bit.parts[1]).text == name
            if is_of_name and self.number(bit.parts[0]) == 1:
                return self.mask(node.parts[0], one.span.start, DEEPEST)
        return None

    def mask(self, node: Expression, at: int, left: int) -> int | None:
        """Give where those lanes voted that an expression has, each with its bit."""
        node = bare(node)
        if node.kind == "call" and node.name == ACTIVE:
            return at
        if node.kind == "call" and node.name == VOTE:
            return at if len(node.parts) == 1 and self.number(node.parts[0]) else None
        return self._followed(node, at, left, of_mask=True)

    def _followed(self, node: Expression, at: int, left: int, *, of_mask: bool) -> int | None:
        if not left:
            return None
        if node.kind == "call" and not node.parts[MOST:]:
            return at if self._returns(node.name, len(node.parts), left, of_mask=of_mask) else None
        given = self.names.given.get(node.text, ()) if node.kind == "name" else ()
        written = [one for one in given if one.operator != CHANGED]
        once = written[0] if len(written) == 1 and not written[0].operator else None
        once = once if once and once.value.start < at else None
        if once:
            read = self.mask if of_mask else self.lane
            first = _node(self.unit, once.value)
            voted = read(first, once.value.start, left - 1)
            if voted is not None or self.number(first) is None:
                return voted if len(written) == len(given) else None
        is_stored = node.kind == "name" and (once or not written)
        stored = self._stored(node.text, at, left, of_mask=of_mask) if is_stored else None
        if once and stored is not None and not {*self.model.path(stored)} <= {*self.model.path(at)}:
            return None  # what it held first may be there still
        return stored

    def _called(self, name: bytes, number: int) -> _Reading | None:
        """Give the function of a name that takes so many arguments, if there is one."""
        made = [one for one in functions_by_name(self.unit).get(name, ()) if takes(self.unit, one, number)]
        return (
            _Reading(self.unit, made[0], self.exits) if len(made) == 1 and made[0].kind == "device" else None
        )

    def _returns(self, name: bytes, number: int, left: int, *, of_mask: bool) -> bool:
        """Say whether a function of the file returns such, under no condition."""
        inner = self._called(name, number)
        jumps = [one for one in inner.model.jumps if one.kind == "return"] if inner else []
        if inner is None or len(jumps) != 1 or not jumps[0].value or inner.model.path(jumps[0].at):
            return False
        read = inner.mask if of_mask else inner.lane
        found = read(_node(self.unit, jumps[0].value), jumps[0].value.start, left - 1)
        return found is not None and not inner.model.path(found)

    def _stored(self, name: bytes, at: int, left: int, *, of_mask: bool) -> int | None:
        """Give where a call before a place stores such in a name, as the only one that is handed it."""
        handing = [
            (call, number)
            for call in self.model.calls
            for number, one in enumerate(call.arguments)
            if self.unit.code[slice(*one)].strip().removeprefix(b"&") == name
        ]
        handing = [(call, number) for call, number in handing if self._stores(call, number)]
        if len(handing) != 1 or handing[0][0].name.start >= at:
            return None
        call, number = handing[0]
        inner = self._called(self.unit.code[slice(*call.name)], len(call.arguments))
        return call.name.start if inner and inner.stores_such(number, left - 1, of_mask=of_mask) else None

    def _stores(self, call: CallText, number: int) -> bool:
        """Say whether a call may store something in an argument."""
        inner = self._called(self.unit.code[slice(*call.name)], len(call.arguments))
        if inner is None:
            given = self.unit.code[slice(*call.arguments[number])].strip()
            made = self.names.declaration(given, call.name.start)
            return given.startswith(b"&") or bool(made and made.pointers)
        parameters = inner.model.parameters
        return number < len(parameters) and any(stores(self.unit, inner.model, parameters[number]))

    def stores_such(self, number: int, left: int, *, of_mask: bool) -> bool:
        """Say whether the function stores such behind one of its parameters, once and under no condition."""
        name = self.model.parameters[number]
        all_found = stores(self.unit, self.model, name)
        found = [(one, at) for one, at in all_found if not isinstance(one, CallText) or self._stores(one, at)]
        if len(found) != 1 or left < 1:
            return False
        one, handed = found[0]
        if isinstance(one, CallText):
            inner = self._called(self.unit.code[slice(*one.name)], len(one.arguments))
            bare_call = not self.model.path(one.name.start)
            return bare_call and inner is not None and inner.stores_such(handed, left - 1, of_mask=of_mask)
        read = self.mask if of_mask else self.lane
        voted = None if one.operator else read(_node(self.unit, one.value), one.value.start, left - 1)
        return voted is not None and not self.model.path(one.value.start) and not self.model.path(voted)
