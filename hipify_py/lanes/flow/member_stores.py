"""Where the members of a file's classes are given values, by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.open_types import type_aliases
from hipify_py.lanes.find.special_members import class_named
from hipify_py.lanes.flow.class_fields import classes, fields, text_of, unions
from hipify_py.model import Span
from hipify_py.source.definitions import outermost_function
from hipify_py.source.function_reading import functions_by_name
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Node

    from hipify_py.source.unit import Unit


QUERY = """
(field_initializer) @initial (initializer_list) @list (assignment_expression) @assignment
(update_expression argument: (field_expression) @update)
(argument_list (field_expression) @given) (argument_list (pointer_expression (field_expression) @given))
"""
PARTS = frozenset((b"x", b"y", b"z", b"w"))


class Store(NamedTuple):
    """A place that gives a member a value; `bare` says that nothing but its name stands for it there.

    So it does in the `head` of a constructor. `object` is what the member is one of, where that is told, and
    `behind` the end of what stores it, if the value is that of the member behind it.
    """

    value: Span
    bare: bool = False
    object: Span | None = None
    behind: int | None = None
    head: bool = False


@fact
def stores(unit: Unit) -> dict[bytes, list[Store]]:
    """Give the places that give members values, by the names of the members that classes of the file have.

    The tree is not asked where brackets stand too deep in one another.
    """
    if unit.too_deep:
        return {}
    found: dict[bytes, list[Store]] = {}
    for one in classes(unit):
        for name, value in one.fields:
            found.setdefault(name, []).extend([Store(span_of(value))] if value else ())
    nodes = unit.nodes(QUERY, unit.tree.root_node) if found else {}
    for name, store in (
        *_initialised(unit, nodes.get("initial", ())),
        *_assigned(unit, nodes.get("assignment", ())),
        *_listed(unit, nodes.get("list", ())),
        *_changed(unit, nodes.get("update", ())),
        *_given(unit, nodes.get("given", ())),
    ):
        if name in found:
            found[name].append(store)
    for members in unions(unit):  # what one member is given the others hold as well
        held = list(dict.fromkeys(store for name in members for store in found.get(name, ())))
        found.update(dict.fromkeys(members, held))
    return found


def _initialised(unit: Unit, nodes: Iterable[Node]) -> Iterator[tuple[bytes, Store]]:
    """Give what constructors give members in their heads."""
    for one in nodes:
        if len(one.named_children) > 1:
            span = span_of(one.named_children[1])
            yield text_of(unit, one.named_children[0]), Store(Span(span.start + 1, span.end - 1), head=True)


def _assigned(unit: Unit, nodes: Iterable[Node]) -> Iterator[tuple[bytes, Store]]:
    """Give what is assigned to members, and to names that may be such."""
    for one in nodes:
        left, right = one.child_by_field_name("left"), one.child_by_field_name("right")
        if left is None or right is None:
            continue
        while left.type == "subscript_expression" and left.named_children:
            left = left.named_children[0]
        if left.type == "identifier":
            yield text_of(unit, left), Store(span_of(right), bare=True)
        elif left.type == "field_expression" and (field := left.child_by_field_name("field")):
            of = left.child_by_field_name("argument")
            yield text_of(unit, field), Store(span_of(right), object=span_of(of) if of else None)
            if text_of(unit, field) in PARTS and of is not None:  # of a vector, which may be a member
                yield from _whole(unit, of, span_of(right))


def _whole(unit: Unit, vector: Node, value: Span) -> Iterator[tuple[bytes, Store]]:
    """Give what is assigned to a part of a vector as one of what it is a member of."""
    if vector.type == "identifier":
        yield text_of(unit, vector), Store(value, bare=True)
    elif vector.type == "field_expression" and (field := vector.child_by_field_name("field")):
        of = vector.child_by_field_name("argument")
        yield text_of(unit, field), Store(value, object=span_of(of) if of else None)


def _changed(unit: Unit, nodes: Iterable[Node]) -> Iterator[tuple[bytes, Store]]:
    """Give the members of objects that are counted up or down: by how much hangs on what is around."""
    for one in nodes:
        field, of = one.child_by_field_name("field"), one.child_by_field_name("argument")
        if field is not None and of is not None:
            yield text_of(unit, field), Store(span_of(one), object=span_of(of))


def _given(unit: Unit, nodes: Iterable[Node]) -> Iterator[tuple[bytes, Store]]:
    """Give the members that functions of the file are given, to store something in them."""
    for one in nodes:
        listed = one.parent if one.parent is None or one.parent.type == "argument_list" else one.parent.parent
        call = listed.parent if listed is not None else None
        called = call.child_by_field_name("function") if call is not None else None
        field, of = one.child_by_field_name("field"), one.child_by_field_name("argument")
        if call is None or called is None or field is None or of is None:
            continue
        name = A_NAME.findall(text_of(unit, called).partition(b"<")[0])[-1:]
        if name and name[0] in functions_by_name(unit):
            yield text_of(unit, field), Store(span_of(one), object=span_of(of), behind=call.end_byte)


def _listed(unit: Unit, nodes: Iterable[Node]) -> Iterator[tuple[bytes, Store]]:
    """Give what lists in braces give the members of a class, in order."""
    for one in nodes:
        of = class_named(_type(unit, one))
        listed = fields(unit, class_named(type_aliases(unit).get(of, of)))
        for name, value in zip(listed, one.named_children, strict=False):
            yield name, Store(span_of(value))


def _type(unit: Unit, listed: Node) -> bytes:
    """Give the type that a list in braces makes: as it stands before it, or in the declaration around.

    Of what is returned it is the function's own.
    """
    around = listed.parent
    if around is not None and around.type == "init_declarator":
        around = around.parent
    if around is not None and around.type == "return_statement":
        made = outermost_function(unit, listed.start_byte)
        around = made if made is not None else around
    kind = around.child_by_field_name("type") if around is not None else None
    return text_of(unit, kind) if kind is not None else b""
