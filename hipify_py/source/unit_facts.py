"""What is worked out of a file once and kept with it, wherever it is asked for."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from hipify_py.source.unit import Unit

Fact = TypeVar("Fact")


def fact(of: Callable[[Unit], Fact]) -> Callable[[Unit], Fact]:
    """Keep what a function works out of a unit alone on that unit: it is worked out once a file."""

    @wraps(of)
    def kept(unit: Unit) -> Fact:
        if kept not in unit.facts:
            unit.facts[kept] = of(unit)
        found: Fact = unit.facts[kept]
        return found

    return kept
