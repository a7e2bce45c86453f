"""Declarations that a `goto` or a `switch` leads past, into the rest of their scope.

C++ lets it lead past one without a value, and past no other: [stmt.dcl].
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.source.forward_jumps import label
from hipify_py.source.function_model import DEEPEST
from hipify_py.source.function_reading import model
from hipify_py.source.tokens import words
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.function_model import Declaration
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

MOST = 64  # labels in a scope that are looked at


def may_be_jumped_over(unit: Unit, function: Function, made: Declaration) -> bool:
    """Say whether a label behind a declaration is one to which a jump leads from outside of its scope."""
    known = _labels(unit, function)
    first, last = (bisect_left(known, (at,)) for at in (made.at.end, made.scope.end))
    return last - first > MOST or is_jumped_over(unit, function, made)


def is_jumped_over(unit: Unit, function: Function, made: Declaration) -> bool:
    """Say whether one of the next labels behind a declaration, in its scope, is such a label."""
    known, behind = _labels(unit, function), Span(made.at.end, made.scope.end)
    first = bisect_left(known, (behind.start,))
    labels = ((at, by) for at, by in islice(known, first, first + MOST) if at < behind.end)
    return any(not behind.start <= by < behind.end for _, by in labels)


@fact_of
def _labels(unit: Unit, function: Function) -> tuple[tuple[int, int], ...]:
    """Give where the labels stand to which a function jumps, and by what: a `goto`, or their `switch`."""
    return tuple(sorted((*_of_jumps(unit, function), *_of_switches(unit, function))))


def _of_jumps(unit: Unit, function: Function) -> Iterator[tuple[int, int]]:
    for one in model(unit, function).jumps:
        at = label(unit, one, function.body) if one.kind == "goto" else None
        if at is not None:
            yield at, one.at


def _of_switches(unit: Unit, function: Function) -> Iterator[tuple[int, int]]:
    regions = model(unit, function).regions
    for word in words(unit.code, b"case", b"default", within=function.body):
        around = islice(regions.around(word.start), DEEPEST)
        switch = next((one for one in around if one.condition and one.condition.keyword == "switch"), None)
        if switch:
            yield word.start, switch.span.start
