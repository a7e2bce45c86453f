"""What is worked out of a file once and kept with it, wherever it is asked for."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, TypeVarTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class _File(Protocol):
    @property
    def facts(self) -> dict[Callable[..., Any], Any]: ...


File = TypeVar("File", bound=_File)
Fact = TypeVar("Fact")
Of = TypeVarTuple("Of")


def fact(of: Callable[[File], Fact]) -> Callable[[File], Fact]:
    """Keep what a function works out of a unit, or another view of a file, on that: it is worked out once."""

    @wraps(of)
    def kept(unit: File) -> Fact:
        found: Fact
        try:
            found = unit.facts[kept]
        except KeyError:
            found = unit.facts[kept] = of(unit)
        return found

    return kept


def fact_of(of: Callable[[File, *Of], Fact]) -> Callable[[File, *Of], Fact]:
    """Keep what a function works out of a file and of something in it: once for each that is asked about.

    What it is asked about beside the file has a hash.
    """

    @wraps(of)
    def kept(unit: File, *about: *Of) -> Fact:
        known: dict[tuple[Any, ...], Fact]
        try:
            known = unit.facts[kept]
        except KeyError:
            known = unit.facts[kept] = {}
        if about not in known:
            known[about] = of(unit, *about)
        return known[about]

    return kept
