"""What numbers of threads a launch may give its blocks: by a variable, by `c ? 64 : 32`, by a function."""

from __future__ import annotations

from bisect import bisect_left
from math import prod
from operator import add, floordiv, mul, sub
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.handed_arguments import handed
from hipify_py.lanes.flow.integers import written
from hipify_py.lanes.hazards.function_tables import tables
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import functions_by_name, model, names
from hipify_py.source.listed_values import GRID
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

    _Value = tuple[Expression, "_Where"]

ALONG_X, OF_MACRO = b".x", -1
MOST = 16  # values that are looked at for one launch
MOST_OF_A_NAME = 4  # functions of one name, and lists
LONGEST = 2000  # bytes of a value that is read
DEEPEST = 4  # functions that call one another
NOTHING: Mapping[bytes, _Value] = MappingProxyType({})
WORKED_OUT: Mapping[bytes, Callable[[int, int], int]] = MappingProxyType(
    {b"+": add, b"-": sub, b"*": mul, b"/": floordiv}
)
BOUNDS = frozenset((b"min", b"max", b"clamp"))  # give one of what they are given


class Size(NamedTuple):
    """What blocks may have along x: an expression, and where the function `home` gets it from.

    Its text begins at `start`, which is less than 0 where that is a macro's. `is_called` says that it stands
    elsewhere: in a function or a macro that is called `at` a place.
    `others` is the product of the sides beside it; 0 where that is not told, or the number changes. `worth`
    is what such a function works out of the numbers that it is given there.
    """

    home: Function
    at: Span
    node: Expression
    start: int
    is_called: bool
    others: int
    worth: int | None = None

    def threads(self, constants: ConstantTable) -> int:
        """Give the threads of such a block; 0 where they are not told."""
        return (constants.plain(self.node) or 0) * self.others


class _Where(NamedTuple):
    """Where an expression is read: in which function, with what is `given` for parameters of one called."""

    home: Function
    start: int  # where its text begins; less than 0 where that is a macro's
    told: Function | None = None  # the function that calls this one, by way of others too
    at: Span | None = None  # and where it does
    others: int = 1
    left: int = DEEPEST
    given: Mapping[bytes, _Value] = NOTHING


@fact_of
def block_sizes(unit: Unit, home: Function, threads: Span, constants: ConstantTable) -> Sequence[Size]:
    """Give what the blocks may have of a launch in a function; `threads` is what it tells of them."""
    reading = _Reading(unit, constants)
    return [*reading.read(expression(unit.code[slice(*threads)]), _Where(home, threads.start))]


class _Reading:
    def __init__(self, unit: Unit, constants: ConstantTable) -> None:
        self.unit, self.constants, self.left = unit, constants, MOST
        self.seen: set[tuple[Span | None, Span]] = set()

    def read(self, node: Expression, where: _Where) -> Iterator[Size]:
        """Give what an expression may be worth as the number of threads along x."""
        self.left -= 1
        if self.left < 0:
            return
        node = bare(node)
        if node.kind == "list" or node.text == GRID:
            yield from self._of_grid(node, where)
            return
        values = self._values(node, where)
        for value, there in values or ():
            yield from self.read(value, there)
        if values is None:
            at = where.at or node.within(where.start)
            worth = self._worth(node, where, DEEPEST) if where.given else None
            yield Size(
                where.told or where.home, at, node, where.start, where.at is not None, where.others, worth
            )

    def _worth(self, node: Expression, where: _Where, left: int) -> int | None:
        """Give what an expression is worth by the numbers that its function is given."""
        node = bare(node)
        if node.kind == "name" and node.text in where.given and left:
            return self._worth(*where.given[node.text], left - 1)
        if node.kind != "binary" or node.text not in WORKED_OUT or not left:
            return self.constants.plain(node)
        one, other = (self._worth(part, where, left - 1) for part in node.parts)
        if one is None or other is None or (node.text == b"/" and (one < 0 or other < 1)):
            return None
        return WORKED_OUT[node.text](one, other)

    def _values(self, node: Expression, where: _Where) -> Sequence[_Value] | None:
        """Give what an expression may be worth, one of others; None of what is no choice."""
        if node.kind == "?" or (node.kind == "call" and node.name in BOUNDS):
            return [(part, where) for part in node.parts[node.kind == "?" :]]
        if node.kind == "call":
            return self._called(node, where)
        return self._held(node, where) if node.kind in {"name", "subscript"} else None

    def _of_grid(self, node: Expression, where: _Where) -> Iterator[Size]:
        sides: Sequence[Expression] = (node,)
        while sides and sides[0].parts and (sides[0].kind == "list" or sides[0].text == GRID):
            sides = [*map(bare, sides[0].parts), *sides[1:]]
        others = prod(self.constants.plain(one) or 0 for one in sides[1:])
        if sides and sides[0].text != GRID:
            yield from self.read(sides[0], where._replace(others=others * where.others))

    def _called(self, node: Expression, where: _Where) -> Sequence[_Value] | None:
        """Give what a call gives: of a function of the file, of a lambda or of a macro."""
        inner = _inside(node, where)._replace(left=where.left - 1)
        own = names(self.unit, where.home).declaration(node.name, node.within(where.start).start)
        if inner.left < 0:
            return None
        if own is not None:
            returned = model(self.unit, where.home).jumps_in(own.value) if own.value else ()
            return [self._value(one.value, inner) for one in returned[:MOST] if one.value] or None
        found: list[_Value] = []
        for made in functions_by_name(self.unit).get(node.name, ())[:MOST_OF_A_NAME]:
            read = model(self.unit, made)
            given = zip(read.parameters, ((part, where) for part in node.parts), strict=False)
            there = inner._replace(home=made, given=dict(given))
            values = [one.value for one in read.jumps[:MOST] if one.value and one.home == made.body]
            found += [self._value(one, there) for one in values]
        macro = self.constants.functions.get(node.name)
        if found or macro is None:
            return found or None
        taken = dict(zip(macro.parameters, ((part, where) for part in node.parts), strict=False))
        return [(macro.node, inner._replace(given=taken))]

    def _held(self, node: Expression, where: _Where) -> Sequence[_Value] | None:
        """Give what a variable, an element of a list or a macro may hold; None of what is a constant."""
        is_listed = node.kind == "subscript"
        name = bare(node.parts[0]).text if is_listed else node.text
        known = names(self.unit, where.home)
        made = known.declaration(name, node.within(where.start).start)
        if where.start < 0 and name in where.given:
            return [where.given[name]]
        if made is None and is_listed:
            made_of = tables(self.unit).get(name, ())[:MOST_OF_A_NAME]
            return [one for span in made_of for one in self._listed(span, where, node.parts[1])]
        if made is None:
            text = self.constants.texts.get(name) if self.constants.plain(node) is None else None
            return [(expression(text), _inside(node, where))] if text else None
        if made.kind == "parameter" and not known.given_at(name, node.within(where.start).start):
            return self._taken(name, where)
        given = self._given(known, name, node, where)
        if is_listed:
            return [each for one in given for each in self._listed(one.value, where, node.parts[1])]
        sides = self._reaching(_members(self.unit, where.home).get(name + ALONG_X, ()), node, where)
        there = where._replace(others=0) if sides else where
        return [self._value(one.value, there) for one in (*given, *sides) if self._is_new(one.value, where)]

    def _given(
        self, known: FunctionNames, name: bytes, node: Expression, where: _Where
    ) -> Sequence[Assignment]:
        """Give what a variable may be given; nothing of one that is changed by what it was before."""
        given = known.given_at(name, node.within(where.start).start)
        if any(one.operator or one.target != name for one in given[: MOST * MOST]):
            return ()
        return self._reaching(given, node, where)

    def _reaching(self, given: Sequence[Assignment], node: Expression, where: _Where) -> Sequence[Assignment]:
        """Leave out what is given before something else is, whatever happens; and all where that is much."""
        at, read = node.within(where.start).start, model(self.unit, where.home)
        around = read.path(at)
        before = bisect_left(given, at, key=lambda one: one.value.start)
        for number in range(before - 1, max(before - MOST, 0) - 1, -1):
            way = read.path(given[number].value.start)
            if way == around[: len(way)]:
                return given[number : number + MOST]
        return given if len(given) <= MOST else ()

    def _taken(self, name: bytes, where: _Where) -> Sequence[_Value]:
        """Give what a function is given for a parameter: by the call that is read, or by all of the file."""
        if where.told is not None:
            return [where.given[name]] if name in where.given else []
        found = handed(self.unit, where.home, name) if where.left else ()
        there = where._replace(left=where.left - 1)
        return [self._value(span, there._replace(home=caller)) for span, caller in found]

    def _listed(self, span: Span, where: _Where, index: Expression) -> Iterator[_Value]:
        """Give the element of a list that a number says, or else all."""
        node, there = self._value(span, where)
        parts = node.parts if node.kind == "list" else (node,)
        number = written(index.text) if index.kind == "number" else None
        if number and number.value < len(parts):
            parts = parts[number.value :][:1]
        yield from ((one, there) for one in parts[:MOST])

    def _is_new(self, value: Span, where: _Where) -> bool:
        known = (where.at, value) in self.seen
        self.seen.add((where.at, value))
        return not known

    def _value(self, span: Span, where: _Where) -> _Value:
        text = self.unit.code[slice(*span)] if span.end - span.start <= LONGEST else b""
        return expression(text), where._replace(start=span.start)


@fact_of
def _members(unit: Unit, home: Function) -> Mapping[bytes, Sequence[Assignment]]:
    """Give what the members of a function's variables are given, by how they are written: `b.x`."""
    found: dict[bytes, list[Assignment]] = {}
    for one in model(unit, home).assignments:
        if one.target.endswith(ALONG_X):
            found.setdefault(one.target, []).append(one)
    return found


def _inside(node: Expression, where: _Where) -> _Where:
    """Give where something is read that stands elsewhere, by what a node names."""
    at = node.within(where.start)
    return where._replace(at=where.at or at, told=where.told or where.home, start=OF_MACRO)
