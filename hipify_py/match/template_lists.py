"""`T value = {0}` in a template whose `T` has an `x`, as CUDA's vectors have: HIP's take no such list."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.for_hip import sides
from hipify_py.source.conditions import inside
from hipify_py.source.definitions import in_function
from hipify_py.source.listed_values import lists
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

MOST_NAME = 100  # bytes before a list in which the name is looked for
BEGUN = re.compile(rb"([A-Za-z_]\w*)\s*(?:=\s*)?\Z")
PARAMETER = re.compile(rb"\b(?:typename|class)\s+(\w+)")
MEMBER = re.compile(rb"(?<![\w.>])([A-Za-z_]\w*+)\s*\.\s*[xy]\b")


def cut_short(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report variables of a template's type that a list of one value begins and that have an `x` or a `y`."""
    if not for_device_compiler(unit, options):
        return
    for listed in lists(unit):
        span = span_of(listed.node)
        single = len([part for part in listed.node.named_children if part.type != "comment"]) == 1
        if listed.dimensions or not single or listed.type not in _parameters(unit, span):
            continue
        if _has_members(unit, span) and not (
            inside(dead(unit), span.start) or inside(sides(unit).own, span.start)
        ):
            yield Match(findings=(report(rule, span, {"type": listed.type.decode("utf-8", "replace")}),))


def _parameters(unit: Unit, at: Span) -> frozenset[bytes]:
    """Give the types that are parameters of the templates around a place."""
    around = [span_of(node) for node in unit.around(at) if node.type == "template_declaration"]
    heads = (unit.code[span.start : unit.code.find(b">", span.start)] for span in around)
    return frozenset(name for head in heads for name in PARAMETER.findall(head))


def _has_members(unit: Unit, listed: Span) -> bool:
    """Say whether an `x` or a `y` of what a list begins is used behind it in the function."""
    name = BEGUN.search(unit.code, max(0, listed.start - MOST_NAME), listed.start)
    home = in_function(unit, listed.start)
    if name is None or home is None:
        return False
    places = _members(unit).get(name[1], [])
    at = bisect_left(places, listed.end)
    return at < len(places) and places[at] < home.end


@fact
def _members(unit: Unit) -> dict[bytes, list[int]]:
    """Give where a file uses an `x` or a `y` of each name."""
    places: dict[bytes, list[int]] = {}
    for found in MEMBER.finditer(unit.code):
        places.setdefault(found[1], []).append(found.start())
    return places
