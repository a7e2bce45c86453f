"""The assignments and the calls of one function by the names to which they may store, each in order."""

from __future__ import annotations

from heapq import merge
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.storage import led_to
from hipify_py.lanes.hazards.call_roles import ASKS, role_of
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import model
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hipify_py.source.function_model import Assignment, CallText, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

    Numbers = Mapping[bytes, list[int]]


def assigned_to(unit: Unit, read: Model, names: Iterable[bytes]) -> Iterator[Assignment]:
    """Give the assignments of a function whose targets lead to some names; those of no name by `b""`."""
    return (read.assignments[one] for one in in_order(_assigned(unit, read.function), names))


def given_to(unit: Unit, read: Model, name: bytes) -> Iterator[CallText]:
    """Give the calls of a function in whose arguments a name stands, but for those that only ask."""
    return (read.calls[one] for one in in_order(_given(unit, read.function), (name,)))


def in_order(numbers: Numbers, names: Iterable[bytes]) -> Iterator[int]:
    """Give the numbers that stand by one of some names, each once, as many as are asked for."""
    last = -1
    for number in merge(*(numbers.get(one, ()) for one in names)):
        if number > last:
            yield number
        last = number


def by_arguments(code: bytes, calls: Iterable[tuple[int, CallText]]) -> Numbers:
    """Give the numbers of calls by the names in their arguments."""
    found: dict[bytes, list[int]] = {}
    for number, call in calls:
        for name in {name for one in call.arguments for name in OWN_NAME.findall(code, *one)}:
            found.setdefault(name, []).append(number)
    return found


@fact_of
def _assigned(unit: Unit, function: Function) -> Numbers:
    found: dict[bytes, list[int]] = {}
    for number, one in enumerate(model(unit, function).assignments):
        found.setdefault(led_to(expression(one.target)).name, []).append(number)
    return found


@fact_of
def _given(unit: Unit, function: Function) -> Numbers:
    code, calls = unit.code, enumerate(model(unit, function).calls)
    return by_arguments(code, (one for one in calls if role_of(code[slice(*one[1].name)]) not in ASKS))
