"""What is worked out of a file once and kept with it, wherever it is asked for."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable


class _File(Protocol):
    @property
    def facts(self) -> dict[Callable[[Any], Any], Any]: ...


File = TypeVar("File", bound=_File)
Fact = TypeVar("Fact")


def fact(of: Callable[[File], Fact]) -> Callable[[File], Fact]:
    """Keep what a function works out of a unit, or another view of a file, on that: it is worked out once."""

    @wraps(of)
    def kept(unit: File) -> Fact:
        facts = unit.facts
        if kept not in facts:
            facts[kept] = of(unit)
        found: Fact = facts[kept]
        return found

    return kept
