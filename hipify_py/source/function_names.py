"""The names of one function: how each is declared and given values, and which declaration it stands for."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from hipify_py.lazy import cached_property
from hipify_py.source.function_model import Assignment, Regions, in_order
from hipify_py.source.spans import holds

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hipify_py.model import Span
    from hipify_py.source.function_model import Declaration, Model

MARK = b"@"  # stands in no name
CHANGED = b"()"  # the operator of what changes a name by a reference or an address: nobody writes it


class FunctionNames:
    """The names of one function, put together once."""

    def __init__(self, model: Model, changed: Iterable[tuple[bytes, Span]] = ()) -> None:
        """Read the declarations and the assignments of a model, each in the order of the source.

        What may be `changed` where nothing is assigned to it counts as given a value that nobody knows. It
        is looked at when something is asked of values.
        """
        self.function = model.function
        self.declared: dict[bytes, list[Declaration]] = {}
        for one in model.declarations:
            self.declared.setdefault(one.name, []).append(one)
        self._assignments, self._changed = model.assignments, changed
        self._itself: dict[bytes, list[Span]] = {}
        self._by_symbol: dict[bytes, dict[bytes, list[Assignment]]] = {}
        self._first: dict[bytes, dict[Span, Declaration]] = {}
        self._scopes: dict[bytes, Regions] = {}

    @cached_property
    def given(self) -> dict[bytes, list[Assignment]]:
        """Give what gives each name a value, in the order of the source."""
        found: dict[bytes, list[Assignment]] = {}
        for one in self._assignments:
            found.setdefault(one.name, []).append(one)
        others: dict[bytes, list[Assignment]] = {}
        for name, at in self._changed:
            others.setdefault(name, []).append(Assignment(name, CHANGED, at))
        for name, new in others.items():
            found[name] = sorted([*found.get(name, ()), *new], key=_starts)
        return found

    def declaration(self, name: bytes, at: int) -> Declaration | None:
        """Give the declaration that a name stands for at a place, of several in one scope the first."""
        made = self.declared.get(name)
        if made is None:
            return None
        if len(made) == 1:  # as nearly always
            one = made[0]
            return one if one.scope.start <= at < one.scope.end and one.at.start <= at else None
        if name not in self._scopes:
            first = self._first.setdefault(name, {})
            for one in made:
                first.setdefault(one.scope, one)
            self._scopes[name] = in_order((scope, None) for scope in first)
        declared = (self._first[name][region.span] for region in self._scopes[name].around(at))
        return next((one for one in declared if one.at.start <= at), None)  # else it is declared further down

    def given_at(self, name: bytes, at: int) -> Sequence[Assignment]:
        """Give what gives that a value which a name stands for at a place, and nothing else of its name."""
        given = self.given.get(name, [])
        if len(self.declared.get(name, ())) < 2:
            return given
        if name not in self._by_symbol:
            found = self._by_symbol[name] = {}
            for one in given:
                found.setdefault(self.symbol(name, one.value.start), []).append(one)
        return self._by_symbol[name].get(self.symbol(name, at), ())

    def values_of(self, name: bytes) -> list[Span]:
        """Give what a name is given, in whichever of its scopes."""
        return [one.value for one in self.given.get(name, ())]

    def given_in(self, name: bytes, span: Span) -> list[Assignment]:
        """Give what gives a name a value within a span, in whichever of its scopes.

        It is looked for by its place: a name may be given values in each of many loops.
        """
        given = self.given.get(name, [])
        first = bisect_left(given, span.start, key=_starts)
        end = bisect_right(given, span.end, first, key=_starts)
        return [one for one in given[first:end] if holds(span, one.value)]

    def sole_before(self, name: bytes, at: int) -> Assignment | None:
        """Give the one place before another that gives a name a value, in whichever of its scopes."""
        before = [one for one in self.given.get(name, ())[:2] if one.value.start < at]
        return before[0] if len(before) == 1 else None

    def once(self, name: bytes, before: int | None = None) -> Assignment | None:
        """Give what gives a name its value, if nothing else does, and as it is: not by `+=`.

        It may be given to what the name points at: `*name = 1`. What stands `before` a place alone counts.
        """
        given = self.given.get(name, ())
        if len(given) != 1 or given[0].operator or (before is not None and given[0].value.start >= before):
            return None
        return given[0]

    def values_itself(self, name: bytes) -> list[Span]:
        """Give what a name itself is given, and not what it points at, in whichever of its scopes."""
        if name not in self._itself:
            given = self.given.get(name, ())
            self._itself[name] = [one.value for one in given if one.target == one.name]
        return self._itself[name]

    def symbol(self, name: bytes, at: int) -> bytes:
        """Give the symbol that a name stands for at a place: of a name with one scope alone, the name.

        Another has one for each of its scopes: the name, a mark, and where the scope begins; what stands
        outside of them all is the name with the mark alone.
        """
        if len(self.declared.get(name, ())) < 2:
            return name
        made = self.declaration(name, at)
        if len(self._first[name]) < 2:
            return name
        return name + MARK if made is None else b"%b%b%d" % (name, MARK, made.scope.start)


def _starts(one: Assignment) -> int:
    return one.value.start


def name_of(symbol: bytes) -> bytes:
    """Give the name of a symbol."""
    return symbol.partition(MARK)[0]
