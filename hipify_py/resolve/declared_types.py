"""With which types a file declares its names, as far as the text tells."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.source.declarators import declared_behind
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.source.unit import Unit


def declared_type(unit: Unit, name: bytes, type_name: bytes) -> bool:
    """Say whether the file declares `name` with a type: as a variable, a parameter or a member."""
    if type_name not in unit.code:
        return False
    known = _by_type(unit)
    if type_name not in known:
        known[type_name] = _declared_with(unit.code, type_name)
    return name in known[type_name]


@fact
def _by_type(_unit: Unit) -> dict[bytes, frozenset[bytes]]:
    """Keep the names that a file declares with each type that was asked for."""
    return {}


def _declared_with(code: bytes, type_name: bytes) -> frozenset[bytes]:
    names: set[bytes] = set()
    for found in re.finditer(rb"\b" + re.escape(type_name) + rb"\b", code):
        names.update(declared_behind(code, found.end()))
    return frozenset(names)
