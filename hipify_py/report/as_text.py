"""Findings as text: one line each, and on a terminal the source below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.report.order import HUSHED, concerns_of, failure_id, files_of, reason_of
from hipify_py.report.terminal import harmless, painter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Place
    from hipify_py.report.model import Concern, FileReport, Report
    from hipify_py.report.terminal import Paint


def render_text(
    report: Report, *, colour: bool = False, excerpt: bool = False, width: int = 100, verbose: bool = True
) -> str:
    """Write `path:line:col: severity ID message` for each finding, in path and then source order.

    `excerpt` adds the line of source with its span underlined, in at most `width` columns. A file that
    failed gets `path: error F001 message`. Unless `verbose`, names of the program's own are not mentioned.
    Where a user's own rule speaks, its `[file:line]` ends the line. Nothing of the source, the paths or the
    messages reaches the terminal as a control character. Empty when there is nothing to say, else it ends in
    a newline.
    """
    paint = painter(colour=colour)
    room = width if excerpt else None
    hushed = frozenset[str]() if verbose else HUSHED
    lines = [line for file in files_of(report) for line in _file_lines(file, paint, room, hushed)]
    return "\n".join([*lines, ""])


def _file_lines(file: FileReport, paint: Paint, width: int | None, hushed: frozenset[str]) -> Iterator[str]:
    path = harmless(file.path)
    if failure := failure_id(file):
        yield f"{paint(f'{path}:', 'path')} {paint('error', 'error')} {failure} {_message(reason_of(file))}"
    for concern in concerns_of(file):
        if concern.rule in hushed:
            continue
        place = paint(f"{path}:{_position(concern.start)}:", "path")
        severity = paint(concern.severity, concern.severity)
        whose = f" [{harmless(concern.origin)}]" if concern.origin else ""
        yield f"{place} {severity} {harmless(concern.rule)} {_message(concern.message)}{whose}"
        if width is not None and concern.excerpt and not concern.excerpt.isspace():
            yield from _excerpt_lines(concern, paint, width)
        for start, message in concern.related:
            note = f"{paint(f'{path}:{_position(start)}:', 'path')} {paint('note:', 'note')}"
            yield f"  {note} {_message(message)}"


def _excerpt_lines(concern: Concern, paint: Paint, width: int) -> Iterator[str]:
    from hipify_py.report.excerpt import excerpt as cut_out

    line = concern.excerpt
    over = concern.end.line > concern.start.line
    end = len(line.rstrip()) if over else concern.end.column - 1
    number = f"{concern.start.line:5}"
    shown = cut_out(line, concern.start.column - 1, end, width - len(number) - 3)
    yield f"{paint(f'{number} |', 'gutter')} {shown.line}".rstrip(" ")
    caret = len(shown.underline) - len(shown.underline.lstrip(" "))
    mark = paint(shown.underline[caret:], "caret")
    yield f"{paint(' ' * len(number) + ' |', 'gutter')} {' ' * caret}{mark}"


def _position(place: Place) -> str:
    return f"{place.line}:{place.column}"


def _message(message: str) -> str:
    """Bring a message to one line: rule files and the operating system may write several."""
    return harmless(" ".join(message.splitlines()))
