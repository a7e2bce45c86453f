"""Structures that are filled by position, whose members are others in HIP or stand in another order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.outcomes import Match, report
from hipify_py.source.listed_values import lists
from hipify_py.source.unit import span_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

NOTHING = re.compile(rb"[({]*\s*(?:\([\w\s*]*\)\s*)?(?:0[uUlL]*|nullptr|NULL|)\s*[})]*")


def by_position(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report lists of at least `word` values for a structure that is one of the rule's `words`."""
    for listed in lists(unit):
        words = listed.type.split()
        name = words[-1] if words else b""
        if name not in rule.words:
            continue
        for one in _structures(listed.node, listed.dimensions):
            values = [node for node in one.named_children if node.type != "comment"]
            if len(values) >= int(rule.word) and not all(_is_nothing(unit, node) for node in values):
                yield Match(findings=(report(rule, span_of(one), {"type": name.decode()}),))


def _structures(node: Node, dimensions: int) -> list[Node]:
    """Give the lists that fill one structure each, of a list that fills an array of some dimensions."""
    found = [node]
    for _ in range(dimensions):
        found = [part for one in found for part in one.named_children if part.type == "initializer_list"]
    return found


def _is_nothing(unit: Unit, node: Node) -> bool:
    """Say whether a value is zero, or given to a member by its name."""
    return node.type == "initializer_pair" or NOTHING.fullmatch(unit.code, *span_of(node)) is not None
