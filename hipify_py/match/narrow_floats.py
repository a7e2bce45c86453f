"""Conversions to half and bfloat16 that CUDA has and between which a HIP compiler cannot choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.declared_types import declared_type, names_with
from hipify_py.resolve.for_hip import is_hip, sides
from hipify_py.resolve.ownership import owner
from hipify_py.source.conditions import inside
from hipify_py.source.definitions import in_function
from hipify_py.source.number_types import number_type, types_in
from hipify_py.source.unit import span_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

BFLOAT = (b"__nv_bfloat16", b"nv_bfloat16")
HALF = frozenset({b"__half", b"half"})
TYPE = re.compile(rb"\b(?:(?:__)?nv_bfloat16|(?:__)?half)\b(?=\s*[(){>]|\s+\w)")
WIDE = {"long": "ll", "long long": "ll", "unsigned long": "ull", "unsigned long long": "ull"}
ASSIGNED = re.compile(rb"(?<![=<>!&|^%])[-+*/]?=(?!=)")
LISTS = frozenset({"argument_list", "initializer_list"})
CLOSINGS = frozenset(b")}")
LIST = re.compile(rb"(?<![=<>!&|^%+*/-])=\s*+\{")
PAIRS = {
    b"half2": b"__half2",
    b"__half2": b"__half2",
    b"nv_bfloat162": b"__hip_bfloat162",
    b"__nv_bfloat162": b"__hip_bfloat162",
}
"""The types of two values, and what HIP calls them."""


def conversions(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Give conversions of integers of 64 bits to bfloat16, and between half and bfloat16.

    The former go to a function of ours, or are reported where there is none; the latter go through float.
    """
    if is_hip(unit, rules):
        return
    polyfill = options.polyfill and for_device_compiler(unit, options)
    for place, to, value in (*_named(unit, rules), *_assigned(unit)):
        kind = _kind(unit, value)
        other = kind.removeprefix("?").encode()
        if (to in BFLOAT and other in HALF) or (to in HALF and other in BFLOAT):
            yield Match((Edit(value, (b"(float)(", value, b")"), rule.id, "cast"),))
        elif to in BFLOAT and kind in WIDE and polyfill:
            call = f"hipify_half::{WIDE[kind]}2bfloat16_rn(".encode()
            yield Match((Edit(value, (call, value, b")"), rule.id, "polyfill"),))
        elif to in BFLOAT and kind in WIDE:
            yield Match(findings=(report(rule, place, {"name": to.decode(), "kind": kind}),))


def lists(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Name the type of a list that is assigned to a pair of halves: the pair's constructor takes it."""
    for found in () if is_hip(unit, rules) else LIST.finditer(unit.code):
        nodes = unit.around(Span(found.end() - 1, found.end()))
        given = next((one for one in nodes if one.start_byte == found.end() - 1), None)
        parent = given.parent if given is not None and given.type == "initializer_list" else None
        if parent is None or parent.type != "assignment_expression" or parent.has_error:
            continue
        base, stars = _base(parent.child_by_field_name("left"))
        if base is None or inside(sides(unit).own, found.start()):
            continue
        name, at = unit.code[slice(*span_of(base))], found.end() - 1
        for kind, to in PAIRS.items():
            if declared_type(unit, name, kind, at, stars):
                yield Match((Edit(Span(at, at), (to,), rule.id, "cast"),))
                break


def _kind(unit: Unit, value: Span) -> str:
    """Give the type of an expression as `number_type` has it."""
    home = in_function(unit, value.start)
    return number_type(unit, value, types_in(unit, home) if home else {})


def _named(unit: Unit, rules: RuleSet) -> Iterator[tuple[Span, bytes, Span]]:
    """Give what is converted to a type where the type is named: its name's span, its name, the value."""
    of_hip = sides(unit).own
    for span, name in unit.find(TYPE):
        if not inside(of_hip, span.start) and not owner(unit, span, rules):
            for value in _converted(unit, span):
                yield span, name, value


def _assigned(unit: Unit) -> Iterator[tuple[Span, bytes, Span]]:
    """Give what is assigned to something of the type bfloat16, or added to it and the like."""
    of_hip = sides(unit).own
    if not any(names_with(unit, one) for one in BFLOAT):
        return
    for found in ASSIGNED.finditer(unit.code):
        node = unit.around(Span(*found.span()))[-2:][:1]
        if inside(of_hip, found.start()) or not node or node[0].type != "assignment_expression":
            continue
        left, right = (node[0].child_by_field_name(side) for side in ("left", "right"))
        base, stars = _base(left)
        if base is None or right is None or right.type == "assignment_expression":
            continue
        name = unit.code[slice(*span_of(base))]
        to = next((one for one in BFLOAT if declared_type(unit, name, one, found.start(), stars)), b"")
        if to:
            yield span_of(base), to, span_of(right)


def _base(node: Node | None) -> tuple[Node | None, int]:
    """Give the name in an element or what a pointer points to, and how often that name is a pointer."""
    stars = 0
    while node is not None and node.type in {"subscript_expression", "pointer_expression"}:
        node, stars = node.child_by_field_name("argument"), stars + 1
    return (node if node is not None and node.type == "identifier" else None), stars


def _converted(unit: Unit, span: Span) -> Iterator[Span]:
    """Give what is converted to the type that is named at a span: by a cast, a constructor, a declaration."""
    nodes = unit.around(span)[-5:]
    if len(nodes) < 5:
        return
    for value in _declared(nodes[-2]) if nodes[-2].type == "declaration" else [_given(unit, nodes, span)]:
        listed = [part for part in value.named_children if part.type != "comment"] if value else []
        if value is not None and value.type not in LISTS:
            yield span_of(value)
        elif value is not None and len(listed) == 1 and unit.code[value.end_byte - 1] in CLOSINGS:
            yield span_of(listed[0])


def _given(unit: Unit, nodes: list[Node], span: Span) -> Node | None:
    """Give what a cast or a constructor gets, from the five nodes around the name of a type."""
    call, template, cast, parent, name = nodes
    if parent.type == "call_expression" and parent.child(0) == name:
        return parent.child_by_field_name("arguments")
    if parent.type == "compound_literal_expression":
        return parent.child_by_field_name("value")
    if parent.type != "type_descriptor" or span_of(parent) != span:  # as that of a pointer
        return None
    if cast.type == "cast_expression":
        return cast.child_by_field_name("value")
    named = template.child_by_field_name("name") if template.type == "template_function" else None
    if named is None or unit.code[slice(*span_of(named))] != b"static_cast":
        return None
    return call.child_by_field_name("arguments")


def _declared(declaration: Node) -> list[Node | None]:
    """Give what the names of a declaration begin with; not pointers to the type."""
    declarators = declaration.children_by_field_name("declarator")
    made = [(one.child_by_field_name("declarator"), one.child_by_field_name("value")) for one in declarators]
    return [value for named, value in made if named is not None and named.type == "identifier"]
