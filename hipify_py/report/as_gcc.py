"""Findings in the form of a compiler's messages, which builds show and editors make links of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.report.as_text import excerpt_lines, message_of, position
from hipify_py.report.order import concerns_of, failure_id, files_of, reason_of
from hipify_py.report.places import shown_places
from hipify_py.report.rule_texts import explained
from hipify_py.report.terminal import harmless, painter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.report.form import Form
    from hipify_py.report.model import FileReport, Report


def render_gcc(report: Report, form: Form) -> str:
    """Write `path:line:column: severity: message [ID]` for each finding, in path and then source order.

    Notes are left out unless they are asked for. A file that failed gets `path: error: message [F001]`. The
    last line tells where more is said of them, as compilers end with how many there are.
    """
    lines = [line for file in files_of(report) for line in _lines(file, form)]
    if lines and not form.quiet:
        lines.append(f"`{explained('ID')}` says of each why it matters and what to do.")
    return "".join(f"{line}\n" for line in lines)


def _lines(file: FileReport, form: Form) -> Iterator[str]:
    paint = painter(colour=form.colour)
    path = harmless(file.path)
    if failure := failure_id(file):
        said = f"{message_of(reason_of(file))} [{failure}]"
        yield f"{paint(f'{path}:', 'path')} {paint('error:', 'error')} {said}"
    for one in concerns_of(file):
        if not form.shows(one):
            continue
        place = paint(f"{path}:{position(one.start)}:", "path")
        whose = f"{one.rule}, {one.origin}" if one.origin else one.rule
        said = f"{message_of(one.message)} [{harmless(whose)}]"
        yield f"{place} {paint(f'{one.severity}:', one.severity)} {said}"
        if form.excerpt or form.details:
            yield from excerpt_lines(one, paint, form.width)
        for start, message in one.related if form.details else shown_places(one):
            where = paint(f"{path}:{position(start)}:", "path")
            yield f"{where} {paint('note:', 'note')} {message_of(message)}"
