"""Negative numbers shifted to the left where a constant is wanted: clang takes them since C++20 alone.

nvcc works them out itself in device code and in templates for it; g++, which refuses them, never sees these.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.runtime_include import read_for_device
from hipify_py.match.text_neighbours import CONDITIONS, binds_outside
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.resolve.macros import around
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

SHIFT = b"<<"
SHIFTED = re.compile(rb"(?:-\s*+[1-9]|~\s*+0)[0-9lL]*+\s*+(?:\)\s*+)*+<<(?![<=])")
NEGATIVE = re.compile(rb"-\s*+([1-9][0-9]*+)([lL]{0,2})|~\s*+0([lL]{0,2})")
COUNT = re.compile(rb"0|[1-9][0-9]{0,2}")
MOST_DIGITS = 19
TYPES = (b"int", b"long", b"long long")
READ = CONDITIONS | {b"define"}
WORD = re.compile(rb"\w++")
BITS = {0: 31, 1: 63, 2: 63}
"""Of what a number without a sign may have, by how many L stand behind it; on Linux for amd64."""
BRACKETED = "parenthesized_expression"
WANTING = {  # what wants a constant of one of its fields, or of all that is in it
    "enumerator": "value",
    "static_assert_declaration": "condition",
    "case_statement": "value",
    "array_declarator": "size",
    "template_argument_list": "",
    "bitfield_clause": "",
    "alignas_qualifier": "",
}
DECLARES = frozenset({"declaration", "field_declaration", "function_definition"})
SPECIFIES = frozenset({"type_qualifier", "storage_class_specifier"})


def shifted(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Shift first and negate then, or bits without a sign, where a constant is wanted."""
    if not read_for_device(unit, options):
        return
    done = set[Span]()
    for found in SHIFTED.finditer(unit.code):
        nodes = _shifts(unit, found.start())
        if not nodes or is_left_alone(unit, found.start()):
            continue
        whole = span_of(nodes[-1])
        if whole not in done and _wants_constant(unit, nodes):
            done.add(whole)
            yield _written(unit, rule, nodes[-1])


def _shifts(unit: Unit, at: int) -> list[Node]:
    """Give the nodes around a negative number that is shifted, down to all of its shifts; else none."""
    nodes = [*unit.around(Span(at, at + 1))]
    inner = next((number for number in range(len(nodes) - 1, 0, -1) if _is_shift(unit, nodes[number])), 0)
    if not inner or at >= _side(nodes[inner], "operator").start_byte or _number(unit, nodes[inner]) is None:
        return []
    while _is_shift(unit, nodes[inner - 1]) and nodes[inner - 1].start_byte == nodes[inner].start_byte:
        inner -= 1
    return nodes[: inner + 1]


def _is_shift(unit: Unit, node: Node) -> bool:
    return node.type == "binary_expression" and unit.code[slice(*span_of(_side(node, "operator")))] == SHIFT


def _side(shift: Node, name: str) -> Node:
    """Give what stands at a side of an operator, or the operator, past comments."""
    found = shift.child_by_field_name(name)
    assert found is not None
    return found


def _number(unit: Unit, shift: Node) -> re.Match[bytes] | None:
    """Give the negative number on the left of a shift, read out of its brackets."""
    node = _side(shift, "left")
    while node.type == BRACKETED and (inner := [one for one in node.named_children if one.type != "comment"]):
        node = inner[0]
    return NEGATIVE.fullmatch(unit.code[slice(*span_of(node))])


def _wants_constant(unit: Unit, nodes: list[Node]) -> bool:
    """Say whether what the innermost of some nodes is worth has to be a constant, by itself or by a name."""
    if macro := around(unit, nodes[-1].start_byte):
        return _stands_in_constants(unit, macro)
    if _is_in_constant(unit, nodes):
        return True
    made = next((node for node in reversed(nodes) if node.type == "init_declarator"), None)
    if made is None or not any(_says(unit, node, b"const") for node in nodes):
        return False
    name = made.child_by_field_name("declarator")
    return name is not None and _stands_in_constants(unit, unit.code[slice(*span_of(name))])


@fact_of
def _stands_in_constants(unit: Unit, name: bytes) -> bool:
    """Say whether a name stands, outside of directives, where a constant is wanted."""
    places = (Span(one.start, one.end) for one in standing(unit, name) if not unit.directive_at(one.start))
    return any(_is_in_constant(unit, unit.around(place)) for place in places)


def _is_in_constant(unit: Unit, nodes: list[Node]) -> bool:
    """Say whether one of the nodes around a value wants it to be constant."""
    return any(_wants(unit, node, part) for node, part in pairwise(nodes))


def _wants(unit: Unit, node: Node, part: Node) -> bool:
    if node.type in WANTING:
        field = WANTING[node.type]
        return not field or node.child_by_field_name(field) == part
    if node.type == "if_statement":
        is_constant = any(one.type == "constexpr" for one in node.children)
        return is_constant and node.child_by_field_name("condition") == part
    if _says(unit, node, b"constexpr"):
        return True
    in_class = node.type == "field_declaration" and node.child_by_field_name("default_value") == part
    return in_class and _says(unit, node, b"static")


def _says(unit: Unit, node: Node, word: bytes) -> bool:
    """Say whether a declaration says a word beside its type."""
    if node.type not in DECLARES:
        return False
    return any(one.type in SPECIFIES and unit.code[slice(*span_of(one))] == word for one in node.children)


def _written(unit: Unit, rule: Rule, whole: Node) -> Match:
    """Write shifts of a negative number as those of what it negates, or of its bits where that may not do."""
    first, counts = whole, [_count(unit, whole)]
    while _is_shift(unit, _side(first, "left")):
        first = _side(first, "left")
        counts.append(_count(unit, first))
    left, number = span_of(_side(first, "left")), _number(unit, first)
    assert number is not None
    value, suffix = number[1] or b"1", number[2] or number[3] or b""
    bits = BITS[len(suffix)]
    behind = Span(left.end, whole.end_byte)
    known = [one for one in counts if one is not None]
    is_long = len(value) > MOST_DIGITS or int(value) >> bits  # of a type that its suffix does not tell
    is_small = not is_long and len(known) == len(counts) and not int(value) << sum(known) >> bits
    is_asked = around(unit, left.start) in _asked(unit)
    has_none = is_long or sum(known) > bits or (is_asked and len(known) == len(counts) and not is_small)
    if has_none or binds_outside(unit, Span(left.start, behind.end)):
        shown = {"shift": unit.code[slice(*span_of(first))].decode()}
        return Match(findings=(report(rule, left, shown),))
    if is_small or is_asked:
        parts = (b"-(", value + suffix, behind, b")")
    else:
        digits = b"~0" if value == b"1" else b"-" + value
        parts = (b"(" + TYPES[len(suffix)] + b")(", digits + b"u" + suffix.lower(), behind, b")")
    return Match((Edit(span_of(whole), parts, rule.id, "shift"),))


def _count(unit: Unit, shift: Node) -> int | None:
    """Give by how many bits a shift goes, where that is written as a number."""
    text = unit.code[slice(*span_of(_side(shift, "right")))]
    return int(text) if COUNT.fullmatch(text) else None


@fact
def _asked(unit: Unit) -> frozenset[bytes]:
    """Give the words that conditions of the preprocessor name, or that stand in what these stand for.

    Those know no types.
    """
    bodies: dict[bytes, list[bytes]] = {}
    todo = list[bytes]()
    for one in unit.directives:
        words = WORD.findall(unit.code, *one.body) if one.name in READ else ()
        if one.name in CONDITIONS:
            todo += words
        elif words:
            bodies.setdefault(words[0], []).extend(words[1:])
    found = set[bytes]()
    while todo:
        if (name := todo.pop()) not in found:
            found.add(name)
            todo += bodies.get(name, ())
    return frozenset(found)
