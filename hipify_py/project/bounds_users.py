"""Macros of headers that all who read these give to the bounds of launches, and to nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.match.idle_sides import for_bounds
from hipify_py.project.includers import contents
from hipify_py.source.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Inclusion


def bounds_users(found: Mapping[str, Facts], inclusion: Inclusion, limit: int) -> dict[str, frozenset[bytes]]:
    """Give for headers the macros that they choose, and that their units use for bounds and nothing else."""
    asked = {path: fact.for_bounds for path, fact in found.items() if fact.for_bounds}
    names = frozenset[bytes]().union(*asked.values())
    users = {path: sorted(inclusion.below(inclusion.above({path})) & found.keys()) for path in asked}
    uses = {path: _uses(path, names, limit) for path in frozenset[str]().union(*users.values())}
    return {path: _used_so(asked[path], [uses[one] for one in users[path]]) for path in asked}


def _uses(path: str, names: frozenset[bytes], limit: int) -> dict[bytes, bool]:
    """Give the macros that a file uses, and whether for bounds alone."""
    text = contents(path, limit)
    return for_bounds(Unit(text), names) if any(name in text for name in names) else {}


def _used_so(names: frozenset[bytes], uses: list[dict[bytes, bool]]) -> frozenset[bytes]:
    """Give those of some macros that files use, and for bounds alone."""
    found: dict[bytes, bool] = {}
    for each in uses:
        found |= {name: found.get(name, True) and alone for name, alone in each.items()}
    return frozenset(name for name in names if found.get(name, False))
