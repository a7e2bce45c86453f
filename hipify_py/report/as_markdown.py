"""A report as Markdown, for the summary of a CI job or a comment on a change: findings by their cause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hipify_py.lazy import re
from hipify_py.report.causes import causes
from hipify_py.report.counting import counted, listed
from hipify_py.report.order import HUSHED, failure_id, files_of, reason_of
from hipify_py.report.rule_texts import explained
from hipify_py.report.summary import summarise
from hipify_py.report.terminal import harmless

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.report.form import Form
    from hipify_py.report.model import Report
    from hipify_py.report.summary import Summary

SEVERITIES: Final = ("error", "warning", "note")
MOST: Final = 200  # causes that are shown; code hosts refuse what is too long
PLACES: Final = 3  # of a cause
SUBJECTS: Final = 4  # of a cause, beside the one in its message
SIGNS: Final = re.compile(r"([\\`*_\[\]|~])")
ENTITIES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;", "#": "&#35;"}


def render_markdown(report: Report, form: Form) -> str:
    """Write the counts, a table of causes, the worst and most frequent first, and what failed."""
    counts = summarise(report, names=form.names)
    total = sum(row.count for row in counts.findings)
    lines = ["## hipify-py", "", _headline(counts, total), ""]
    if total:
        lines += ["| severity | rule | what | count | where |", "| --- | --- | --- | ---: | --- |"]
        lines += _causes(report, form)
        lines += ["", f"`{explained('RULE')}` says of each why it matters and what to do.", ""]
    failed = [file for file in files_of(report) if file.status == "failed"]
    if failed:
        lines += ["### Files that failed", ""]
        lines += [f"- {_text(file.path)}: {failure_id(file)} {_text(reason_of(file))}" for file in failed]
        lines.append("")
    return "\n".join(lines)


def _headline(counts: Summary, total: int) -> str:
    said = [f"**{total}** finding{'' if total == 1 else 's'} in {counted(counts.seen, 'file')}"]
    totals = (
        (sum(row.count for row in counts.findings if row.severity == each), each) for each in SEVERITIES
    )
    said += [f"{found} {each}{'' if found == 1 else 's'}" for found, each in totals if found]
    others = ((counts.known, "known"), (counts.stale, "gone from the baseline"))
    more = ((counts.suppressed, "suppressed"), (counts.ignored, "not reported"))
    said += [f"{number} {what}" for number, what in (*others, *more) if number]
    return "; ".join(said) + "."


def _causes(report: Report, form: Form) -> Iterator[str]:
    found = causes(report, () if form.verbose else HUSHED)
    for cause in found[:MOST]:
        name = (form.names or {}).get(cause.rule, "")
        places = ", ".join(f"{_text(path)}:{at.line}" for path, at in cause.spots[:PLACES])
        more = f" and {cause.places - PLACES} more" if cause.places > PLACES else ""
        also = f" (also {listed(cause.subjects[1:], SUBJECTS)})" if len(cause.subjects) > 1 else ""
        what = f"{_text(f'{cause.rule} {name}'.strip())} | {_text(cause.message + also)}"
        yield f"| {cause.severity} | {what} | {cause.places} | {places}{more} |"
    if len(found) > MOST:
        rest = sum(cause.places for cause in found[MOST:])
        yield f"| | | {len(found) - MOST} more causes | {rest} | |"


def _text(text: str) -> str:
    """Write text in which nothing is markup, a mention of somebody, or the end of a cell."""
    text = SIGNS.sub(r"\\\1", harmless(" ".join(text.splitlines())))
    return "".join(ENTITIES.get(char, char) for char in text)
