"""`return;` in functions that return a value."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.runtime_include import read_for_device
from hipify_py.model import Span
from hipify_py.outcomes import Match, beside, report
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.source.conditions import inside
from hipify_py.source.defined_types import defined_types
from hipify_py.source.functions import functions
from hipify_py.source.return_types import returned_type
from hipify_py.source.spans import merged
from hipify_py.source.type_sizes import plain, size_of
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact
from hipify_py.source.vector_names import is_vector
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

LAMBDAS = "(lambda_expression) @lambda"
EMPTY = re.compile(rb"\breturn\s*+;")


def without_value(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report, once a function for the device, where it returns nothing in place of a number or a vector.

    Lambdas in it, and functions of classes in it, are passed over.
    """
    found = [Span(*one.span()) for one in word_matches(unit, EMPTY, b"return")]
    if not found or not read_for_device(unit, options):
        return
    by_function: dict[Function, list[Span]] = {}
    around = functions(unit, [one.start for one in found])
    for one in found:
        function = around.get(one.start)
        if function and function.kind == "device" and not is_left_alone(unit, one.start):
            by_function.setdefault(function, []).append(one)
    for function, places in by_function.items():
        kind = returned_type(unit.code, function)
        name = plain(unit.code[slice(*kind)]) if kind else b""
        if not is_vector(name) and size_of(name) is None:
            continue
        others = _others(unit, function)
        own = [one for one in places if not inside(others, one.start)]
        for first in own[:1]:
            said = report(rule, first, {"name": function.name, "type": name.decode()})
            yield Match(findings=(said._replace(related=beside(own[1:])),))


def _others(unit: Unit, function: Function) -> tuple[Span, ...]:
    """Give the lambdas and the classes that begin within a function."""
    found: list[Span] = []
    for spans in (_lambdas(unit), _classes(unit)):
        first, last = (bisect_left(spans, at, key=lambda one: one.start) for at in function.body)
        found += spans[first:last]
    return merged(found)


@fact
def _classes(unit: Unit) -> tuple[Span, ...]:
    return tuple(one.body for one in defined_types(unit))


@fact
def _lambdas(unit: Unit) -> tuple[Span, ...]:
    return merged(map(span_of, unit.nodes(LAMBDAS, unit.tree.root_node).get("lambda", [])))
