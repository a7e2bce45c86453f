"""`threadIdx` and its kin as whole values: a `uint3` in CUDA, in HIP objects that become a `dim3` alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.index_parameters import VECTORS, last_name, named, parameters, places, taken_elsewhere
from hipify_py.match.runtime_bringers import is_unit
from hipify_py.match.runtime_include import brings_runtime
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.declarations import makes
from hipify_py.resolve.declared_types import declared_member, declared_type
from hipify_py.resolve.for_hip import is_hip, sides
from hipify_py.resolve.index_macros import WORDS
from hipify_py.resolve.macros import defines
from hipify_py.source.brackets import BLANK
from hipify_py.source.conditions import inside
from hipify_py.source.definitions import in_function
from hipify_py.source.lexer import DEFINE
from hipify_py.source.number_types import types_in
from hipify_py.source.search import before, word_start
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tree_sitter import Node

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

INDEX = rb"(?:(?:thread|block)Idx|(?:block|grid)Dim)"
WHOLE = re.compile(rb"(?<![\w.:])(?<!->)" + INDEX + rb"\b(?!\s*(?:\.|->|::|\())")
# A declaration of the program's own by one of the names, behind a type: what may follow a declared name.
OWN = re.compile(INDEX + rb"\s*[;,=(){\[]")
NO_TYPE = frozenset((*b"return case else new delete throw typename".split(), *WORDS))
LAST = re.compile(rb"(\w+)\s*(?:\[[^\[\]]*\]\s*)?\Z")
MADE = re.compile(rb"(?:uint3|dim3)|static_cast\s*<\s*(?:uint3|dim3)\s*>")
SUMS = frozenset({"binary_expression", "unary_expression"})
PLAIN = frozenset(
    {
        "sizeof_expression",
        "decltype",
        "pointer_expression",
        "lambda_capture_specifier",
        "expression_statement",
    }
)
"""Nodes in which it does not matter of what type the object is."""


def whole_indices(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Make a `uint3` of an index where one is wanted; report where that is not known."""
    found = [*word_matches(unit, WHOLE, *WORDS)]
    if not found or is_hip(unit, rules):
        return
    if is_unit(options) and not brings_runtime(unit, rules, options):
        return  # nothing in it is CUDA
    own = own_names(unit)
    for one in found:
        span, name = Span(*one.span()), one[0]
        if (
            name in own
            or not (_in_macro(unit, span) or in_function(unit, span.start))
            or makes(unit, span)
            or inside(sides(unit).own, span.start)
        ):
            continue
        kind = wanted(unit, span, name)
        if kind is None:
            kind = taken_elsewhere(unit, span, options.project.functions)
        if kind == b"uint3":
            text = b"make_uint3(%b.x, %b.y, %b.z)" % (name, name, name)
            yield Match((Edit(span, (text,), rule.id, "value"),))
        elif kind is None and name in VECTORS:
            yield Match(findings=(report(rule, span, {"name": name.decode()}),))


@fact
def own_names(unit: Unit) -> frozenset[bytes]:
    """Give those of the names of indices that a file declares itself, for a variable or a parameter."""
    found = ((one.start(), _type_before(unit.code, one.start())) for one in word_matches(unit, OWN, *WORDS))
    return frozenset(
        next(word for word in WORDS if unit.code.startswith(word, at))
        for at, kind in found
        if kind and not defines(unit, kind)
    )


def _type_before(code: bytes, at: int) -> Span | None:
    """Give the word before a place, if that may be the type of what is declared there."""
    end = before(code, at, BLANK + b"&*")
    start = word_start(code, end)
    is_name = end < at and A_NAME.fullmatch(code, start, end) and code[start:end] not in NO_TYPE
    return Span(start, end) if is_name else None


def _in_macro(unit: Unit, span: Span) -> bool:
    """Say whether a name stands in what a macro stands for, and is none of its parameters."""
    directive = unit.directive_at(span.start)
    head = DEFINE.match(unit.code, *directive.body) if directive and directive.name == b"define" else None
    return head is not None and unit.code[slice(*span)] not in A_NAME.findall(head[2] or b"")


def wanted(unit: Unit, span: Span, name: bytes) -> bytes | None:
    """Give the type that is made of an index: "uint3", another one, "" where none is; None if not known."""
    nodes = [node for node in unit.around(span) if node.type != "parenthesized_expression"]
    in_macro = unit.directive_at(span.start) is not None
    if in_macro and len(nodes) > 1 and nodes[-2].type == "ERROR":  # it is another name for the index
        return b""
    if len(nodes) < (3 if in_macro else 5) or span_of(nodes[-1]) != span or nodes[-2].type in PLAIN:
        return b""
    if nodes[-2].type in SUMS:
        return b"uint3" if name in VECTORS or _among_vectors(unit, nodes) else None
    reader = READERS.get(nodes[-2].type)
    return reader(unit, nodes) if reader else None


def _returned(unit: Unit, nodes: list[Node]) -> bytes | None:
    closure = next((one for one in reversed(nodes) if one.type == "lambda_expression"), None)
    if closure is not None:
        return _returned_by(unit, closure)
    home = in_function(unit, nodes[-1].start_byte)
    head = unit.code[slice(*home)].partition(b"(")[0].split() if home else []
    return named(b" ".join(head[:-1])) if head else None


def _returned_by(unit: Unit, closure: Node) -> bytes | None:
    """Give the type that a lambda returns, where it says so."""
    head = closure.child_by_field_name("declarator")
    for one in head.named_children if head else ():
        if one.type == "trailing_return_type":
            return named(unit.code[slice(*span_of(one))].partition(b"->")[2])
    return None


def _cast(unit: Unit, nodes: list[Node]) -> bytes | None:
    cast = nodes[-2].child_by_field_name("type")
    return named(unit.code[slice(*span_of(cast))]) if cast else None


def _assigned(unit: Unit, nodes: list[Node]) -> bytes | None:
    return _declared(unit, nodes[-2].child_by_field_name("left"), nodes[-1].start_byte)


def _among_vectors(unit: Unit, nodes: list[Node]) -> bool:
    """Say whether a sum, in which the last of some nodes stands, has an index that is a `uint3` in CUDA."""
    at = next(at for at in range(len(nodes) - 2, -1, -1) if nodes[at].type not in SUMS) + 1
    return any(one[0] in VECTORS for one in WHOLE.finditer(unit.code, *span_of(nodes[at])))


def _given(unit: Unit, nodes: list[Node]) -> bytes | None:
    """Give the type that a list makes of what stands in it: a call's, or that of what it begins."""
    above, given, child = nodes[-3:]
    if above.type == "init_declarator":
        alone = all(one == child or one.type == "comment" for one in given.named_children)
        return _declaring(unit, nodes[-4]) if alone else None
    if above.type == "field_initializer":
        return _declared(unit, above.named_children[0], child.start_byte)
    callee = above.child_by_field_name("function") if above.type == "call_expression" else None
    return _passed(unit, callee, given, child) if callee else None


def _passed(unit: Unit, callee: Node, given: Node, child: Node) -> bytes | None:
    place = places(unit, given).get(child.id)
    if place is None:  # but below one that the grammar could not read
        return None
    called = unit.code[slice(*span_of(callee))]
    if MADE.fullmatch(called):
        return b"uint3" if b"uint3" in called else b"dim3"
    kinds = parameters(unit, last_name(called)).get(place, set())
    return next(iter(kinds)) if len(kinds) == 1 else None


def _declared(unit: Unit, target: Node | None, at: int) -> bytes | None:
    """Give the type of what is assigned to, by its last name."""
    name = LAST.search(unit.code[slice(*span_of(target))]) if target else None
    if target and name and _is_member(target):
        kinds = [kind for kind in (b"uint3", b"dim3") if declared_member(unit, name[1], kind)]
        return kinds[0] if len(kinds) == 1 else None
    for kind in (b"uint3", b"dim3") if name else ():
        if name and declared_type(unit, name[1], kind, at):
            return kind
    home = in_function(unit, at)
    is_auto = name and home and types_in(unit, home).get(name[1]) == "?auto"
    return b"" if is_auto else None


def _is_member(target: Node) -> bool:
    while target.type == "subscript_expression" and target.named_children:
        target = target.named_children[0]
    return target.type in {"field_expression", "field_identifier"}


def _declaring(unit: Unit, declaration: Node) -> bytes | None:
    """Give the type with which a declaration declares."""
    kind = declaration.child_by_field_name("type")
    return named(unit.code[slice(*span_of(kind))]) if kind else None


READERS: dict[str, Callable[[Unit, list[Node]], bytes | None]] = {
    "argument_list": _given,
    "assignment_expression": _assigned,
    "cast_expression": _cast,
    "init_declarator": lambda unit, nodes: _declaring(unit, nodes[-3]),
    "initializer_list": _given,
    "parameter_declaration": lambda unit, nodes: _declaring(unit, nodes[-5:][0]),  # `uint3 a(threadIdx);`
    "return_statement": _returned,
}
"""What reads the type that a node makes of the last of some nodes, of which it is the last but one."""
