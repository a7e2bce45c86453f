"""Loops that a `goto` back to a label before it makes."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Span
from hipify_py.source.forward_jumps import GOTO, label
from hipify_py.source.function_model import Loop
from hipify_py.source.spans import holds
from hipify_py.source.tokens import token_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.source.function_model import Model
    from hipify_py.source.unit import Unit

NONE = Span(0, 0)


class BackwardJump(NamedTuple):
    """A loop without a head, and the jump that makes it; `shown` is the jump's span."""

    loop: Loop
    shown: Span


def backward_jumps(unit: Unit, of: Model) -> Iterator[BackwardJump]:
    """Give the loops that jumps back make."""
    for jump in of.jumps:
        if jump.kind != "goto":
            continue
        name = token_at(unit.code, jump.at + len(GOTO))
        start = label(unit, jump, Span(jump.home.start, jump.at))
        if start is not None:
            whole = Span(start, name.end)
            yield BackwardJump(Loop("do", whole, whole, NONE, NONE, NONE, whole), Span(jump.at, name.end))


def exits(of: Model, jump: BackwardJump) -> list[Sequence[Span]]:
    """Give the conditions on which each way out of the loop of a jump hangs."""
    whole = jump.loop.whole
    first, end = (bisect_left(of.jumps, at, key=lambda one: one.at) for at in whole)
    left = [_asked(of, one.at, whole) for one in of.jumps[first:end] if one.kind == "return"]
    return [*([one] for one in _asked(of, jump.shown.start, whole)), *left]


def _asked(of: Model, at: int, whole: Span) -> list[Span]:
    return [one.span for one in of.path(at) if holds(whole, one.span)]
