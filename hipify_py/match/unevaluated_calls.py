"""`std::declval` in device code: HIP's compiler lets that name no function of the host, even in decltype."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.match.runtime_include import read_for_device
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.for_hip import is_hip, sides
from hipify_py.source.conditions import inside
from hipify_py.source.functions import functions, on_device_alone
from hipify_py.source.search import matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

VALUE = re.compile(rb"std\s*+::\s*+declval\b(?=\s*+<)")
OURS = b"hipify_compat::declval"


def values(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Give `std::declval` in functions for the device alone, and in templates of names, another function.

    A name stands for its type where it is used, which may be in such a function.
    """
    if is_hip(unit, rules) or not read_for_device(unit, options):
        return
    found = [Span(*one.span()) for one in matches(unit.code, VALUE, b"std")]
    homes = functions(unit, [one.start for one in found])
    for span in found:
        home = homes.get(span.start)
        if not (on_device_alone(unit, home) if home else _in_alias(unit, span)):
            continue
        if inside(sides(unit).own, span.start) or inside(dead(unit), span.start):
            continue
        if options.polyfill:
            yield Match((Edit(span, (OURS,), rule.id, "polyfill"),))
        else:
            yield Match(findings=(report(rule, span, {"name": "std::declval"}),))


def _in_alias(unit: Unit, span: Span) -> bool:
    """Say whether a place stands in what a template of a name stands for."""
    nodes = [*unit.around(span)]
    return any(
        node.type == "alias_declaration" and around.type == "template_declaration"
        for around, node in pairwise(nodes)
    )
