"""The vector types for which other names of a file stand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.source.unit import Unit

COMPLEX = {b"cuComplex": b"float2", b"cuFloatComplex": b"float2", b"cuDoubleComplex": b"double2"}
ALIAS = re.compile(rb"\b(?:typedef\s+(\w+)\s+(\w+)\s*;|using\s+(\w+)\s*=\s*(\w+)\s*;)")


@fact
def vector_names(unit: Unit) -> dict[bytes, bytes]:
    """Give the vector for which another name stands: cuComplex.h's, and those that the file makes."""
    names = {**COMPLEX}
    for found in ALIAS.finditer(unit.code):
        name, kind = (found[2], found[1]) if found[1] else (found[3], found[4])
        names[name] = names.get(kind, kind)
    return names
