"""Words of an object that pass a shuffle by a pointer or reference to another type than its members.

clang keeps the rules of C++ about types, which nvcc does not use: where `((int *)&v)[i]` is written in a
loop, a `double` of `v` is taken for unchanged, and the shuffle is dropped; where it is read, what was given
to the `double` before may not be seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.aliased_types import is_aliased
from hipify_py.lanes.flow.word_views import pointed, views
from hipify_py.lanes.hazard import Hazard
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import functions_by_name, model
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.word_views import View
    from hipify_py.model import Span
    from hipify_py.source.function_model import CallText, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

PASSES = (b"shfl", b"shuffle")
MOST = 8  # functions of one name


def aliased_words(unit: Unit, function: Function) -> Iterator[Hazard]:
    """Report objects whose words pass a shuffle in a loop, where clang may take members for unchanged."""
    read = model(unit, function)
    seen: dict[View, Span] = {}
    for view, at in sorted((*_taken(unit, read), *_written(unit, read)), key=lambda one: one[1]):
        seen.setdefault(view, at)
    for view, at in seen.items():
        if is_aliased(unit, function, view):
            yield Hazard("W064", at, view.of.name.decode("utf-8", "replace"))


def _taken(unit: Unit, read: Model) -> Iterator[tuple[View, Span]]:
    """Give the objects whose words a shuffle is given, or a function that shuffles them, with where."""
    for call in read.calls:
        if _passes_in_loop(unit, read, call):
            for span in call.arguments:
                for view in views(unit, read, expression(unit.code[slice(*span)]), span.start):
                    yield view, call.name
            continue
        for one in functions_by_name(unit).get(unit.code[slice(*call.name)], ())[:MOST]:
            for number in _passing(unit, one) if one != read.function else ():
                span = call.arguments[number] if number < len(call.arguments) else call.name
                found = pointed(unit, read, expression(unit.code[slice(*span)]), span.start)
                if found:
                    yield found, call.name


def _written(unit: Unit, read: Model) -> Iterator[tuple[View, Span]]:
    """Give the objects to whose words what a shuffle gives is written, with where the shuffle stands."""
    for given in read.assignments:
        passing = (one.name for one in read.called_in(given.value) if _passes_in_loop(unit, read, one))
        at = next(passing, None)
        if at:
            for view in views(unit, read, expression(given.target), given.value.start):
                yield view, at


def _passes_in_loop(unit: Unit, read: Model, call: CallText) -> bool:
    """Say whether a call is one of a shuffle, by its name, and stands in a loop."""
    name = unit.code[slice(*call.name)].lower()
    return any(one in name for one in PASSES) and any(
        one.keyword in LOOPS for one in read.path(call.name.start)
    )


@fact_of
def _passing(unit: Unit, function: Function) -> frozenset[int]:
    """Give which of a function's parameters are pointers to words that it shuffles in a loop."""
    read = model(unit, function) if function.kind != "macro" else None
    found = set[int]()
    for call in read.calls if read else ():
        if read and _passes_in_loop(unit, read, call):
            for span in call.arguments:
                names = {
                    part.parts[0].text
                    for part in expression(unit.code[slice(*span)]).walk()
                    if part.kind == "subscript"
                }
                found.update(n for n, name in enumerate(read.parameters) if name in names)
    return frozenset(found)
