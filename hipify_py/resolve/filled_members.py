"""What fills the members of structures in a list of values, each with its type; braces may be left out."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.resolve.stored_types import stored_type
from hipify_py.resolve.type_aliases import values_of
from hipify_py.source.class_fields import Field, class_named
from hipify_py.source.defined_types import defined_types
from hipify_py.source.definitions import in_function
from hipify_py.source.listed_values import Listed
from hipify_py.source.number_types import NAMED_TYPE, number_type, types_in
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tree_sitter import Node

    from hipify_py.source.unit import Unit

NUMBER = re.compile(rb"[-+]?\s*(?:\d|\.\d)[\w.']*(?:(?<=[eE])[-+]\d+[fF]?)?")
LIST, PAIR, PACK = "initializer_list", "initializer_pair", "parameter_pack_expansion"
DIRECTIVE = re.compile(rb"(?m:^)[ \t]*+#")  # in a list, which has other values by it
MADE_OF = {"parenthesized_expression": 1, "unary_expression": 1, "binary_expression": 2, "argument_list": 16}
"""Expressions that are numbers where so many of their last parts are."""
KNOWN = frozenset({"identifier", "field_expression", "subscript_expression", "cast_expression"})
DEEPEST = 16  # structures in each other


class Filled(NamedTuple):
    """What fills a member: a value, or the values of a vector whose braces are left out.

    `left_out` is 0 for a value, 1 for such a vector, and more in structures whose braces are left out, too.
    """

    values: tuple[Node, ...]
    field: Field
    left_out: int = 0


def members(unit: Unit, listed: Listed, meant: Callable[[bytes], bytes]) -> Iterator[Listed]:
    """Give what stands in a list that fills structures, each with the type of the member that it fills.

    They are structures of CUDA's, and those that the file defines. `meant` says for which type a name stands.
    It ends where it is not told how many members a value fills, as that of a structure without braces may.
    """
    for one in _of_structures(unit, listed, meant):
        if not one.left_out:
            yield Listed(one.values[0], one.field.type, one.field.bounds)


def without_braces(unit: Unit, listed: Listed, meant: Callable[[bytes], bytes]) -> Iterator[Filled]:
    """Give the numbers in a list that fills structures, as `members`, that fill vectors without braces."""
    return (one for one in _of_structures(unit, listed, meant) if one.left_out)


def _of_structures(unit: Unit, listed: Listed, meant: Callable[[bytes], bytes]) -> Iterator[Filled]:
    todo = [] if DIRECTIVE.search(unit.code, *span_of(listed.node)) else [(listed, DEEPEST)]
    while todo:
        one, most = todo.pop()
        fields = _fields(unit, one.type) if most else ()
        parts = [part for part in one.node.named_children if part.type != "comment"] if fields else []
        if one.dimensions:
            inner = [Listed(part, one.type, one.dimensions - 1) for part in parts if part.type == LIST]
            todo += ((each, most) for each in reversed(inner))
            continue
        for each in _in_order(unit, parts, fields, meant):
            yield each
            of = Listed(each.values[0], each.field.type, each.field.bounds)
            todo += [(of, most - 1)] if of.node.type == LIST else []


def _in_order(
    unit: Unit, parts: Sequence[Node], fields: Sequence[Field], meant: Callable[[bytes], bytes]
) -> Iterator[Filled]:
    names, number, inner, at = [one.name for one in fields], 0, list[tuple[Field, int]](), 0
    each_is_one = _is_for_each(unit, parts, fields, meant)
    while at < len(parts):
        value: Node | None = parts[at]
        if parts[at].type == PAIR:
            value = parts[at].child_by_field_name("value")
            name = unit.code[slice(*span_of(parts[at].named_children[0]))].lstrip(b". \t\r\n")
            number, inner = names.index(name) if name in names else len(names), []
        if value is None or not (inner or number < len(fields)):
            return
        one, depth = inner.pop() if inner else (fields[number], 1)
        number += depth == 1
        if value.type == LIST or _is_whole(unit, value, one, meant):
            if one.type and not one.pointers:
                yield Filled((value,), one)
            at += 1
            continue
        if not one.name or depth == DEEPEST or not (each_is_one or is_number(unit, value)):
            return
        rank = _rank(unit, one, meant)
        is_last = number == len(fields) and not inner
        end = (
            at + rank if not one.bounds else len(parts) if is_last else at
        )  # an array takes all that is left
        vectors = _vectors(unit, parts[at:end], rank, are_numbers=each_is_one)
        yield from (Filled(each, one, depth + (one.bounds > 0)) for each in vectors)
        at += sum(map(len, vectors))
        own = () if vectors or one.bounds else _fields(unit, one.type)
        if not (own or vectors):
            return
        inner += ((each, depth + 1) for each in reversed(own))


def _vectors(
    unit: Unit, parts: Sequence[Node], rank: int, *, are_numbers: bool
) -> Sequence[tuple[Node, ...]]:
    """Give the values of each vector for which parts of a list are the numbers; nothing where one is none."""
    if not rank or not (are_numbers or all(is_number(unit, one) for one in parts)):
        return ()
    return [tuple(parts[first : first + rank]) for first in range(0, len(parts), rank)]


def _rank(unit: Unit, one: Field, meant: Callable[[bytes], bytes]) -> int:
    """Say how many values a member takes that is a vector, and no class of the program's by such a name."""
    return 0 if class_named(unit, one.type) else values_of(meant(one.type) or one.type)


def _is_for_each(
    unit: Unit, parts: Sequence[Node], fields: Sequence[Field], meant: Callable[[bytes], bytes]
) -> bool:
    """Say whether a list has a value for each number that a structure holds, so that none fills a vector."""
    if len(parts) <= len(fields) or any(part.type in {LIST, PAIR, PACK} for part in parts):
        return False
    count, todo = 0, [*fields]
    while todo and count <= len(parts):
        one = todo.pop()
        spelt = meant(one.type) or one.type
        if one.pointers or not one.type or NAMED_TYPE.fullmatch(spelt) or one.type in _enumerations(unit):
            count += 1
        elif rank := _rank(unit, one, meant):
            count += rank
        elif own := _fields(unit, one.type):
            todo += own
        else:
            return False
        if one.bounds or not one.name:
            return False
    return count == len(parts) and not todo


def is_number(unit: Unit, value: Node) -> bool:
    """Say whether a value of a list is a number, and not a vector that the list copies.

    So is arithmetic on numbers, and none on what may be a vector, which functions and operators take, too.
    """
    home = in_function(unit, value.start_byte)
    names = types_in(unit, home) if home else {}
    todo = [value]
    while todo:
        node = todo.pop()
        if node.type in MADE_OF or (
            node.type == "call_expression" and number_type(unit, span_of(node), names)
        ):
            parts = [part for part in node.named_children if part.type != "comment"]
            todo += parts[-MADE_OF.get(node.type, 1) :]
        elif not is_literal(unit, node) and not _is_known(unit, node, names):
            return False
    return True


def _is_known(unit: Unit, node: Node, names: Mapping[bytes, str]) -> bool:
    kind = number_type(unit, span_of(node), names) if node.type in KNOWN else ""
    if kind and not kind.startswith("?"):
        return True
    of = node.child_by_field_name("argument") if node.type == "field_expression" else None
    of_vector = of is not None and values_of(stored_type(unit, of)) > 0
    return of_vector or NAMED_TYPE.fullmatch(stored_type(unit, node)) is not None


def is_literal(unit: Unit, value: Node) -> bool:
    """Say whether a value of a list is a number that is written out."""
    text = unit.code[slice(*span_of(value))].strip()
    return value.type == "char_literal" or NUMBER.fullmatch(text) is not None


def _is_whole(unit: Unit, value: Node, one: Field, meant: Callable[[bytes], bytes]) -> bool:
    """Say whether a value fills a member, and not the first part of it: that has one, or the same type."""
    if one.bounds or not one.name:
        return False
    if one.pointers or not one.type or NAMED_TYPE.fullmatch(meant(one.type) or one.type):
        return True
    return one.type in _enumerations(unit) or stored_type(unit, value) == one.type


@fact
def _enumerations(unit: Unit) -> frozenset[bytes]:
    return frozenset(one.name for one in defined_types(unit) if one.keyword == b"enum")


def _fields(unit: Unit, spelt: bytes) -> Sequence[Field]:
    """Give the members of a structure that a list fills in order; none of another type."""
    own = None if NAMED_TYPE.fullmatch(spelt) else class_named(unit, spelt)
    if own:
        return own.listed if own.is_aggregate else ()
    return _of_api().get(spelt.split()[-1], ())


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
