"""Read a function's model from the syntax tree."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.source.definitions import inner_declarator
from hipify_py.source.function_model import (
    Assignment,
    CallText,
    Condition,
    Declaration,
    Jump,
    Loop,
    Model,
    in_order,
    in_order_of_names,
    in_order_of_values,
)
from hipify_py.source.functions import parameters
from hipify_py.source.lambda_captures import captured
from hipify_py.source.shared_blocks import is_shared
from hipify_py.source.unit import span_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tree_sitter import Node

    from hipify_py.source.function_model import Keyword, Leaves, Regions
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

Nodes = dict[str, list["Node"]]

QUERY = """
(if_statement) @if (switch_statement) @switch (while_statement) @while (do_statement) @do
(for_statement) @for (for_range_loop) @range
(conditional_expression) @choice (binary_expression) @binary
(return_statement) @return (break_statement) @break (continue_statement) @continue (goto_statement) @goto
(declaration) @declaration (assignment_expression) @assignment (update_expression) @update
(gnu_asm_output_operand) @written (call_expression) @call
(lambda_expression) @lambda (compound_statement) @block
"""
ASKING: tuple[Keyword, ...] = ("if", "switch", "while", "do")
SCOPES = ("block", "for", "range", "if", "switch", "while", "lambda")
SHORT: dict[str, Keyword] = {"&&": "&&", "and": "&&", "||": "||", "or": "||"}
JUMPS: tuple[Leaves, ...] = ("return", "break", "continue", "goto")
POINTERS = frozenset({"pointer_declarator", "array_declarator"})
REFERENCE, BINDING = "reference_declarator", "structured_binding_declarator"
NAMES = frozenset({"identifier", "field_identifier", "type_identifier"})
DECLARES = NAMES | POINTERS | {REFERENCE}
LAST = ("field", "name")  # of what names a function by its scope or with arguments of a template
NONE = Span(0, 0)


def from_tree(unit: Unit, function: Function, node: Node) -> Model:
    """Read a function from its node, or a macro from the root of its text's tree."""
    found = unit.nodes(QUERY, node)
    blocks = [span_of(one) for name in SCOPES for one in found.get(name, ())]
    scopes = in_order((one, None) for one in blocks if not is_shared(unit, one))
    regions = in_order(_regions(found))
    taken = tuple(_parameters(unit, node, function.span))
    declared = [
        *taken,
        *chain.from_iterable(_parameters(unit, one, span_of(one)) for one in found.get("lambda", ())),
        *chain.from_iterable(captured(unit, one) for one in found.get("lambda", ())),
        *chain.from_iterable(_declared(unit, one, scopes, function) for one in found.get("declaration", ())),
        *chain.from_iterable(_declared(unit, one, scopes, function) for one in found.get("range", ())),
        *chain.from_iterable(_to_array(unit, one, scopes, function) for one in found.get("assignment", ())),
    ]
    return Model(
        function,
        "tree",
        regions,
        tuple(sorted(_loops(found), key=lambda one: one.whole)),
        tuple(sorted(_jumps(found, regions, function), key=lambda one: one.at)),
        parameters(unit.code, function) if function.kind == "macro" else tuple(one.name for one in taken),
        tuple(sorted(declared, key=lambda one: one.at)),
        in_order_of_values(_assignments(unit, found, declared)),
        in_order_of_names(_calls(unit, found)),
    )


def _regions(found: Nodes) -> Iterator[tuple[Span, Condition | None]]:
    for keyword in ASKING:
        for node in found.get(keyword, ()):
            asked = node.child_by_field_name("condition")
            condition = Condition(keyword, _bare(asked)) if asked else None
            yield from _sides(node, condition, "body" if keyword != "if" else "consequence")
    for node in chain(found.get("for", ()), found.get("range", ())):
        yield from _sides(node, Condition("for", _head(node)), "body")
    for node in found.get("choice", ()):
        yield from _sides(node, Condition("?", _field(node, "condition")), "consequence")
    yield from _short(found.get("binary", ()))
    for node in found.get("lambda", ()):
        yield _field(node, "body"), None


def _sides(node: Node, condition: Condition | None, field: str) -> Iterator[tuple[Span, Condition]]:
    """Give the sides of a node on which it takes what a condition says, and on which the opposite."""
    if condition:
        yield _field(node, field), condition
        if other := node.child_by_field_name("alternative"):
            yield span_of(other), condition._replace(otherwise=True)


def _short(nodes: Sequence[Node]) -> Iterator[tuple[Span, Condition]]:
    """Give what is worked out behind each operand of `&&` and `||`: in `a && b && c` the last two, and `c`.

    A query that asked for the operators would take as long as operands stand in each other, for each.
    """
    sides = {node.id: (SHORT[sign], node) for node in nodes if (sign := _operator(node)) in SHORT}
    chained = set[int]()
    for keyword, outer in sorted(sides.values(), key=lambda one: -one[1].end_byte):
        if outer.id in chained:
            continue
        node: Node | None = outer
        while node:
            left, right = node.child_by_field_name("left"), _field(node, "right")
            same = left if left and sides.get(left.id, ("", None))[0] == keyword else None
            asked = same.child_by_field_name("right") if same else left
            if asked:
                behind = Span(right.start, outer.end_byte)
                yield behind, Condition(keyword, span_of(asked), otherwise=keyword == "||")
            if same:
                chained.add(same.id)
            node = same


def _bare(node: Node) -> Span:
    """Give the span of a condition without its brackets."""
    return Span(node.start_byte + 1, node.end_byte - 1)


def _head(node: Node) -> Span:
    """Give the span of what stands in the brackets of a `for`."""
    marks = [one for one in node.children if one.type in {"(", ")"}]
    return Span(marks[0].end_byte, marks[-1].start_byte)


def _field(node: Node, name: str) -> Span:
    return span_of(found) if (found := node.child_by_field_name(name)) else NONE


def _operator(node: Node) -> str:
    return sign.type if (sign := node.child_by_field_name("operator")) else ""


def _loops(found: Nodes) -> Iterator[Loop]:
    for keyword in ASKING[2:]:
        for node in found.get(keyword, ()):
            if asked := node.child_by_field_name("condition"):
                head = _bare(asked)
                yield Loop(keyword, span_of(node), head, NONE, head, NONE, _field(node, "body"))
    for node in found.get("for", ()):
        parts = (_field(node, one) for one in ("initializer", "condition", "update", "body"))
        yield Loop("for", span_of(node), _head(node), *parts)
    for node in found.get("range", ()):
        yield Loop("for", span_of(node), _head(node), _head(node), NONE, NONE, _field(node, "body"))


def _jumps(found: Nodes, regions: Regions, function: Function) -> Iterator[Jump]:
    for kind in JUMPS:
        for node in found.get(kind, ()):
            value = next((one for one in node.named_children if one.type != "comment"), None)
            given = span_of(value) if value and kind == "return" else None
            yield Jump(kind, node.start_byte, regions.home(node.start_byte) or function.body, given)


def _parameters(unit: Unit, node: Node, scope: Span) -> Iterator[Declaration]:
    """Give what a function or a lambda takes."""
    inner: Node | None = node
    while inner and inner.child_by_field_name("parameters") is None:
        inner = inner_declarator(inner)
    listed = inner.child_by_field_name("parameters") if inner else None
    for one in listed.named_children if listed else ():
        if one.type.endswith("parameter_declaration"):
            default = one.child_by_field_name("default_value")
            name = one.child_by_field_name("declarator")
            made = _made(unit, one, name, default, scope) if name else None
            yield (made or _nameless(one, scope))._replace(kind="parameter")


def _nameless(node: Node, scope: Span) -> Declaration:
    end = Span(node.end_byte, node.end_byte)
    return Declaration(b"", end, _field(node, "type"), None, scope, span_of(node))


def _declared(unit: Unit, node: Node, scopes: Regions, function: Function) -> Iterator[Declaration]:
    """Give what a declaration declares, be it a statement, a condition or the head of a loop."""
    around = (one.span for one in scopes.around(node.start_byte))
    scope = span_of(node) if node.type == "for_range_loop" else next(around, function.body)
    value = node.child_by_field_name("right" if node.type == "for_range_loop" else "value")
    for one in node.children_by_field_name("declarator"):
        initial = one.child_by_field_name("value") if one.type == "init_declarator" else value
        inner = one.child_by_field_name("declarator") if one.type == "init_declarator" else one
        for name in _bound(inner) if inner else ():
            if made := _made(unit, node, name, initial, scope):
                yield made


def _to_array(unit: Unit, node: Node, scopes: Regions, function: Function) -> Iterator[Declaration]:
    """Give what refers to an array or points to one: `int (&a)[4] = b`, for the grammar an assignment."""
    left, value = node.child_by_field_name("left"), node.child_by_field_name("right")
    while left and left.type == "subscript_expression":
        left = left.child_by_field_name("argument")
    called = left.child_by_field_name("function") if left else None
    listed = left.child_by_field_name("arguments") if left else None
    if called is None or listed is None or called.type != "primitive_type" or not listed.named_children:
        return
    at = listed.named_children[0].child_by_field_name("argument")
    if at is not None and at.type in NAMES:
        scope = next((one.span for one in scopes.around(node.start_byte)), function.body)
        name, given = span_of(at), span_of(value) if value else None
        yield Declaration(
            unit.code[slice(*name)], name, span_of(called), given, scope, span_of(node), "local", 1
        )


def _bound(declarator: Node) -> Sequence[Node]:
    """Give the names that a structured binding declares, each for the whole value, or else the one name."""
    inner = declarator.named_children[0] if declarator.type == REFERENCE else declarator
    return inner.named_children if inner.type == BINDING else [declarator]


def _made(unit: Unit, node: Node, declarator: Node, value: Node | None, scope: Span) -> Declaration | None:
    """Give one declared name; None for a function's."""
    inner: Node | None = declarator
    pointers = 0
    while inner and inner.type not in NAMES:
        if inner.type == "function_declarator":
            if node.type != "declaration":
                return None
            if not _is_pointer(inner):
                value = inner.child_by_field_name("parameters")  # a variable: `unsigned m(f(a));`
        pointers += inner.type in POINTERS
        deeper = inner_declarator(inner)
        inner = deeper or next((one for one in inner.named_children if one.type in DECLARES), None)
    if inner is None:
        return None
    name, type_ = span_of(inner), node.child_by_field_name("type")
    given = _value(value) if value else None
    kind = _unqualified(type_) if type_ else None
    return Declaration(unit.code[slice(*name)], name, kind, given, scope, span_of(node), "local", pointers)


def _is_pointer(declarator: Node) -> bool:
    """Say whether what looks like a function's declarator is that of a pointer to one."""
    within = declarator.child_by_field_name("declarator")
    inner = within.named_children if within and within.type == "parenthesized_declarator" else ()
    return any(one.type in POINTERS for one in inner)


def _unqualified(node: Node) -> Span:
    """Give the span of a type without a `const` behind it."""
    parts = [one for one in node.children if one.type != "type_qualifier"] if node.child_count else []
    return Span(node.start_byte, parts[-1].end_byte if parts else node.end_byte)


def _value(node: Node) -> Span:
    """Give the span of a value, without the brackets of `int a(b)` and `int a{b}`."""
    return (
        _bare(node) if node.type in {"argument_list", "initializer_list", "parameter_list"} else span_of(node)
    )


def _assignments(unit: Unit, found: Nodes, declared: list[Declaration]) -> Iterator[Assignment]:
    for one in declared:
        if one.value:
            yield Assignment(one.name, b"", one.value)
    for node in found.get("assignment", ()):
        target, value = _target(node, "left"), _field(node, "right")
        yield Assignment(unit.code[slice(*target)], _operator(node)[:-1].encode(), value)
    for node in found.get("update", ()):
        target = _target(node, "argument")
        yield Assignment(unit.code[slice(*target)], _operator(node)[:1].encode(), target)
    for node in found.get("written", ()):
        target = _field(node, "value")
        yield Assignment(unit.code[slice(*target)], b"asm", target)


def _target(node: Node, field: str) -> Span:
    """Give what is given a value, without brackets around all of it, as macros write them: `(x) = 1`."""
    target = node.child_by_field_name(field)
    while target and target.type == "parenthesized_expression" and len(target.named_children) == 1:
        target = target.named_children[0]
    return span_of(target or node)


def _calls(unit: Unit, found: Nodes) -> Iterator[CallText]:
    for node in found.get("call", ()):
        called, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        spans = unit.arguments(listed)
        while called and (inner := next(filter(None, map(called.child_by_field_name, LAST)), None)):
            called = inner.named_children[-1] if inner.type == "dependent_name" else inner
        if called and spans is not None:
            yield CallText(span_of(called), spans)
