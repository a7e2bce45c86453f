"""Turns of loops that some threads skip: `if ((turn & 1) != (warp & 1)) continue;` before a barrier."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import cached_property
from hipify_py.source.function_model import LOOPS
from hipify_py.source.spans import holds

if TYPE_CHECKING:
    from collections.abc import Callable

    from hipify_py.model import Span
    from hipify_py.source.function_model import Condition, Model, Path


class SkippedTurns:
    """Where loops of a function go on with the next turn for some threads; `parts` tells of a condition."""

    def __init__(self, model: Model, parts: Callable[[Condition], bool]) -> None:
        """Read nothing yet."""
        self.model, self.parts = model, parts

    def left_before(self, place: int, around: Path) -> bool:
        """Say whether some threads never come to a place in a turn; `around` are the conditions there.

        What parts threads is asked only of those conditions on which they go on before that place.
        """
        spans = {one.span for one in around}
        skips = (each for one in around if one.keyword in LOOPS for each in self._skips.get(one.span, ()))
        return any(at < place and one.span not in spans and self.parts(one) for at, one in skips)

    @cached_property
    def _skips(self) -> dict[Span, list[tuple[int, Condition]]]:
        """Give for each loop, by its head, the first place at which it goes on under each condition."""
        found: dict[Span, dict[Span, tuple[int, Condition]]] = {}
        for jump in self.model.jumps:
            if jump.kind != "continue":
                continue
            around = [one for one in self.model.path(jump.at) if holds(jump.home, one.span)]
            last = max((at for at, one in enumerate(around) if one.keyword in LOOPS), default=None)
            if last is None:
                continue
            first = found.setdefault(around[last].span, {})
            for one in around[last + 1 :]:
                first.setdefault(one.span, (jump.at, one))
        return {head: [*each.values()] for head, each in found.items()}
