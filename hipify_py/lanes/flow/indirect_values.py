"""What the names of a function are given without standing alone on the left of a `=`.

Elements of its arrays, what a pointer or a reference of its own leads to, what a function that it calls
stores behind a parameter, what a lambda returns, and what an object's operators give.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.call_stores import call_stores
from hipify_py.lanes.flow.member_values import has_member
from hipify_py.lanes.flow.storage import is_array, is_shared, led_to
from hipify_py.model import Span
from hipify_py.source.brackets import closing
from hipify_py.source.expression_reading import NO_NODE, expression
from hipify_py.source.spans import holds
from hipify_py.source.tokens import A_NAME, token_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.lanes.flow.call_stores import Stored
    from hipify_py.lanes.flow.uniformity import Value
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Declaration, Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

    Given = Callable[[Declaration], Value | None]

# No run of blanks is split: it may be as long as a comment.
TIED = re.compile(rb"\s*+(?:[A-Za-z_]\w*+\s*+::\s*+)*tie\s*+\(([\w\s,]*+)\)\s*+\Z")
CAPTURED = re.compile(rb"[\w)]\s*+=(?!=)")


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

    `stored` tells what `call_stores` asks, and `given` what an object's operators give.
    """
    for one in read.assignments:
        for name in dict.fromkeys(_targets(unit, known, one)):
            yield Indirect(name, one.value, expression(unit.code[slice(*one.value)]))
    for call in read.calls:
        yield from (Indirect(*each) for each in call_stores(unit, known, call, stored))
    for made in read.declarations:
        if made.kind == "local" and (value := given(made)):
            yield Indirect(made.name, made.at, NO_NODE, value)


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
    name, own, member = led_to(expression(one.target))
    made = known.declaration(name, one.value.start) if name else None
    if made is None or made.value == one.value or is_shared(unit, made):
        return
    if member and has_member(unit, member):
        return
    if name != one.name and (own or is_array(unit, made) or (member and not made.pointers)):
        yield name
    if made.value and (made.pointers or made.sign_in(unit.code) in {b"*", b"&"}):
        node = expression(unit.code[slice(*made.value)])
        name, own, _ = led_to(node)
        to = known.declaration(name, made.at.start) if name else None
        if to is None or to is made or is_shared(unit, to):
            return
        if own or node.kind in {"name", "subscript"} or is_array(unit, to):
            yield name
