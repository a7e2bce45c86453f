"""What fills the members of structures in a list of values, each with its type; braces may be left out."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.resolve.number_values import is_number, is_several
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
            all_fields = () if inner else fields * min(len(parts), MOST_VALUES)
            yield from (_deeper(each) for each in _in_order(unit, parts, all_fields, types))
            continue
        for each in _in_order(unit, parts, fields, types):
            yield each
            of = Listed(each.values[0], each.field.type, each.field.bounds)
            todo += [(of, most - 1)] if of.node.type == LIST else []


def _deeper(one: Filled) -> Filled:
    """Give what fills a member of an element of an array, whose own braces are left out, too."""
    return one._replace(left_out=one.left_out + 1) if one.left_out > 0 else one


def _in_order(unit: Unit, parts: Sequence[Node], fields: Sequence[Field], types: Types) -> Iterator[Filled]:
    names, number, inner, at = [one.name for one in fields], 0, list[tuple[Field, int]](), 0
    each_is_one = _is_for_each(unit, parts, fields, types)
    while at < len(parts):
        value, name = _designated(unit, parts[at])
        if name:
            number, inner = names.index(name) if name in names else len(names), []
        if value is None or not (inner or number < len(fields)):
            return
        one, depth = inner.pop() if inner else (fields[number], 1)
        if is_several(unit, value):
            left = (one, *(each for each, _ in inner), *fields[number:])
            yield from [Filled((value,), one, UNTOLD)] if holds_vectors(unit, left, types) else []
            return
        number += depth == 1
        if value.type == LIST or _is_whole(unit, value, one, types):
            if one.type and not one.pointers:
                yield Filled((value,), one)
            at += 1
            continue
        if not one.name or depth == DEEPEST or not (each_is_one or is_number(unit, value)):
            return
        rank, size, own = _rank(unit, one, types), _size(one), tuple[Field, ...]()
        if rank or (one.bounds and _is_number(unit, one, types)):
            takes_all = not size and number == len(fields) and not inner  # an array at the end
            end = len(parts) if takes_all else at + max(rank, 1) * size
            found = _elements(unit, parts[at:end], rank, are_numbers=each_is_one)
            left_out = depth + (one.bounds > 0) if rank else 0
            yield from (Filled(each, one if rank else one._replace(bounds=0), left_out) for each in found)
            at += sum(map(len, found))
        else:
            found, own = (), _fields(unit, one.type, types) * size
        if not (found or own) or len(own) > MOST_VALUES:
            yield from [Filled((value,), one, UNTOLD)] if holds_vectors(unit, (one,), types) else []
            return
        inner += ((each, depth + 1 + (one.bounds > 0)) for each in reversed(own))


def _designated(unit: Unit, part: Node) -> tuple[Node | None, bytes]:
    """Give the value in a part of a list, and the name of the member that it is for, if it has one."""
    if part.type != PAIR:
        return part, b""
    name = unit.code[slice(*span_of(part.named_children[0]))].lstrip(b". \t\r\n")
    return part.child_by_field_name("value"), name or b"."


def _size(one: Field) -> int:
    """Say how many elements a member has, 1 if it is no array; 0 where that is not told."""
    return one.size if one.bounds else 1


def _elements(
    unit: Unit, parts: Sequence[Node], rank: int, *, are_numbers: bool
) -> Sequence[tuple[Node, ...]]:
    """Give the values of each vector for which parts of a list are the numbers; nothing where one is none.

    With a `rank` of 0 they fill numbers, each one.
    """
    if rank and not (are_numbers or all(is_number(unit, one) for one in parts)):
        return ()
    step = max(rank, 1)
    return [tuple(parts[first : first + step]) for first in range(0, len(parts), step)]


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


def _is_for_each(unit: Unit, parts: Sequence[Node], fields: Sequence[Field], types: Types) -> bool:
    """Say whether a list has a value for each number that a structure holds, so that none fills a vector."""
    if len(parts) <= len(fields) or any(
        part.type in {LIST, PAIR, PACK} or is_several(unit, part) for part in parts
    ):
        return False
    count, todo = 0, [*fields]
    while todo and count <= len(parts):
        one = todo.pop()
        times = _size(one)
        if one.pointers or not one.type or _is_number(unit, one, types):
            count += times
        elif rank := _rank(unit, one, types):
            count += rank * times
        elif (own := _fields(unit, one.type, types)) and times * len(own) <= MOST_VALUES:
            todo += own * times
        else:
            return False
        if not times or not one.name:
            return False
    return count == len(parts) and not todo


def _is_whole(unit: Unit, value: Node, one: Field, types: Types) -> bool:
    """Say whether a value fills a member, and not the first part of it: that has one, or the same type."""
    if one.bounds or not one.name:
        return False
    if one.pointers or not one.type or _is_number(unit, one, types):
        return True
    return stored_type(unit, value) == one.type


def _is_number(unit: Unit, one: Field, types: Types) -> bool:
    """Say whether a member, or each element of it, is a number or of an enumeration."""
    is_one = NAMED_TYPE.fullmatch(types.meant(one.type) or one.type) is not None
    return not one.pointers and (is_one or one.type in _enumerations(unit))


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
