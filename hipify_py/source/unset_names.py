"""Names that have no value yet in some lanes: declared without one, and set under a condition alone."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.source.function_reading import model, names

if TYPE_CHECKING:
    from hipify_py.source.function_model import Declaration, Path
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit


class Unset(NamedTuple):
    """A name's declaration, and the conditions under which it was set that do not hold where it is read."""

    declared: Declaration
    under: tuple[Path, ...]


def may_be_unset(unit: Unit, function: Function, name: bytes, at: int) -> Unset | None:
    """Say what is known of a name that some lanes may not have given a value at a place; else nothing.

    What its address or a reference gives to it is not seen.
    """
    known = names(unit, function)
    made = known.declaration(name, at)
    if made is None or made.value or made.kind == "parameter":
        return None
    read = model(unit, function)
    around = read.path(at)
    values = takewhile(lambda one: one.start < at, (one.value for one in known.given.get(name, ())))
    paths = [read.path(one.start) for one in values if made.at.start < one.start and one.end <= at]
    if any(one == around[: len(one)] for one in paths):
        return None
    return Unset(made, tuple(_apart(one, around) for one in paths))


def _apart(path: Path, around: Path) -> Path:
    """Give the conditions of a path behind those that it begins with as another does."""
    common = 0
    while common < min(len(path), len(around)) and path[common] == around[common]:
        common += 1
    return path[common:]


def on_all_ways(paths: tuple[Path, ...]) -> bool:
    """Say whether one of some paths is taken whatever their conditions are, as of both sides of an `if`."""
    if () in paths:
        return True
    for first in {one[0]._replace(otherwise=False) for one in paths}:
        second = first._replace(otherwise=True)
        if all(on_all_ways(tuple(one[1:] for one in paths if one[0] == side)) for side in (first, second)):
            return True
    return False
