"""Members of `char1` to `char4`, which are `signed char` in CUDA and `char` in HIP: two types.

As numbers they are the same on amd64. They differ where a type is bound exactly, by a reference or a pointer,
and where one is chosen by it: overloads, templates, `decltype`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declared_types import declared_member, declared_type
from hipify_py.resolve.for_hip import is_hip, sides
from hipify_py.source.brackets import parameter_spans, trimmed
from hipify_py.source.conditions import inside
from hipify_py.source.definitions import outermost_function
from hipify_py.source.search import last_of
from hipify_py.source.tokens import token_at
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

VECTORS = (b"char1", b"char2", b"char3", b"char4")
SIGNED = rb"(?:const\s++)?+(?:signed\s++char|(?:std\s*+::\s*+)?+int8_t)(?!\w)(?:\s++const(?!\w))?+"
A_SIGNED = re.compile(SIGNED)
BOUND = re.compile(
    rb"(?<![\w:<(,])(" + SIGNED + rb"\s*+([&*]))\s*+(?:[A-Za-z_]\w*+\s*+::\s*+)*+([A-Za-z_]\w*+)"
)
PARAMETER = re.compile(rb"\s*+(" + SIGNED + rb")\s*+([&*]?+)\s*+\w*+\s*+")
# A function with a parameter of the kind, up to its bracket, and one of a template's for the type.
NAMED = re.compile(rb"(?<![\w.>:])([A-Za-z_]\w*+)\s*+\(")
CHOSEN = re.compile(rb"(?<!\w)([A-Za-z_]\w*+)\s*+<\s*+signed\s++char\s*+>")
DECLTYPE = re.compile(rb"(?<!\w)decltype\s*+\(")
MEMBERS = frozenset((b"x", b"y", b"z", b"w"))
MOST, DEEPEST = 2000, 20  # bytes of a list of parameters; nodes of an expression, one in the other
RETURNS = "(return_statement) @return"
INNER = frozenset({"lambda_expression", "function_definition", "class_specifier", "struct_specifier"})


def bound(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Write the type in a cast where a member is bound to a reference or a pointer to `signed char`."""
    if not _has_members(unit, rules, options):
        return
    for found in BOUND.finditer(unit.code):
        if inside(sides(unit).own, found.start()) or inside(dead(unit), found.start()):
            continue
        for value in _bound_values(unit, found):
            if _is_member(unit, value, address=found[2] == b"*"):
                yield Match((_cast(rule, b"reinterpret_cast", found[1], value),))
    for kind, sign, value in _passed(unit):
        word = b"reinterpret_cast" if sign else b"static_cast"
        yield Match((_cast(rule, word, kind, value),))


def told_by_type(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report members of which the type is asked for, or that may choose what is made for `signed char`."""
    if not _has_members(unit, rules, options):
        return
    chosen = {one[1] for one in CHOSEN.finditer(unit.code)}
    asked = [one.end() - 1 for one in DECLTYPE.finditer(unit.code)]
    called = [one.end() - 1 for one in NAMED.finditer(unit.code) if one[1] in chosen] if chosen else []
    for opening in (*asked, *called):
        if inside(sides(unit).own, opening) or inside(dead(unit), opening):
            continue
        for given in parameter_spans(unit.code, opening, min(len(unit.code), opening + MOST)):
            node = _at(unit, given)
            if node is not None and _is_member(unit, node, address=False):
                said = {"member": unit.code[slice(*span_of(node))].decode("latin-1")}
                yield Match(findings=(report(rule, span_of(node), said),))


def _has_members(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether a file of CUDA names one of the types that is not its own."""
    named = {name for name in VECTORS if name in all_words(unit)}
    return bool(named) and not is_hip(unit, rules) and not named & options.project.names


def _cast(rule: Rule, word: bytes, kind: bytes, value: Node) -> Edit:
    text = b"%b<%b>(" % (word, b" ".join(kind.split()))
    return Edit(span_of(value), (text, span_of(value), b")"), rule.id, "cast")


def _bound_values(unit: Unit, found: re.Match[bytes]) -> Iterator[Node]:
    """Give what a variable is bound to, or what a function returns, given its type and name."""
    behind = token_at(unit.code, found.end()).text
    nodes = unit.around(Span(*found.span(3)))[-6:]
    if behind == b"(":
        function = next((node for node in reversed(nodes) if node.type == "function_definition"), None)
        body = function.child_by_field_name("body") if function else None
        yield from _returned(unit, body) if body else ()
    for node in nodes if behind == b"=" else ():
        value = node.child_by_field_name("value") if node.type == "init_declarator" else None
        if value is not None and value.start_byte > found.end():
            yield value


def _returned(unit: Unit, body: Node) -> Iterator[Node]:
    """Give what a function itself returns, and no lambda or class in it."""
    for one in unit.nodes(RETURNS, body).get("return", ()):
        around = [node for node in unit.around(span_of(one)) if node.start_byte > body.start_byte]
        if not any(node.type in INNER for node in around):
            yield from _inner(one)[:1]


def _inner(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type != "comment"]


def _is_member(unit: Unit, node: Node, *, address: bool, depth: int = 0) -> bool:
    """Say whether an expression is such a member, or its address, be it chosen between several."""
    inner = _inner(node)
    if depth > DEEPEST or not inner:
        return False
    if node.type == "parenthesized_expression":
        return _is_member(unit, inner[0], address=address, depth=depth + 1)
    if node.type == "conditional_expression" and len(inner) == 3:
        return all(_is_member(unit, one, address=address, depth=depth + 1) for one in inner[1:])
    if address:
        takes = node.type == "pointer_expression" and unit.code[node.start_byte : node.start_byte + 1] == b"&"
        return takes and _is_member(unit, inner[0], address=False, depth=depth + 1)
    field = node.child_by_field_name("field") if node.type == "field_expression" else None
    return field is not None and unit.code[slice(*span_of(field))] in MEMBERS and _is_vector(unit, inner[0])


def _is_vector(unit: Unit, node: Node) -> bool:
    """Say whether an expression names a variable, or a member, that is declared with one of the types."""
    for _ in range(DEEPEST):
        if node.type not in {"subscript_expression", "pointer_expression", "parenthesized_expression"}:
            break
        node = _inner(node)[0]
    name = node.child_by_field_name("field") if node.type == "field_expression" else node
    if name is None or name.type not in {"identifier", "field_identifier"}:
        return False
    word = unit.code[slice(*span_of(name))]
    if name is not node:
        return any(declared_member(unit, word, kind) for kind in VECTORS)
    return any(declared_type(unit, word, kind, name.start_byte) for kind in VECTORS)


@fact
def _takers(unit: Unit) -> dict[bytes, dict[int, set[bytes]]]:
    """Give the functions that a file declares with a parameter of `signed char`: what each place takes.

    With "" where another function of the name takes something else there.
    """
    found: dict[bytes, dict[int, set[bytes]]] = {}
    heads = list(_heads(unit))
    for name, takes in heads:
        for place, taken in enumerate(takes):
            if taken:
                found.setdefault(name, {}).setdefault(place, set()).add(taken)
    for name, takes in heads:
        for place, kinds in found.get(name, {}).items():
            if place < len(takes):
                kinds.add(takes[place])
    return found


def _heads(unit: Unit) -> Iterator[tuple[bytes, list[bytes]]]:
    """Give the functions that a file declares: what each parameter takes, "" for any other type."""
    for one in NAMED.finditer(unit.code):
        if _is_head(unit, one.start()):
            listed = parameter_spans(unit.code, one.end() - 1, min(len(unit.code), one.end() + MOST))
            yield one[1], [_taken(unit.code[slice(*span)]) for span in listed]


def _taken(parameter: bytes) -> bytes:
    found = PARAMETER.fullmatch(parameter.partition(b"=")[0])
    return b" ".join((found[1] + b" " + found[2]).split()) if found else b""


def _is_head(unit: Unit, at: int) -> bool:
    """Say whether a name before a bracket is a function's that is declared there: a type stands before it."""
    start = last_of(unit.code, b";{}()=,", at) + 1
    if not unit.code[start:at].strip() or unit.directive_at(at):
        return False
    function = outermost_function(unit, at)
    body = function.child_by_field_name("body") if function else None
    return function is None or (body is not None and at < body.start_byte)


def _passed(unit: Unit) -> Iterator[tuple[bytes, bytes, Node]]:
    """Give the members that are passed to such functions: the type, `&` or `*` of it, and the argument."""
    takers = _takers(unit) if A_SIGNED.search(unit.code) else {}
    for one in NAMED.finditer(unit.code) if takers else ():
        places = takers.get(one[1], {})
        call = unit.call(Span(*one.span(1))) if places and not inside(dead(unit), one.start()) else None
        for place, argument in enumerate(call.arguments if call else ()):
            kinds = places.get(place, set()) - {b""}
            node = _at(unit, argument) if len(kinds) == 1 else None
            kind = next(iter(kinds), b"")
            sign = kind[-1:] if kind[-1:] in {b"&", b"*"} else b""
            if node is None or not _is_member(unit, node, address=sign == b"*"):
                continue
            if not sign and b"" not in places[place]:
                continue
            yield kind, sign, node


def _at(unit: Unit, span: Span) -> Node | None:
    """Give the node that covers a span and nothing else, but for comments at its ends."""
    span = trimmed(unit.code, *span)
    nodes = unit.around(span)
    return nodes[-1] if nodes and span_of(nodes[-1]) == span else None
