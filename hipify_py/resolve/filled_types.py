"""Of which type is what a list of values fills: a variable, what one is assigned or passed, and a member."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.class_members import MARK, asked
from hipify_py.resolve.stored_types import element_type, member_elsewhere, object_class, stored_type
from hipify_py.source.class_fields import class_around
from hipify_py.source.listed_values import BLANKS, Listed, around_list, begun_lists, lists
from hipify_py.source.outer_types import is_vector
from hipify_py.source.search import before, last_of, places
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tree_sitter import Node

    from hipify_py.source.unit import Unit

MARKS = re.compile(rb"[(,]\s*+(?=\{)|[(){}]")
BEGUN = re.compile(rb"[(,]\s*+\{")
PASSED = re.compile(rb"[\w)>]\s*+\((?:[^;{}]{0,300}?,)?\s*+\{")
"""What may be a list among arguments, and how one begins; asked before all brackets of a file are read."""
GROWS = frozenset({b"push_back", b"push_front", b"push"})
NAMES = frozenset({"identifier", "field_identifier"})
LONGEST = 120  # bytes of what a list is assigned to
BARE = re.compile(rb"\s*+[A-Za-z_]\w*+\s*+(?:\[[^\[\]]*+\]\s*+)?=")
SCOPE = re.compile(rb"\b([A-Za-z_]\w*+)\s*+(?:<[^<>;{}]{0,100}>\s*+)?::\s*+~?[A-Za-z_]\w*+\s*+\(")


@fact
def filled(unit: Unit) -> tuple[Listed, ...]:
    """Give `lists`, and those that are assigned or passed, or with which a constructor begins a member."""
    found = [*lists(unit), *_assigned(unit), *_passed(unit)]
    return tuple(sorted(found, key=lambda one: one.node.start_byte))


def _assigned(unit: Unit) -> Iterator[Listed]:
    for nodes in begun_lists(unit):
        parent = nodes[-2]
        if parent.type == "assignment_expression":
            sign, left = parent.child_by_field_name("operator"), parent.child_by_field_name("left")
            kind = stored_type(unit, left) if left and sign and sign.type == "=" else b""
            yield from [Listed(nodes[-1], kind, 0)] if kind else ()
        elif parent.type == "field_initializer":
            yield from _begun(unit, parent, nodes[-1])


def assigned_elsewhere(unit: Unit, others: Mapping[bytes, Mapping[bytes, str]]) -> Iterator[Listed]:
    """Give the lists that are assigned to vectors that are members of classes which other files define.

    `others` are these members, which may be pointers to vectors.
    """
    for nodes in begun_lists(unit) if others else ():
        sign, left = nodes[-2].child_by_field_name("operator"), nodes[-2].child_by_field_name("left")
        if nodes[-2].type != "assignment_expression" or not left or not sign or sign.type != "=":
            continue
        kind = member_elsewhere(unit, left, others)
        if is_vector(kind):
            yield Listed(nodes[-1], kind[1:].encode(), 0)


def classes_assigned(unit: Unit) -> frozenset[bytes]:
    """Give the classes of which a file assigns lists to members, as `resolve.class_members` asks for them."""
    found = [*_targets(unit)]
    bare = any(BARE.fullmatch(unit.code, *one) for one in found)
    scopes = (one[1] + MARK for one in SCOPE.finditer(unit.code)) if bare else ()
    return asked(unit, found).union(scopes)


def _targets(unit: Unit) -> Iterator[Span]:
    """Give what stands before each `= {`, from where its statement may begin."""
    for at in places(unit.code, b"{"):
        end = before(unit.code, at, BLANKS)
        if unit.code[end - 1 : end] == b"=":
            start = max(0, end - LONGEST)
            yield Span(max(start, last_of(unit.code, b";{}", end, start) + 1), end)


def _begun(unit: Unit, parent: Node, listed: Node) -> Iterator[Listed]:
    """Give what a constructor begins a member with."""
    name, of = parent.named_children[0], class_around(unit, parent.start_byte)
    one = of.named(unit.code[slice(*span_of(name))]) if of else None
    if one and one.type and not one.pointers:
        yield Listed(listed, one.type, one.bounds)


def _passed(unit: Unit) -> Iterator[Listed]:
    """Give the lists that are arguments."""
    for at in _in_brackets(unit):
        nodes = around_list(unit, at)
        if len(nodes) < 3 or nodes[-2].type != "argument_list":
            continue
        if nodes[-3].type == "field_initializer":
            yield from _begun(unit, nodes[-3], nodes[-1])
        elif nodes[-3].type == "call_expression":
            given = [one for one in nodes[-2].named_children if one.type != "comment"]
            kind = _taken(unit, nodes[-3], given.index(nodes[-1]), len(given))
            yield from [Listed(nodes[-1], kind, 0)] if kind else ()


def _in_brackets(unit: Unit) -> Iterator[int]:
    """Give where braces open right behind `(` or `,`, in round brackets: tables have such in others."""
    if not (BEGUN.search(unit.code) and PASSED.search(unit.code)):
        return
    open_: list[bytes] = []
    for one in MARKS.finditer(unit.code):
        mark = one[0][:1]
        if mark in {b"(", b"{"}:
            open_.append(mark)
        elif mark != b"," and open_:
            open_.pop()
        if (
            len(one[0])
            and unit.code[one.end() : one.end() + 1] == b"{"
            and mark in {b"(", b","}
            and open_[-1:] == [b"("]
        ):
            yield one.end()


def _taken(unit: Unit, call: Node, number: int, count: int) -> bytes:
    """Give the type that a function takes at a place among some arguments; nothing if it is not known."""
    called = call.child_by_field_name("function")
    if called and called.type == "call_expression":  # a launch, whose grid is read as arguments
        called = called.child_by_field_name("function")
    if called and called.type == "field_expression":
        of, name = called.child_by_field_name("argument"), called.child_by_field_name("field")
        if of is None or name is None:
            return b""
        if unit.code[slice(*span_of(name))] in GROWS:
            return element_type(stored_type(unit, of))
        if object_class(unit, of) is None:
            return b""
        called = name
    if called is None or called.type not in NAMES:
        return b""
    kinds = {
        one[number] if number < len(one) else b""
        for one in _parameters(unit, unit.code[slice(*span_of(called))])
        if len(one) >= count
    }
    return kinds.pop() if len(kinds) == 1 else b""


@fact_of
def _parameters(unit: Unit, name: bytes) -> tuple[tuple[bytes, ...], ...]:
    """Give the types that each function of a name takes of those that the file declares; of pointers none."""
    found = []
    for word in standing(unit, name):
        nodes = [*unit.around(Span(word.start, word.end))]
        head = next((one for one in nodes[:-4:-1] if one.type == "function_declarator"), None)
        taken = head.child_by_field_name("parameters") if head else None
        if taken and nodes[-1].type in NAMES and taken.start_byte >= word.end:
            found.append(tuple(_type(unit, one) for one in taken.named_children if one.type != "comment"))
    return tuple(found)


def _type(unit: Unit, parameter: Node) -> bytes:
    kind, name = parameter.child_by_field_name("type"), parameter.child_by_field_name("declarator")
    is_plain = name is None or name.type in {
        "identifier",
        "reference_declarator",
        "abstract_reference_declarator",
    }
    return unit.code[slice(*span_of(kind))] if kind and is_plain else b""
