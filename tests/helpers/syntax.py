"""The functions of a CUDA source as the grammar reads them, for tests that say the same in other words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.source.functions import functions
from hipify_py.source.lexer import DEFINE
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Node

    from hipify_py.source.functions import Kind
    from hipify_py.source.unit import Unit

WORD = re.compile(rb"[A-Za-z_]\w*")
OTHER_NAMES = frozenset({"type_identifier", "namespace_identifier", "statement_identifier"})
CLASSES = frozenset({"field_declaration_list", "enumerator_list"})
PARAMETERS = frozenset({"parameter_declaration", "optional_parameter_declaration"})
NUMBERS = frozenset({b"bool", b"char", b"short", b"int", b"long", b"float", b"double", b"size_t"})
FIXED = re.compile(rb"u?int(?:8|16|32|64)_t")
DECLARE = PARAMETERS | {"declaration", "for_range_loop"}


class Body(NamedTuple):
    """A function that the grammar read without an error: its node, all nodes in it in order, and its kind."""

    node: Node
    nodes: tuple[Node, ...]
    kind: Kind

    @property
    def block(self) -> Node:
        """Give the statements of the function in their braces."""
        block = self.node.child_by_field_name("body")
        assert block is not None
        return block


def walk(node: Node) -> Iterator[Node]:
    """Give a node and all below it, in the order of the text."""
    todo = [node]
    while todo:
        one = todo.pop()
        yield one
        todo += reversed(one.children)


@fact
def bodies(unit: Unit) -> list[Body]:
    """Give the functions with a body that stand in no other function, those with an error left out."""
    found: list[Body] = []
    for node in _outermost(unit.tree.root_node):
        block = node.child_by_field_name("body")
        if block is None or block.type != "compound_statement" or node.has_error:
            continue
        home = functions(unit, [block.start_byte]).get(block.start_byte)
        if home is not None:
            found.append(Body(node, tuple(walk(node)), home.kind))
    return found


def _outermost(root: Node) -> Iterator[Node]:
    todo = [root]
    while todo:
        one = todo.pop()
        if one.type == "function_definition":
            yield one
        else:
            todo += reversed(one.children)


def text(unit: Unit, node: Node) -> bytes:
    """Give the code of a node, comments and strings blanked."""
    return unit.code[node.start_byte : node.end_byte]


def start(unit: Unit, node: Node) -> int:
    """Give where a statement begins, with marks such as `__shared__` before it, which the grammar skips."""
    before = node.prev_sibling
    at = before.end_byte if before is not None else node.start_byte
    blank = len(unit.code[at : node.start_byte]) - len(unit.code[at : node.start_byte].lstrip())
    return min(at + blank, node.start_byte)


def declarators(node: Node) -> list[Node]:
    """Give the declarators of a declaration."""
    return node.children_by_field_name("declarator")


def declared(declarator: Node | None) -> list[Node]:
    """Give the names that a declarator makes: none for a function or a pointer to one, some for a binding."""
    while declarator is not None and declarator.type != "identifier":
        if declarator.type == "structured_binding_declarator":
            return [child for child in declarator.children if child.type == "identifier"]
        if declarator.type == "function_declarator":
            return []
        inner = declarator.child_by_field_name("declarator")
        if inner is None:  # a reference's, or one in brackets
            inner = next((child for child in reversed(declarator.children) if child.is_named), None)
        declarator = inner
    return [declarator] if declarator is not None else []


def locals_of(unit: Unit, body: Body) -> dict[bytes, int]:
    """Give the parameters and local variables of a function by name, with how often each is declared.

    Left out is what may stand for something else or be meant elsewhere: names that are in a directive or in
    code outside of functions, members of the function's own class, types and labels, `extern` arrays.
    """
    shut = _elsewhere(unit, body)
    shut |= {text(unit, node) for node in body.nodes if _means_other(node)}
    made: dict[bytes, int] = {}
    for node in body.nodes:
        if node.type == "field_identifier" and node.parent and node.parent.type == "field_declaration":
            shut.add(text(unit, node))
        if node.type in DECLARE:
            names = [text(unit, name) for one in declarators(node) for name in declared(one)]
            if b"extern" in unit.code[start(unit, node) : node.end_byte].split():
                shut.update(names)
            for name in names:
                made[name] = made.get(name, 0) + 1
    return {name: count for name, count in made.items() if name not in shut}


def _means_other(node: Node) -> bool:
    """Say whether a name is one of a type, a label or something in a scope that is named."""
    above = node.parent
    return node.type in OTHER_NAMES or (
        node.type == "identifier" and above is not None and above.type == "qualified_identifier"
    )


def _elsewhere(unit: Unit, body: Body) -> set[bytes]:
    """Give the words of directives, and those outside of functions and of classes but the function's own."""
    own = set()
    above = body.node.parent
    while above is not None:
        own.add(above.id)
        above = above.parent
    pieces, at = [], 0
    todo = [unit.tree.root_node]
    while todo:
        one = todo.pop()
        if one.type == "function_definition" or (one.type in CLASSES and one.id not in own):
            pieces.append(unit.code[at : one.start_byte])
            at = one.end_byte
        else:
            todo += reversed(one.children)
    pieces.append(unit.code[at:])
    pieces += [unit.code[slice(*directive.span)] for directive in unit.directives]
    return {word for piece in pieces for word in WORD.findall(piece)}


def macros(unit: Unit) -> set[bytes]:
    """Give the names of the macros that a file defines."""
    heads = (DEFINE.match(unit.code, *one.body) for one in unit.directives if one.name == b"define")
    return {head[1] for head in heads if head}


def declarations(unit: Unit, found: Iterable[Body] | None = None) -> Iterator[Node]:
    """Give the declarations that are statements of a block."""
    for body in bodies(unit) if found is None else found:
        for node in body.nodes:
            above = node.parent
            if node.type == "declaration" and above and above.type == "compound_statement":
                yield from [node] if declarators(node) else []


def number(unit: Unit, node: Node) -> Node | None:
    """Give the name of a declaration of one plain number with a value."""
    kind, made = node.child_by_field_name("type"), declarators(node)
    if kind is None or len(made) != 1 or made[0].type != "init_declarator" or not is_number(unit, kind):
        return None
    name = made[0].child_by_field_name("declarator")
    return name if name is not None and name.type == "identifier" else None


def is_number(unit: Unit, kind: Node) -> bool:
    """Say whether a type is that of a plain number."""
    word = text(unit, kind)
    return kind.type == "sized_type_specifier" or word in NUMBERS or FIXED.fullmatch(word) is not None
