"""Arithmetic with pointers to void, and the size of void: g++, and so nvcc, counts bytes; clang does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.match.runtime_include import read_for_device
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declared_types import names_with
from hipify_py.resolve.void_pointers import BYTES, depth_of, described, operand
from hipify_py.source.conditions import inside
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.unit import span_of
from hipify_py.source.word_places import standing, word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

CAST = re.compile(rb"\(\s*+(?:(?:const|volatile)\s++)*+void\b[^()*]*+\*[^()*]*+\)")
SIZE = re.compile(rb"sizeof\s*+\(\s*+(void)\s*+\)")
SIGNS = frozenset({b"+", b"-"})
BEHIND = SIGNS | {b"++", b"--", b"+=", b"-=", b"[", b")"}
BEFORE = SIGNS | {b"++", b"--"}
SIMPLE = re.compile(rb"[\w.]++(?:->[\w.]++)*+")
WHOLE = frozenset(
    {"call_expression", "field_expression", "identifier", "number_literal", "parenthesized_expression",
     "sizeof_expression", "subscript_expression"}
)  # fmt: skip
STATEMENTS = frozenset({"expression_statement", "for_statement"})


class Pointer(NamedTuple):
    """An operand that points to void: its node, and the type that counts bytes, as `const char *`."""

    node: Node
    type: bytes


def pointers(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Count in bytes by `char *` where that says the same, and report the rest."""
    with_cuda = options.project.in_host_units or any(path in rules.headers for path in unit.included)
    if not (read_for_device(unit, options) or (with_cuda and not options.in_c_alone)):
        return
    for size in word_matches(unit, SIZE, b"sizeof"):
        if not inside(dead(unit), size.start()):
            yield Match((Edit(Span(*size.span(1)), (b"char",), rule.id, "void"),))
    chains: dict[Span, tuple[Node, list[Pointer]]] = {}
    for one in _operands(unit):
        parent = one.node.parent
        if parent is None or inside(dead(unit), one.node.start_byte):
            continue
        if parent.type == "binary_expression" and _sign(parent) in SIGNS:
            top = _top(parent)
            chains.setdefault(span_of(top), (top, []))[1].append(one)
        elif parent.type == "update_expression" or _is_step(parent, one.node):
            yield _step(unit, rule, parent, one)
    for top, found in chains.values():
        yield _sum(unit, rule, top, found)


def _operands(unit: Unit) -> Iterator[Pointer]:
    """Give what points to void and may be counted with: what is cast to it, or declared with it."""
    for one in CAST.finditer(unit.code):
        node = next(
            (n for n in reversed(unit.around(Span(*one.span()))) if n.type == "cast_expression"), None
        )
        if node is not None and node.start_byte == one.start() and described(unit, node):
            yield Pointer(operand(node), BYTES[b"const" in one[0], b"volatile" in one[0]])
    for name in names_with(unit, b"void"):
        for word in standing(unit, name):
            may_count = token_at(unit.code, word.end).text in BEHIND
            if may_count or token_before(unit.code, word.start).text in BEFORE:
                yield from _declared(unit, Span(word.start, word.end))


def _declared(unit: Unit, span: Span) -> Iterator[Pointer]:
    """Give a name with what takes a value out of it, if that points to void as all say that declare it."""
    nodes = unit.around(span)
    if unit.directive_at(span.start) or not nodes:
        return
    node, taken = nodes[-1], 0
    while (parent := node.parent) is not None:
        if parent.type == "field_expression" and parent.child_by_field_name("field") == node:
            pass
        elif (parent.type == "subscript_expression" and parent.child_by_field_name("argument") == node) or (
            parent.type == "pointer_expression" and parent.child(0).type == "*"
        ):
            taken += 1
        elif parent.type != "parenthesized_expression":
            break
        node = parent
    if parent is not None and (
        parent.type in {"update_expression", "binary_expression"} or _is_step(parent, node)
    ):
        kind = depth_of(unit, span)
        if kind and kind.depth == taken + 1:
            yield Pointer(node, kind.bytes)


def _sign(node: Node) -> bytes:
    sign = node.child_by_field_name("operator")
    return (sign.type if sign else "").encode()


def _is_step(parent: Node, node: Node) -> bool:
    is_left = parent.type == "assignment_expression" and parent.child_by_field_name("left") == node
    return is_left and _sign(parent) in {b"+=", b"-="}


def _top(node: Node) -> Node:
    """Give the whole sum that an addition or subtraction is part of."""
    top = node
    while (parent := node.parent) is not None:
        if parent.type == "binary_expression" and _sign(parent) in SIGNS:
            top = parent
        elif parent.type != "parenthesized_expression":
            break
        node = parent
    return top


def _sum(unit: Unit, rule: Rule, top: Node, found: list[Pointer]) -> Match:
    """Have a sum with pointers to void count by bytes: it gives such a pointer again, or a difference.

    One right behind a bracket is none, or of no use: what stands there was not read as it is meant.
    """
    first = found[0].node
    behind_minus = [one.node for one in found if _is_taken_away(one.node, top)]
    is_lost = token_before(unit.code, top.start_byte).text == b")"
    if is_lost or len(found) > 2 or len(behind_minus) != len(found) - 1:
        return Match(findings=(report(rule, span_of(first), {"name": "a pointer to void"}),))
    edits = [_insertion(one.node.start_byte, b"(%b)" % one.type, rule) for one in found]
    if len(found) == 1 and not _is_cast(top):
        kind = found[0].type.replace(b"char", b"void")
        begin, end = b"(%b)(" % kind, _insertion(top.end_byte, b")", rule)
        if top.start_byte == first.start_byte:
            edits = [_insertion(top.start_byte, begin + b"(%b)" % found[0].type, rule), end]
        else:
            edits += [_insertion(top.start_byte, begin, rule), end]
    return Match(tuple(edits))


def _is_taken_away(node: Node, top: Node) -> bool:
    """Say whether an operand of a sum stands behind a minus, as a whole or in brackets."""
    taken = False
    while node != top and (parent := node.parent) is not None:
        is_right = parent.type == "binary_expression" and parent.child_by_field_name("right") == node
        taken ^= is_right and _sign(parent) == b"-"
        node = parent
    return taken


def _is_cast(top: Node) -> bool:
    """Say whether a sum is in brackets, and cast as C does: then it does not matter from which pointer."""
    around = top.parent
    above = around.parent if around is not None and around.type == "parenthesized_expression" else None
    return above is not None and above.type == "cast_expression"


def _step(unit: Unit, rule: Rule, node: Node, one: Pointer) -> Match:
    """Write an assignment for a step that is a statement of its own, or that of a loop."""
    text, parent = unit.code[slice(*span_of(one.node))], node.parent
    if parent is None or parent.type not in STATEMENTS or not SIMPLE.fullmatch(text):
        return Match(findings=(report(rule, span_of(one.node), {"name": text.decode("utf-8", "replace")}),))
    start = text + b" = (%b)" % one.type + text
    if node.type == "update_expression":
        sign = b"-" if unit.code[slice(*span_of(node))].strip(b"( )").find(b"--") >= 0 else b"+"
        return Match((Edit(span_of(node), (start + b" %b 1" % sign,), rule.id, "void"),))
    right = node.child_by_field_name("right")
    if right is None:
        return Match()
    opens, closes = (b"", b"") if right.type in WHOLE else (b"(", b")")
    parts = (start + b" %b " % _sign(node)[:1] + opens, span_of(right), closes)
    return Match((Edit(span_of(node), tuple(part for part in parts if part), rule.id, "void"),))


def _insertion(at: int, text: bytes, rule: Rule) -> Edit:
    return Edit(Span(at, at), (text,), rule.id, "void")
