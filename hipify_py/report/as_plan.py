"""Findings as a plan: by their cause, what matters most first, each with its first places."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from hipify_py.report.as_text import excerpt_lines, failure_line, message_of, position
from hipify_py.report.causes import causes, foremost
from hipify_py.report.counting import counted, listed
from hipify_py.report.order import files_of
from hipify_py.report.places import shown_places
from hipify_py.report.rule_texts import FAILING
from hipify_py.report.terminal import columns, harmless, painter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.report.causes import Cause
    from hipify_py.report.form import Form
    from hipify_py.report.model import Report
    from hipify_py.report.terminal import Paint

MOST: Final = 8  # causes of a section that are told of one by one
PLACES: Final = 3  # of a cause
SUBJECTS: Final = 4  # of a cause, beside the one in its message
NARROW, WIDE = 60, 120
INDENT: Final = 14  # columns in front of a message: the count and the id


def render_plan(report: Report, form: Form) -> str:
    """Write the causes of a run's findings in sections, by severity and by how they fail.

    The `MOST` first of a section, of each rule one before a second, are told one by one, with the number of
    their findings, what is found, what else it is found of, and the first `PLACES`; the rest is counted by
    rule. `form.details` tells them all, with all places and their lines of source. Notes are left out unless
    `form.notes` or `form.verbose` asks for them. Empty when there is nothing to say, else it ends in a
    newline.
    """
    paint, width = painter(colour=form.colour), min(max(form.width, NARROW), WIDE)
    blocks = [[failure_line(file, paint) for file in files_of(report) if file.status == "failed"]]
    for _, section in groupby(shown(report, form), lambda each: (each.severity, each.fails)):
        blocks.append([*_section([*section], form, paint, width)])
    return "\n".join("\n".join([*lines, ""]) for lines in blocks if lines)


def shown(report: Report, form: Form) -> list[Cause]:
    """Give the causes that a plan tells of."""
    return [each for each in causes(report) if form.shows(each)]


def _section(alike: Sequence[Cause], form: Form, paint: Paint, width: int) -> Iterator[str]:
    """Tell of causes that are as severe as each other and fail alike."""
    told, rest = foremost(alike, len(alike) if form.details else MOST)
    yield paint(f"{alike[0].severity.capitalize()}s, {FAILING[alike[0].fails]}: {_counts(alike)}", "heading")
    for cause in told:
        yield from _told(cause, form, paint, width)
    if rest:
        places = Counter[str]()
        for each in rest:
            places[harmless(each.rule)] += each.places
        rules = ", ".join(f"{rule} ({count})" for rule, count in places.most_common())
        text = f"and {_counts(rest)}, all of them with --details: {rules}"
        yield from wrap(text, width, initial_indent=" " * 8, subsequent_indent=" " * INDENT)


def _counts(alike: Sequence[Cause]) -> str:
    places = sum(each.places for each in alike)
    return f"{counted(len(alike), 'cause')} in {counted(places, 'place')}"


def _told(cause: Cause, form: Form, paint: Paint, width: int) -> Iterator[str]:
    """Tell of one cause."""
    blank, rule = " " * INDENT, harmless(cause.rule)
    first, *rest = wrap(message_of(cause.message), width - INDENT, break_on_hyphens=False) or [""]
    gap = " " * max(2, INDENT - 8 - columns(rule))
    yield f"{cause.places:6}  {paint(rule, cause.severity)}{gap}{first}"
    yield from (blank + line for line in rest)
    if len(cause.subjects) > 1:
        others = listed([harmless(each) for each in cause.subjects[1:]], SUBJECTS)
        yield from wrap(f"also {others}", width, initial_indent=blank, subsequent_indent=blank)
    if form.details:
        yield from _details(cause, paint, width)
    else:
        yield from _places(cause, paint, width)


def _places(cause: Cause, paint: Paint, width: int) -> Iterator[str]:
    """Name the first places, as many in a line as fit; a path stands once for those in its file.

    One that is too long for the indented line begins further left: it is whole, to be opened from there.
    """
    words, before = [], None
    for path, start in cause.spots[:PLACES]:
        at = position(start)
        words.append(f", {at}" if path == before else f", {harmless(path)}:{at}")
        before = path
    rest, files = cause.places - PLACES, len({path for path, _ in cause.sites})
    if rest > 0:
        words.append(f" and {rest} more" + (f", in {files} files" if files > 1 else ""))
    line = ""
    for word in words:
        if line and columns(f"{line}{word},") > width - INDENT:
            yield _indented(line + "," * word.startswith(","), paint, width)
            line = ""
        line += word if line else word.lstrip(", ")
    yield _indented(line, paint, width)


def _indented(line: str, paint: Paint, width: int) -> str:
    return " " * min(INDENT, max(0, width - columns(line))) + paint(line, "gutter")


def _details(cause: Cause, paint: Paint, width: int) -> Iterator[str]:
    for path, one in cause.sites:
        whose = f" [{harmless(one.origin)}]" if one.origin else ""
        said = f"{message_of(one.message) if one.message != cause.message else ''}{whose}".strip()
        place = f"{harmless(path)}:{position(one.start)}:"
        short = columns(f"{place} {said}") <= width
        yield paint(place, "path") + (f" {said}" if said and short else "")
        yield from () if short else _wrapped(said, width)
        yield from excerpt_lines(one, paint, width)
        for start, message in shown_places(one):
            beside = f"  {harmless(path)}:{position(start)}:"
            told = message_of(message)
            short = columns(f"{beside} note: {told}") <= width
            yield f"{paint(beside, 'path')} {paint('note:', 'note')}{f' {told}' * short}"
            yield from () if short else _wrapped(told, width)


def _wrapped(text: str, width: int) -> list[str]:
    """Put what does not fit behind a place below it."""
    return wrap(text, width, initial_indent=" " * 8, subsequent_indent=" " * 8, break_on_hyphens=False)
