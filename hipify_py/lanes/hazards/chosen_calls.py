"""Calls of which a role decides where they lead: of virtual functions, through tables and pointers.

Who calls by an index or by an object that differs by warp has warps come to different functions, as in the
branches of an `if`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.call_classes import is_virtual, may_call, virtual_names
from hipify_py.lanes.flow.followed import by_assignments, followed
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.function_tables import holds_functions, is_of_here, tables
from hipify_py.lanes.hazards.held_functions import held_calls
from hipify_py.lanes.hazards.lane_exits import level_of
from hipify_py.lanes.hazards.meeting_calls import names_that_meet, to_barriers
from hipify_py.lanes.warp_names import TABLE as OF_TABLE
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.function_reading import functions_by_name, model
from hipify_py.source.functions import functions
from hipify_py.source.tokens import OWN_NAME, qualified_start, token_before
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing
from hipify_py.source.written_declarations import around

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.function_model import CallText, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

# An element that is called, and what a pointer to a member leads to.
# Each way begins with a sign of its own, by which it is found fast.
POINTER = rb"\s*+\*\s*+[A-Za-z_]\w*+\s*+(?:\[[^\[\]]{0,200}\]\s*+)?\)\s*+\("
THROUGH = re.compile(rb"\]\s*+(?:\)\s*+)?\(|\." + POINTER + rb"|->" + POINTER)
TO_MEMBER = (b".*", b"->*")
# Where a pointer to a member may be declared: `void (C::*f)() = ...`.
TO_MEMBERS = re.compile(rb"::\s*+\*")
NEAR = 200  # bytes before a call in which what is called begins
LAMBDA = b"["


class Chosen(NamedTuple):
    """A call: its place, and what decides which function it is of, be it a variable that is `held`."""

    at: Span
    by: Span
    held: bool = False


@fact
def chosen_calls(unit: Unit) -> dict[Span, list[Chosen]]:
    """Give the calls that something decides on where they lead, by the spans of the functions around."""
    found: dict[Span, list[Chosen]] = {}
    names = virtual_names(unit)
    at = [word.start for word in all_standing(unit, *names)] if names else []
    marks = [one.start() for one in THROUGH.finditer(unit.code)]
    homes = functions(unit, [*at, *marks]) if at or marks else {}
    for place in at:
        home = homes.get(place)
        for call in _called(unit, home, place):
            if home and is_virtual(unit, home, call) and (by := _object(unit, call)):
                found.setdefault(home.span, []).append(Chosen(call.name, by))
    for place in marks:
        home = homes.get(place)
        if home and home.of_device and (by := _through(unit, place)):
            found.setdefault(home.span, []).append(Chosen(by, by))
    for home, span in held_calls(unit, names_that_meet(unit)):
        found.setdefault(home.span, []).append(Chosen(span, span, held=True))
    return found


def _called(unit: Unit, home: Function | None, at: int) -> tuple[CallText, ...]:
    named = home is not None and home.of_device
    return model(unit, home).called_in(Span(at, at + 1)) if named and home else ()


def _object(unit: Unit, call: CallText) -> Span | None:
    """Give the object that a member is called on: a name, or an element with its index."""
    sign = token_before(unit.code, call.name.start)
    begin = _begin(unit, sign.start)
    return Span(begin, sign.start) if begin < sign.start else None


def _through(unit: Unit, at: int) -> Span | None:
    """Give the element, or the pointer to a member with the object, that is called behind a place."""
    if unit.code[at : at + 1] != b"]":
        opens = unit.code.rfind(b"(", max(0, at - NEAR), at)
        return Span(opens + 1, unit.code.index(b")", at)) if opens >= 0 else None
    begin = _begin(unit, at + 1)
    is_lambda = begin == at + 1 or unit.code[begin : begin + 1] == LAMBDA
    return None if is_lambda else Span(begin, at + 1)


def _begin(unit: Unit, end: int) -> int:
    """Give where a name begins that ends at a place, with its scopes, the object it is of, and indices."""
    name = _name_before(unit, end)
    return qualified_start(unit.code, name.start) if name else end


def _name_before(unit: Unit, end: int) -> Token | None:
    """Give the name that ends at a place, or of which indices do."""
    least = max(0, end - NEAR)
    token = token_before(unit.code, end)
    while token.text == b"]" and token.start > least:
        opens = _opens(unit.code, token.start, least)
        if opens is None:
            return None
        token = token_before(unit.code, opens)
    return token if token.is_word and token.text not in {b"return", b"operator", b"delete"} else None


def _opens(code: bytes, end: int, least: int) -> int | None:
    """Give where the bracket opens that closes at a place."""
    depth = 0
    for at in range(end, least, -1):
        depth += (code[at] == ord("]")) - (code[at] == ord("["))
        if not depth:
            return at
    return None


def by_roles(unit: Unit, read: Model, values: LazyValues, others: Container[bytes] = ()) -> Iterator[Hazard]:
    """Report the calls that lead warps of a block to different functions of which one has a barrier of it.

    A call through a pointer that nobody can follow may come to one, and so does one through a table of which
    `others` tell: files that this one includes.
    """
    calls = chosen_calls(unit).get(read.function.span, ())
    names = names_that_meet(unit) if calls else frozenset[bytes]()
    given = _given(unit, read) if calls else _given_nothing
    for one in calls:
        if not _differs(unit, read, one.by, values, given):
            continue
        if one.at != one.by:
            if unit.code[slice(*one.at)] in names and _may_meet(unit, read, one.at):
                yield Hazard("G016", one.at)
            continue
        led = set[bytes]().union(*(found for _, found in followed(unit.code, [one.by], given)))
        told = (name for name in led if name + OF_TABLE in others)
        if led & names or not all(is_of_here(unit, read.function, name, one.by.start) for name in told):
            yield Hazard("G016", one.at)
        elif (
            not one.held
            and not led & functions_by_name(unit).keys()
            and _is_pointer(unit, read.function, one.by)
        ):
            name = unit.code[slice(*one.by)].decode("utf-8", "replace")
            yield Hazard("W031", one.at, f"what {' '.join(name.split())} leads to is not told here")


def _may_meet(unit: Unit, read: Model, at: Span) -> bool:
    """Say whether one of the functions that a virtual call may be of comes to a barrier."""
    name = unit.code[slice(*at)]
    meeting = [one for one in to_barriers(unit).functions if one.called == name]
    return any(
        may_call(unit, read.function, call, one)
        for call in read.called_in(Span(at.start, at.start + 1))
        for one in meeting
    )


def _given(unit: Unit, read: Model) -> Callable[[bytes], Iterator[Span]]:
    """Give what tells by which assignments and tables a name of a function leads to what.

    A pointer to a member that is declared has its value behind `=`, which the grammar takes for an assignment
    to a call.
    """
    assigned, made = by_assignments(read.assignments), tables(unit)
    members: dict[bytes, list[Span]] = {}
    for mark in TO_MEMBERS.finditer(unit.code, *read.function.body):
        declared = around(unit.code, mark.start())
        for one in declared.declarators if declared else ():
            if one.pointed and one.value:
                members.setdefault(unit.code[slice(*one.name)], []).append(one.value)

    def given(name: bytes) -> Iterator[Span]:
        yield from assigned(name)
        yield from members.get(name, ())
        yield from made.get(name, ())

    return given


def _given_nothing(_: bytes) -> Iterator[Span]:
    return iter(())


def _differs(
    unit: Unit, read: Model, by: Span, values: LazyValues, given: Callable[[bytes], Iterator[Span]]
) -> bool:
    """Say whether what decides where a call leads is not the same for all threads of the block."""
    asked = [by]
    if _is_to_member(unit.code[slice(*by)]):
        pointers = [*given(OWN_NAME.findall(unit.code, *by)[-1])]
        asked += [*pointers, *(one.span for value in pointers for one in read.path(value.start))]
    return any(level_of(unit.code[slice(*one)], one, values) != "uniform" for one in asked)


def _is_to_member(text: bytes) -> bool:
    """Say whether what is called is reached through a pointer to a member."""
    return any(sign in text for sign in TO_MEMBER)


def _is_pointer(unit: Unit, home: Function, by: Span) -> bool:
    """Say whether what is called is told to be a function's address, and no object with a call operator."""
    if _is_to_member(unit.code[slice(*by)]):
        return True
    name = _name_before(unit, by.end)
    return name is not None and holds_functions(unit, home, name)
