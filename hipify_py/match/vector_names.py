"""The vector types for which other names of a file stand, and the names that stand for several types."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.source.unit import Unit

COMPLEX = {b"cuComplex": b"float2", b"cuFloatComplex": b"float2", b"cuDoubleComplex": b"double2"}
ANY_ALIAS = re.compile(rb"\btypedef\b[^;{}]{1,200}?\b(\w++)\s*+;|\busing\s++(\w++)\s*+=")
OTHER = re.compile(rb"\b(?:class|typename|struct|union|enum)\s++(\w++)")
ALIAS = re.compile(rb"\b(?:typedef\s+(\w+)\s+(\w+)\s*;|using\s+(\w+)\s*=\s*(\w+)\s*;)")


@fact
def vector_names(unit: Unit) -> dict[bytes, bytes]:
    """Give the vector for which another name stands: cuComplex.h's, and those that the file makes."""
    names = {**COMPLEX}
    for found in ALIAS.finditer(unit.code):
        name, kind = (found[2], found[1]) if found[1] else (found[3], found[4])
        names[name] = names.get(kind, kind)
    return names


@fact
def shared_names(unit: Unit) -> frozenset[bytes]:
    """Give the names of types that a file makes more than once, or also for a class or in a template."""
    made = Counter(found[1] or found[2] for found in ANY_ALIAS.finditer(unit.code))
    return frozenset(name for name, times in made.items() if times > 1) | {*OTHER.findall(unit.code)}
