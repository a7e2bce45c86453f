"""What a file tells others about warps: its constants, and the functions and macros named after them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.find.intrinsics import overloaded
from hipify_py.lanes.flow.constant_folding import CHOSEN, RETURNED, declared_constants
from hipify_py.lanes.flow.hip_constants import chosen
from hipify_py.lanes.hazards.out_of_sight import defined
from hipify_py.lanes.warp_names import CONSTANT, CONSTANT_HINTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.source.unit import Unit

ABOUT_WARPS = re.compile(CONSTANT)
Constants = tuple[tuple[bytes, bytes], ...]


def project_facts(unit: Unit) -> tuple[Constants, frozenset[bytes]]:
    """Give the constants of a file that speak of warps, and its functions and macros that do.

    Among the functions are those that overload an intrinsic.
    """
    if not any(hint in unit.code for hint in CONSTANT_HINTS):
        return (), frozenset()
    found = {**declared_constants(unit), **chosen(unit)}
    functions = frozenset(defined(unit)).union(overloaded(unit))
    return tuple((name, found[name]) for name in found if ABOUT_WARPS.search(name)), functions


def agreed(all_found: Iterable[Constants]) -> dict[bytes, bytes]:
    """Put the constants of all files together, without those to which two files give different values.

    What one file chooses for HIP by a condition is chosen for all.
    """
    values: dict[bytes, set[bytes]] = {}
    for found in all_found:
        for name, value in found:
            values.setdefault(name, set()).add(value)
    return {
        name: next((mark for mark in (CHOSEN, RETURNED) if mark in given), next(iter(given)))
        for name, given in values.items()
        if len(given) == 1 or not given.isdisjoint((CHOSEN, RETURNED))
    }
