"""Types that a file names, and those it leaves open: a template's parameters, or the value behind `auto`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.source.defined_types import defined_types, only_base
from hipify_py.source.named_types import named_types
from hipify_py.source.template_parameters import type_parameters
from hipify_py.source.tokens import A_NAME, token_at, words
from hipify_py.source.unit_facts import fact
from hipify_py.source.written_declarations import last_name, name_end

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.function_model import Declaration
    from hipify_py.source.unit import Unit

TYPENAME = b"typename"
OF_NUMBERS = b"integral_constant"
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
    found = {*type_parameters(unit.code), *_members(unit.code)}
    for one in named_types(unit):
        parts = A_NAME.findall(one.type_in(unit.code))
        if TYPENAME in parts or not found.isdisjoint(parts):
            found.add(one.name)
    return frozenset(found)


def _members(code: bytes) -> Iterator[bytes]:
    """Give the last names of what a text says to be types: `value` of `typename A<int>::value`."""
    for word in words(code, TYPENAME):
        first = token_at(code, word.end)
        spelt = code[first.start : name_end(code, first)]
        named = last_name(spelt)
        if named != first.text:
            yield named


@fact
def type_aliases(unit: Unit) -> dict[bytes, bytes]:
    """Give the types that names of a file stand for, where all that give a name agree."""
    found: dict[bytes, set[bytes]] = {}
    for one in named_types(unit):
        if one.kind in {"type", "pointer"}:
            found.setdefault(one.name, set()).add(
                b" ".join(filter(None, (one.type_in(unit.code), one.signs)))
            )
    for each in defined_types(unit) if OF_NUMBERS in unit.code else ():
        base = b" ".join(unit.code[slice(*only_base(unit.code, each))].split())
        if not each.is_special and last_name(base) == OF_NUMBERS:
            found.setdefault(each.name, set()).add(base)
    return {name: next(iter(of)) for name, of in found.items() if len(of) == 1}


def opaque(unit: Unit, made: Declaration) -> bytes | None:
    """Give the value of a name declared as `auto` if it is no calculation, without what stands around it."""
    if made.value is None or not made.type_in(unit.code).endswith(b"auto"):
        return None
    value = unit.code[slice(*made.value)].strip()
    return value if OPAQUE.fullmatch(value) and not OF_GROUPS.search(value) else None
