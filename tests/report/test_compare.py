"""What changed between two reports."""

from __future__ import annotations

import json

from helpers.reports import NAMES, NOTE, SGR, SHUFFLE, SYMBOL, hostile_report

from hipify_py.model import Place
from hipify_py.report.as_comparison import render_json, render_text
from hipify_py.report.compare import Comparison, compare
from hipify_py.report.model import FileReport, Report

OLD = Report(
    (
        FileReport("a.cu", "unchanged", concerns=(SYMBOL, SYMBOL, SHUFFLE)),
        FileReport("b.cu", "failed", reason="why"),
        FileReport("gone.cu", "unchanged", concerns=(NOTE,)),
    )
)
MOVED = SYMBOL._replace(start=Place(90, 2, 900), end=Place(90, 20, 918))
NEW = Report(
    (
        FileReport("a.cu", "converted", concerns=(MOVED,), known=(SHUFFLE,)),
        FileReport("b.cu", "converted", concerns=(SHUFFLE,)),
        FileReport("x/", "skipped"),
    )
)


def made(old: Report = OLD, new: Report = NEW) -> Comparison:
    return compare(old, new, NAMES)


def test_what_moved_is_neither_gone_nor_new() -> None:
    assert [(path, one.rule) for path, one in made().gone] == [("a.cu", "M012"), ("gone.cu", "N001")]
    assert [(path, one.rule) for path, one in made().new] == [("b.cu", "W010")]
    nothing = made(OLD, OLD)
    assert (nothing.gone, nothing.new) == ((), ())


def test_rows_add_up() -> None:
    rows = {row.rule: (row.before, row.now, row.gone, row.new) for row in made().rows}
    assert rows == {"W010": (1, 2, 0, 1), "M012": (2, 1, 1, 0), "N001": (1, 0, 1, 0)}
    assert [row.rule for row in made().rows] == ["W010", "M012", "N001"]
    assert all(before - gone + new == now for before, now, gone, new in rows.values())


TEXT = """\
New
b.cu:4:4: error W010 spans 64 lanes

Files
  before     now
       0       2  converted
       2       0  unchanged
       0       0  skipped
       1       0  failed

Findings
  before     now    gone     new
       1       2       0       1  error    W010  shuffle-without-width
       2       1       1       0  warning  M012  symbol-argument
       1       0       1       0  note     N001

4 findings before, 3 now: 2 gone, 1 new.
"""


def test_text() -> None:
    assert render_text(made()) == TEXT
    more = render_text(made(), verbose=True)
    assert "Gone\na.cu:3:2: warning M012 use HIP_SYMBOL\ngone.cu:2:1: note N001 look here\n\nFiles" in more
    coloured = render_text(made(), colour=True)
    assert coloured != TEXT == SGR.sub("", coloured)
    assert render_text(made(Report(()), Report(()))).endswith("\n0 findings before, 0 now: 0 gone, 0 new.\n")


def test_json() -> None:
    value = json.loads(render_json(made()))
    assert value["files"]["converted"] == {"before": 0, "now": 2}
    assert value["rules"][0] == {
        "rule": "W010",
        "name": "shuffle-without-width",
        "severity": "error",
        "before": 1,
        "now": 2,
        "gone": 0,
        "new": 1,
    }
    assert value["new"] == [
        {
            "path": "b.cu",
            "line": 4,
            "column": 4,
            "rule": "W010",
            "severity": "error",
            "message": "spans 64 lanes",
        }
    ]
    assert len(value["gone"]) == 2


def test_nothing_that_a_terminal_obeys_gets_through() -> None:
    for old, new in ((hostile_report(), Report(())), (Report(()), hostile_report())):
        text = render_text(made(old, new), verbose=True) + render_json(made(old, new))
        assert [line for line in text.split("\n") if not line.isprintable()] == []
