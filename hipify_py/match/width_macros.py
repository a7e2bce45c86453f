"""Macros for the width of a wavefront, which compilers of HIP have given up."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.model import Related, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.macros import defines
from hipify_py.source.conditions import branches_around, in_condition, innermost
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

WIDTH = re.compile(rb"__AMDGCN_WAVEFRONT_SIZE(?:__)?\b")  # clang 22 does not define them


def width_macros(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report macros for the width of a wavefront, which compilers of HIP have given up.

    What is said of a condition names the `#error` to which it leads then.
    """
    for found in word_matches(unit, WIDTH, b"__AMDGCN_WAVEFRONT_SIZE"):
        span = Span(*found.span())
        if not defines(unit, span):
            said = report(rule, span, {"name": found[0].decode()})
            branch = innermost(unit, span.start) if in_condition(unit, span.start) else None
            refused = _refusals(unit).get(branch.opened) if branch else None
            behind = refused is not None and refused.start > span.start
            related = (Related(refused, "newer compilers come to this"),) if refused and behind else ()
            yield Match(findings=(said._replace(related=related),))


@fact
def _refusals(unit: Unit) -> dict[int, Span]:
    """Give the last `#error` of each chain of conditions, three deep at most, by the index of its `#if`."""
    directives = [one for one in unit.directives if one.name == b"error"]
    around = ((one, islice(branches_around(unit, one.span.start), 3)) for one in directives)
    return {branch.opened: one.span for one, outer in around for branch in outer}
