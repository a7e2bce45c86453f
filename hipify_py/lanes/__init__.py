"""The width of a warp: find what assumes 32 lanes, keep it right on 64, and say what remains.

`lanes` is the matcher. What it needs is loaded where a file may have to do with warps: few do.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.lanes.words import has_warp_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Edit, Finding, Options
    from hipify_py.rules import Rule, RuleSet
    from hipify_py.syntax import Unit

HEADER = "hipify_warp32.h"
RULE = "W000"  # what says that warp code was kept within 32 lanes


def lanes(
    unit: Unit, _rule: Rule, rules: RuleSet, options: Options
) -> Iterator[tuple[list[Edit], list[Finding]]]:
    """Give, function by function, the edits and findings that the width of a warp calls for."""
    if posixpath.basename(options.path or "") != HEADER and has_warp_code(unit):
        from hipify_py.lanes.analysis import analysed

        yield from analysed(unit, rules, options)


def superseded(findings: list[Finding]) -> list[Finding]:
    """Leave out what is said of a name by itself where the analysis has settled the place it stands in."""
    settled = {
        span.start for f in findings if f.rule == RULE for span in (f.span, *(r.span for r in f.related))
    }
    by_name = {"N001", "N002", "N005", "N011"}
    return [f for f in findings if not (f.rule in by_name and f.span.start in settled)]
