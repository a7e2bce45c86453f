"""Names that have no value yet in some lanes: declared without one, and set under a condition alone."""

from __future__ import annotations

from heapq import merge
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.source.brackets import unbracketed
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_names import CHANGED
from hipify_py.source.function_reading import functions_by_name, model, names, path
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Declaration, Path
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit


PARTS = frozenset(("member", "subscript"))
NO_NAMES = frozenset[bytes]()


class Unset(NamedTuple):
    """A name's declaration, and the conditions under which it was set that do not hold where it is read."""

    declared: Declaration
    under: tuple[Path, ...]


def may_be_unset(
    unit: Unit, function: Function, node: Expression, at: int, reading: frozenset[bytes] = NO_NAMES
) -> Unset | None:
    """Say what is known of a name that some lanes may not have given a value at a place; else nothing.

    The same of a member of an object, or an element of an array, of the function's own: `s.count`, `v[0]`.
    What a pointer or a reference of the function's own gives to it counts, and so does a call that is handed
    it, unless that is of a function `reading` it.
    """
    known, node = names(unit, function), meant(unit, function, bare(node))
    made = known.declaration(root_of(node), at)
    if made is None or made.value or made.kind == "parameter" or not _is_own(unit, made, node):
        return None
    read = model(unit, function)
    around = path(unit, read, at)
    handed = _handed(unit, function, reading).get(made.name, ())
    given = merge(_given_to(unit, function).get(made.name, ()), handed, key=_starts)
    before = takewhile(lambda one: _starts(one) < at, given)
    values = (one for target, one in before if _overlap(target, node))
    paths = [path(unit, read, one.start) for one in values if made.at.start < one.start and one.end <= at]
    if any(one == around[: len(one)] for one in paths):
        return None
    return Unset(made, tuple(_apart(one, around) for one in paths))


@fact_of
def led_to(unit: Unit, function: Function) -> dict[bytes, int]:
    """Give the pointers and references of a function that lead to one thing of its own, and by what.

    These are declared so, and never changed: `int *q = &v;`, `S &r = s;`.
    """
    read, known = model(unit, function), names(unit, function)
    found: dict[bytes, int] = {}
    for one in read.declarations:
        of = _led_to(unit, one) if one.value and one.kind == "local" else None
        made = known.declaration(root_of(of), one.at.start) if of else None
        if of is None or made is None or one.value is None or len(known.declared[one.name]) > 1:
            continue
        is_kept = one.sign_in(unit.code) == b"&" or len(known.values_itself(one.name)) == 1
        is_kept = is_kept and (is_array(unit, made) or not made.pointers)
        if is_kept and made.kind == "local" and _is_own(unit, made, of) and made.name != one.name:
            found[one.name] = one.value.start
    return found


def _led_to(unit: Unit, one: Declaration) -> Expression | None:
    """Give what a pointer or a reference leads to, by its value: `v` of `&v`."""
    node = bare(expression(unit.code[slice(*one.value)])) if one.value else None
    if node is None or is_array(unit, one):
        return None
    if one.sign_in(unit.code) == b"&":
        return node if node.kind in {"name", *PARTS} else None
    if (node.kind, node.text, one.pointers) == ("unary", b"&", 1):
        return bare(node.parts[0])
    return node if node.kind == "name" and one.pointers == 1 else None  # of an array


def _is_of_array(unit: Unit, function: Function, name: bytes) -> bool:
    """Say whether a pointer leads to the first element of an array: `int *q = b;`, where `*q` is `b[0]`."""
    one = names(unit, function).declared[name][0]
    of = _led_to(unit, one)
    return (
        one.sign_in(unit.code) != b"&"
        and of is not None
        and b"&" not in unit.code[slice(*one.value or (0, 0))]
    )


def meant(unit: Unit, function: Function, node: Expression) -> Expression:
    """Give what an expression stands for that goes by such a pointer or reference: `v` for `*q`, `s.at`."""
    others = led_to(unit, function)
    if node.kind in PARTS:
        first = meant(unit, function, bare(node.parts[0]))
        if _is_first(node, others) and not _is_of_array(unit, function, bare(node.parts[0]).text):
            return _of(unit, function, bare(node.parts[0]).text)
        return node._replace(parts=(first, *node.parts[1:]))
    if (node.kind, node.text) == ("unary", b"*") and bare(node.parts[0]).text in others:
        name = bare(node.parts[0]).text
        of = _of(unit, function, name)
        return expression(of.text + b"[0]") if _is_of_array(unit, function, name) else of
    if node.kind == "name" and node.text in others:
        return _of(unit, function, node.text)
    return node


def _is_first(node: Expression, others: Mapping[bytes, int]) -> bool:
    """Say whether an expression is what a pointer leads to, as its first element: `q[0]`."""
    by = bare(node.parts[1]) if node.kind == "subscript" and len(node.parts) > 1 else node
    return by.kind == "number" and by.text == b"0" and bare(node.parts[0]).text in others


def _of(unit: Unit, function: Function, name: bytes) -> Expression:
    declared = names(unit, function).declared[name][0]
    return _led_to(unit, declared) or expression(name)


def root_of(node: Expression) -> bytes:
    """Give the name of the object or the array of which a value is a part; of a name itself."""
    while node.kind in PARTS:
        node = bare(node.parts[0])
    return node.text if node.kind == "name" else b""


def is_array(unit: Unit, made: Declaration) -> bool:
    """Say whether what is declared is an array, and no pointer."""
    return token_at(unit.code, made.at.end).text == b"["


def _is_own(unit: Unit, made: Declaration, node: Expression) -> bool:
    """Say whether a value is a name, or a part of what is declared itself, and not of what that points at."""
    return node.kind == "name" or not made.pointers or is_array(unit, made)


@fact_of
def _given_to(unit: Unit, function: Function) -> dict[bytes, tuple[tuple[Expression, Span], ...]]:
    """Give what a function assigns by name, to a part of it or to all, with the places of the values."""
    found: dict[bytes, list[tuple[Expression, Span]]] = {}
    others = led_to(unit, function)
    for one in model(unit, function).assignments:
        own = expression(one.name or one.target)
        target = meant(unit, function, bare(expression(one.target) if one.name in others else own))
        reads = one.operator and one.name in others  # `*q += 1`
        if not reads and (root := root_of(bare(target))) and one.value.start != others.get(one.name, -1):
            found.setdefault(root, []).append((bare(target), one.value))
    return {name: tuple(given) for name, given in found.items()}


def _starts(one: tuple[Expression, Span]) -> int:
    return one[1].start


@fact_of
def _handed(
    unit: Unit, function: Function, reading: frozenset[bytes]
) -> dict[bytes, tuple[tuple[Expression, Span], ...]]:
    """Give what a function hands to others that may give it a value, by names, with the places.

    By value a name is not handed to what is to give it one: a function of elsewhere takes a reference.
    """
    found: dict[bytes, list[tuple[Expression, Span]]] = {}
    changed = {
        one.value.start
        for given in names(unit, function).given.values()
        for one in given
        if one.operator == CHANGED
    }
    for call in model(unit, function).calls:
        name = unit.code[slice(*call.name)]
        sign = token_before(unit.code, call.name.start)
        if sign.text == b".":  # a member of an object
            own = token_before(unit.code, sign.start).text
            found.setdefault(own, []).append((expression(own), call.name))
        by_value = name.startswith(b"__") or name in functions_by_name(unit)
        for argument in call.arguments if name not in reading else ():
            text = unbracketed(unbracketed(unit.code[slice(*argument)]).lstrip(b"&"))
            node = meant(unit, function, bare(expression(text)))
            by_address = b"&" in unit.code[slice(*argument)] or not changed.isdisjoint(range(*argument))
            if not by_value or by_address or _leads_on(unit, function, text):
                found.setdefault(root_of(node), []).append((node, argument))
    return {name: tuple(sorted(given, key=_starts)) for name, given in found.items()}


def _leads_on(unit: Unit, function: Function, text: bytes) -> bool:
    """Say whether a name is an array or a pointer."""
    return any(one.pointers for one in names(unit, function).declared.get(text, ()))


def _overlap(one: Expression, other: Expression) -> bool:
    """Say whether what is given a value may be a part of an object or an array, or that a part of it."""
    if other.kind == "name":
        return one.kind == "name"  # of what is given part by part, each part has a value or has none
    for mine, theirs in zip(_steps(one), _steps(other), strict=False):
        if mine.kind == theirs.kind == "member" and mine.text != theirs.text:
            return False
        if mine.kind == theirs.kind == "subscript":
            indices = [bare(step.parts[1]) for step in (mine, theirs)]
            if indices[0].text != indices[1].text and all(index.kind == "number" for index in indices):
                return False
    return True


def _steps(node: Expression) -> list[Expression]:
    """Give the members and elements that a part is reached by, from the name on."""
    found = []
    while node.kind in PARTS:
        found.append(node)
        node = bare(node.parts[0])
    return found[::-1]


def _apart(path: Path, around: Path) -> Path:
    """Give the conditions of a path behind those that it begins with as another does."""
    common = 0
    while common < min(len(path), len(around)) and path[common] == around[common]:
        common += 1
    return path[common:]


def on_all_ways(paths: tuple[Path, ...]) -> bool:
    """Say whether one of some paths is taken whatever their conditions are, as of both sides of an `if`."""
    if () in paths:
        return True
    for first in {one[0]._replace(otherwise=False) for one in paths}:
        second = first._replace(otherwise=True)
        if all(on_all_ways(tuple(one[1:] for one in paths if one[0] == side)) for side in (first, second)):
            return True
    return False
