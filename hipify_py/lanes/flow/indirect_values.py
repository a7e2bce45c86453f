"""What the names of a function are given without standing alone on the left of a `=`.

Elements of its arrays, what a pointer or a reference of its own leads to, what a function that it calls
stores behind a parameter, and what an object's operators give.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.call_stores import call_stores
from hipify_py.lanes.flow.lambda_values import lambda_stores
from hipify_py.lanes.flow.lattice import LANE, UNKNOWN, Value
from hipify_py.lanes.flow.leads import aliases, has_elements, leads, leads_on
from hipify_py.lanes.flow.macro_stores import macro_stores
from hipify_py.lanes.flow.member_values import has_member
from hipify_py.lanes.flow.storage import MOST_POINTERS, is_array, is_reference, is_shared, leads_to_block
from hipify_py.source.expression_reading import NO_NODE, expression

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.lanes.flow.call_stores import Stored
    from hipify_py.lanes.flow.lambda_values import Handed
    from hipify_py.lanes.flow.storage import Led
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Declaration, Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

    Given = Callable[[Declaration], Value | None]

# No run of blanks is split: it may be as long as a comment.


MOST_STORED = 1000  # values of one name each, of those through pointers that lead to many names
ANY = Value(LANE, 0, UNKNOWN)


class Told(NamedTuple):
    """What others tell: what `call_stores` and `lambda_stores` ask, and what an object's operators give."""

    stored: Stored
    given: Given
    handed: Handed


class Indirect(NamedTuple):
    """A value that a name is given beside what it holds: an expression, or what is known of it.

    It is told at the span, and stands there, or where it is `read`. With `anew` nothing else is left of it.
    """

    name: bytes
    span: Span
    node: Expression
    value: Value | None = None
    read: int | None = None
    anew: bool = False


def indirect_values(unit: Unit, read: Model, known: FunctionNames, told: Told) -> Iterator[Indirect]:
    """Give what names of a function are given by other ways, in no order."""
    through = _Through(unit, read, known)
    for one in read.assignments:
        for name in dict.fromkeys(_targets(unit, known, one, through)):
            yield Indirect(name, one.value, expression(unit.code[slice(*one.value)]))
    for made, span in through.ended.items():
        yield from (Indirect(name, span, NO_NODE, ANY) for name in through.pointees(made))
    yield from (Indirect(*each) for each in macro_stores(unit, read, known))
    for call in read.calls:
        yield from (Indirect(*each) for each in call_stores(unit, known, call, told.stored))
        yield from (Indirect(*each) for each in lambda_stores(unit, read, known, call, told.handed))
    for made in read.declarations:
        if made.kind == "local" and (value := told.given(made)):
            yield Indirect(made.name, made.at, NO_NODE, value)


def _targets(unit: Unit, known: FunctionNames, one: Assignment, through: _Through) -> Iterator[bytes]:
    """Give the names that an assignment gives a value without naming them alone."""
    node = expression(one.target)
    if node.kind == "call" and node.name == b"tie" and all(part.kind == "name" for part in node.parts):
        yield from (part.text for part in node.parts)
    called = known.declaration(node.name, one.value.start) if node.kind == "call" else None
    if called is not None and has_elements(unit, called):
        yield node.name
    for led in leads(unit, node):
        yield from _led(unit, known, one, led, through)


def _led(unit: Unit, known: FunctionNames, one: Assignment, led: Led, through: _Through) -> Iterator[bytes]:
    """Give the names that are given a value which a place that one name leads to is given."""
    name, own, member = led
    made = known.declaration(name, one.value.start) if name else None
    if made is None or made.value == one.value or is_shared(unit, made):
        return
    if member and has_member(unit, member):
        return
    elements = is_array(unit, made) or has_elements(unit, made)
    if name != one.name and (own or elements or (member and not made.pointers)):
        yield name
    if leads_on(unit.code, made) and (one.target.strip() != name or made.sign_in(unit.code) == b"&"):
        yield from through.stored(made, one.value)


class _Through:
    """What is stored through the pointers and references of a function.

    Through one that leads to many names so much may be stored that it is only told that it was: anything.
    """

    def __init__(self, unit: Unit, read: Model, known: FunctionNames) -> None:
        self._of = unit, read, known
        self._left = MOST_STORED
        self._found: dict[Declaration, tuple[bytes, ...]] = {}
        self.ended: dict[Declaration, Span] = {}  # with the first value that is not told

    def pointees(self, made: Declaration) -> tuple[bytes, ...]:
        """Give the names that a pointer or a reference leads to."""
        if made not in self._found:
            self._found[made] = tuple(_pointees(*self._of, made))
        return self._found[made]

    def stored(self, made: Declaration, value: Span) -> tuple[bytes, ...]:
        """Give the names that one more value is given; none where it is not told any more."""
        if made in self.ended:
            return ()
        names = self.pointees(made)
        self._left -= len(names) if len(names) > MOST_POINTERS else 0
        if self._left >= 0:
            return names
        self.ended[made] = value
        return ()


def _pointees(unit: Unit, read: Model, known: FunctionNames, made: Declaration) -> Iterator[bytes]:
    """Give the names that a pointer or a reference is given, by way of others too.

    What is in the memory that the function was given, or shares, is not looked at.
    """
    todo, seen = [made], {made.name}
    while todo and len(seen) <= MOST_POINTERS:
        last = todo.pop()
        for name, sure in aliases(unit, read).get(last.name, {}).items():
            to = _declared(known, name, last.at.start) if name not in seen else None
            if to is None or is_shared(unit, to) or not (sure or is_array(unit, to)):
                continue
            if is_reference(unit, last) and leads_to_block(unit, known, to):
                continue
            seen.add(name)
            yield name
            todo += [to] if leads_on(unit.code, to) else []


def _declared(known: FunctionNames, name: bytes, place: int) -> Declaration | None:
    """Give what a name stands for at the place of a pointer that leads there, be it declared behind that."""
    return known.declaration(name, place) or next(iter(known.declared.get(name, ())), None)
