"""What the names of a function are given without standing alone on the left of a `=`.

Elements of its arrays, what a pointer or a reference of its own leads to, what a function that it calls
stores behind a parameter, what a lambda returns, and what an object's operators give.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Span
from hipify_py.source.brackets import closing
from hipify_py.source.expression_reading import expression
from hipify_py.source.spans import holds
from hipify_py.source.tokens import A_NAME, token_at, token_before

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.lanes.flow.uniformity import Value
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, CallText, Declaration, Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

    Stored = Callable[[bytes, int], Value | None]
    Given = Callable[[Declaration], Value | None]

# No run of blanks is split: it may be as long as a comment.
ELEMENT = re.compile(rb"\s*+\(?+\s*+([A-Za-z_]\w*+)\s*+\)?+\s*+\[")
TIED = re.compile(rb"\s*+(?:[A-Za-z_]\w*+\s*+::\s*+)*tie\s*+\(([\w\s,]*+)\)\s*+\Z")
LED_TO = re.compile(rb"\s*+&?+\s*+([A-Za-z_]\w*+)\s*+(?:\[[^][]*+\])?+\s*+\Z")
CAPTURED = re.compile(rb"[\w)]\s*+=(?!=)")
ARGUMENT = re.compile(rb"\s*+&?+\s*+\(?+\s*+([A-Za-z_]\w*+)\s*+\)?+\s*+(?:\[[^][]*+\])?+\s*+\Z")
SHARED, DEVICE = b"__shared__", b"__device__"
STATIC = re.compile(rb"(?:__device__\s+)?static\b[^(){}]*+\Z")  # and no lambda


class Indirect(NamedTuple):
    """A value that a name is given beside what it holds: an expression at a span, or what is known of it."""

    name: bytes
    span: Span
    node: Expression
    value: Value | None = None


def indirect_values(
    unit: Unit, read: Model, known: FunctionNames, stored: Stored, given: Given
) -> Iterator[Indirect]:
    """Give what names of a function are given by other ways, in no order.

    `stored` tells what a function of the file stores behind a parameter, by its name and the parameter's
    number, and `given` what an object's operators give.
    """
    for one in read.assignments:
        for name in dict.fromkeys(_targets(unit, known, one)):
            yield Indirect(name, one.value, expression(unit.code[slice(*one.value)]))
    for call in read.calls:
        yield from _by_call(unit, known, call, stored)
    for made in read.declarations:
        if made.kind == "local" and (value := given(made)):
            yield Indirect(made.name, made.at, expression(b""), value)


def lambda_bodies(read: Model, made: Span) -> list[Span]:
    """Give the bodies of the lambdas in a value, the outer ones first."""
    return [one.span for one in read.regions.listed if one.condition is None and holds(made, one.span)]


def lambda_returns(unit: Unit, read: Model, made: Span) -> list[Span] | None:
    """Give what a lambda that makes up a value returns, what decides between that and what it captures.

    None for what is no lambda.
    """
    opens = token_at(unit.code, made.start)
    if opens.text != b"[":
        return None
    bodies = lambda_bodies(read, made)
    if not bodies:
        return None
    returns = [one for one in read.jumps if one.home == bodies[0] and one.value]
    around = (each.span for one in returns for each in read.path(one.at) if holds(bodies[0], each.span))
    captured = Span(opens.end, closing(unit.code, opens.start, made.end) - 1)
    given = [captured] if CAPTURED.search(unit.code, *captured) else []
    return [*given, *(one.value for one in returns if one.value), *dict.fromkeys(around)]


def _targets(unit: Unit, known: FunctionNames, one: Assignment) -> Iterator[bytes]:
    """Give the names that an assignment gives a value without naming them alone."""
    if tied := TIED.match(one.target):
        yield from A_NAME.findall(tied[1])
    element = ELEMENT.match(one.target)
    name = element[1] if element else one.name
    made = known.declaration(name, one.value.start) if name else None
    if made is None or made.value == one.value or is_shared(unit, made):
        return
    if element and _is_array(unit, made):
        yield name
    if made.value and (made.pointers or made.sign_in(unit.code) in {b"*", b"&"}):
        led = LED_TO.match(unit.code, *made.value)
        to = known.declaration(led[1], made.at.start) if led else None
        if led and to and to is not made and not is_shared(unit, to):
            yield led[1]


def _by_call(unit: Unit, known: FunctionNames, call: CallText, stored: Stored) -> Iterator[Indirect]:
    """Give what a call stores in the names of the function that it is given."""
    for number, argument in enumerate(call.arguments):
        name = ARGUMENT.match(unit.code, *argument)
        made = known.declaration(name[1], argument.start) if name else None
        if name is None or made is None or is_shared(unit, made):
            continue
        if value := stored(unit.code[slice(*call.name)], number):
            yield Indirect(name[1], argument, expression(b""), value)


def stores(unit: Unit, read: Model, name: bytes) -> Iterator[tuple[Assignment | CallText, int]]:
    """Give where a function stores something behind one of its parameters; in calls, with the argument."""
    made = next((one for one in read.declarations if one.kind == "parameter" and one.name == name), None)
    if made is None or not (made.pointers or made.sign_in(unit.code) == b"&"):
        return
    refers = made.sign_in(unit.code) == b"&"
    for one in read.assignments:
        element = ELEMENT.match(one.target)
        is_element = element is not None and element[1] == name
        if is_element or (one.name == name and (refers or one.target.lstrip().startswith(b"*"))):
            yield one, 0
    for call in read.calls:
        for number, argument in enumerate(call.arguments):
            given = ARGUMENT.match(unit.code, *argument)
            if given and given[1] == name:
                yield call, number


def _is_array(unit: Unit, made: Declaration) -> bool:
    """Say whether a name is declared as an array of the function's own."""
    is_own = made.kind == "local" and token_at(unit.code, made.at.end).text == b"["
    return is_own or b"array<" in b"".join(made.type_in(unit.code).split())


def is_shared(unit: Unit, made: Declaration) -> bool:
    """Say whether all threads of a block share what is declared; for the grammar the mark may be a blank.

    So they do a variable in the memory of the device, which a function may have as its own.
    """
    start = made.statement.start
    before = token_before(unit.code, start)
    text = unit.code[start : made.at.start]
    if before.text == SHARED or SHARED in text:
        return True
    of_device = before.text == DEVICE and token_before(unit.code, before.start).text == b"static"
    return of_device or (DEVICE in text and STATIC.match(text) is not None)
