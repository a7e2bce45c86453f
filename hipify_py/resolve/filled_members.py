"""What fills the members of structures in a list of values, each with its type; braces may be left out."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.resolve.number_values import how_many, is_number
from hipify_py.resolve.stored_types import stored_type
from hipify_py.resolve.type_aliases import values_of
from hipify_py.source.class_fields import Field, class_named
from hipify_py.source.defined_types import defined_types
from hipify_py.source.listed_values import Listed
from hipify_py.source.number_types import NAMED_TYPE
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tree_sitter import Node

    from hipify_py.resolve.layouts import Types
    from hipify_py.source.unit import Unit

LIST, PAIR, PACK = "initializer_list", "initializer_pair", "parameter_pack_expansion"
DIRECTIVE = re.compile(rb"(?m:^)[ \t]*+#")  # in a list, which has other values by it
DEEPEST = 16  # structures in each other
UNTOLD = -1
MOST_VALUES = 256  # of an array of structures without braces


class Filled(NamedTuple):
    """What fills a member: a value, or the values of a vector whose braces are left out.

    `left_out` is 0 for a value, 1 for such a vector, and more in structures whose braces are left out, too,
    and in arrays; `UNTOLD` for a number, or a macro of several values, with which vectors begin of which it
    is not told which values are theirs.
    """

    values: tuple[Node, ...]
    field: Field
    left_out: int = 0


class _Value(NamedTuple):
    """A value of a list: for which member, if that is named; how many it stands for, 0 if not told."""

    node: Node
    member: bytes
    times: int


def members(unit: Unit, listed: Listed, types: Types) -> Iterator[Listed]:
    """Give what stands in a list that fills structures, each with the type of the member that it fills.

    They are structures of CUDA's, and those that the file or a header before it defines.
    It ends where it is not told how many members a value fills, as that of a structure without braces may.
    """
    for one in _of_structures(unit, listed, types):
        if not one.left_out:
            yield Listed(one.values[0], one.field.type, one.field.bounds)


def without_braces(unit: Unit, listed: Listed, types: Types) -> Iterator[Filled]:
    """Give the numbers in a list that fills structures, as `members`, that fill vectors without braces."""
    return (one for one in _of_structures(unit, listed, types) if one.left_out > 0)


def untold(unit: Unit, listed: Listed, types: Types) -> Iterator[Filled]:
    """Give the numbers in a list that fills structures at which vectors begin that nobody can tell."""
    return (one for one in _of_structures(unit, listed, types) if one.left_out == UNTOLD)


def _of_structures(unit: Unit, listed: Listed, types: Types) -> Iterator[Filled]:
    todo = [] if DIRECTIVE.search(unit.code, *span_of(listed.node)) else [(listed, DEEPEST)]
    while todo:
        one, most = todo.pop()
        fields = _fields(unit, one.type, types) if most else ()
        parts = [part for part in one.node.named_children if part.type != "comment"] if fields else []
        if one.dimensions:
            inner = [Listed(part, one.type, one.dimensions - 1) for part in parts if part.type == LIST]
            todo += ((each, most) for each in reversed(inner))
            given = [] if inner else _values(unit, parts)
            yield from (_deeper(each) for each in _in_order(unit, given, fields, types, len(given)))
            continue
        for each in _in_order(unit, _values(unit, parts), fields, types, 1):
            yield each
            of = Listed(each.values[0], each.field.type, each.field.bounds)
            todo += [(of, most - 1)] if of.node.type == LIST else []


def _deeper(one: Filled) -> Filled:
    """Give what fills a member of an element of an array, whose own braces are left out, too."""
    return one._replace(left_out=one.left_out + 1) if one.left_out > 0 else one


def _in_order(
    unit: Unit,
    given: Sequence[_Value],
    fields: Sequence[Field],
    types: Types,
    elements: int,
) -> Iterator[Filled]:
    """Give what fills the members of a structure, or of so many as an array has."""
    names, most, inner = [one.name for one in fields], len(fields) * elements, list[tuple[Field, int]]()
    each_is_one = elements == 1 and _is_for_each(unit, given, fields, types)
    number, at, led_to = 0, 0, -1
    while at < len(given):
        value, name, count = given[at]
        if name and at > led_to:  # once, for the value may be the first one's of several members
            led_to, number, inner = at, (names.index(name) if name in names else most), []
        if value.type in {PACK, PAIR} or not (inner or number < most):
            return
        one, depth = inner.pop() if inner else (fields[number % len(fields)], 1)
        if not count:
            left = (one, *(each for each, _ in inner), *fields[number if elements == 1 else 0 :])
            yield from [Filled((value,), one, UNTOLD)] if holds_vectors(unit, left, types) else []
            return
        number += depth == 1
        if value.type == LIST or _is_whole(unit, value, one, types):
            if one.type and not one.pointers and count == 1:
                yield Filled((value,), one)
            at += 1
            continue
        is_told = each_is_one or count > 1 or one.pointers or is_number(unit, value)
        if not one.name or depth == DEEPEST or not is_told:
            return
        takes_all = not _size(one) and number == most and not inner  # an array at the end
        size = len(given) if takes_all else _size(one)
        rank = 0 if _is_scalar(unit, one, types) else _rank(unit, one, types)
        found = _vectors(unit, given[at : at + size * rank], rank, are_numbers=each_is_one)
        yield from (Filled(each, one, depth + (one.bounds > 0)) for each in found)
        at += sum(map(len, found))
        own = () if found else _parts(unit, one, size, len(given) - at, types)
        if not (found or own):
            yield from [Filled((value,), one, UNTOLD)] if holds_vectors(unit, (one,), types) else []
            return
        inner += ((each, depth + 1 + (one.bounds > 0)) for each in reversed(own))


def _values(unit: Unit, parts: Sequence[Node]) -> list[_Value]:
    """Give the values that parts of a list stand for; a macro for several is there as often."""
    found = list[_Value]()
    for part in parts:
        value, name = _designated(unit, part)
        count = how_many(unit, value)
        found += [_Value(value, name, count), *([_Value(value, b"", count)] * (min(count, MOST_VALUES) - 1))]
    return found


def _designated(unit: Unit, part: Node) -> tuple[Node, bytes]:
    """Give the value in a part of a list, and the name of the member that it is for, if it has one."""
    value = part.child_by_field_name("value") if part.type == PAIR else None
    if value is None:
        return part, b""
    name = unit.code[slice(*span_of(part.named_children[0]))].lstrip(b". \t\r\n")
    return value, name or b"."


def _size(one: Field) -> int:
    """Say how many elements a member has, 1 if it is no array; 0 where that is not told."""
    return one.size if one.bounds else 1


def _vectors(
    unit: Unit, given: Sequence[_Value], rank: int, *, are_numbers: bool
) -> Sequence[tuple[Node, ...]]:
    """Give the values of each vector that a list has the numbers for; nothing where one is none."""
    if not (are_numbers or all(one.times == 1 and is_number(unit, one.node) for one in given)):
        return ()
    another = next((at for at, one in enumerate(given) if at and one.member), len(given))
    nodes = [one.node for one in given[:another]]
    return [tuple(nodes[first : first + rank]) for first in range(0, len(nodes), rank or 1)]


def _parts(unit: Unit, one: Field, size: int, left: int, types: Types) -> tuple[Field, ...]:
    """Give the members that a structure or an array has, for as many values as are left of a list."""
    if _is_scalar(unit, one, types):
        return (one._replace(bounds=0),) * min(size, left)
    own = _fields(unit, one.type, types)
    return own * size if len(own) * size <= MOST_VALUES else ()


def _rank(unit: Unit, one: Field, types: Types) -> int:
    """Say how many values a member takes that is a vector, and no class of the program's by such a name."""
    is_own = class_named(unit, one.type) or types.layout(one.type)
    return 0 if is_own else values_of(types.meant(one.type) or one.type)


def holds_vectors(unit: Unit, fields: Sequence[Field], types: Types) -> bool:
    """Say whether some members are vectors, or structures that hold any, and no pointers to them."""
    todo, seen = [*fields], set[bytes]()
    while todo:
        one = todo.pop()
        if one.pointers or one.type in seen:
            continue
        if _rank(unit, one, types) > 1:
            return True
        seen.add(one.type)
        todo += _fields(unit, one.type, types) if one.type else ()
    return False


def _is_for_each(unit: Unit, given: Sequence[_Value], fields: Sequence[Field], types: Types) -> bool:
    """Say whether a list has a value for each number that a structure holds, so that none fills a vector."""
    if len(given) <= len(fields) or any(
        one.node.type in {LIST, PAIR, PACK} or one.member or one.times != 1 for one in given
    ):
        return False
    count, todo = 0, [*fields]
    while todo and count <= len(given):
        one = todo.pop()
        times = _size(one)
        if _is_scalar(unit, one, types):
            count += times
        elif rank := _rank(unit, one, types):
            count += rank * times
        elif (own := _fields(unit, one.type, types)) and times * len(own) <= MOST_VALUES:
            todo += own * times
        else:
            return False
        if not times or not one.name:
            return False
    return count == len(given) and not todo


def _is_whole(unit: Unit, value: Node, one: Field, types: Types) -> bool:
    """Say whether a value fills a member, and not the first part of it: that has one, or the same type."""
    if one.bounds or not one.name:
        return False
    return _is_scalar(unit, one, types) or stored_type(unit, value) == one.type


def _is_scalar(unit: Unit, one: Field, types: Types) -> bool:
    """Say whether a member, or each element of it, has one value: pointers, numbers, bits, enumerations."""
    if one.pointers or not one.type:
        return True
    return NAMED_TYPE.fullmatch(types.meant(one.type) or one.type) is not None or one.type in _enumerations(
        unit
    )


@fact
def _enumerations(unit: Unit) -> frozenset[bytes]:
    return frozenset(one.name for one in defined_types(unit) if one.keyword == b"enum")


def _fields(unit: Unit, spelt: bytes, types: Types) -> tuple[Field, ...]:
    """Give the members of a structure that a list fills in order; none of another type."""
    own = None if NAMED_TYPE.fullmatch(spelt) else class_named(unit, spelt)
    if own:
        return own.listed if own.is_aggregate else ()
    return types.layout(spelt) or _of_api().get(spelt.split()[-1], ())


@cache
def _of_api() -> dict[bytes, tuple[Field, ...]]:
    """Give the members of structures that HIP has as CUDA has them, by both names."""
    import tomllib

    table = tomllib.loads(Path(__file__).with_name("api_structures.toml").read_text("utf-8"))
    return {
        (api + name).encode(): tuple(
            Field(member.encode(), kind.rstrip("*").encode(), kind.count("*"))
            for member, kind in fields.items()
        )
        for name, fields in table.items()
        for api in ("cuda", "hip")
    }
