"""The width of a warp: find what assumes 32 lanes, keep it right on 64, and say what remains.

`lanes` is the matcher. What it needs is loaded where a file may have to do with warps: few do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.choices import OWN_HEADERS
from hipify_py.lanes.message_ids import KEPT, WIDENED
from hipify_py.lanes.prefilter import called, calls_tables, has_warp_code
from hipify_py.lanes.project_macros import bring_warp_code
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Edit, Finding
    from hipify_py.outcomes import Match
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

BY_NAME = {"N001", "N002", "N005", "N011", "W002"}
ASSEMBLY, ABOUT_ASSEMBLY = "D001", {"W009", "G013"}


def lanes(unit: Unit, _rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Give, function by function, the edits and findings that the width of a warp calls for."""
    if options.name not in OWN_HEADERS and (
        has_warp_code(unit)
        or called(unit, options.project.wavefronts)
        or calls_tables(unit, options.project.functions)
        or bring_warp_code(options.project.macros)
        or bring_warp_code(options.project.bodies)
    ):
        from hipify_py.lanes.analysis import analysed

        yield from analysed(unit.shallow, rules, options)


def superseded(findings: list[Finding], edits: list[Edit]) -> list[Finding]:
    """Leave out what is said of a name or of assembly by itself where the analysis says more of the place.

    So it is of a name in a place that the analysis has dropped.
    """
    settled, said = _places(findings, {KEPT, WIDENED}), _places(findings, ABOUT_ASSEMBLY)
    gone = merged(edit.span for edit in edits if edit.rule == KEPT and not edit.parts)
    return [
        f
        for f in findings
        if not (f.rule in BY_NAME and (f.span.start in settled or inside(gone, f.span.start)))
        and not (f.rule == ASSEMBLY and f.span.start in said)
    ]


def _places(findings: list[Finding], rules: set[str]) -> set[int]:
    return {
        span.start for f in findings if f.rule in rules for span in (f.span, *(r.span for r in f.related))
    }
