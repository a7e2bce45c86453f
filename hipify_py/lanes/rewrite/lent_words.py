"""What may hold a mask of lanes unseen: names that others may change, and memory that takes masks."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.integers import COMPARED
from hipify_py.lanes.warp_names import GIVE_MASKS
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare, is_type, names_in
from hipify_py.source.function_reading import functions_by_name, model, names
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import CallText, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

OWN = (
    b"__",
    b"atomic",
    b"make_",
)  # functions of CUDA's, which change what they are given by its address alone
KNOWN = frozenset((b"min", b"max", b"umin", b"umax", b"abs", b"printf", b"sizeof", b"assert"))
COUNTS = frozenset((b"__popc", b"__popcll", b"__ffs", b"__ffsll", b"__clz", b"__clzll"))  # of a mask's bits
JOINED = frozenset((b"&&", b"||", *COMPARED))
MOST = 64  # pieces that make up a value


@fact_of
def lent_names(unit: Unit, function: Function) -> frozenset[bytes]:
    """Give the names of a function that others change: by an address, a reference, a call or assembly."""
    read = model(unit, function)
    found = {
        one for each in read.assignments if each.operator == b"asm" for one in OWN_NAME.findall(each.target)
    }
    for one in read.declarations:
        if one.value and one.sign_in(unit.code) == b"&":
            found |= names_in(expression(unit.code[slice(*one.value)]))
    spans = [one.value for one in read.assignments] + [one for call in read.calls for one in call.arguments]
    for span in spans if b"&" in unit.code else ():
        if b"&" in unit.code[slice(*span)]:
            found |= _addressed(expression(unit.code[slice(*span)]))
    return frozenset(found.union(*(_handed(unit, one) for one in read.calls)))


def _addressed(node: Expression) -> set[bytes]:
    """Give the names of that whose address an expression takes."""
    taken = (one for one in node.walk() if (one.kind, one.text) == ("unary", b"&"))
    return {name for one in taken for name in names_in(one)}


def _handed(unit: Unit, call: CallText) -> Iterator[bytes]:
    """Give the names that a call hands to a function which is none of CUDA's, but for elements of these."""
    name = unit.code[slice(*call.name)]
    if name.startswith(OWN) or name in KNOWN or is_type(name):
        return
    todo = [expression(unit.code[slice(*one)]) for one in call.arguments]
    while todo:
        node = todo.pop()
        if node.kind == "name":
            yield node.text
        elif node.kind not in {"subscript", "call"}:  # which is looked at by itself
            todo += node.parts


@fact
def stores_masks(unit: Unit) -> bool:
    """Say whether a file stores a mask of lanes anywhere but in a name."""
    if not all_standing(unit, *GIVE_MASKS):
        return False
    return any(_stores(unit, model(unit, one)) for one in chain(*functions_by_name(unit).values()))


def _stores(unit: Unit, read: Model) -> bool:
    known: dict[bytes, bool] = {}
    stored = (one for one in read.assignments if one.target.strip() != one.name)
    return any(_gives_mask(unit, read, one.value, known) for one in stored)


def _gives_mask(unit: Unit, read: Model, value: Span, known: dict[bytes, bool]) -> bool:
    """Say whether a value is made of a mask, but for the count of its bits and the truth of what is asked."""
    todo, made = [expression(unit.code[slice(*value)])], names(unit, read.function)
    seen: set[bytes] = set()
    while todo:
        node = bare(todo.pop())
        if node.kind == "call" and node.name in GIVE_MASKS:
            known.update(dict.fromkeys(seen, True))
            return True
        if node.kind == "name" and known.get(node.text):
            return True
        if node.kind == "name" and node.text not in known and node.text not in seen:
            seen.add(node.text)
            todo += (expression(unit.code[slice(*one)]) for one in made.values_of(node.text))
        elif node.text not in JOINED and not (node.kind == "call" and node.name in COUNTS):
            todo += node.parts
    known.update(dict.fromkeys(seen, False))
    return False
