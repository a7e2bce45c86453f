"""Write what `hipify-py rules` tells: aligned text, CSV, Markdown and JSON."""

from __future__ import annotations

import csv
import io
import json
import textwrap
from typing import TYPE_CHECKING, Any, Final

from hipify_py.report.terminal import columns, harmless
from hipify_py.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hipify_py.catalogue.check import Remark
    from hipify_py.catalogue.entries import Entry
    from hipify_py.choices import Dnn

SCHEMA_VERSION: Final = 1
WIDEST: Final = 40  # columns of an aligned table; a longer cell moves the rest of its line
INDENT: Final = 2

Row = tuple[str | int, ...]


def table(style: str, headings: Sequence[str], rows: Iterable[Row], width: int | None = None) -> str:
    """Write rows as `text`, `csv` or `md`; text lines are cut to `width` columns where one is given."""
    cells = [tuple(headings), *([str(cell) for cell in row] for row in rows)]
    if style == "csv":
        made = io.StringIO()
        csv.writer(made, lineterminator="\n").writerows([_lines(cell) for cell in row] for row in cells)
        return made.getvalue()
    if style == "md":
        lines = [f"| {' | '.join(map(_cell, row))} |" for row in cells]
        return "\n".join([lines[0], "|" + " --- |" * len(headings), *lines[1:], ""])
    return _aligned([[harmless(cell) for cell in row] for row in cells], width)


def _lines(text: str) -> str:
    return "\n".join(map(harmless, text.split("\n")))


def _cell(text: str) -> str:
    return harmless(" ".join(text.split())).replace("\\", "\\\\").replace("|", "\\|")


def _aligned(cells: list[list[str]], width: int | None) -> str:
    """Align columns; numbers stand at the right of theirs."""
    right = [
        len(cells) > 1 and all(cell.isdecimal() for cell in column[1:]) for column in zip(*cells, strict=True)
    ]
    widths = [max(min(columns(cell), WIDEST) for cell in column) for column in zip(*cells, strict=True)]
    lines = []
    for row in cells:
        parts = []
        for cell, room, number in zip(row, widths, right, strict=True):
            blanks = " " * (room - columns(cell))
            parts.append(f" {blanks}{cell}" if number else f"  {cell}{blanks}")
        lines.append(cut("".join(parts)[INDENT:].rstrip(), width))
    return "\n".join([*lines, ""])


def cut(line: str, width: int | None) -> str:
    """Cut a line that is wider than a terminal, and show that it goes on."""
    if width is None or columns(line) <= width:
        return line
    while columns(line) >= width:
        line = line[:-1]
    return line.rstrip() + "\u2026"


def labelled(label: str, text: str, width: int | None, indent: int = 13) -> str:
    """Write `  label   text`; on a terminal the text is wrapped below itself."""
    head = f"{' ' * INDENT}{label} ".ljust(indent)
    text = harmless(" ".join(text.split()))
    if width is None:
        return (head + text).rstrip()
    blank = " " * indent
    room = max(width, indent + 20)
    lines = textwrap.wrap(text, room, initial_indent=head, subsequent_indent=blank, break_on_hyphens=False)
    return "\n".join(lines) or head.rstrip()


def listed(found: Sequence[Entry], rocm: str, dnn: Dnn, style: str, width: int | None) -> str:
    """Write entries, one a row."""
    if style == "json":
        return document("list", rocm, dnn=dnn, names=[_entry(entry) for entry in found])
    headings = ("name", "status", "becomes", "since", "kind", "library", "note")
    rows = (
        (entry.name, entry.status, entry.to or "", entry.since, entry.kind, entry.library, entry.note)
        for entry in found
    )
    return table(style, headings, rows, width)


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "library": entry.library,
        "kind": entry.kind,
        "status": entry.status,
        "becomes": entry.to,
        "since": entry.since,
        "note": entry.note,
        "last_cuda": entry.last,
        "builtin": entry.place.layer == 0,
    }


def remark(said: Remark, width: int | None) -> str:
    """Write `path:line: severity: subject: message`; further lines of the message stand below it."""
    first, *rest = said.message.splitlines()
    line = harmless(f"{said.path}:{said.line}: {said.severity}: {said.subject}: {first}")
    if width is not None:
        line = "\n".join(textwrap.wrap(line, width, subsequent_indent="    ", break_on_hyphens=False))
    return "\n".join([line, *(f"    {harmless(each)}" for each in rest)])


def document(command: str, rocm: str, **content: Any) -> str:  # noqa: ANN401  whatever JSON can hold
    """Write the JSON form: one object whose lists have one item a line; ASCII, so safe for any terminal."""
    head = {
        "schema_version": SCHEMA_VERSION,
        "tool": {"name": "hipify-py", "version": __version__},
        "command": command,
        "rocm": rocm,
    }
    parts = [f"{json.dumps(key)}: {_value(value)}" for key, value in {**head, **content}.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _value(value: Any) -> str:  # noqa: ANN401
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(f"  {json.dumps(item)}" for item in value) + "\n]"
    return json.dumps(value)
