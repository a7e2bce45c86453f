"""Values of parameters by default that no call leaves in place: nothing counts by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.call_sites import sites
from hipify_py.source.function_reading import model

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit


def overridden(unit: Unit, function: Function) -> Iterator[Span]:
    """Give the values by default of a function's parameters for which each of its calls gives another.

    None of a function that the file does not call.
    """
    read = model(unit, function)
    made = {one.name: one.value for one in read.declarations if one.kind == "parameter"}
    given = [len(one.arguments) for one in sites(unit, function)] if any(made.values()) else []
    for name in read.parameters[: min(given, default=0)]:
        if (value := made.get(name)) is not None:
            yield value
