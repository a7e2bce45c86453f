"""Types that a file names, and those it leaves open: a template's parameters, or the value behind `auto`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.defined_types import defined_types, only_base
from hipify_py.source.expression_reading import expression
from hipify_py.source.named_types import named_types
from hipify_py.source.template_parameters import type_parameters
from hipify_py.source.tokens import A_NAME, token_at, words
from hipify_py.source.type_names import last_name, name_end
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Declaration
    from hipify_py.source.unit import Unit

TYPENAME = b"typename"
OF_NUMBERS = b"integral_constant"
PLACES = frozenset((b"threadIdx", b"blockIdx", b"blockDim", b"gridDim"))
GIVE_NUMBERS = frozenset((b"thread_rank", b"size", b"num_threads", b"ballot", b"any", b"all"))  # of groups
META = b"meta_group_"


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
    return value if _is_opaque(expression(value)) else None


def _is_opaque(node: Expression) -> bool:
    """Say whether a value is a name, a part of something or what a function gives, and no number for sure."""
    node = node.parts[0] if (node.kind, node.text) == ("unary", b"*") else node
    if node.kind == "call":
        is_method = bool(node.parts) and node.parts[0].span.start == node.span.start
        if not is_method:
            return _is_open(node.text)
        if node.name in GIVE_NUMBERS or node.name.startswith(META):
            return False
        node = node.parts[0]
    while node.kind in {"member", "subscript"}:
        node = node.parts[0]
    return node.kind == "name" and _is_open(node.text)


def _is_open(name: bytes) -> bool:
    return bool(name) and not name.startswith(b"__") and name not in PLACES
