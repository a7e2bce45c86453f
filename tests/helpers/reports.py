"""A report of each kind of file, edit and finding, and one that is hostile to a terminal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Lines, Place
from hipify_py.report.as_json import render_json
from hipify_py.report.model import Change, Concern, FileReport, Report
from hipify_py.rules.model import Replaced

if TYPE_CHECKING:
    from hipify_py.model import Severity
    from hipify_py.report.model import Mode

NAMES = {"M012": "symbol-argument", "W010": "shuffle-without-width"}
MODES: tuple[Mode, ...] = ("check", "dry-run", "write", "diff")
HOSTILE = "a\x1b[2J\x9b31m\r\n\x07\x7f\u202e\u200e\u200f\u2069\u2028\udcff\ud800z"
SGR = re.compile(r"\x1b\[[0-9;]*m")


def concern(
    source: str,
    needle: str,
    severity: Severity = "warning",
    rule: str = "M012",
    message: str = "use HIP_SYMBOL",
) -> Concern:
    """Give a finding at the first place of a text in a source."""
    lines, what = Lines(source.encode()), needle.encode()
    at = lines.source.index(what)
    start, end = lines.place(at), lines.place(at + len(what))
    return Concern(rule, severity, "compile", message, start, end, lines.text(start.line))


def change(offset: int = 0, kind: str = "name", rule: str = "names", before: str = "cudaFree") -> Change:
    """Give an edit at an offset of the first line."""
    start, end = Place(1, offset + 1, offset), Place(1, offset + 1 + len(before), offset + len(before))
    return Change(rule, kind, start, end, before, "hipFree")


SOURCE = """\
__constant__ int c;
void f() {
\tcudaMemcpyToSymbol(c, h, n);
\tg(__shfl_down_sync(
\t\tm, x, 1));
}
"""
SYMBOL = concern(SOURCE, "cudaMemcpyToSymbol")._replace(related=((Place(1, 18, 17), "declared here"),))
SHUFFLE = concern(SOURCE, "__shfl_down_sync(\n\t\tm, x, 1)", "error", "W010", "spans 64 lanes")
NOTE = concern(SOURCE, "void f", "note", "N001", "look here")
REPORT = Report(
    (
        FileReport(
            "src/a.cu",
            "converted",
            "out/src/a.cu",
            changes=(change(50, "call", "M012"), change(0), change(20)),
            concerns=(SHUFFLE, SYMBOL, NOTE),
            suppressed=2,
        ),
        FileReport("src/b.cu", "failed", reason="cannot be read: check its permissions"),
        FileReport("src/c.cu", "failed", reason="KeyError: 'x'", internal=True),
        FileReport("src/d.h", "unchanged"),
        FileReport("src/e.cu", "skipped", reason="binary file"),
        FileReport("third_party/", "skipped", reason="vendored folder"),
    )
)
EMPTY = Report(())
FREE = Replaced("name", "cudaFree", "own/a.toml:2")


def as_json(report: Report = REPORT, mode: Mode = "check", exit_code: int = 1) -> str:
    """Write a report as JSON."""
    return render_json(report, mode=mode, exit_code=exit_code, names=NAMES)


def hostile_report() -> Report:
    """Give a report in which every text would steer a terminal."""
    bad = SYMBOL._replace(excerpt=HOSTILE, message=HOSTILE, related=((Place(1, 1, 0), HOSTILE),))
    return Report(
        (
            FileReport(HOSTILE, "converted", changes=(change(0, HOSTILE, "R", HOSTILE),), concerns=(bad,)),
            FileReport(f"{HOSTILE}/", "skipped", reason=HOSTILE),
            FileReport("f", "failed", reason=HOSTILE),
            *(FileReport(f"s{n}", "skipped", reason=HOSTILE) for n in range(11)),
        )
    )
