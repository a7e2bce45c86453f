"""What a file declares where: the scopes in which a name is the program's own.

The text says where a declaration may be (`declaration_signs`), the tree whether it is one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.resolve.declaration_signs import may_declare
from hipify_py.resolve.macros import defines
from hipify_py.source.brackets import BLANK
from hipify_py.source.definitions import CLASSES, in_function
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

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
PRODUCTS = (["pointer_declarator", "function_declarator"], ["reference_declarator", "function_declarator"])
ARGUMENTS = re.compile(rb"\s*\(")
TAGGED = frozenset({"class_specifier", "enum_specifier", "struct_specifier", "union_specifier"})
INTRODUCED = TAGGED - {"enum_specifier"}
NEAREST = 3  # a name, the word before it, and what both are of
CONCEPT = "concept_definition"
NAMED_NODES = TAGGED | {
    "alias_declaration",
    CONCEPT,
    "enumerator",
    "namespace_definition",
    "namespace_alias_definition",
}
OWN_TYPES = TAGGED | {"alias_declaration", "type_definition"}
LISTS = frozenset({"declaration_list", "field_declaration_list", "template_declaration"})
OPEN_IN = LISTS | {"field_declaration"}
ENUMERATED = LISTS | {"declaration", "field_declaration", "type_definition"}
TYPE_PARAMETERS = frozenset({"type_parameter_declaration", "variadic_type_parameter_declaration"})


def makes(unit: Unit, span: Span) -> bool:
    """Say whether the name at a span is that of a macro, function or type which the file itself defines."""
    if defines(unit, span):
        return True
    return may_declare(unit.code, span) and declares(unit, span) and not _in_function(unit, span)


def _in_function(unit: Unit, name: Span) -> bool:
    """Say whether what is declared looks like a function inside another: a variable, as in `int n(f());`.

    Or a macro before a block, which reads like a definition.
    """
    nodes = unit.around(name)
    at = next((at for at in range(len(nodes) - 2, 0, -1) if nodes[at].type not in DECLARATORS), 0)
    if nodes[at].type == "function_definition":
        return nodes[at - 1].type == "compound_statement"
    if nodes[at].type != "declaration" or nodes[-2].type != "function_declarator":
        return False
    return any(node.type in {"compound_statement", "for_statement"} for node in nodes)


def own_scope(unit: Unit, name: Span) -> Span | None:
    """Give the scope in which the name at a span is declared as the program's own, if it is one.

    Members, locals, parameters, the names in an `enum class`, concepts and what a namespace declares are
    the program's own; any other declaration at file scope speaks of the API itself. What looks like a
    function or an initialised variable declared inside a function is a call behind a macro:
    `CHECKED cudaFree(p);`.
    """
    nodes = unit.around(name)
    at = _declarator(unit, nodes)
    if at < 1:
        return None
    parent, node = nodes[at - 1 : at + 1]
    if parent.type == "enumerator":
        return _scope_of_enumerator(nodes[: at - 1]) if declares(unit, name) else None
    of_concept = is_concept(unit, name)
    names_type = of_concept or declares_type(unit, name)
    if not names_type and (parent.type not in DECLARATIONS or not _declares(unit, parent, node)):
        return None
    if "parameter_declaration" in parent.type:
        return in_function(unit, parent.start_byte)
    above = at - 2
    if names_type and above >= 0 and nodes[above].type == "field_declaration":
        above -= 1  # a type declared inside a class, in a declaration of its own
    while above >= 0 and nodes[above].type in LISTS:
        above -= 1
    scope = nodes[_seen_around(nodes, above)] if above >= 0 else None
    if scope and (of_concept or scope.type in CLASSES | {"namespace_definition"}):
        return span_of(scope)
    called = ARGUMENTS.match(unit.code, name.end) or any(
        one.type == "function_declarator" for one in nodes[at:]
    )
    return span_of(scope) if scope and scope.type == "compound_statement" and not called else None


def _seen_around(nodes: list[Node], at: int) -> int:
    """Give the scope around one whose names are seen there as well: an unnamed union, an inline namespace.

    At file scope that is the one itself.
    """
    while at > 0 and _is_open(nodes[at], nodes[at - 1]):
        above = next((i for i in range(at - 1, -1, -1) if nodes[i].type not in OPEN_IN), -1)
        if above < 0 or nodes[above].type not in CLASSES | {"namespace_definition"}:
            break
        at = above
    return at


def _is_open(scope: Node, holder: Node) -> bool:
    """Say whether the names of a scope are seen around it, given what it stands in."""
    is_named = scope.child_by_field_name("name") is not None
    if scope.type == "namespace_definition":
        return not is_named or any(one.type == "inline" for one in scope.children[:1])
    return scope.type in CLASSES and not is_named and not holder.children_by_field_name("declarator")


def _scope_of_enumerator(nodes: list[Node]) -> Span | None:
    """Give where an enumerator is seen, given the nodes around it; nothing for the whole file."""
    enum = nodes[-2] if len(nodes) > 1 else None
    if enum is None or enum.type != "enum_specifier":
        return None
    if any(one.type in {"class", "struct"} for one in enum.children[:2]):
        return span_of(enum)
    scope = next((one for one in reversed(nodes[:-2]) if one.type not in ENUMERATED), None)
    if scope is None or scope.type not in CLASSES | {"namespace_definition", "compound_statement"}:
        return None
    return span_of(scope)


def declares(unit: Unit, name: Span) -> bool:
    """Say whether the name at a span is declared here, be it a variable, function, type or namespace."""
    nodes = unit.around(name)
    at = _declarator(unit, nodes)
    if at < 1:
        return False
    parent, node = nodes[at - 1 : at + 1]
    if parent.type in DECLARATIONS or parent.type == "type_definition":
        return _declares(unit, parent, node)
    if parent.type in TYPE_PARAMETERS:
        return True
    if parent.type == "optional_type_parameter_declaration":
        return parent.child_by_field_name("name") == node
    has_body = parent.type not in TAGGED or parent.child_by_field_name("body") is not None
    return parent.type in NAMED_NODES and has_body and parent.child_by_field_name("name") == node


def introduces(unit: Unit, name: Span) -> bool:
    """Say whether a name is a tag that the file brings in with a `typedef` of a pointer to it, or by itself.

    `typedef struct handle_st* handle;` and `struct handle_st;` need no definition from anywhere.
    """
    nodes = unit.around(name)
    if len(nodes) < NEAREST or nodes[-2].type not in INTRODUCED or nodes[-2].child_by_field_name("body"):
        return False
    above = nodes[-3]
    if above.type == "type_definition":
        return all(one.type == "pointer_declarator" for one in _declarators(unit, above))
    alone = unit.code[name.end : name.end + 64].lstrip(BLANK).startswith(b";")
    return alone and above.type in {"translation_unit", "declaration_list", "declaration"}


def is_template_parameter(unit: Unit, name: Span) -> bool:
    """Say whether a name is a template's parameter: that behind a concept is a type, which nothing tells."""
    near = unit.around(name)[-NEAREST - 1 :]
    return any(node.type == "template_parameter_list" for node in near) and declares(unit, name)


def is_concept(unit: Unit, name: Span) -> bool:
    """Say whether the name at a span is that of a concept that is declared here; CUDA has none."""
    nodes = unit.around(name)
    return len(nodes) > 1 and nodes[-2].type == CONCEPT and nodes[-2].child_by_field_name("name") == nodes[-1]


def declares_type(unit: Unit, name: Span) -> bool:
    """Say whether the name at a span is that of a type that is declared here."""
    nodes = unit.around(name)
    at = _declarator(unit, nodes)
    return at > 0 and nodes[at - 1].type in OWN_TYPES and declares(unit, name)


def is_type(unit: Unit, name: Span) -> bool:
    """Say whether the name at a span is the type of what is declared, as the first in `struct a a;`.

    What is declared hides a type of its name only behind itself.
    """
    nodes = unit.around(name)
    at = len(nodes) - 1
    if at > 0 and nodes[at - 1].type in TAGGED and nodes[at - 1].child_by_field_name("body") is None:
        at -= 1
    return (
        at > 0
        and nodes[at - 1].type in DECLARATIONS
        and nodes[at - 1].child_by_field_name("type") == nodes[at]
    )


def declares_variable(unit: Unit, name: Span) -> bool:
    """Say whether the name at a span is that of a variable that is declared here, and not of a function."""
    if not may_declare(unit.code, name) or not declares(unit, name):
        return False
    nodes = unit.around(name)
    home = nodes[_declarator(unit, nodes) - 1]
    return home.type == "declaration" and nodes[-2].type != "function_declarator"


def _declarator(unit: Unit, nodes: list[Node]) -> int:
    """Give which of the nodes around a name is the whole declarator of that name; 0 where it has none.

    A function that gives a pointer is no parameter: `FOREACH(n * name(x)) {}` multiplies what a call gives.
    """
    at = len(nodes) - 1
    while at > 0 and nodes[at - 1].type in DECLARATORS and _declares(unit, nodes[at - 1], nodes[at]):
        at -= 1
    product = [one.type for one in nodes[-3:-1]] in PRODUCTS and "parameter_declaration" in nodes[at - 1].type
    return 0 if product else at


def _declares(unit: Unit, parent: Node, child: Node) -> bool:
    """Say whether `child` is (one of) the declarators of `parent`, not its type, value or size."""
    bare = parent.type in {
        "parenthesized_declarator",
        "reference_declarator",
    }  # their child has no field name
    if bare:
        return True
    return child in _declarators(unit, parent)


@fact_of
def _declarators(_unit: Unit, of: Node) -> frozenset[Node]:
    """Give the declarators of a node, once: a list of names may be long."""
    return frozenset(of.children_by_field_name("declarator"))
