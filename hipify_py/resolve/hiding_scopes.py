"""Where a name at file scope is hidden: by a local, a parameter, a member, or what a namespace holds.

Where that is in doubt, as in a class with bases, whose members may stand in another file, it is said so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.declaration_signs import may_declare, may_enumerate
from hipify_py.resolve.declarations import NAMED_NODES, declares
from hipify_py.source.bracket_ends import brace_ends
from hipify_py.source.defined_types import defined_types
from hipify_py.source.definitions import CLASSES, in_function
from hipify_py.source.spans import merged
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import standing, word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tree_sitter import Node

    from hipify_py.source.unit import Unit

SCOPES = CLASSES | {
    "catch_clause",
    "compound_statement",
    "for_range_loop",
    "for_statement",
    "function_definition",
    "if_statement",
    "lambda_expression",
    "namespace_definition",
    "switch_statement",
    "while_statement",
}
# What holds parameters, of which nothing else sees any.
HEADS = frozenset(
    {
        "alias_declaration",
        "catch_clause",
        "declaration",
        "field_declaration",
        "friend_declaration",
        "function_definition",
        "lambda_expression",
        "template_declaration",
        "type_definition",
    }
)
CAPTURE = "lambda_capture_initializer"
WITHOUT_TYPE = {
    "for_range_loop": "declarator",
    CAPTURE: "left",
    "structured_binding_declarator": "",
}
SMALL = frozenset(
    {
        "condition_clause",
        "for_range_loop",
        "for_statement",
        "init_statement",
        CAPTURE,
        "structured_binding_declarator",
        "template_parameter_list",
    }
)
NEAR = 5  # a name, what it is declared with, and the head or list that holds that
METHOD = re.compile(
    rb"([A-Za-z_]\w*+)\s*+(?:<[^<>;{}()]*+>\s*+)?::"
    rb"\s*+(?:~\s*+|operator\b[^;{}()\w]*+)?[\w\s]*+(?:\)\s*+)?(?=\()"
)
AROUND = re.compile(rb"([A-Za-z_]\w*+)\s*+(?:<[^<>;{}()]*+>\s*+)?::\s*+\Z")
FAR = 256  # bytes before the last scope of a name in which those around that are told
OPENED = re.compile(rb"namespace\s++(?:\w++\s*+::\s*+)*+(\w++)\s*+\{")
SPACE_HEAD = re.compile(rb"(?:inline\s++)?+" + OPENED.pattern)


class Hiding(NamedTuple):
    """Where a name is hidden, and where it may be, as `merged` gives them."""

    sure: tuple[Span, ...]
    doubtful: tuple[Span, ...]


@fact_of
def hiding(unit: Unit, name: bytes) -> Hiding:
    """Give where what a file declares hides a name at file scope."""
    sure, doubtful = [*_class_scope(unit, name)], [*_with_bases(unit)]
    for one in standing(unit, name):
        span = Span(one.start, one.end)
        if unit.directive_at(one.start):
            continue
        if is_declared(unit, span):
            sure += _scope(unit, list(unit.around(span)))
        elif may_declare(unit.code, span) and any(node.type == "ERROR" for node in unit.around(span)):
            doubtful.append(in_function(unit, one.start) or Span(0, len(unit.code)))
    return Hiding(merged(sure), merged(doubtful))


def small_scope(unit: Unit, span: Span) -> Iterator[Span]:
    """Give where what a template, the head of a statement or a structured binding names is seen.

    Nothing comes of a name that none of these declares: of it `declarations.own_scope` speaks.
    """
    nodes = list(unit.around(span))
    if any(node.type in SMALL for node in nodes[-NEAR:]) and is_declared(unit, span):
        yield from _scope(unit, nodes)


def is_declared(unit: Unit, span: Span) -> bool:
    """Say whether a name is declared at a place, be it without a type, as in a loop over a range."""
    nodes = unit.around(span)
    parent = nodes[-2] if len(nodes) > 1 else None
    if parent is not None and parent.type in WITHOUT_TYPE:
        field = WITHOUT_TYPE[parent.type]
        return not field or parent.child_by_field_name(field) == nodes[-1]
    of_template = any(node.type == "template_parameter_list" for node in nodes[-NEAR:])
    may_be = of_template or may_declare(unit.code, span) or may_enumerate(unit, span)
    return may_be and declares(unit, span)


def _scope(unit: Unit, nodes: Sequence[Node]) -> Iterator[Span]:
    """Give where what is declared is seen, given the nodes around its name; nothing at file scope."""
    is_parameter = any("parameter" in node.type for node in nodes[-4:])
    above = nodes[:-2] if nodes[-2].type in NAMED_NODES else nodes[:-1]
    if not is_parameter and nodes[-2].type == "function_declarator":
        above = _outside_of_function(above)
    wanted = HEADS if is_parameter else SCOPES
    scope = next((node for node in reversed(above) if node.type in wanted), None)
    if scope is None:
        return
    if nodes[-2].type == CAPTURE:  # its value, and those beside it, are of what is around
        yield span_of(nodes[-1])
        yield Span(nodes[-3].end_byte, scope.end_byte)
        return
    yield span_of(scope)
    named = scope.child_by_field_name("name")
    name = unit.code[slice(*span_of(named))] if named else b""
    if scope.type in CLASSES:
        yield from bodies_of(unit, name)
    elif scope.type == "namespace_definition" and name:
        yield from (*parts_of(unit, name), *bodies_of(unit, name))


def _outside_of_function(nodes: Sequence[Node]) -> Sequence[Node]:
    """Give the nodes around a function, given those around its name; of a declared one all of them."""
    last = next((at for at in range(len(nodes) - 1, -1, -1) if nodes[at].type in SCOPES), -1)
    is_defined = last >= 0 and nodes[last].type == "function_definition"
    return nodes[:last] if is_defined else nodes


def _class_scope(unit: Unit, name: bytes) -> Iterator[Span]:
    """Give where a class of the name itself is named within its scope."""
    made = [one for one in defined_types(unit) if one.name == name and one.keyword != b"enum"]
    yield from (one.body for one in made)
    if made:
        yield from bodies_of(unit, name)


def parts_of(unit: Unit, name: bytes) -> Iterator[Span]:
    """Give all parts of a namespace in a file."""
    yield from _spaces(unit).get(name, ())


@fact
def _spaces(unit: Unit) -> dict[bytes, list[Span]]:
    """Give the parts of each namespace of a file; those of `a::b` are parts of `a` as well."""
    found: dict[bytes, list[Span]] = {}
    for one in word_matches(unit, OPENED, b"namespace"):
        opens = one.end() - 1
        part = Span(opens, brace_ends(unit).get(opens, len(unit.code)))
        for name in A_NAME.findall(unit.code, one.start() + len(b"namespace"), opens):
            found.setdefault(name, []).append(part)
    return found


def other_parts(unit: Unit, scope: Span) -> Iterator[Span]:
    """Give where else the names of a class or a namespace are seen, given one of its parts.

    That is in the functions it has outside of it, and in the other parts of a namespace.
    """
    space = SPACE_HEAD.match(unit.code, *scope)
    if space is not None:
        yield from (*parts_of(unit, space[1]), *bodies_of(unit, space[1]))
    elif name := class_at(unit, scope.start):
        yield from bodies_of(unit, name)


def class_at(unit: Unit, at: int) -> bytes:
    """Give the name of the class of which the definition begins at a place; nothing where none does."""
    return _classes(unit).get(at, b"")


@fact
def _classes(unit: Unit) -> dict[int, bytes]:
    return {one.at: one.name for one in defined_types(unit) if one.keyword != b"enum"}


def bodies_of(unit: Unit, name: bytes) -> Iterator[Span]:
    """Give the parameters and bodies of functions that a class or namespace has outside of it.

    So too those of the classes in it.
    """
    yield from _methods(unit).get(name, ())
    yield from _inner_methods(unit).get(name, ())


@fact
def _inner_methods(unit: Unit) -> dict[bytes, list[Span]]:
    """Give the same as `_methods` by the scopes around the last one: `a` and `B` of `a::B::C::f()`."""
    found: dict[bytes, list[Span]] = {}
    for one in METHOD.finditer(unit.code):
        least, end, bodies = max(0, one.start() - FAR), one.start(), _body(unit, one)
        while bodies and (around := AROUND.search(unit.code, least, end)):
            found.setdefault(around[1], []).extend(bodies)
            end = around.start()
    return found


@fact
def _methods(unit: Unit) -> dict[bytes, list[Span]]:
    """Give, by the last name before the `::`, what stands behind the names of functions defined so."""
    found: dict[bytes, list[Span]] = {}
    for one in METHOD.finditer(unit.code):
        found.setdefault(one[1], []).extend(_body(unit, one))
    return found


def _body(unit: Unit, method: re.Match[bytes]) -> tuple[Span, ...]:
    """Give what stands behind the name of a function, from the bracket on, if it is defined there."""
    body = in_function(unit, method.start())
    is_head = body is not None and unit.code.find(b"{", body.start, method.start()) < 0
    return (Span(method.end(), body.end),) if body is not None and is_head else ()


@fact
def _with_bases(unit: Unit) -> tuple[Span, ...]:
    """Give what belongs to classes with bases, and the functions that classes of other files have here."""
    classes = [one for one in defined_types(unit) if one.keyword != b"enum"]
    plain = {one.name for one in classes if one.made_of.end == one.made_of.start}
    derived = [one.body for one in classes if one.name not in plain]
    others = (bodies for name, bodies in _methods(unit).items() if name not in plain)
    return merged([*derived, *(body for bodies in others for body in bodies)])
