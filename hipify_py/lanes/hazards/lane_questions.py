"""What is asked in one function about a mask of lanes, or what counts in it, before a place is come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import path
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from collections.abc import Set as AbstractSet

    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Condition, Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

DEEPEST = 3  # names that are followed, one from the other, from what is asked
MOST = 64  # values that are read for one question
COMPARES = frozenset({b"<", b">", b"<=", b">=", b"==", b"!="})
CLAIMS = (b"assert", b"assume")  # parts of the names of what claims that something holds


class LaneQuestions:
    """The questions of one function; `number` gives what an expression is worth."""

    def __init__(
        self, unit: Unit, of: Model, names: FunctionNames, number: Callable[[Expression], int | None]
    ) -> None:
        """Remember where to look."""
        self.unit, self.of, self.names, self.number = unit, of, names, number

    def is_asked(self, about: AbstractSet[bytes], also: AbstractSet[bytes], at: int) -> bool:
        """Say whether something is asked before a place about names or what is made of them.

        Of the names that are `also` meant, only what names them themselves counts.
        """
        return any(
            also & _names(asked) or any(about & _names(one) for one in self._behind(asked, about, DEEPEST))
            for asked in (*self._conditions(at), *self._claims(at))
        )

    def is_compared(self, about: AbstractSet[bytes], at: int, left: int = DEEPEST) -> bool:
        """Say whether something asked before a place holds names against a number, or what is made of them.

        How a loop counts says nothing of the rest of what it goes through. `left` names are followed.
        """
        return any(
            self._holds(asked, about)
            or any(self._holds(one, about) for one in self._comparisons(asked, about, left))
            for asked in (*self._conditions(at, but="for"), *self._claims(at))
        )

    def _holds(self, node: Expression, about: AbstractSet[bytes]) -> bool:
        numbers = {self.number(part) for part in node.walk() if part.kind in {"number", "name"}}
        return bool(about & _names(node) and numbers - {None, 0})

    def _comparisons(self, asked: Expression, about: AbstractSet[bytes], left: int) -> Iterator[Expression]:
        """Give the comparisons in what the names in a condition are given."""
        for one in [*self._behind(asked, about, left)][1:]:
            yield from (part for part in one.walk() if part.kind == "binary" and part.text in COMPARES)

    def uses(self, at: int) -> list[int]:
        """Give where the name is used that holds what is worked out at a place; nothing without one."""
        holding = [one for one in self.of.assignments if one.value.start <= at < one.value.end]
        name = holding[-1].target.strip() if holding else b""
        if not OWN_NAME.fullmatch(name) or holding[-1].operator:
            return []
        behind = (holding[-1].value.end, self.of.function.body.end)
        return [word.start() for word in OWN_NAME.finditer(self.unit.code, *behind) if word[0] == name]

    def _conditions(self, at: int, but: str = "") -> Iterator[Expression]:
        """Give the conditions around a place, and those on which others have left before."""
        return (self._read(one.span) for one in self._around(at) if one.keyword != but)

    def _around(self, at: int) -> Iterator[Condition]:
        yield from path(self.unit, self.of, at)
        for jump in self.of.jumps:
            if jump.at < at:
                yield from self.of.path(jump.at)

    def _claims(self, at: int) -> Iterator[Expression]:
        """Give what is claimed before a place, as by `assert`."""
        for call in self.of.calls:
            name = self.unit.code[slice(*call.name)].lower()
            if call.name.start < at and any(one in name for one in CLAIMS):
                yield from map(self._read, call.arguments)

    def _behind(self, asked: Expression, about: AbstractSet[bytes], left: int) -> Iterator[Expression]:
        """Give a condition, and what the names in it are given that are not those asked about."""
        seen, now = set(about), [asked]
        yield from now
        for _ in range(left):
            new = set().union(*map(_names, now)) - seen
            seen |= new
            values = [one for name in sorted(new) for one in self.names.values_of(name)]
            now = [*map(self._read, values[:MOST])]
            yield from now

    def _read(self, span: Span) -> Expression:
        return expression(self.unit.code[slice(*span)])


def _names(node: Expression) -> set[bytes]:
    return {part.name for part in node.walk() if part.kind in {"name", "call"}}
