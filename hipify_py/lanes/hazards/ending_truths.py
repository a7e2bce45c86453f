"""What a call that is asked in a loop has to say for the loop to be left: true or false."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from hipify_py.source.expression_reading import expression

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.hazards.awaited import Awaited
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Loop, Model

JOINED = frozenset({b"&&", b"||"})


class Turn(Protocol):
    """What is asked of a loop."""

    loop: Loop
    model: Model
    awaited: Awaited

    @property
    def given(self) -> dict[bytes, list[Assignment]]:
        """Give what is assigned in the loop, by the first name of the target."""

    def text(self, span: Span) -> bytes:
        """Give the code of a span."""

    def holds(self, span: Span) -> bool:
        """Say whether something stands in the loop, behind what it begins with."""


def ending_truth(turn: Turn, at: int) -> bool | None:
    """Give what a call at a place has to say for the loop to be left; None where that is not plain."""
    for span, ends in asked(turn):
        if span.start <= at < span.end:
            return _of_part(turn, span, at, ends=ends)
    for name, made in turn.given.items():
        for one in made:
            if one.value.start <= at < one.value.end and not one.operator and one.name == name:
                same = _of_part(turn, one.value, at, ends=True)
                named = _of_name(turn, name)
                return None if same is None or named is None else named == same
    return None


def _of_name(turn: Turn, name: bytes) -> bool | None:
    """Give what a name has to hold for the loop to be left."""
    for span, ends in asked(turn):
        for node in expression(turn.text(span)).walk():
            if (node.kind, node.text) == ("name", name):
                return _of_part(turn, span, node.within(span.start).start, ends=ends)
    return None


def asked(turn: Turn) -> Iterator[tuple[Span, bool]]:
    """Give what is asked for the loop to be left, and whether it has to hold."""
    yield turn.loop.condition, False
    for jump in turn.awaited.ways.jumps:
        for one in turn.model.path(jump.at):
            if one.keyword == "if" and turn.holds(one.span):
                yield one.span, one.otherwise == (jump.kind == "continue")


def _of_part(turn: Turn, span: Span, at: int, *, ends: bool) -> bool | None:
    """Give what a part of a condition at a place has to be where all of it has to be a truth."""
    node: Expression | None = expression(turn.text(span))
    while node and ((node.kind, node.text) == ("unary", b"!") or node.text in JOINED):
        ends = ends != (node.text == b"!")
        node = next((one for one in node.parts if _holds(one, at - span.start)), None)
    return ends if node and node.kind in {"call", "name", "member"} else None


def _holds(node: Expression, at: int) -> bool:
    return node.span.start <= at < node.span.end
