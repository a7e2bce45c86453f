"""Types that a file names, and those it leaves open: a template's parameters, or the value behind `auto`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.source.function_model import Declaration
    from hipify_py.source.unit import Unit

PARAMETER = re.compile(rb"\b(?:typename|class)\s+([A-Za-z_]\w*)\s*[,>=]")
MEMBER = re.compile(
    rb"\btypename\s+(?:::\s*)?[A-Za-z_]\w*\s*(?:<[^<>;{}]{0,200}>\s*)?"
    rb"(?:::\s*(?:template\s+)?([A-Za-z_]\w*)\s*(?:<[^<>;{}]{0,200}>\s*)?)+"
)
ALIAS = re.compile(rb"\busing\s++([A-Za-z_]\w*)\s*+=\s*+([^;{}]{1,200});")
OLD_ALIAS = re.compile(rb"\btypedef\s++([^;{}]{1,200}?)\s++([A-Za-z_]\w*+)\s*+;")
INHERITED = re.compile(
    rb"\b(?:struct|class)\s+(\w+)\s*(?:final\s*)?:\s*(?:public\s+)?((?:std\s*::\s*)?integral_constant\s*<[^<>;{}]{1,200}>)"
)
TYPENAME = b"typename"
# A name, a part of something or what a function gives: nothing that is calculated or cast.
OPAQUE = re.compile(
    rb"\*?\s*(?!threadIdx\b|blockIdx\b|blockDim\b|gridDim\b|__)[A-Za-z_]\w*"
    rb"(?:\s*(?:\.|->|::)\s*[A-Za-z_]\w*|\s*\[[^][]{0,100}\])*\s*(\([^;{}]{0,200}\))?"
)
OF_GROUPS = re.compile(  # members that give numbers
    rb"(?:\.|->)\s*+(?:thread_rank|size|num_threads|meta_group_\w+|ballot|any|all)\s*+\(\s*+[^;{}]*\)\s*+\Z"
)


@fact
def open_types(unit: Unit) -> frozenset[bytes]:
    """Give the names of a file that stand for a parameter of a template, or for a member of one."""
    found = {*PARAMETER.findall(unit.code), *(one[1] for one in MEMBER.finditer(unit.code))}
    for _, name, of in type_names(unit):
        if TYPENAME in of or not found.isdisjoint(A_NAME.findall(of)):
            found.add(name)
    return frozenset(found)


@fact
def type_names(unit: Unit) -> list[tuple[int, bytes, bytes]]:
    """Give where a file names types, the names, and the types that these stand for, in order."""
    made = [(one.start(), one[1], one[2]) for one in ALIAS.finditer(unit.code)]
    made += [(one.start(), one[2], one[1]) for one in OLD_ALIAS.finditer(unit.code)]
    return sorted(made)


@fact
def type_aliases(unit: Unit) -> dict[bytes, bytes]:
    """Give the types that names of a file stand for, where all that give a name agree."""
    found: dict[bytes, set[bytes]] = {}
    for _, name, of in type_names(unit):
        found.setdefault(name, set()).add(b" ".join(of.split()))
    for made in INHERITED.finditer(unit.code):
        found.setdefault(made[1], set()).add(b" ".join(made[2].split()))
    return {name: next(iter(of)) for name, of in found.items() if len(of) == 1}


def opaque(unit: Unit, made: Declaration) -> bytes | None:
    """Give the value of a name declared as `auto` if it is no calculation, without what stands around it."""
    if made.value is None or not made.type_in(unit.code).endswith(b"auto"):
        return None
    value = unit.code[slice(*made.value)].strip()
    return value if OPAQUE.fullmatch(value) and not OF_GROUPS.search(value) else None
