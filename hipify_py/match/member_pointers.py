"""Pointers to members of CUDA's vector types, which in HIP are members of a class below these types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.for_hip import is_hip, sides
from hipify_py.source.conditions import inside
from hipify_py.source.tokens import token_before
from hipify_py.source.unit import span_of
from hipify_py.source.vector_names import ELEMENT, spelt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

MEMBER = re.compile(rb"&\s*+((" + ELEMENT + rb")[1-4])\s*+::\s*+[xyzw]\b")
"""An address of a member, with the vector's type and the beginning of its name."""
CAST = re.compile(rb"\w+_cast\s*+<")
TAKES = frozenset({b")", b"]"})


def member_pointers(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Cast what a call is given to a pointer to a member of the vector; report it among template arguments.

    Elsewhere, as in what a variable begins with, the type is said and the pointer becomes it by itself.
    """
    if is_hip(unit, rules):
        return
    for found in MEMBER.finditer(unit.code):
        span = Span(*found.span())
        first = token_before(unit.code, span.start)
        if first.is_word or first.text in TAKES or inside(sides(unit).own, span.start):
            continue  # bits of two numbers
        role = _stands_among(unit, span)
        if role == "template_argument_list":
            yield Match(findings=(report(rule, span, {"name": found[0].decode(errors="replace")}),))
        elif role == "argument_list":
            head = b"static_cast<%b %b::*>(" % (spelt(found[2]), found[1])
            yield Match((Edit(span, (head, span, b")"), rule.id, "cast"),))


def _stands_among(unit: Unit, span: Span) -> str:
    """Give the kind of the list of which a place is one whole part; nothing where it is none, or is cast.

    The grammar reads `static_cast<T>(value)` as a call.
    """
    node = next((node for node in reversed(unit.around(span)) if span_of(node) != span), None)
    if node is None:
        return ""
    called = node.parent.child_by_field_name("function") if node.parent else None
    return "" if called and CAST.match(unit.code, called.start_byte) else node.type
