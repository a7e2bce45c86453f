"""The same with more signs: comments, braces, brackets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from helpers.reword.changes import Change, around, insert
from helpers.syntax import bodies, start

if TYPE_CHECKING:
    from tree_sitter import Node

    from hipify_py.source.unit import Unit

NOTE, NOTE_BEHIND = b"/* else { lane(0, ; */ ", b" /* 31 & } */"
LINE_NOTE = b"// if (x) { return; \n"
ALL_NOTES = (NOTE, NOTE_BEHIND, LINE_NOTE)
STATEMENT = re.compile(r"declaration|for_range_loop|\w+_statement")
NOT_IN_BRACKETS = frozenset(
    {
        "comment", "concatenated_string", "declaration", "initializer_list", "lambda_expression",
        "parameter_pack_expansion", "raw_string_literal", "string_literal", "type_descriptor",
    }
)  # fmt: skip
HAVE_CONDITION = frozenset({"conditional_expression", "do_statement", "for_statement"})
WITH_BODY = {
    "if_statement": "consequence", "for_statement": "body", "while_statement": "body", "do_statement": "body",
    "for_range_loop": "body",
}  # fmt: skip


def comment(unit: Unit) -> Iterator[Change]:
    """Put comments that look like code at the start of statements and around operators."""
    for body in bodies(unit):
        for node in body.nodes:
            if STATEMENT.fullmatch(node.type) and node.parent and node.type != "compound_statement":
                yield Change((insert(start(unit, node), NOTE),))
                if node.parent.type == "compound_statement":
                    yield Change((insert(start(unit, node), LINE_NOTE),))
            elif node.type in {"binary_expression", "assignment_expression"}:
                sign = node.child_by_field_name("operator")
                if sign is not None:
                    yield Change((insert(sign.start_byte, NOTE), insert(sign.end_byte, NOTE_BEHIND)))


def braces(unit: Unit) -> Iterator[Change]:
    """Put the single statement behind `if`, `else` and the head of a loop into braces."""
    for inner in _inner(unit):
        if inner.type != "compound_statement":
            yield around(start(unit, inner), inner.end_byte, b"{ ", b" }")


def blocks(unit: Unit) -> Iterator[Change]:
    """Put a second pair of braces around what has one."""
    for inner in (*_inner(unit), *(body.block for body in bodies(unit))):
        if inner.type == "compound_statement":
            yield around(start(unit, inner), inner.end_byte, b"{ ", b" }")


def _inner(unit: Unit) -> Iterator[Node]:
    """Give the statements that belong to an `if`, an `else` or a loop."""
    for body in bodies(unit):
        for node in body.nodes:
            if node.type == "else_clause":
                yield next(child for child in reversed(node.children) if child.type != "comment")
            elif node.type in WITH_BODY and (inner := node.child_by_field_name(WITH_BODY[node.type])):
                yield inner


def bracket_values(unit: Unit) -> Iterator[Change]:
    """Put brackets around what is assigned, also where a variable is declared."""
    yield from _in_brackets(unit, _value)


def bracket_conditions(unit: Unit) -> Iterator[Change]:
    """Put brackets around the conditions of statements and of `?:`."""
    yield from _in_brackets(unit, _condition)


def bracket_arguments(unit: Unit) -> Iterator[Change]:
    """Put brackets around the arguments of calls and launches."""
    yield from _in_brackets(unit, _arguments)


def _in_brackets(unit: Unit, chosen: Callable[[Node], Iterable[Node | None]]) -> Iterator[Change]:
    for body in bodies(unit):
        for node in body.nodes:
            for one in chosen(node):
                if one is not None and one.type not in NOT_IN_BRACKETS:
                    yield around(one.start_byte, one.end_byte, b"(", b")")


def _value(node: Node) -> Iterable[Node | None]:
    if node.type == "assignment_expression":
        return [node.child_by_field_name("right")]
    is_set = node.type == "init_declarator" and any(child.type == "=" for child in node.children)
    return [node.child_by_field_name("value")] if is_set else []


def _condition(node: Node) -> Iterable[Node | None]:
    if node.type == "condition_clause" and not node.child_by_field_name("initializer"):
        return [node.child_by_field_name("value")]
    return [node.child_by_field_name("condition")] if node.type in HAVE_CONDITION else []


def _arguments(node: Node) -> Iterable[Node | None]:
    called = node.child_by_field_name("function") if node.type == "call_expression" else None
    listed = node.child_by_field_name("arguments") if called else None
    if listed is None or called is None or called.type == "parenthesized_expression":  # which may be a cast
        return []
    return listed.named_children
