"""What is asked in one function about a mask of lanes, or what counts in it, before a place is come to."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.integers import COMPARED
from hipify_py.lazy import cached_property
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import names_in
from hipify_py.source.function_reading import path
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from collections.abc import Set as AbstractSet

    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import CallText, Condition, Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

DEEPEST = 3  # names that are followed, one from the other, from what is asked
MOST = 64  # conditions, and values of names, that are read for one question
MOST_USES = 16  # of what is worked out
PARTS = frozenset({b"&", b"%"})
CLAIMS = (b"assert", b"assume")  # parts of the names of what claims that something holds


class LaneQuestions:
    """The questions of one function; `number` gives what an expression is worth."""

    def __init__(
        self, unit: Unit, of: Model, names: FunctionNames, number: Callable[[Expression], int | None]
    ) -> None:
        """Remember where to look."""
        self.unit, self.of, self.names, self.number = unit, of, names, number

    def is_asked(self, about: AbstractSet[bytes], also: AbstractSet[bytes], at: int, but: str = "") -> bool:
        """Say whether something is asked before a place about names or what is made of them.

        Of the names that are `also` meant, only what names them themselves counts; what stands behind the
        keyword `but` does not.
        """
        return self.is_beyond(at) or any(
            also & names_in(self._read(asked))
            or any(about & names_in(one) for one in self._behind(asked, about, DEEPEST))
            for asked in (*self._conditions(at, but), *self.claims(at))
        )

    def is_compared(self, about: AbstractSet[bytes], at: int, left: int = DEEPEST) -> bool:
        """Say whether something asked before a place holds names against a number, or what is made of them.

        How a loop counts says nothing of the rest of what it goes through. `left` names are followed.
        """
        return self.is_beyond(at) or any(
            self._holds(self._read(asked), about)
            or any(self._holds(one, about) for one in self._comparisons(asked, about, left))
            for asked in (*self._conditions(at, but="for"), *self.claims(at))
        )

    def is_bounded(self, about: AbstractSet[bytes], at: int, is_beyond: Callable[[Expression], bool]) -> bool:
        """Say whether something asked before a place names these, or compares what is made of them.

        A comparison that `is_beyond` what counts says nothing.
        """
        return self.is_beyond(at) or any(
            not about.isdisjoint(_named(self._read(asked), is_beyond))
            or any(
                about & names_in(one) and not is_beyond(one)
                for one in self._comparisons(asked, about, DEEPEST)
            )
            for asked in (*self._conditions(at), *self.claims(at))
        )

    def asked_names(self, at: int) -> set[bytes]:
        """Give what stands by its name in what is asked before a place."""
        return set().union(*(names_in(self._read(one)) for one in self._conditions(at)))

    def is_parted(self, whole: AbstractSet[bytes], at: int, signs: AbstractSet[bytes] = PARTS) -> bool:
        """Say whether something asked before a place takes a part of what is named, as `at & 31` does."""
        return bool(whole) and any(
            part.kind == "binary" and part.text in signs and whole & names_in(part)
            for asked in (*self._conditions(at), *self.claims(at))
            for one in self._behind(asked, frozenset(), DEEPEST)
            for part in one.walk()
        )

    def _holds(self, node: Expression, about: AbstractSet[bytes]) -> bool:
        numbers = {self.number(part) for part in node.walk() if part.kind in {"number", "name"}}
        return bool(about & names_in(node) and numbers - {None, 0})

    def _comparisons(self, asked: Span, about: AbstractSet[bytes], left: int) -> Iterator[Expression]:
        """Give the comparisons in what the names in a condition are given."""
        for one in [*self._behind(asked, about, left)][1:]:
            yield from (part for part in one.walk() if part.kind == "binary" and part.text in COMPARED)

    def uses(self, at: int) -> list[int]:
        """Give where the name is used that holds what is worked out at a place; nothing without one.

        Nor of one that is used in many places.
        """
        holding = self.of.assigned_around(at)
        if holding is None or holding.operator:
            return []
        found = self._places.get(holding.target.strip(), [])
        behind = found[bisect_right(found, holding.value.end) :]
        return behind if len(behind) <= MOST_USES else []

    @cached_property
    def _places(self) -> dict[bytes, list[int]]:
        """Give where each name stands in the function."""
        found: dict[bytes, list[int]] = {}
        for word in OWN_NAME.finditer(self.unit.code, *self.of.function.body):
            found.setdefault(word[0], []).append(word.start())
        return found

    def _conditions(self, at: int, but: str = "") -> Iterator[Span]:
        """Give the conditions around a place, and those on which others have left before."""
        return (one.span for one in self._around(at) if one.keyword != but)

    def _around(self, at: int) -> Iterator[Condition]:
        yield from path(self.unit, self.of, at)
        left = bisect_left(self.of.jumps, at, key=lambda one: one.at)
        yield from dict.fromkeys(one for jump in self.of.jumps[:left] for one in self.of.path(jump.at))

    def is_beyond(self, at: int) -> bool:
        """Say whether more is asked before a place than is read for each that is asked about."""
        jumps = bisect_left(self.of.jumps, at, key=lambda one: one.at)
        return jumps + bisect_left(self._claimed, at, key=lambda one: one.name.start) > MOST

    def claims(self, at: int) -> Iterator[Span]:
        """Give what is claimed before a place, as by `assert`."""
        before = bisect_left(self._claimed, at, key=lambda one: one.name.start)
        return (one for call in self._claimed[:before] for one in call.arguments)

    @cached_property
    def _claimed(self) -> list[CallText]:
        return [
            one
            for one in self.of.calls
            if any(word in self.unit.code[slice(*one.name)].lower() for word in CLAIMS)
        ]

    def _behind(self, asked: Span, about: AbstractSet[bytes], left: int) -> Iterator[Expression]:
        """Give a condition, and what the names in it are given that are not those asked about.

        What they are given behind it, where nothing has asked for that yet, does not count.
        """
        seen, now = set(about), [self._read(asked)]
        yield from now
        for _ in range(left):
            new = set().union(*map(names_in, now)) - seen
            seen |= new
            given = (one for name in sorted(new) for one in self.names.values_of(name))
            values = [one for one in given if one.end <= asked.end]
            now = [*map(self._read, values[:MOST])]
            yield from now

    def _read(self, span: Span) -> Expression:
        return expression(self.unit.code[slice(*span)])


def _named(node: Expression, is_beyond: Callable[[Expression], bool]) -> Iterator[bytes]:
    """Give what an expression names, but for comparisons that are beyond something."""
    todo = [node]
    while todo:
        one = todo.pop()
        if one.kind in {"name", "call"}:
            yield one.name
        if not (one.kind == "binary" and one.text in COMPARED and is_beyond(one)):
            todo += one.parts
