"""`__popc` and `__popcll`: CUDA's give an int, HIP's an unsigned, which changes what comes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.braced_elements import LISTED, is_unsigned_there
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.declarations import makes
from hipify_py.resolve.for_hip import is_hip, sides
from hipify_py.resolve.ownership import owner
from hipify_py.resolve.type_aliases import meaning
from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.conditions import inside
from hipify_py.source.definitions import in_function
from hipify_py.source.number_types import SMALL, number_type, spelt, types_in
from hipify_py.source.search import before, matches
from hipify_py.source.tokens import token_at
from hipify_py.source.unit import span_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tree_sitter import Node

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

COUNT = re.compile(rb"\b__popc(?:ll)?(?=\s*\()")
CAST = b"(int)"
POSITIVE = re.compile(rb"(?:0[xX][\da-fA-F]+|\d+)[uUlL]*")
BY_TYPE = re.compile(rb"\b(?:min|max|abs)\s*\Z")  # functions that do what the types of arguments say
GIVES_NARROW = re.compile(
    rb"(?:[^({;]*\s)?(?:(?<!long\s)int|unsigned|uint|short|char|bool|u?int32_t)\s+(?:\w+\s*::\s*)*\w+\s*\("
)
COMPARED = frozenset({"<", ">", "<=", ">="})
DIVIDED = frozenset({"/", "%", ">>"})
NARROW = frozenset({"int", "unsigned", *SMALL})  # takes the same bits of both
WIDER = frozenset({"long", "unsigned long", "long long", "unsigned long long", "float", "double", "floating"})
WHOLE = frozenset({"expression_statement", "declaration", "return_statement"})
DEEPEST = 200  # nodes around a count: in a long sum it has as many as that has parts
CHAINED = frozenset(
    {"parenthesized_expression", "binary_expression", "unary_expression", "conditional_expression"}
)


def as_int(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Put `(int)` before counts of bits whose sign tells in what is made of them."""
    meant = meaning(unit, options)
    for span, _ in cuda_calls(unit, rules, COUNT, b"__popc"):
        start = cast_at(unit, span)
        if unit.code[max(0, start - len(CAST)) : start] == CAST:
            continue
        call = unit.call(span)
        home = in_function(unit, span.start)
        at = before(unit.code, span.start, b" \t\r\n")
        misread = call is None and unit.code[at - 1 : at] in {b"*", b"&"}  # as a declarator
        counts = call and len(call.arguments) == 1
        types = types_in(unit, home) if home else {}
        if misread or (call and counts and _tells(unit, call.whole, types, meant)):
            yield Match((Edit(Span(start, start), (CAST,), rule.id, "cast"),))


def cuda_calls(
    unit: Unit, rules: RuleSet, expression: re.Pattern[bytes], word: bytes
) -> Iterator[tuple[Span, bytes]]:
    """Give where functions of CUDA's are called, of which each match of an expression begins with a word."""
    if is_hip(unit, rules):
        return
    found = [(Span(*one.span()), one[0]) for one in matches(unit.code, expression, word)]
    own = {name for span, name in found if makes(unit, span) or _has_body(unit, span)}
    of_hip = sides(unit).own if found else ()
    for span, name in found:
        if name not in own and not owner(unit, span, rules) and not inside(of_hip, span.start):
            yield span, name


def _has_body(unit: Unit, name: Span) -> bool:
    """Say whether a block stands behind what looks like a call: it is a function without a type then."""
    behind = bracket_ends(unit).get(token_at(unit.code, name.end).start)
    brace = token_at(unit.code, behind) if behind is not None else None
    return brace is not None and brace.text == b"{" and not unit.directive_at(name.start)


def cast_at(unit: Unit, name: Span) -> int:
    """Give where a cast of what a call gives goes: before its name, and before a `::` that stands there."""
    at = before(unit.code, name.start, b" \t\r\n")
    return at - 2 if unit.code[at - 2 : at] == b"::" else name.start


def _tells(unit: Unit, whole: Span, types: Mapping[bytes, str], meant: Callable[[bytes], bytes]) -> bool:
    """Say whether something else comes of a count that is unsigned.

    On the way up through the expression the value is "positive" at first; what is added may make it "mixed",
    and what is subtracted "negative" as an int: then it is another one where something wider than 32 bits, or
    a comparison, takes it. "same" and "other" are verdicts.
    """
    nodes, state = list(unit.around(whole)), "positive"
    if len(nodes) > DEEPEST:
        return True  # the cast changes nothing where the sign does not tell
    if any(node.type == "ERROR" or (node.type in WHOLE and node.has_error) for node in nodes):
        return True  # what the grammar lost its way in
    at = next((place for place, node in enumerate(nodes) if (node.start_byte, node.end_byte) == whole), 0)
    for parent, child in zip(reversed(nodes[:at]), reversed(nodes[: at + 1]), strict=False):
        if parent.type in LISTED:  # no `unsigned` gets in where an `int` does
            return not is_unsigned_there(unit, child, types, meant)
        if parent.type not in CHAINED:
            return _taken(unit, parent, child, types, state)
        state = _step(unit, parent, child, types, state)
        if state in {"same", "other"}:
            return state == "other"
    return state != "positive"


def _step(unit: Unit, parent: Node, child: Node, types: Mapping[bytes, str], state: str) -> str:
    """Go up a step in an expression."""
    sign = parent.child_by_field_name("operator")
    operator = sign.type if sign else "?"
    if parent.type == "parenthesized_expression":
        return state
    if parent.type == "unary_expression":
        return "same" if operator == "!" else "negative"
    others = [one for one in parent.named_children if one.type != "comment" and one != child]
    first = parent.children[0] == child
    if not others or operator in {"&&", "||"} or operator in ({"?"} if first else {"<<", ">>"}):
        return "same"
    other = Span(others[-1].start_byte, others[-1].end_byte)
    kind = number_type(unit, other, types)
    positive = POSITIVE.fullmatch(unit.code[slice(*other)]) is not None
    return _met(operator, kind, state, positive=positive)


def _met(operator: str, kind: str, state: str, *, positive: bool) -> str:
    """Say what an operator makes of the value and of another one of some type, "positive" or not."""
    maybe = state != "positive"
    if kind == "unsigned":
        return "same"
    if kind in WIDER or operator in {"==", "!="}:
        return "other" if maybe and kind not in NARROW else "same"
    if operator in COMPARED | DIVIDED:
        return "other" if maybe or not positive else "same" if operator in COMPARED else state
    if operator == "-" or (operator == "?" and not positive):
        return "negative"
    return state if positive or maybe else "mixed"


def returns_narrow(unit: Unit, node: Node) -> bool:
    """Say whether a node returns what it holds from a function that gives no more than 32 bits."""
    home = in_function(unit, node.start_byte) if node.type == "return_statement" else None
    return home is not None and GIVES_NARROW.match(unit.code, *home) is not None


def target_type(unit: Unit, parent: Node, child: Node, types: Mapping[bytes, str]) -> str | None:
    """Give the type of what a node assigns a value to, "" where it cannot be told; None for other nodes."""
    field = {"init_declarator": "declarator", "assignment_expression": "left"}.get(parent.type)
    target = parent.child_by_field_name(field) if field else None
    if target is None or target == child:
        return None
    span = span_of(target)
    return types.get(unit.code[slice(*span)]) or number_type(unit, span, types)


def _taken(unit: Unit, parent: Node, child: Node, types: Mapping[bytes, str], state: str) -> bool:
    """Say whether what takes the value makes another one of it."""
    maybe = state != "positive"
    if parent.type in {"subscript_argument_list", "subscript_expression"}:
        return state == "negative"  # a sum is one from the array's start
    if parent.type == "argument_list":
        before = unit.code[max(0, parent.start_byte - 40) : parent.start_byte]
        return maybe or BY_TYPE.search(before) is not None
    if parent.type == "cast_expression":
        cast = parent.child_by_field_name("type")
        return maybe and (cast is None or spelt(unit.code[cast.start_byte : cast.end_byte]) not in NARROW)
    kind = target_type(unit, parent, child, types)
    if kind is None:
        return maybe and not returns_narrow(unit, parent)
    sign = parent.child_by_field_name("operator")
    if sign and sign.type in {"/=", "%="}:
        return maybe or kind not in WIDER | {"unsigned"}
    return kind == "?auto" or (maybe and kind not in NARROW)
