"""The same with other statements: declarations split, neighbours swapped, early returns as blocks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from helpers.reword.changes import Change, Piece, insert, put
from helpers.syntax import (
    DECLARE,
    Body,
    bodies,
    declarations,
    declarators,
    declared,
    is_number,
    macros,
    number,
    start,
    text,
    walk,
)

if TYPE_CHECKING:
    from tree_sitter import Node

    from hipify_py.source.unit import Unit

BUILT_IN = frozenset({b"threadIdx", b"blockIdx", b"blockDim", b"gridDim", b"warpSize"})
OPAQUE = frozenset({"call_expression", "gnu_asm_expression", "lambda_expression", "new_expression"})
SETS = frozenset({"assignment_expression", "update_expression"})
IN_MEMORY = frozenset({"subscript_expression", "pointer_expression", "field_expression"})


def split_list(unit: Unit) -> Iterator[Change]:
    """Give each variable of a list a declaration of its own."""
    for node in declarations(unit):
        kind = node.child_by_field_name("type")
        if kind is None or kind.child_by_field_name("body"):
            continue
        base = b" ".join(unit.code[start(unit, node) : declarators(node)[0].start_byte].split())
        for child in node.children:
            if child.type == ",":
                yield Change((put(child, b"; " + base + b" "),))


def split_value(unit: Unit) -> Iterator[Change]:
    """Assign to a plain number what it was given where it is declared."""
    for node in declarations(unit):
        name = number(unit, node)
        if name is None or not _is_bare(unit, node):
            continue
        value = declarators(node)[0].child_by_field_name("value")
        between = unit.source[name.end_byte : value.start_byte] if value else b""
        if value and value.type != "initializer_list" and between.strip() == b"=":
            again = b"; " + text(unit, name) + b" = "
            yield Change((Piece(name.end_byte, value.start_byte, again),))


def _is_bare(unit: Unit, node: Node) -> bool:
    """Say whether nothing but a type stands before the name: no `const`, no `static`, no mark."""
    kind = node.child(0)
    return (
        kind is not None
        and kind == node.child_by_field_name("type")
        and start(unit, node) == kind.start_byte
        and node.child(1) == declarators(node)[0]
    )


def swap(unit: Unit) -> Iterator[Change]:
    """Change the places of two neighbours that have nothing to do with one another."""
    opaque = macros(unit)
    for body in bodies(unit):
        shut = opaque | _named_in(unit, body, "reference_declarator")
        own = {text(unit, name) for node in body.nodes for name in _made_by(node)}
        own -= _named_in(unit, body, "pointer_expression")
        for block in body.nodes:
            if block.type != "compound_statement":
                continue
            listed = [child for child in block.named_children if child.type != "comment"]
            last = None  # that has changed its place
            for one, other in pairwise(listed):
                if one != last and _independent(unit, one, other, own, shut):
                    spans = [(start(unit, node), node.end_byte) for node in (one, other)]
                    texts = [unit.source[slice(*span)] for span in spans]
                    yield Change((Piece(*spans[0], texts[1]), Piece(*spans[1], texts[0])))
                    last = other


def _named_in(unit: Unit, body: Body, kind: str) -> set[bytes]:
    found = (node for node in body.nodes if node.type == kind)
    return {text(unit, name) for node in found for name in walk(node) if name.type == "identifier"}


def _independent(unit: Unit, one: Node, other: Node, own: set[bytes], shut: set[bytes]) -> bool:
    """Say whether two statements may change places: no call, no name in both, one at most touches memory.

    `own` are the variables that nothing but their names stands for; what the names in `shut` stand for may be
    anything.
    """
    if not (_is_simple(unit, one) and _is_simple(unit, other)):
        return False
    names = [
        {text(unit, n) for n in walk(node) if n.type == "identifier"} - BUILT_IN for node in (one, other)
    ]
    if not all(names) or names[0] & names[1] or (names[0] | names[1]) & shut:
        return False
    touch = [
        bool(used - own) or _in_memory(unit, node) for used, node in zip(names, (one, other), strict=True)
    ]
    return not all(touch)


def _is_simple(unit: Unit, node: Node) -> bool:
    """Say whether a statement declares numbers or sets something, without a call."""
    if b"volatile" in unit.code[start(unit, node) : node.end_byte]:
        return False
    if any(one.type in OPAQUE for one in walk(node)):
        return False
    if node.type == "declaration":
        kind = node.child_by_field_name("type")
        return kind is not None and is_number(unit, kind)
    return node.type == "expression_statement" and node.children[0].type in SETS


def _in_memory(unit: Unit, node: Node) -> bool:
    """Say whether a statement reads or writes what no variable's name alone stands for."""
    return any(
        one.type in IN_MEMORY and text(unit, one).split(b".")[0].strip() not in BUILT_IN for one in walk(node)
    )


def return_to_block(unit: Unit) -> Iterator[Change]:
    """Make of `if (c) return; rest` in a kernel `if (!(c)) { rest }`."""
    for body in _kernels(unit):
        end = body.block.end_byte - 1
        for node in body.block.children:
            value = _plain_condition(node)
            if value is None or not _returns(node.child_by_field_name("consequence")):
                continue
            if unit.code[node.end_byte : end].strip():
                condition = unit.source[value.start_byte : value.end_byte]
                opened = put(node, b"if (!(" + condition + b")) {")
                yield Change((opened, insert(end, b"}\n")))


def block_to_return(unit: Unit) -> Iterator[Change]:
    """Make of `if (c) { rest }` at the end of a kernel `if (!(c)) return; rest`."""
    for body in _kernels(unit):
        listed = [child for child in body.block.named_children if child.type != "comment"]
        value = _plain_condition(listed[-1]) if listed else None
        block = listed[-1].child_by_field_name("consequence") if value else None
        if value is None or block is None or block.type != "compound_statement" or _returns(block):
            continue
        condition = unit.source[value.start_byte : value.end_byte]
        head = Piece(listed[-1].start_byte, block.start_byte, b"if (!(" + condition + b")) return; ")
        braces = (block.children[0], block.children[-1]) if _names_apart(unit, body, block) else ()
        yield Change((head, *(put(brace, b"") for brace in braces)))


def _names_apart(unit: Unit, body: Body, block: Node) -> bool:
    """Say whether no name that a block declares is declared elsewhere in its function."""
    elsewhere = (n for n in body.nodes if not block.start_byte <= n.start_byte < block.end_byte)
    outer = {text(unit, name) for node in elsewhere for name in _made_by(node)}
    return outer.isdisjoint(text(unit, name) for node in block.children for name in _made_by(node))


def _made_by(node: Node) -> list[Node]:
    if node.type not in DECLARE:
        return []
    return [name for one in declarators(node) for name in declared(one)]


def _kernels(unit: Unit) -> list[Body]:
    """Give the kernels without labels."""
    found = (body for body in bodies(unit) if body.kind == "kernel")
    return [body for body in found if all(node.type != "labeled_statement" for node in body.nodes)]


def _plain_condition(node: Node) -> Node | None:
    """Give the condition of an `if` without `else` that holds at run time and declares nothing."""
    if node.type != "if_statement" or node.child_by_field_name("alternative"):
        return None
    clause = node.child_by_field_name("condition")
    value = clause.child_by_field_name("value") if clause and clause.prev_sibling == node.child(0) else None
    if clause is None or clause.child_by_field_name("initializer") or value is None:
        return None
    return value if value.type != "declaration" else None


def _returns(node: Node | None) -> bool:
    """Say whether a statement, in braces or not, is a return without a value."""
    if node is not None and node.type == "compound_statement" and node.named_child_count == 1:
        node = node.named_child(0)
    return node is not None and node.type == "return_statement" and node.named_child_count == 0
