"""What an element of a list in braces makes: a number with a sign, or one without, as far as that is told.

Braces let nothing through that a type may not hold: an `int` takes an `int` and no `unsigned`, and the other
way round (https://eel.is/c++draft/dcl.init.list on narrowing).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.definitions import defining
from hipify_py.source.functions import functions
from hipify_py.source.number_types import number_type
from hipify_py.source.return_types import returned_type
from hipify_py.source.type_sizes import bits_of, is_unsigned
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact
from hipify_py.source.vector_names import is_vector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tree_sitter import Node

    from hipify_py.source.unit import Unit

LISTED = frozenset({"initializer_list", "initializer_pair"})
DEEPEST = 8  # braces in each other that are followed


def is_unsigned_there(
    unit: Unit, element: Node, types: Mapping[bytes, str], meant: Callable[[bytes], bytes]
) -> bool:
    """Say whether an element of braces makes what has no sign for certain; `meant` gives what a type is."""
    found = _made(unit, element, types, meant, DEEPEST)
    return bits_of(found) is not None and is_unsigned(found)


def _made(
    unit: Unit, element: Node, types: Mapping[bytes, str], meant: Callable[[bytes], bytes], left: int
) -> bytes:
    """Give the type of what an element makes; nothing where that is not told."""
    named = _named(unit, element)
    listed = element.parent
    while listed is not None and listed.type != "initializer_list":
        element, listed = listed, listed.parent
    if listed is None or listed.parent is None or not left:
        return b""
    around = listed.parent
    if around.type in LISTED:
        whole, is_array = _made(unit, listed, types, meant, left - 1), False
    else:
        whole, is_array = _whole(unit, around, listed, types)
        whole = meant(whole) or whole
    if is_array or bits_of(whole):
        return whole
    if is_vector(whole):
        return whole[:-1]
    made = _of_member(_members(unit).get(whole, ()), element, named)
    return meant(made) or made


def _of_member(members: Sequence[tuple[bytes, bytes]], element: Node, named: bytes) -> bytes:
    """Give the type of the member that an element is for: of the one it names, or the one at its place."""
    if named:
        return next((type_ for name, type_ in members if name == named), b"")
    number = _number(element, len(members))
    return members[number][1] if number < len(members) else b""


def _number(element: Node, most: int) -> int:
    """Say how many elements stand before one, up to a number."""
    number, before = 0, element.prev_named_sibling
    while before is not None and number < most:
        number += before.type != "comment"
        before = before.prev_named_sibling
    return number


def _named(unit: Unit, element: Node) -> bytes:
    """Give the name of the member that an element is for, of `.name = value`."""
    pair = element if element.type == "initializer_pair" else element.parent
    field = pair.child_by_field_name("designator") if pair and pair.type == "initializer_pair" else None
    return unit.code[field.start_byte : field.end_byte].lstrip(b". \t") if field else b""


def _whole(unit: Unit, around: Node, listed: Node, types: Mapping[bytes, str]) -> tuple[bytes, bool]:
    """Give the type of what a whole list makes, and whether that is an array of it."""
    if around.type == "init_declarator":
        declared, told = around.child_by_field_name("declarator"), around.parent
        is_array = declared is not None and declared.type == "array_declarator"
        is_plain = is_array or (declared is not None and declared.type == "identifier")
        return _text(unit, told.child_by_field_name("type")) if told and is_plain else b"", is_array
    if around.type in {"compound_literal_expression", "new_expression"}:
        return _text(unit, around.child_by_field_name("type")), False
    if around.type == "field_initializer":  # in the head of a constructor
        name = _text(unit, around.named_children[0])
        made = {type_ for each in _members(unit).values() for named, type_ in each if named == name}
        return made.pop() if len(made) == 1 else b"", False
    if around.type == "return_statement":
        home = functions(unit, [listed.start_byte]).get(listed.start_byte)
        span = returned_type(unit.code, home) if home else None
        return b" ".join(unit.code[slice(*span)].split()) if span else b"", False
    left = around.child_by_field_name("left") if around.type == "assignment_expression" else None
    return number_type(unit, span_of(left), types).lstrip("?").encode() if left else b"", False


def _text(unit: Unit, node: Node | None) -> bytes:
    return b" ".join(unit.code[node.start_byte : node.end_byte].split()) if node else b""


@fact
def _members(unit: Unit) -> dict[bytes, tuple[tuple[bytes, bytes], ...]]:
    """Give the members of each class of a file with their types, in order; of two of a name nothing."""
    found: dict[bytes, tuple[tuple[bytes, bytes], ...]] = {}
    for node in defining(unit).get("class", ()):
        name = _text(unit, node.child_by_field_name("name"))
        has_base = any(one.type == "base_class_clause" for one in node.named_children)
        found[name] = () if name in found or has_base else tuple(_fields(unit, node))
    return found


def _fields(unit: Unit, node: Node) -> Iterator[tuple[bytes, bytes]]:
    body = node.child_by_field_name("body")
    for one in body.named_children if body else ():
        is_one = one.type == "field_declaration" and not any(
            each.type == "storage_class_specifier" for each in one.named_children
        )
        for declared in one.children_by_field_name("declarator") if is_one else ():
            if declared.type != "function_declarator":
                is_plain = declared.type == "field_identifier"
                type_ = _text(unit, one.child_by_field_name("type")) if is_plain else b""
                yield _text(unit, declared), type_
