"""Headers that load CUDA's driver by themselves: whose names they declare, a person has to replace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.loaders import LOADER, loader
from hipify_py.source.conditions import inside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit


def loading(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report the first include of such a header where its names are left."""
    if not loader(unit, options):
        return
    for include in unit.text.includes:
        path = unit.source[slice(*include.path)]
        if LOADER.fullmatch(path) and not inside(dead(unit), include.path.start):
            said = report(rule, include.path, {"header": path.decode("utf-8", "replace")})
            yield Match(findings=(said,))
            return
