"""What stands in one loop: what it calls and assigns, and its ways out."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.lambda_values import lambda_bodies
from hipify_py.lazy import cached_property, re
from hipify_py.source.expression_reading import expression
from hipify_py.source.spans import holds
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.hazards.loop_kinds import Surroundings
    from hipify_py.model import Span
    from hipify_py.source.function_model import Assignment, CallText, Loop

FOR_EVER = frozenset({b"", b"true", b"1", b"!0"})
BY_REFERENCE = re.compile(rb"\[[^][]*&")  # what a lambda captures


class LoopParts:
    """A loop of a function with what stands in it, and in the lambdas that it calls."""

    def __init__(self, function: Surroundings, loop: Loop, exits: Sequence[Sequence[Span]]) -> None:
        """Remember the loop, the function's others, and the ways out of one that has no head."""
        self.function, self.loop, self.ways_out = function, loop, exits
        self.model, self.code = function.model, function.unit.code

    def text(self, span: Span) -> bytes:
        """Give the code of a span."""
        return self.code[slice(*span)]

    @cached_property
    def calls(self) -> list[CallText]:
        """Give the calls in the loop."""
        parts = self.function.calls.numbers(self.loop)
        return [one for part in parts for one in self.model.calls[part.start : part.stop]]

    def calls_in(self, span: Span) -> list[CallText]:
        """Give the calls in the loop whose name begins in a span."""
        return [one for one in self.model.called_in(span) if self.holds(one.name)]

    @cached_property
    def called(self) -> frozenset[bytes]:
        """Give the names of what is called in the loop."""
        names, parts = self.function.calls.names, self.function.calls.numbers(self.loop)
        return frozenset(chain.from_iterable(names[part.start : part.stop] for part in parts))

    @cached_property
    def given(self) -> dict[bytes, list[Assignment]]:
        """Give what is assigned in the loop, by the first name of the target."""
        found: dict[bytes, list[Assignment]] = {}
        by_lambdas = (one for body in self.lambdas for one in self.model.assigned_in(body))
        for one in chain(self.model.assigned_in(self.loop.whole), by_lambdas):
            name = OWN_NAME.search(one.target) if self.holds(one.value) else None
            if name and not self._is_of_lambda(name[0], one.value.start):
                found.setdefault(name[0], []).append(one)
        return found

    @cached_property
    def lambdas(self) -> list[Span]:
        """Give the bodies of lambdas of the function, outside of the loop, by which this may change names."""
        values = (one.value for name in self.called for one in self.function.names.declared.get(name, ()))
        made = [one for one in values if one and not holds(self.loop.whole, one)]
        changing = (one for one in made if BY_REFERENCE.match(self.code, *one))
        return [body for one in changing for body in lambda_bodies(self.model, one)[:1]]

    def _is_of_lambda(self, name: bytes, at: int) -> bool:
        """Say whether a name is declared by a lambda that the loop calls."""
        body = next((one for one in self.lambdas if one.start <= at < one.end), None)
        made = self.function.names.declaration(name, at) if body else None
        return body is not None and made is not None and made.scope.end <= body.end

    def holds(self, span: Span) -> bool:
        """Say whether something stands in the loop, behind what it begins with, or in a lambda it calls."""
        begins = self.loop.start
        inside = holds(self.loop.whole, span) and not begins.start <= span.start < begins.end
        return inside or any(holds(body, span) for body in self.lambdas)

    @cached_property
    def exits(self) -> list[Sequence[Span]]:
        """Give the conditions of each way out: that of the loop, and those around what leaves it."""
        asked = self.loop.condition
        ever = b"".join(self.text(asked).split()) in FOR_EVER
        found: list[Sequence[Span]] = [] if ever else [[asked]]
        return [*found, *self.function.leaving.get(self.loop.head, ()), *self.ways_out]

    def _members(self, span: Span) -> Iterator[bytes]:
        """Give the members that an expression reads."""
        nodes = expression(self.code[slice(*span)]).walk() if b"." in self.code[slice(*span)] else ()
        return (node.text for node in nodes if node.kind == "member")
