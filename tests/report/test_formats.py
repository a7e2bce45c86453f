"""The report as a person sees it, as a program reads it, and what neither may ever show."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import unicodedata
from copy import deepcopy
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from hipify_py.model import Lines, Place
from hipify_py.report.as_json import escape_path, render_json
from hipify_py.report.as_text import render_text
from hipify_py.report.excerpt import excerpt
from hipify_py.report.model import Change, Concern, FileReport, Report
from hipify_py.report.summary import render_summary, summarise
from hipify_py.rules.model import Replaced
from hipify_py.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from _pytest.mark import ParameterSet

    from hipify_py.model import Severity
    from hipify_py.report.model import Mode

    Json = dict[str, Any]

SCHEMA = json.loads(files("hipify_py.report").joinpath("schema.json").read_text("utf-8"))
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
    lines, what = Lines(source.encode()), needle.encode()
    at = lines.source.index(what)
    start, end = lines.place(at), lines.place(at + len(what))
    return Concern(rule, severity, "compile", message, start, end, lines.text(start.line))


def change(offset: int = 0, kind: str = "name", rule: str = "names", before: str = "cudaFree") -> Change:
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
    return render_json(report, mode=mode, exit_code=exit_code, names=NAMES)


def errors(value: object) -> list[str]:
    return [error.message for error in Draft202012Validator(SCHEMA).iter_errors(value)]


def columns(text: str) -> int:
    """Measure what a terminal shows, independently of the code under test."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(unicodedata.category(char) in {"Mn", "Me"} for char in text)


# --- text ---------------------------------------------------------------------------------------------


def test_text_is_one_line_a_finding_in_the_order_of_paths_and_source() -> None:
    assert render_text(REPORT) == (
        "src/a.cu:2:1: note N001 look here\n"
        "src/a.cu:3:2: warning M012 use HIP_SYMBOL\n"
        "  src/a.cu:1:18: note: declared here\n"
        "src/a.cu:4:4: error W010 spans 64 lanes\n"
        "src/b.cu: error F001 cannot be read: check its permissions\n"
        "src/c.cu: error F002 KeyError: 'x'\n"
    )


def test_text_with_excerpts() -> None:
    assert render_text(Report(REPORT.files[:1]), excerpt=True) == (
        "src/a.cu:2:1: note N001 look here\n"
        "    2 | void f() {\n"
        "      | ^~~~~~\n"
        "src/a.cu:3:2: warning M012 use HIP_SYMBOL\n"
        "    3 |     cudaMemcpyToSymbol(c, h, n);\n"
        "      |     ^~~~~~~~~~~~~~~~~~\n"
        "  src/a.cu:1:18: note: declared here\n"
        "src/a.cu:4:4: error W010 spans 64 lanes\n"
        "    4 |     g(__shfl_down_sync(\n"
        "      |       ^~~~~~~~~~~~~~~~~\n"
    )


def test_text_of_nothing_is_nothing() -> None:
    assert render_text(EMPTY, colour=True, excerpt=True) == ""
    assert render_text(Report((FileReport("a.cu", "unchanged"), FileReport("b/", "skipped")))) == ""


def test_a_blank_line_has_no_excerpt() -> None:
    blank = SYMBOL._replace(excerpt="  \t", related=())
    assert (
        render_text(Report((FileReport("a.cu", "unchanged", concerns=(blank,)),)), excerpt=True).count("\n")
        == 1
    )


def test_at_one_place_the_worst_comes_first() -> None:
    both = (SYMBOL._replace(severity="note"), SYMBOL._replace(severity="error"), SYMBOL)
    text = render_text(Report((FileReport("a.cu", "unchanged", concerns=both),)))
    assert re.findall(r"(?m)^a.cu\S* (\w+)", text) == ["error", "warning", "note"]


def test_colours_are_those_of_compilers() -> None:
    text = render_text(Report(REPORT.files[:2]), colour=True, excerpt=True)
    assert "\x1b[1msrc/a.cu:3:2:\x1b[0m \x1b[1;35mwarning\x1b[0m M012 use HIP_SYMBOL\n" in text
    assert "\x1b[1;32m^~~~~~~~~~~~~~~~~~\x1b[0m\n" in text
    assert "\x1b[1;31merror\x1b[0m W010" in text
    assert "\x1b[1;36mnote:\x1b[0m declared here" in text
    assert "\x1b[1msrc/b.cu:\x1b[0m \x1b[1;31merror\x1b[0m F001" in text


def test_colour_changes_nothing_else() -> None:
    assert SGR.sub("", render_text(REPORT, colour=True, excerpt=True)) == render_text(REPORT, excerpt=True)
    for mode in MODES:
        coloured = render_summary(REPORT, mode=mode, names=NAMES, colour=True)
        assert coloured != (plain := render_summary(REPORT, mode=mode, names=NAMES))
        assert SGR.sub("", coloured) == plain


def hostile_report() -> Report:
    bad = SYMBOL._replace(excerpt=HOSTILE, message=HOSTILE, related=((Place(1, 1, 0), HOSTILE),))
    return Report(
        (
            FileReport(HOSTILE, "converted", changes=(change(0, HOSTILE, "R", HOSTILE),), concerns=(bad,)),
            FileReport(f"{HOSTILE}/", "skipped", reason=HOSTILE),
            FileReport("f", "failed", reason=HOSTILE),
            *(FileReport(f"s{n}", "skipped", reason=HOSTILE) for n in range(11)),
        )
    )


@pytest.mark.parametrize("colour", [False, True])
def test_nothing_that_a_terminal_obeys_gets_through(*, colour: bool) -> None:
    report = hostile_report()
    text = render_text(report, colour=colour, excerpt=True)
    text += render_summary(report, mode="write", names={"M012": HOSTILE}, colour=colour)
    assert [line for line in SGR.sub("", text).split("\n") if line and not line.isprintable()] == []
    assert (SGR.search(text) is not None) == colour
    assert text.isascii()
    assert r"a\x1b[2J\x9b31m" in text
    assert r"\x07\x7f\u202e" in text
    assert r"\xff\ud800z" in text


def test_nothing_that_a_terminal_obeys_gets_through_in_json() -> None:
    text = as_json(hostile_report())
    assert [line for line in text.split("\n") if not line.isprintable()] == []
    read = json.loads(text)["files"][0]["findings"][0]
    assert read["excerpt"] == HOSTILE.replace("\udcff", "\ufffd").replace("\ud800", "\ufffd")


def test_a_message_of_several_lines_becomes_one() -> None:
    text = render_text(Report((FileReport("a.cu", "failed", reason="no\r\nspace\nleft"),)))
    assert text == "a.cu: error F001 no space left\n"


# --- excerpt ------------------------------------------------------------------------------------------

LONG = "".join(f"{number:3}," for number in range(100))


@pytest.mark.parametrize(
    ("line", "needle", "shown", "underline"),
    [
        ("a(b);", "b", "a(b);", "  ^"),
        ("\ta\tbc;", "bc", "    a   bc;", "        ^~"),
        ("abcd\te", "e", "abcd    e", "        ^"),
        ("f(\t)", "\t", "f(  )", "  ^~"),
        ("日本 x語;", "x語", "日本 x語;", "     ^~~"),
        ("e\u0301\u0327 x", "x", "e\u0301\u0327 x", "  ^"),
        ("\u1112\u1161\u11ab x", "x", "\u1112\u1161\u11ab x", "   ^"),
        ("日\tx", "x", "日  x", "    ^"),
        ("a\x1b[0mb", "b", r"a\x1b[0mb", " " * 8 + "^"),
        ("a\x00b", "\x00b", r"a\x00b", " ^~~~~"),
        ("\ufeffint a;", "a", "int a;", "    ^"),
        ("a\u202eb", "b", r"a\u202eb", " " * 7 + "^"),
        ("a\U000e0001b", "b", r"a\U000e0001b", " " * 11 + "^"),
        ("a\u3000b", "b", "a\u3000b", "   ^"),
        ("trailing   ", "trail", "trailing", "^~~~~"),
        (LONG, "  3,", "  0,  1,  2,  3,  4,  5,  6,  7,  8,  9…", " " * 12 + "^~~~"),
        (LONG, " 50,", "…7, 48, 49, 50, 51, 52, 53, 54, 55, 56,…", " " * 11 + "^~~~"),
        (LONG, " 99,", "…90, 91, 92, 93, 94, 95, 96, 97, 98, 99,", " " * 36 + "^~~~"),
    ],
)
def test_excerpt(line: str, needle: str, shown: str, underline: str) -> None:
    start = line.index(needle)
    got = excerpt(line, start, start + len(needle), 40)
    assert got == (shown, underline)


def test_the_underline_of_a_long_span_ends_with_the_row() -> None:
    assert excerpt(LONG, 4, len(LONG), 40) == (LONG[:39] + "…", "    ^" + "~" * 34)


@pytest.mark.parametrize(("start", "end"), [(3, 3), (3, 9), (9, 9), (9, 12)])
def test_a_span_past_the_end_gets_one_caret_after_it(start: int, end: int) -> None:
    assert excerpt("abc", start, end, 40) == ("abc", "   ^")


def test_a_span_is_shown_whole_where_it_can_be() -> None:
    line = "x" * 36 + "QQQ" + "x" * 9
    assert excerpt(line, 36, 39, 40) == (line[:39] + "…", " " * 36 + "^~~")
    line = "x" * 37 + "QQQ" + "x" * 9
    assert excerpt(line, 37, 40, 40) == ("…" + line[10:], " " * 28 + "^~~")


def test_a_mark_does_not_stand_without_its_letter() -> None:
    line = "x" * 39 + "e\u0301" + "x" * 10 + "Q" * 40
    assert excerpt(line, 51, 91, 40) == ("…" + "x" * 10 + "Q" * 28 + "…", " " * 11 + "^" + "~" * 27)


def test_an_empty_span_gets_a_caret() -> None:
    assert excerpt("abc", 1, 1, 40) == ("abc", " ^")


PIECE = st.text(st.sampled_from("ab (\t日本e\u0301\u20dd\x1b\x9b\u202e\ufeff\udc80é🙂"), max_size=300)


@given(before=PIECE, length=st.integers(1, 60), after=PIECE, width=st.integers(20, 120))
def test_the_caret_stands_under_the_span_whatever_is_around_it(
    before: str, length: int, after: str, width: int
) -> None:
    shown, underline = excerpt(before + "Q" * length + after, len(before), len(before) + length, width)
    assert columns(shown) <= width
    assert columns(shown[: shown.index("Q")]) == underline.index("^")
    assert underline.strip() == "^" + "~" * (shown.count("Q") - 1)
    assert shown.count("Q") == length or (shown.endswith("…") and columns(shown) >= width // 2)


@given(
    line=st.text(max_size=400),
    start=st.integers(0, 500),
    length=st.integers(0, 500),
    width=st.integers(0, 150),
)
def test_no_line_breaks_out_of_its_row(line: str, start: int, length: int, width: int) -> None:
    shown, underline = excerpt(line, start, start + length, width)
    spaces = {char for char in shown if unicodedata.category(char) == "Zs"}
    assert all(char.isprintable() or char in spaces for char in shown)
    assert re.fullmatch(r" *\^~*", underline)
    assert columns(shown) <= max(width, 20)
    assert len(underline) <= max(width, 20)


# --- summary ------------------------------------------------------------------------------------------

SUMMARY = """\
Files
       5  seen
       1  would convert
       1  unchanged
       1  skipped
       2  failed

Edits
       2  name
       1  call

Findings
       1  error    W010  shuffle-without-width
       1  warning  M012  symbol-argument
       1  note     N001
       2  suppressed by hipify: ignore comments

Skipped
  third_party/  vendored folder
  src/e.cu      binary file

2 lines to look at: they carry warnings or errors.
2 files failed: see above.
Nothing was written: use -o DIR for a converted copy or --in-place.
"""


def test_summary_of_a_dry_run() -> None:
    assert render_summary(REPORT, mode="dry-run", names=NAMES) == SUMMARY


def test_summary_of_a_diff_says_the_same() -> None:
    assert render_summary(REPORT, mode="diff", names=NAMES) == SUMMARY


def test_summary_of_a_check_names_the_command_that_writes() -> None:
    said = SUMMARY.replace("-o DIR for a converted copy", "hipify-py convert -o DIR")
    assert said != SUMMARY
    assert render_summary(REPORT, mode="check", names=NAMES) == said


def test_summary_of_a_run_that_wrote() -> None:
    past = SUMMARY.replace("would convert", "converted")
    assert render_summary(REPORT, mode="write", names=NAMES) == past[: past.index("Nothing was written")]


def test_without_a_conversion_there_is_no_hint_to_write() -> None:
    report = Report((FileReport("a.hip", "unchanged", concerns=(SYMBOL,)),))
    assert "written" not in render_summary(report, mode="dry-run")


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ((SYMBOL, SYMBOL._replace(rule="M013")), "1 line to look at: it carries a warning or an error.\n"),
        ((SYMBOL, SHUFFLE), "2 lines to look at: they carry warnings or errors.\n"),
        ((NOTE,), "No line carries a warning or an error.\n"),
    ],
)
def test_a_line_is_looked_at_once_and_not_for_a_note(found: tuple[Concern, ...], said: str) -> None:
    report = Report((FileReport("a.cu", "unchanged", concerns=found),))
    assert render_summary(report, mode="check").endswith(f"\n\n{said}")


def test_the_same_line_of_two_files_is_two_lines() -> None:
    report = Report(tuple(FileReport(name, "unchanged", concerns=(SYMBOL,)) for name in ("a.cu", "b.cu")))
    assert summarise(report).lines == 2


@pytest.mark.parametrize(
    ("report", "sentence"),
    [
        (EMPTY, "Nothing to do: no files found.\n"),
        (
            Report((FileReport("a.h", "unchanged"),)),
            "Nothing to do: 1 file seen, no edits, no findings.\n",
        ),
        (
            Report((FileReport("a.h", "unchanged"), FileReport("b.h", "skipped", reason="why"))),
            "Nothing to do: 2 files seen, 1 of them skipped, no edits, no findings.\n\nSkipped\n  b.h  why\n",
        ),
        (
            Report((FileReport("build/", "skipped", reason="build folder"),)),
            "Nothing to do: no files found.\n\nSkipped\n  build/  build folder\n",
        ),
    ],
)
@pytest.mark.parametrize("mode", MODES)
def test_a_run_with_nothing_to_do_says_so(report: Report, sentence: str, mode: Mode) -> None:
    assert render_summary(report, mode=mode) == sentence


def skipped(count: int, ending: str, reasons: int = 2) -> tuple[FileReport, ...]:
    return tuple(
        FileReport(f"d{n:03}{ending}", "skipped", reason=f"reason {n % reasons}") for n in range(count)
    )


def test_ten_skips_are_named_and_eleven_are_counted() -> None:
    named = render_summary(Report(skipped(10, "/")), mode="write")
    assert [line for line in named.split("\n") if "reason" in line] == [
        f"  d{n:03}/  reason {n % 2}" for n in range(10)
    ]
    counted = render_summary(Report((*skipped(11, "/"), *skipped(12, ".cu"))), mode="write")
    assert counted.split("\n")[1:] == [
        "",
        "Skipped",
        "       6  folders: reason 0",
        "       5  folders: reason 1",
        "       6  files: reason 0",
        "       6  files: reason 1",
        "",
    ]


def test_many_reasons_are_counted_to_the_last_skip() -> None:
    text = render_summary(Report(skipped(30, ".cu", reasons=30)), mode="write")
    counts = [int(line.split()[0]) for line in text.split("\n") if line.startswith("   ")]
    assert sum(counts) == 30
    assert text.endswith("      21  files: other reasons, all named in --format json\n")


def test_ten_reasons_are_all_named() -> None:
    text = render_summary(Report(skipped(30, ".cu", reasons=10)), mode="write")
    assert [line for line in text.split("\n") if "reason" in line] == [
        f"       3  files: reason {n}" for n in range(10)
    ]


def test_reasons_that_differ_in_the_details_are_counted_together() -> None:
    binary = tuple(FileReport(f"b{n}", "skipped", reason=f"binary: a NUL byte at {n}: do") for n in range(8))
    large = tuple(FileReport(f"l{n}", "skipped", reason=f"too large: {'do this ' * 9}") for n in range(9))
    unsaid = FileReport("u", "skipped")
    assert render_summary(Report((*binary, *large, unsaid)), mode="write").split("\n")[3:] == [
        "       9  files: too large: do this do this do this do this do this do this do",
        "          this do this do this",
        "       8  files: binary",
        "       1  file: no reason given",
        "",
    ]


@pytest.mark.parametrize("path", ["src/a.cu", "src/\udcff.cu"])
@pytest.mark.parametrize("prefix", ["src/a.cu: ", r"src/\xff.cu: "])
def test_the_path_is_said_once(path: str, prefix: str) -> None:
    shown = prefix.removesuffix(": ")
    said_twice = (shown == "src/a.cu") == (path == "src/a.cu")
    expected = "cannot read: x" if said_twice else f"{prefix}cannot read: x"
    report = Report((FileReport(path, "failed", reason=f"{prefix}cannot read: x"),))
    assert render_text(report).endswith(f".cu: error F001 {expected}\n")
    assert json.loads(as_json(report))["files"][0]["reason"] == expected


def test_summary_fits_into_80_columns() -> None:
    deep = FileReport("very/" * 15, "skipped", reason="vendored folder: name it to include it")
    wordy = FileReport("x/" * 15, "skipped", reason="vendored folder: " + "name it " * 15)
    report = Report((*REPORT.files, deep, wordy, *skipped(11, ".cu", reasons=1)))
    text = render_summary(report, mode="check", names={"M012": "a-rather-long-name-after-the-offence"})
    assert f"  {deep.path}\n      {deep.reason}\n" in text
    assert max(map(len, text.split("\n"))) <= 80


def test_skips_are_aligned_beside_wide_characters() -> None:
    report = Report(tuple(FileReport(path, "skipped", reason="why") for path in ("build/", "日本e\u0301/")))
    assert "\n  build/  why\n  日本e\u0301/  why\n" in render_summary(report, mode="write")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("report", [REPORT, EMPTY, Report((REPORT.files[0]._replace(concerns=()),))])
def test_summary_counts_and_never_rates(report: Report, mode: Mode) -> None:
    text = render_summary(report, mode=mode)
    assert not re.search(r"%|percent|fully|complete|success|100|ready|\ball\b", text)


def test_the_worst_findings_come_first_then_the_frequent_ones() -> None:
    found = (*[NOTE] * 5, SYMBOL, *[SYMBOL._replace(rule="Z")] * 2, SHUFFLE, SYMBOL._replace(rule="A"))
    counts = summarise(Report((FileReport("a.cu", "unchanged", concerns=found),))).findings
    assert [(row.rule, row.count) for row in counts] == [
        ("W010", 1),
        ("Z", 2),
        ("A", 1),
        ("M012", 1),
        ("N001", 5),
    ]


def test_one_rule_at_two_severities_is_counted_twice() -> None:
    found = (SYMBOL, SYMBOL._replace(severity="error"), SYMBOL)
    counts = summarise(Report((FileReport("a.cu", "unchanged", concerns=found),))).findings
    assert [(row.severity, row.count) for row in counts] == [("error", 1), ("warning", 2)]


def test_a_suppression_is_never_silent() -> None:
    text = render_summary(Report((FileReport("a.cu", "unchanged", suppressed=3),)), mode="check")
    assert "\nFindings\n       3  suppressed by hipify: ignore comments\n" in text


# --- JSON ---------------------------------------------------------------------------------------------

SMALL = """\
{
  "schema_version": 1,
  "tool": {
    "name": "hipify-py",
    "version": "{__version__}"
  },
  "mode": "write",
  "exit_code": 0,
  "rules": {
    "rocm": "7.2",
    "replaced": [
      {
        "kind": "name",
        "name": "cudaFree",
        "origin": "own/a.toml:2",
        "count": 1
      }
    ],
    "replaced_idle": 3
  },
  "summary": {
    "files": {
      "seen": 1,
      "converted": 1,
      "unchanged": 0,
      "skipped": 0,
      "failed": 0
    },
    "folders_skipped": 0,
    "edits": {
      "total": 1,
      "by_kind": [
        {"kind": "name", "count": 1}
      ]
    },
    "findings": {
      "total": 1,
      "by_rule": [
        {"rule": "M012", "name": "symbol-argument", "severity": "warning", "count": 1}
      ]
    },
    "suppressed": 0,
    "lines_to_look_at": 1
  },
  "files": [
    {
      "path": "é.cu",
      "folder": false,
      "status": "converted",
      "target": "out/é.cu",
      "failure": null,
      "reason": "",
      "suppressed": 0,
      "edits": [
        {"rule": "names", "kind": "name", "start": {"line": 1, "column": 1, "offset": 0}, \
"end": {"line": 1, "column": 9, "offset": 8}, "before": "cudaFree", "after": "hipFree", \
"origin": "own/a.toml:2"}
      ],
      "findings": [
        {"rule": "M012", "severity": "warning", "fails": "compile", "message": "use HIP_SYMBOL", \
"start": {"line": 3, "column": 2, "offset": 32}, "end": {"line": 3, "column": 20, "offset": 50}, \
"excerpt": "\\tcudaMemcpyToSymbol(c, h, n);", \
"related": [{"start": {"line": 1, "column": 18, "offset": 17}, "message": "declared here"}], "origin": null}
      ]
    }
  ]
}
"""


def test_json_to_the_byte() -> None:
    edit = change()._replace(origin="own/a.toml:2")
    file = FileReport("é.cu", "converted", "out/é.cu", changes=(edit,), concerns=(SYMBOL,))
    assert as_json(Report((file,), "7.2", ((FREE, 1),), 3), mode="write", exit_code=0) == SMALL.replace(
        "{__version__}", __version__
    )


def test_text_says_whose_rule_speaks() -> None:
    own = SYMBOL._replace(related=(), origin="own/a\x1b.toml:2")
    assert render_text(Report((FileReport("a.cu", "unchanged", concerns=(own,)),))) == (
        "a.cu:3:2: warning M012 use HIP_SYMBOL [own/a\\x1b.toml:2]\n"
    )


REPLACED = """\
Built-in rules replaced by your own
       7  name cudaFree, by own/a.toml:2
"""


@pytest.mark.parametrize(
    ("replaced", "idle", "said"),
    [
        (((FREE, 7),), 0, REPLACED),
        (((FREE, 7),), 12, f"{REPLACED}      12  more without effect in this run\n"),
        ((), 12, f"{REPLACED[:35]}\n      12  without effect in this run\n"),
    ],
)
def test_summary_names_what_was_replaced(
    replaced: tuple[tuple[Replaced, int], ...], idle: int, said: str
) -> None:
    for files_ in ((), REPORT.files):
        text = render_summary(Report(files_, "7.2", replaced, idle), mode="check")
        assert f"\n\n{said}" in text
        assert "replaced" not in render_summary(Report(files_, "7.2"), mode="check")


def test_json_does_not_depend_on_the_order_of_the_report() -> None:
    first = REPORT.files[0]
    turned = first._replace(changes=first.changes[::-1], concerns=first.concerns[::-1])
    shuffled = Report((*REPORT.files[:0:-1], turned))
    assert as_json(shuffled) == as_json()
    assert render_text(shuffled) == render_text(REPORT)
    assert render_summary(shuffled, mode="check") == render_summary(REPORT, mode="check")


def test_an_outer_edit_comes_before_those_in_it() -> None:
    nested = (change(0, before="f"), change(0, before="f(x)"))
    read = json.loads(as_json(Report((FileReport("a.cu", "converted", changes=nested),))))
    assert [edit["before"] for edit in read["files"][0]["edits"]] == ["f(x)", "f"]


def test_json_repeats_what_the_summary_says() -> None:
    summary, written = json.loads(as_json())["summary"], json.loads(as_json())["files"]
    assert summary["files"] == {"seen": 5, "converted": 1, "unchanged": 1, "skipped": 1, "failed": 2}
    assert summary["folders_skipped"] == 1
    assert summary["edits"]["total"] == sum(len(file["edits"]) for file in written) == 3
    assert summary["findings"]["total"] == sum(len(file["findings"]) for file in written) == 3
    assert [file["failure"] for file in written] == [None, "F001", "F002", None, None, None]
    assert [file["folder"] for file in written] == [False] * 5 + [True]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("code", [0, 1, 2, 3, 70])
@pytest.mark.parametrize("report", [REPORT, EMPTY, hostile_report()])
def test_schema_accepts_what_is_written(report: Report, mode: Mode, code: int) -> None:
    text = as_json(report, mode=mode, exit_code=code)
    assert text.endswith("}\n")
    assert errors(json.loads(text.encode("utf-8"))) == []


def without(*path: str | int) -> ParameterSet:
    def change_it(value: Any) -> None:
        for key in path[:-1]:
            value = value[key]
        del value[path[-1]]

    return pytest.param(change_it, id=f"without {path}")


def having(*path: str | int, to: object) -> ParameterSet:
    def change_it(value: Any) -> None:
        for key in path[:-1]:
            value = value[key]
        value[path[-1]] = to

    return pytest.param(change_it, id=f"{path} = {to!r}")


FINDING, EDIT, ROW = (
    ("files", 0, "findings", 1),
    ("files", 0, "edits", 0),
    ("summary", "findings", "by_rule", 0),
)


@pytest.mark.parametrize(
    "break_it",
    [
        *(
            without(key)
            for key in ("schema_version", "tool", "mode", "exit_code", "rules", "summary", "files")
        ),
        *(without("rules", key) for key in SCHEMA["$defs"]["rules"]["required"]),
        *(without("summary", key) for key in SCHEMA["$defs"]["summary"]["required"]),
        *(without("files", 0, key) for key in SCHEMA["$defs"]["file"]["required"]),
        *(without(*EDIT, key) for key in SCHEMA["$defs"]["edit"]["required"]),
        *(without(*FINDING, key) for key in SCHEMA["$defs"]["finding"]["required"]),
        *(without(*FINDING, "start", key) for key in ("line", "column", "offset")),
        *(
            having(*path, "extra", to=1)
            for path in [
                (),
                ("tool",),
                ("summary",),
                ("summary", "files"),
                ("summary", "edits"),
                ("summary", "edits", "by_kind", 0),
                ("summary", "findings"),
                ROW,
                ("files", 0),
                EDIT,
                FINDING,
                (*FINDING, "start"),
                (*FINDING, "related", 0),
            ]
        ),
        having("schema_version", to=2),
        having("tool", "name", to="other"),
        having("mode", to="dry_run"),
        having("exit_code", to=4),
        having("summary", "files", "seen", to=-1),
        having(*ROW, "count", to=0),
        having(*ROW, "severity", to="fatal"),
        having("files", 0, "status", to="done"),
        having("files", 0, "status", to="failed"),
        having("files", 0, "folder", to=True),
        having("files", 5, "folder", to=False),
        having("files", 1, "failure", to=None),
        having("files", 1, "failure", to="F003"),
        having("files", 0, "path", to=""),
        having("files", 0, "path", to="50%.cu"),
        having("files", 0, "target", to=1),
        having("files", 0, "suppressed", to="2"),
        having(*FINDING, "severity", to="info"),
        having(*FINDING, "fails", to="sometimes"),
        having(*FINDING, "message", to=""),
        having(*FINDING, "start", "line", to=0),
        having(*FINDING, "start", "column", to=0),
        having(*FINDING, "start", "offset", to=-1),
        having(*FINDING, "start", "line", to=1.5),
        having(*FINDING, "excerpt", to="x" * 403),
        having(*EDIT, "end", to=None),
        having(*EDIT, "after", to=None),
        having(*EDIT, "kind", to=""),
    ],
)
def test_schema_rejects_a_broken_report(break_it: Callable[[Json], None]) -> None:
    value = json.loads(as_json())
    broken = deepcopy(value)
    break_it(broken)
    assert broken != value
    assert errors(value) == []
    assert errors(broken) != []


def parts(schema: Json, where: str = "#") -> Iterator[tuple[str, Json]]:
    """Give every sub-schema that describes a value, with the place where it stands."""
    yield where, schema
    for key in ("properties", "$defs"):
        for name, part in schema.get(key, {}).items():
            yield from parts(part, f"{where}/{key}/{name}")
    if "items" in schema:
        yield from parts(schema["items"], f"{where}/items")


def test_schema_is_complete() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    every = dict(parts(SCHEMA))
    objects = [part for part in every.values() if part.get("type") == "object"]
    assert len(objects) == 15
    assert [part for part in objects if part.get("additionalProperties") is not False] == []
    assert [part for part in objects if sorted(part["required"]) != sorted(part["properties"])] == []
    named = {where: part for where, part in every.items() if not where.endswith("/items")}
    assert [where for where, part in named.items() if not {"description", "$ref"} & set(part)] == []


@pytest.mark.parametrize(
    ("raw", "written"),
    [
        (b"src/a.cu", "src/a.cu"),
        ("é/日.cu".encode(), "é/日.cu"),
        (b"\xff\xe9.cu", "%FF%E9.cu"),
        (b"50%.cu", "50%25.cu"),
        (b"%FF", "%25FF"),
        (b"a\\xff", "a\\xff"),
    ],
)
def test_a_path_is_escaped_only_where_it_must_be(raw: bytes, written: str) -> None:
    assert escape_path(os.fsdecode(raw)) == written


@given(st.binary(min_size=1))
def test_a_path_comes_back_from_json(raw: bytes) -> None:
    path = raw.decode("utf-8", "surrogateescape")
    written = json.loads(as_json(Report((FileReport(f"{path}.cu", "unchanged"),))))["files"][0]["path"]
    assert unquote_to_bytes(written) == raw + b".cu"


@pytest.mark.parametrize("offset", [0, 90, 5000, 9990])
def test_a_long_line_is_cut_around_the_finding_in_json(offset: int) -> None:
    line = " " * offset + "needle" + " " * (9994 - offset)
    found = SYMBOL._replace(
        excerpt=line, start=Place(1, offset + 1, offset), end=Place(1, offset + 7, offset + 6)
    )
    value = json.loads(as_json(Report((FileReport("a.cu", "unchanged", concerns=(found,)),))))
    cut = value["files"][0]["findings"][0]["excerpt"]
    assert "needle" in cut
    assert 400 < len(cut) <= 402
    assert cut.startswith("…") == (offset > 100)
    assert cut.endswith("…") == (offset < 9000)


# --- cost ---------------------------------------------------------------------------------------------


def test_text_loads_neither_json_nor_templates() -> None:
    script = (
        "import sys, hipify_py.model; before = set(sys.modules)\n"
        "import hipify_py.report.as_text, hipify_py.report.summary\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert "hipify_py.report.as_text" in loaded.split()
    assert {"json", "jinja2", "hipify_py.report.as_json"} & set(loaded.split()) == set()


def test_ten_thousand_findings_take_less_than_a_second() -> None:
    sources = [f"\tcudaFoo{n}(stream, {n}, a->b[{n}]);  // {'é' * (n % 40)}" for n in range(100)]
    found = tuple(concern(source, "cudaFoo") for source in sources)
    report = Report(tuple(FileReport(f"src/{n}.cu", "converted", concerns=found) for n in range(100)))
    started = time.process_time()
    text = render_text(report, colour=True, excerpt=True) + render_summary(report, mode="check")
    written = as_json(report)
    spent = time.process_time() - started
    assert text.count("cudaFoo") == 10_000
    assert written.count("cudaFoo") == 10_000
    assert spent < 1


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
