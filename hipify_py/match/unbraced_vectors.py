"""Numbers in lists that begin a vector without its braces, where it is not told which values are its."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.filled_members import LIST, untold
from hipify_py.resolve.filled_types import filled
from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.layouts import types_known
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.resolve.number_values import is_number, is_several
from hipify_py.resolve.type_aliases import values_of
from hipify_py.source.conditions import inside
from hipify_py.source.unit import span_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hipify_py.resolve.layouts import Types
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.listed_values import Listed
    from hipify_py.source.unit import Unit


def unbraced(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report the first of them in each list."""
    if not for_device_compiler(unit, options):
        return
    of_hip, types = sides(unit).own, types_known(unit, options)
    for listed in filled(unit):
        for value in _first(unit, listed, types):
            span = span_of(value)
            if (
                inside(of_hip, span.start)
                or inside(dead(unit), span.start)
                or is_left_alone(unit, span.start)
            ):
                continue
            given = unit.code[slice(*span)].decode("utf-8", "replace")
            yield Match(findings=(report(rule, span, {"value": given}),))


def _first(unit: Unit, listed: Listed, types: Types) -> Iterator[Node]:
    """Give such values of a list."""
    if listed.dimensions and values_of(types.meant(listed.type)) > 1:
        yield from _in_array(unit, listed)
    else:
        yield from (one.values[0] for one in untold(unit, listed, types))


def _in_array(unit: Unit, listed: Listed) -> Iterator[Node]:
    """Give the first value of an array of vectors, if that is a number and another is not known to be one."""
    parts = [part for part in listed.node.named_children if part.type != "comment"]
    if any(part.type == LIST for part in parts) or all(is_number(unit, part) for part in parts):
        return
    yield from (part for part in parts[:1] if is_number(unit, part) or is_several(unit, part))
