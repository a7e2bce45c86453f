"""Lists of values in braces, and with which type what they fill is declared."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Span
from hipify_py.source.search import before, places
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tree_sitter import Node

    from hipify_py.source.unit import Unit

BLANKS = b" \t\r\n"
LISTED = b"=]_" + bytes(range(48, 58)) + bytes(range(65, 91)) + bytes(range(97, 123))
"""With which bytes ends what stands before a list of values."""
OPENS_BODY = (b" else", b"\nelse", b"}else", b" do", b"\ndo", b" const", b" override", b" noexcept")
"""How ends what stands before the statements of a body, to which the tree need not be asked."""
GRID = b"dim3"
ENCLOSING = frozenset({"function_definition", "lambda_expression"})
TYPE_BEFORE = frozenset({"compound_literal_expression", "new_expression"})
NAMES = frozenset({"identifier", "field_identifier"})


class Listed(NamedTuple):
    """A list of values, the type of what it fills as it is spelt, and that array's dimensions."""

    node: Node
    type: bytes
    dimensions: int


@fact
def lists(unit: Unit) -> tuple[Listed, ...]:
    """Give the outermost lists of values that begin what a declaration, `return` or `T{...}` makes.

    A declaration is also that of a member or a parameter. And the grids and blocks of launches. Not those in
    which the grammar lost its way.
    """
    return tuple(_lists(unit))


@fact
def begun_lists(unit: Unit) -> tuple[tuple[Node, ...], ...]:
    """Give the nodes around each list that stands behind a name or a `=`, from the outside in, and it."""
    found = []
    for at in places(unit.code, b"{"):
        end = before(unit.code, at, BLANKS)
        if unit.code[end - 1] in LISTED and not unit.code.endswith(OPENS_BODY, 0, end):
            found.append(around_list(unit, at))
    return tuple(nodes for nodes in found if nodes)


def _lists(unit: Unit) -> Iterator[Listed]:
    for nodes in begun_lists(unit):
        made = _made(nodes)
        named = made[0].child_by_field_name("type") if made else None
        kind = unit.code[named.start_byte : named.end_byte] if named else b""
        if made and kind.strip():  # the grammar makes up what it misses
            yield Listed(nodes[-1], kind, made[1])
    for launch in unit.launches if b"{" in unit.code else ():
        found = unit.launch(launch)
        for given in found.arguments[:2] if found else ():
            if nodes := around_list(unit, given.start):
                yield Listed(nodes[-1], GRID, 0)


def around_list(unit: Unit, at: int) -> tuple[Node, ...]:
    """Give the named nodes around the list of values that begins at a byte, itself the last; else none."""
    around = unit.around(Span(at, at + 1))
    last = next((node for node in reversed(around) if node.is_named), None)
    if last is None or last.type != "initializer_list" or last.start_byte != at or last.has_error:
        return ()
    return tuple(node for node in around if node.is_named)


def _made(nodes: Sequence[Node]) -> tuple[Node, int] | None:
    """Give the node that names the type of what the last of some nodes fills, and its dimensions."""
    parent = nodes[-2]
    if parent.type == "init_declarator":
        return _declared(nodes[-3], parent.child_by_field_name("declarator"))
    if parent.type == "field_declaration":
        declarators = parent.children_by_field_name("declarator")
        named = [one for one in declarators if one.end_byte <= nodes[-1].start_byte]
        return _declared(parent, named[-1] if named else None)
    if parent.type == "return_statement":
        around = next((node for node in reversed(nodes) if node.type in ENCLOSING), parent)
        return (around, 0) if around.type == "function_definition" else _given(around)
    if parent.type in TYPE_BEFORE and len(nodes) > 2 and nodes[-3].type == "optional_parameter_declaration":
        return _declared(nodes[-3], nodes[-3].child_by_field_name("declarator"))
    return (parent, 0) if parent.type in TYPE_BEFORE else None


def _declared(node: Node, declarator: Node | None) -> tuple[Node, int] | None:
    """Give the node of a declaration and the dimensions of what it declares, if that is no pointer."""
    dimensions = 0
    while declarator is not None and declarator.type == "array_declarator":
        declarator, dimensions = declarator.child_by_field_name("declarator"), dimensions + 1
    return (node, dimensions) if declarator is not None and declarator.type in NAMES else None


def _given(function: Node) -> tuple[Node, int] | None:
    """Give the node of the type behind the arrow of a lambda."""
    head = function.child_by_field_name("declarator")
    arrow = [one for one in head.named_children if one.type == "trailing_return_type"] if head else []
    return (arrow[0].named_children[0], 0) if arrow and arrow[0].named_children else None


def values(node: Node) -> Iterator[tuple[Node, int]]:
    """Give what stands in a list and in the lists in it, with how many lists are around it in that."""
    todo = [(part, 0) for part in reversed(node.named_children)]
    while todo:  # lists may stand in one another deeper than calls can
        part, depth = todo.pop()
        if part.type == "initializer_list":
            todo += ((each, depth + 1) for each in reversed(part.named_children))
        elif part.type != "comment":
            yield part, depth
