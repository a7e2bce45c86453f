"""Values of parameters by default that no call leaves in place: nothing counts by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.call_sites import sites
from hipify_py.source.function_reading import model, names
from hipify_py.source.word_places import holds_part, standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

KERNEL = b"__global__"


def overridden(unit: Unit, function: Function) -> Iterator[Span]:
    """Give the values by default of a function's parameters for which each of its calls gives another.

    None of a function that the file does not call, or that stands in a macro, which may call it as well. Nor
    of those of a file without kernels: others include it, to call what it has.
    """
    if not holds_part(unit, KERNEL):
        return
    read = model(unit, function)
    made = {one.name: one.value for one in read.declarations if one.kind == "parameter"}
    if not any(made.values()) or any(unit.directive_at(one.start) for one in standing(unit, function.called)):
        return
    given = [len(one.arguments) for one in sites(unit, function)]
    for name in read.parameters[: min(given, default=0)]:
        if (value := made.get(name)) is not None:
            yield value


def kept(unit: Unit, function: Function, name: bytes) -> bool:
    """Say whether a parameter is given nothing in its function but its value by default."""
    given, made = names(unit, function).given.get(name, ()), names(unit, function).declared.get(name, ())
    return len(made) == 1 and all(one.value == made[0].value for one in given)
