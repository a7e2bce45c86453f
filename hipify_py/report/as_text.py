"""Findings as text: one line each, and on a terminal the source below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.report.order import concerns_of, failure_id, files_of, reason_of
from hipify_py.report.places import shown_places
from hipify_py.report.terminal import harmless, painter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hipify_py.model import Place
    from hipify_py.report.model import Concern, FileReport, Report
    from hipify_py.report.terminal import Paint


def render_text(
    report: Report,
    *,
    colour: bool = False,
    excerpt: bool = False,
    width: int = 100,
    shows: Callable[[Concern], bool] = bool,
) -> str:
    """Write `path:line:col: severity ID message` for each finding, in path and then source order.

    `excerpt` adds the line of source with its span underlined, in at most `width` columns. A file that
    failed gets `path: error F001 message`. `shows` says of each finding whether it is told.
    Where a user's own rule speaks, its `[file:line]` ends the line. Nothing of the source, the paths or the
    messages reaches the terminal as a control character. Empty when there is nothing to say, else it ends in
    a newline.
    """
    paint = painter(colour=colour)
    room = width if excerpt else None
    lines: list[str] = []
    for file in files_of(report):
        lines.extend(_file_lines(file, filter(shows, concerns_of(file)), paint, room))
    return "\n".join([*lines, ""])


def _file_lines(file: FileReport, shown: Iterable[Concern], paint: Paint, width: int | None) -> Iterator[str]:
    if file.status == "failed":
        yield failure_line(file, paint)
    for concern in shown:
        place = paint(f"{harmless(file.path)}:{position(concern.start)}:", "path")
        severity = paint(concern.severity, concern.severity)
        whose = f" [{harmless(concern.origin)}]" if concern.origin else ""
        yield f"{place} {severity} {harmless(concern.rule)} {message_of(concern.message)}{whose}"
        if width is not None:
            yield from excerpt_lines(concern, paint, width)
        yield from related_lines(file.path, concern, paint)


def failure_line(file: FileReport, paint: Paint) -> str:
    """Say why a file failed."""
    path = paint(f"{harmless(file.path)}:", "path")
    return f"{path} {paint('error', 'error')} {failure_id(file)} {message_of(reason_of(file))}"


def related_lines(path: str, concern: Concern, paint: Paint) -> Iterator[str]:
    """Name the other places that a finding speaks about."""
    for start, message in shown_places(concern):
        note = f"{paint(f'{harmless(path)}:{position(start)}:', 'path')} {paint('note:', 'note')}"
        yield f"  {note} {message_of(message)}"


def excerpt_lines(concern: Concern, paint: Paint, width: int) -> Iterator[str]:
    """Show the line of source that a finding begins on, in `width` columns; nothing of a blank one."""
    from hipify_py.report.excerpt import excerpt as cut_out

    line = concern.excerpt
    if not line or line.isspace():
        return
    over = concern.end.line > concern.start.line
    end = len(line.rstrip()) if over else concern.end.column - 1
    number = f"{concern.start.line:5}"
    shown = cut_out(line, concern.start.column - 1, end, width - len(number) - 3)
    yield f"{paint(f'{number} |', 'gutter')} {shown.line}".rstrip(" ")
    caret = len(shown.underline) - len(shown.underline.lstrip(" "))
    mark = paint(shown.underline[caret:], "caret")
    yield f"{paint(' ' * len(number) + ' |', 'gutter')} {' ' * caret}{mark}"


def position(place: Place) -> str:
    """Write a place as it stands behind a path."""
    return f"{place.line}:{place.column}"


def message_of(message: str) -> str:
    """Bring a message to one line: rule files and the operating system may write several."""
    return harmless(" ".join(message.splitlines()))
