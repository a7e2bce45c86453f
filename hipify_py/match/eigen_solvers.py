"""Solvers of Eigen in device code that call functions of the host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.runtime_include import read_for_device
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.source.functions import functions
from hipify_py.source.tokens import A_NAME, token_at
from hipify_py.source.type_names import past_template
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

SOLVER = b"SelfAdjointEigenSolver"
OWN = re.compile(rb"\bnamespace\s++Eigen\s*+\{")
GIVEN = re.compile(rb"\s*+[({]\s*+[^\s)}]")
COMPUTED = rb"(?<![\w.])(%b\s*+\.\s*+compute)\s*+\("
MOST = 20_000  # bytes behind a solver in which it is looked for where it computes


def on_the_device(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report where such a solver is given a matrix; not what takes it directly."""
    found = [*standing(unit, SOLVER)]
    if not found or OWN.search(unit.code) or not read_for_device(unit, options):
        return
    around = functions(unit, [one.start for one in found])
    for one in found:
        function = around.get(one.start)
        if function is None or not function.of_device or is_left_alone(unit, one.start):
            continue
        at = _given(unit, one.end, min(function.body.end, one.end + MOST))
        if at is not None:
            yield Match(findings=(report(rule, at if at.end else Span(one.start, one.end), {}),))


def _given(unit: Unit, start: int, end: int) -> Span | None:
    """Give where a solver is given a matrix; an empty span of one that is where it is declared."""
    name = token_at(unit.code, past_template(unit.code, start))
    if GIVEN.match(unit.code, name.end if name.is_word else name.start):
        return Span(0, 0)
    if not A_NAME.fullmatch(name.text):
        return None
    found = re.compile(COMPUTED % name.text).search(unit.code, name.end, end)
    return Span(*found.span(1)) if found else None
