"""Turn the result of one file into what a report says about it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hipify_py.model import AGAIN, Lines, Span, readable
from hipify_py.report.fingerprint import of_family, of_place
from hipify_py.report.model import Change, Concern, FileReport, Report

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.model import Edit, Finding, Result
    from hipify_py.report.model import Status
    from hipify_py.rules.model import RuleSet

SPOKEN = 20  # lines of what a finding speaks about that are shown with it


def describe(
    path: str, result: Result, *, status: Status | None = None, both_sides: bool = False
) -> FileReport:
    """Say what became of a file; without a status, whether its bytes changed decides.

    `both_sides` asks for its passages.
    """
    lines = Lines(result.source)
    excerpts: dict[int, str] = {}  # one string a line, however many findings stand on it
    report = FileReport(
        path=path,
        status=status or ("converted" if result.output != result.source else "unchanged"),
        changes=tuple(changes(result.edits, lines)),
        concerns=tuple(concern(finding, lines, excerpts) for finding in result.findings),
        suppressed=len(result.suppressed),
    )
    return with_passages(report, result.source, result.output) if both_sides else report


def with_passages(report: FileReport, source: bytes, output: bytes) -> FileReport:
    """Give the report of a file with the lines around what it speaks about."""
    from hipify_py.report.passages import passages

    about = [(one.start.line, min(one.end.line, one.start.line + SPOKEN)) for one in report.concerns]
    about += [(place.line, place.line) for one in report.concerns for place, _ in one.related]
    made, left_out = passages(source, output, about)
    return report._replace(passages=made, left_out=left_out)


def gather(files: Iterable[FileReport], ruleset: RuleSet) -> Report:
    """Put the reports of all files of a run together, with what a user's own rules replaced."""
    ordered = tuple(sorted(files, key=lambda file: file.path))
    counts = Counter(change.origin for file in ordered for change in file.changes)
    counts.update(concern.origin for file in ordered for concern in file.concerns)
    acted = tuple((each, counts[each.origin]) for each in ruleset.replaced if counts[each.origin])
    return Report(ordered, ruleset.rocm, acted, len(ruleset.replaced) - len(acted), ruleset.dnn)


def changes(edits: Iterable[Edit], lines: Lines) -> Iterable[Change]:
    """Show edits; a span that an edit keeps shows as the original text."""
    for edit in edits:
        parts = (lines.source[slice(*part)] if isinstance(part, Span) else part for part in edit.parts)
        before, after = lines.source[slice(*edit.span)], b"".join(parts)
        yield Change(
            edit.rule,
            edit.kind,
            lines.place(edit.span.start),
            lines.place(edit.span.end),
            before.decode("utf-8", "replace"),
            after.decode("utf-8", "replace"),
            edit.origin,
            edit.why,
        )


def concern(finding: Finding, lines: Lines, excerpts: dict[int, str]) -> Concern:
    """Show a finding with the line it starts on."""
    start = lines.place(finding.span.start)
    if start.line not in excerpts:
        excerpts[start.line] = lines.text(start.line)
    return Concern(
        finding.rule,
        finding.severity,
        finding.fails,
        readable(finding.message),
        start,
        lines.place(finding.span.end),
        excerpts[start.line],
        tuple((lines.place(other.span.start), other.message) for other in finding.related),
        finding.origin,
        of_family(finding.rule, finding.family) if finding.family else "",
        finding.also,
        () if finding.family else tuple(_marks(finding, lines)),
        tuple(lines.place(other.span.end).line for other in finding.related),
    )


def _marks(finding: Finding, lines: Lines) -> Iterable[str]:
    """Give what the further places of a finding are known by, as its first is."""
    for other in finding.related:
        if other.message.startswith(AGAIN):
            start, end = lines.place(other.span.start), lines.place(other.span.end)
            yield of_place(finding.rule, lines.text(start.line), start, end)
