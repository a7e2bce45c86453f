"""The formats of a report: what each is given, what it costs, and what colour changes."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest
from helpers.reports import EMPTY, MODES, NAMES, REPORT, SGR, SYMBOL, as_json, concern

from hipify_py.model import Place
from hipify_py.report.as_text import render_text
from hipify_py.report.form import Form
from hipify_py.report.formats import FORMATS
from hipify_py.report.model import FileReport, Report
from hipify_py.report.summary import render_summary


def test_the_first_format_is_for_people() -> None:
    programs = ["json", "sarif", "github", "gitlab", "junit", "markdown", "csv", "html"]
    assert [*FORMATS] == ["text", *programs, "gcc"]
    assert [name for name, one in FORMATS.items() if one.for_people] == ["text", "gcc"]


@pytest.mark.parametrize("mode", MODES)
def test_text_is_the_findings_and_the_summary(mode: str) -> None:
    form = Form(mode, 1, NAMES, notes=True)  # type: ignore[arg-type]
    summary = render_summary(REPORT, mode=form.mode, names=NAMES)
    assert FORMATS["text"].render(REPORT, form) == render_text(REPORT) + "\n" + summary
    assert FORMATS["text"].render(EMPTY, form) == render_summary(EMPTY, mode=form.mode)


def test_quiet_text_is_the_findings_alone() -> None:
    assert FORMATS["text"].render(REPORT, Form("check", quiet=True, notes=True)) == render_text(REPORT)
    without_notes = FORMATS["text"].render(REPORT, Form("check", quiet=True)).splitlines()
    assert [line for line in render_text(REPORT).splitlines() if " note " not in line] == without_notes
    assert FORMATS["text"].render(EMPTY, Form("check", quiet=True)) == ""


def test_a_terminal_of_some_width_gets_excerpts_and_colour() -> None:
    form = Form("check", quiet=True, colour=True, excerpt=True, width=30, notes=True)
    shown = FORMATS["text"].render(REPORT, form)
    assert shown == render_text(REPORT, colour=True, excerpt=True, width=30) != render_text(REPORT)


def test_json_is_told_the_mode_the_code_and_the_names() -> None:
    written = FORMATS["json"].render(REPORT, Form("diff", 3, NAMES))
    assert written == as_json(mode="diff", exit_code=3)
    assert FORMATS["json"].render(REPORT, Form("diff", 3, NAMES, quiet=True, colour=True)) == written
    assert json.loads(written)["summary"]["findings"]["by_rule"][0]["name"] == NAMES["W010"]


def test_colour_changes_nothing_else() -> None:
    assert SGR.sub("", render_text(REPORT, colour=True, excerpt=True)) == render_text(REPORT, excerpt=True)
    for mode in MODES:
        coloured = render_summary(REPORT, mode=mode, names=NAMES, colour=True)
        assert coloured != (plain := render_summary(REPORT, mode=mode, names=NAMES))
        assert SGR.sub("", coloured) == plain


def test_text_loads_neither_json_nor_templates() -> None:
    script = (
        "import sys, hipify_py.model; before = set(sys.modules)\n"
        "import hipify_py.report.as_text, hipify_py.report.summary\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert "hipify_py.report.as_text" in loaded.split()
    assert {"json", "jinja2", "hipify_py.report.as_json"} & set(loaded.split()) == set()


def test_ten_thousand_findings_take_seconds_at_most() -> None:
    sources = [f"\tcudaFoo{n}(stream, {n}, a->b[{n}]);  // {'é' * (n % 40)}" for n in range(100)]
    found = tuple(concern(source, "cudaFoo") for source in sources)
    report = Report(tuple(FileReport(f"src/{n}.cu", "converted", concerns=found) for n in range(100)))
    started = time.process_time()
    text = render_text(report, colour=True, excerpt=True) + render_summary(report, mode="check")
    written = as_json(report)
    spent = time.process_time() - started
    assert text.count("cudaFoo") == 10_000
    assert written.count("cudaFoo") == 10_000
    assert spent < 4  # a second where nothing else runs


def test_a_line_of_megabytes_is_not_read_for_each_finding() -> None:
    line = "\tcudaFree(a); /*é*/" * 300_000
    places = (Place(1, 2 + 19 * n, 20 * n) for n in range(0, 300_000, 1000))
    found = tuple(SYMBOL._replace(excerpt=line, start=at, end=at, related=()) for at in places)
    report = Report((FileReport("a.cu", "converted", concerns=found),))
    started = time.process_time()
    text, written = render_text(report, excerpt=True), as_json(report)
    spent = time.process_time() - started
    assert max(map(len, text.split("\n"))) <= 100
    assert len(written) < 1_000_000
    assert spent < 1
