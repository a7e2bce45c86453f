"""Ask the tree what is declared where: the scopes in which a name is the program's own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.syntax import span_of

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from hipify_py.model import Span
    from hipify_py.syntax import Unit

DECLARATORS = frozenset(
    {
        "array_declarator",
        "function_declarator",
        "init_declarator",
        "parenthesized_declarator",
        "pointer_declarator",
        "reference_declarator",
    }
)
DECLARATIONS = frozenset(
    {
        "declaration",
        "field_declaration",
        "function_definition",
        "optional_parameter_declaration",
        "parameter_declaration",
    }
)
ARGUMENTS = re.compile(rb"\s*\(")
TAGGED = frozenset({"class_specifier", "enum_specifier", "struct_specifier", "union_specifier"})
NAMED = TAGGED | {"alias_declaration", "enumerator", "namespace_definition", "namespace_alias_definition"}
OWN_TYPES = TAGGED | {"alias_declaration", "type_definition"}
CLASSES = frozenset({"class_specifier", "struct_specifier", "union_specifier"})
FUNCTIONS = frozenset({"function_definition", "lambda_expression"})


def own_scope(unit: Unit, name: Span) -> Span | None:
    """Give the scope in which the name at a span is declared as the program's own, if it is one.

    Members, locals, parameters and what a namespace declares are the program's own; a declaration at
    file scope speaks of the API itself. What looks like a function or an initialised variable declared
    inside a function is a call behind a macro: `CHECKED cudaFree(p);`.
    """
    node = unit.node(name)
    seen: set[str] = set()
    while node and node.parent and node.parent.type in DECLARATORS and _declares(node.parent, node):
        node = node.parent
        seen.add(node.type)
    parent = node.parent if node else None
    if node is None or parent is None:
        return None
    names_type = parent.type in OWN_TYPES and declares(unit, name)
    if not names_type and (parent.type not in DECLARATIONS or not _declares(parent, node)):
        return None
    scope = parent.parent
    if names_type and scope and scope.type == "field_declaration":
        scope = scope.parent  # a type declared inside a class, in a declaration of its own
    if "parameter_declaration" in parent.type:
        return _enclosing(scope, FUNCTIONS)
    while scope and scope.type in {"declaration_list", "field_declaration_list", "template_declaration"}:
        scope = scope.parent
    if scope and scope.type in CLASSES | {"namespace_definition"}:
        return span_of(scope)
    called = "function_declarator" in seen or ARGUMENTS.match(unit.code, name.end) is not None
    return span_of(scope) if scope and scope.type == "compound_statement" and not called else None


def declares(unit: Unit, name: Span) -> bool:
    """Say whether the name at a span is declared here, be it a variable, function, type or namespace."""
    node = unit.node(name)
    while node and node.parent and node.parent.type in DECLARATORS and _declares(node.parent, node):
        node = node.parent
    parent = node.parent if node else None
    if node is None or parent is None:
        return False
    if parent.type in DECLARATIONS or parent.type == "type_definition":
        return _declares(parent, node)
    if parent.type in {"type_parameter_declaration", "optional_type_parameter_declaration"}:
        return True
    has_body = parent.type not in TAGGED or parent.child_by_field_name("body") is not None
    return parent.type in NAMED and has_body and parent.child_by_field_name("name") == node


def in_function(unit: Unit, at: int) -> Span | None:
    """Give the span of the outermost function definition around a byte, if there is one."""
    function = outermost_function(unit.tree_at(at), at)
    return span_of(function) if function else None


def outermost_function(tree: Tree, at: int) -> Node | None:
    """Give the outermost function around a byte, on the way down: the way up costs its depth at each step."""
    cursor = tree.walk()
    while cursor.goto_first_child_for_byte(at) is not None:
        node = cursor.node
        if node is None or node.start_byte > at:
            break
        if node.type in FUNCTIONS:
            return node
    return None


def _declares(parent: Node, child: Node) -> bool:
    """Say whether `child` is (one of) the declarators of `parent`, not its type, value or size."""
    bare = parent.type in {
        "parenthesized_declarator",
        "reference_declarator",
    }  # their child has no field name
    return bare or child in parent.children_by_field_name("declarator")


def _enclosing(node: Node | None, kinds: frozenset[str]) -> Span | None:
    """Give the outermost ancestor of one of `kinds`."""
    found = None
    while node:
        if node.type in kinds:
            found = node
        node = node.parent
    return span_of(found) if found else None
