"""Conversions to half and bfloat16 that CUDA has and between which a HIP compiler cannot choose."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
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

BFLOAT = frozenset({b"__nv_bfloat16", b"nv_bfloat16"})
HALF = frozenset({b"__half", b"half"})
TYPE = re.compile(rb"\b(?:(?:__)?nv_bfloat16|(?:__)?half)\b(?=\s*[(){>]|\s+\w)")
WIDE = {"long": "ll", "long long": "ll", "unsigned long": "ull", "unsigned long long": "ull"}
LISTS = frozenset({"argument_list", "initializer_list"})


def conversions(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Give conversions of integers of 64 bits to bfloat16, and between half and bfloat16.

    The former go to a function of ours, or are reported where there is none; the latter go through float.
    """
    if is_hip(unit, rules):
        return
    of_hip = sides(unit).own
    polyfill = options.polyfill and for_device_compiler(unit, options)
    for span, name in unit.find(TYPE):
        if inside(of_hip, span.start) or owner(unit, span, rules):
            continue
        for value in _converted(unit, span):
            home = in_function(unit, span.start)
            kind = number_type(unit, value, types_in(unit, home) if home else {})
            other = kind.removeprefix("?").encode()
            if (name in BFLOAT and other in HALF) or (name in HALF and other in BFLOAT):
                yield Match((Edit(value, (b"(float)(", value, b")"), rule.id, "cast"),))
            elif name in BFLOAT and kind in WIDE:
                if polyfill:
                    call = f"hipify_half::{WIDE[kind]}2bfloat16_rn(".encode()
                    yield Match((Edit(value, (call, value, b")"), rule.id, "polyfill"),))
                else:
                    yield Match(findings=(report(rule, span, {"name": name.decode(), "kind": kind}),))


def _converted(unit: Unit, span: Span) -> Iterator[Span]:
    """Give what is converted to the type that is named at a span: by a cast, a constructor, a declaration."""
    nodes = unit.around(span)[-5:]
    if len(nodes) < 5:
        return
    for value in _declared(nodes[-2]) if nodes[-2].type == "declaration" else [_given(unit, nodes, span)]:
        listed = [part for part in value.named_children if part.type != "comment"] if value else []
        if value is not None and value.type not in LISTS:
            yield span_of(value)
        elif len(listed) == 1:
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
