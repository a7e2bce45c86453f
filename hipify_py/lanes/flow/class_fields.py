"""The members of a file's classes that hold values, in the order in which they are declared."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.source.definitions import defining
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hipify_py.source.unit import Unit


class Class(NamedTuple):
    """A class or a union: its name, and its members, each with its first value if it has one."""

    name: bytes
    node: Node
    fields: tuple[tuple[bytes, Node | None], ...]


@fact
def classes(unit: Unit) -> list[Class]:
    """Give the classes and unions of a file; none where brackets stand too deep in one another."""
    if unit.too_deep:
        return []
    found = (*defining(unit).get("class", ()), *defining(unit).get("union", ()))
    return [Class(_class_name(unit, one), one, tuple(_fields(unit, one))) for one in found]


def fields(unit: Unit, name: bytes) -> tuple[bytes, ...]:
    """Give the names of the members of a class, in order; of several of a name one after the other."""
    return _by_name(unit).get(name, ())


@fact
def members(unit: Unit) -> dict[bytes, tuple[bytes, ...]]:
    """Give the names of the members of each class of a file, in order, pointers and arrays among them."""
    found: dict[bytes, tuple[bytes, ...]] = {}
    for each in classes(unit):
        body = each.node.child_by_field_name("body")
        listed = [one for one in (body.named_children if body else ()) if one.type == "field_declaration"]
        named = (_innermost(one) for field in listed for one in field.children_by_field_name("declarator"))
        found[each.name] = tuple(text_of(unit, one) for one in named if one.type == "field_identifier")
    return found


@fact
def member_bounds(unit: Unit) -> dict[bytes, set[tuple[bytes, ...]]]:
    """Give the bounds of the members of a file's classes, by their names; none of what is no array."""
    found: dict[bytes, set[tuple[bytes, ...]]] = {}
    for _, declared in _declarators(unit):
        bounds, inner = list[bytes](), declared
        while inner.type == "array_declarator" and (of := inner.child_by_field_name("declarator")):
            size = inner.child_by_field_name("size")
            bounds.insert(0, text_of(unit, size) if size else b"")
            inner = of
        if inner.type == "field_identifier":
            found.setdefault(text_of(unit, inner), set()).add(tuple(bounds))
    return found


@fact
def bit_fields(unit: Unit) -> dict[bytes, set[bytes]]:
    """Give of how many bits members of a file's classes are, by their names; nothing of a whole word."""
    found: dict[bytes, set[bytes]] = {}
    for field, declared in _declarators(unit):
        if declared.type == "field_identifier":
            width = next((one for one in field.named_children if one.type == "bitfield_clause"), None)
            bits = text_of(unit, width.named_children[0]) if width and width.named_children else b""
            found.setdefault(text_of(unit, declared), set()).add(bits)
    return found


def _declarators(unit: Unit) -> Iterator[tuple[Node, Node]]:
    """Give what stands in the bodies of a file's classes with what it declares, one by one."""
    for each in classes(unit):
        body = each.node.child_by_field_name("body")
        for field in body.named_children if body else ():
            yield from ((field, declared) for declared in field.children_by_field_name("declarator"))


def _innermost(declared: Node) -> Node:
    """Give what a declarator declares: a name, without what stands around it."""
    while declared.type != "function_declarator" and (inner := declared.child_by_field_name("declarator")):
        declared = inner
    return declared


@fact
def field_types(unit: Unit) -> dict[bytes, set[bytes]]:
    """Give the types of the members of a file's classes, by their names; an empty one of what is no value."""
    found: dict[bytes, set[bytes]] = {}
    for one, declared in _declarators(unit):
        kind = one.child_by_field_name("type") if one.type == "field_declaration" else None
        if kind is not None:
            inner = declared
            while (deeper := inner.child_by_field_name("declarator")) is not None:
                inner = deeper
            is_value = declared.type == "field_identifier"
            text = b" ".join(text_of(unit, kind).split()) if is_value else b""
            found.setdefault(text_of(unit, inner), set()).add(text)
    return found


def unions(unit: Unit) -> Iterator[set[bytes]]:
    """Give the names of the members of each union, with those of what stands in it."""
    for one in classes(unit):
        if one.node.type == "union_specifier":
            yield {name for name, _ in _all_fields(unit, one.node)}


@fact
def _by_name(unit: Unit) -> dict[bytes, tuple[bytes, ...]]:
    found: dict[bytes, tuple[bytes, ...]] = {}
    for one in classes(unit):
        found[one.name] = (*found.get(one.name, ()), *(name for name, _ in one.fields))
    return found


def _class_name(unit: Unit, node: Node) -> bytes:
    """Give the name of a class, or the one that a `typedef` gives it."""
    named = node.child_by_field_name("name")
    if named is None and node.parent is not None:
        named = node.parent.child_by_field_name("declarator")
    return text_of(unit, named) if named else b""


def _fields(unit: Unit, node: Node) -> Iterator[tuple[bytes, Node | None]]:
    """Give the members of a class, in order, each with its first value if it has one."""
    body = node.child_by_field_name("body")
    for one in body.named_children if body else ():
        if one.type == "field_declaration":
            for declared in one.children_by_field_name("declarator"):
                named: Node | None = declared
                while named is not None and named.type == "array_declarator":
                    named = named.child_by_field_name("declarator")
                if named is not None and named.type == "field_identifier":
                    yield text_of(unit, named), one.child_by_field_name("default_value")


def _all_fields(unit: Unit, node: Node) -> Iterator[tuple[bytes, Node | None]]:
    """Give the members of a union, and those of the classes and unions that stand in it."""
    yield from _fields(unit, node)
    body = node.child_by_field_name("body")
    for one in body.named_children if body else ():
        inner = one.child_by_field_name("type") if one.type == "field_declaration" else None
        if inner is not None and inner.child_by_field_name("body") is not None:
            yield from _all_fields(unit, inner)


def text_of(unit: Unit, node: Node) -> bytes:
    """Give the text of a node."""
    return unit.code[node.start_byte : node.end_byte]
