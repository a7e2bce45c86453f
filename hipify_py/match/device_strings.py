"""Device code inside string literals, for a run-time compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.outcomes import Match, report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit


def kernel_strings(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report device code inside string literals, which is never converted."""
    for span in unit.text.strings:
        if b"__global__" in unit.source[slice(*span)]:
            yield Match(findings=(report(rule, span, {}),))
