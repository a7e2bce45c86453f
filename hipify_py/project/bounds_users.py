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
    """Give for headers the macros that they choose, and that are used for bounds and for nothing else."""
    told: dict[str, frozenset[bytes]] = {}
    for path, fact in found.items():
        if fact.for_bounds:
            told[path] = _used_so(fact.for_bounds, inclusion.above({path}), limit)
    return told


def _used_so(names: frozenset[bytes], paths: frozenset[str], limit: int) -> frozenset[bytes]:
    """Give those of some macros that files use, and for bounds alone."""
    found: dict[bytes, bool] = {}
    for path in sorted(paths):
        text = contents(path, limit)
        uses = for_bounds(Unit(text), names) if any(name in text for name in names) else {}
        found |= {name: found.get(name, True) and alone for name, alone in uses.items()}
    return frozenset(name for name, alone in found.items() if alone)
