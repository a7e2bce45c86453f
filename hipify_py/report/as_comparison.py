"""What changed between two reports, as text and as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hipify_py.report.as_json import escape_path, escape_text
from hipify_py.report.terminal import harmless, painter
from hipify_py.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.report.compare import Comparison, Found
    from hipify_py.report.terminal import Paint

STATUSES = ("converted", "unchanged", "skipped", "failed")


def render_text(made: Comparison, *, colour: bool = False, verbose: bool = False) -> str:
    """Write the new findings, with `verbose` those that are gone, and how many of each rule there are."""
    paint = painter(colour=colour)
    lines = [*_listed("New", made.new, paint), *(_listed("Gone", made.gone, paint) if verbose else ())]
    lines += [paint("Files", "heading"), "  before     now"]
    old, new = made.files
    lines += [_numbers(old.get(each, 0), new.get(each, 0)) + f"  {each}" for each in STATUSES]
    if made.rows:
        lines += ["", paint("Findings", "heading"), "  before     now    gone     new"]
    for row in made.rows:
        severity = paint(row.severity, row.severity) + " " * (len("warning") - len(row.severity))
        numbers = _numbers(row.before, row.now, row.gone, row.new)
        lines.append(f"{numbers}  {severity}  {harmless(row.rule)}  {harmless(row.name)}".rstrip())
    before, now = (sum(each) for each in (_column(made, "before"), _column(made, "now")))
    gone, more = len(made.gone), len(made.new)
    lines += ["", f"{before} findings before, {now} now: {gone} gone, {more} new."]
    return "\n".join([*lines, ""])


def _column(made: Comparison, name: str) -> Iterator[int]:
    yield from (getattr(row, name) for row in made.rows)


def _numbers(*counts: int) -> str:
    return "".join(f"{count:8}" for count in counts)


def _listed(title: str, found: Sequence[Found], paint: Paint) -> Iterator[str]:
    if not found:
        return
    yield paint(title, "heading")
    for path, one in found:
        place = f"{harmless(path)}:{one.start.line}:{one.start.column}:"
        said = harmless(" ".join(one.message.splitlines()))
        yield f"{paint(place, 'path')} {paint(one.severity, one.severity)} {harmless(one.rule)} {said}"
    yield ""


def render_json(made: Comparison) -> str:
    """Write the same as one JSON object that ends in a newline and can be encoded as UTF-8."""
    old, new = made.files
    value: dict[str, Any] = {
        "tool": {"name": "hipify-py", "version": __version__},
        "files": {each: {"before": old.get(each, 0), "now": new.get(each, 0)} for each in STATUSES},
        "rules": [row._asdict() for row in made.rows],
        "gone": [*map(_finding, made.gone)],
        "new": [*map(_finding, made.new)],
    }
    return escape_text(json.dumps(value, ensure_ascii=False, indent=1)) + "\n"


def _finding(found: Found) -> dict[str, Any]:
    path, one = found
    place = {"path": escape_path(path), "line": one.start.line, "column": one.start.column}
    return {**place, "rule": one.rule, "severity": one.severity, "message": one.message}
