"""What a run came to: the counts, and the closing lines that a person reads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.reports import EMPTY, FREE, MODES, NAMES, NOTE, REPORT, SHUFFLE, SYMBOL, change

from hipify_py.report.form import Form
from hipify_py.report.formats import FORMATS
from hipify_py.report.model import Concern, FileReport, Report
from hipify_py.report.next_steps import before_commit
from hipify_py.report.summary import render_summary, summarise
from hipify_py.rules.model import Replaced

if TYPE_CHECKING:
    from hipify_py.report.model import Mode

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
          notes are shown with --notes
       2  suppressed by hipify: ignore comments

Skipped
  third_party/  vendored folder
  src/e.cu      binary file

2 lines to look at: they carry warnings or errors.
2 files failed: their lines say why.
Nothing was written: use -o DIR for a converted copy or --in-place.
2 causes, 1 stops the build. The worst, in 1 place:
  hipify-py explain W010  # shuffle-without-width
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
    hint = "Nothing was written: use -o DIR for a converted copy or --in-place.\n"
    written = "Written: 1 converted file, to out/src/a.cu.\n"
    assert render_summary(REPORT, mode="write", names=NAMES) == past.replace(hint, written)


def test_what_was_put_where_is_said() -> None:
    one, two = (FileReport(f"src/{name}", "converted", f"out/{name}", changes=(change(),)) for name in "ab")
    header = FileReport("out/hipify_warp32.h", "converted", "out/hipify_warp32.h", reason="added")
    text = render_summary(Report((one, two._replace(target="out/deep/b"), header)), mode="write")
    assert text.endswith(
        "Written: 2 converted files, to out.\nAdded, as they include it: out/hipify_warp32.h.\n"
    )
    assert "\n       2  seen\n       2  converted\n" in text  # without what was added
    # One that was there before and that was converted itself is no header of ours that was added.
    theirs = header._replace(changes=(change(),))
    assert "Added" not in render_summary(Report((one, theirs)), mode="write")
    placed = tuple(file._replace(target=file.path) for file in (one, two))
    assert render_summary(Report(placed), mode="write").endswith("\nWritten: 2 converted files, in place.\n")
    assert "Written" not in render_summary(Report(placed), mode="dry-run")
    here = render_summary(Report((one._replace(target="a.hip"),)), mode="write")
    assert here.endswith("Written: 1 converted file, to a.hip.\n")
    both = Report((one._replace(target="a.hip"), two._replace(target="b.hip")))
    assert render_summary(both, mode="write").endswith("Written: 2 converted files, to the current folder.\n")
    mixed = Report((one, two._replace(target="/tmp/b")))
    assert "Written: 2 converted files, to several folders.\n" in render_summary(mixed, mode="write")


def test_without_a_conversion_there_is_no_hint_to_write() -> None:
    report = Report((FileReport("a.hip", "unchanged", concerns=(SYMBOL,)),))
    assert "written" not in render_summary(report, mode="dry-run")


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            (SYMBOL, SYMBOL._replace(rule="M013")),
            (
                "1 line to look at: it carries a warning or an error.\n"
                "2 causes. The worst, in 1 place:\n  hipify-py explain M012\n"
            ),
        ),
        (
            (SYMBOL, SHUFFLE, SHUFFLE),
            (
                "2 lines to look at: they carry warnings or errors.\n"
                "2 causes, 1 stops the build. The worst, in 2 places:\n  hipify-py explain W010\n"
            ),
        ),
        ((NOTE,), "No line carries a warning or an error.\n"),
    ],
)
def test_a_line_is_looked_at_once_and_not_for_a_note(found: tuple[Concern, ...], said: str) -> None:
    report = Report((FileReport("a.cu", "unchanged", concerns=found),))
    assert render_summary(report, mode="check").endswith(f"\n\n{said}")


def test_the_same_line_of_two_files_is_two_lines() -> None:
    report = Report(tuple(FileReport(name, "unchanged", concerns=(SYMBOL,)) for name in ("a.cu", "b.cu")))
    assert summarise(report).lines == 2


def test_a_rerun_that_only_brings_back_a_header_says_so() -> None:
    header = FileReport("t/hipify_warp32.h", "converted", target="t/hipify_warp32.h")
    report = Report((FileReport("t/a.cu", "unchanged"), header))
    assert render_summary(report, mode="write") == (
        "1 file seen, no edits, no findings.\nAdded, as they include it: t/hipify_warp32.h.\n"
    )


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


def test_everything_is_counted() -> None:
    counts = summarise(REPORT, names=NAMES)
    assert counts.files == {"converted": 1, "unchanged": 1, "skipped": 1, "failed": 2}
    assert (counts.seen, counts.folders, counts.suppressed, counts.lines) == (5, 1, 2, 2)
    assert counts.edits == (("name", 2), ("call", 1))
    assert [(row.rule, row.name, row.severity, row.count) for row in counts.findings] == [
        ("W010", "shuffle-without-width", "error", 1),
        ("M012", "symbol-argument", "warning", 1),
        ("N001", None, "note", 1),
    ]
    assert not counts.idle


@pytest.mark.parametrize(
    ("file", "idle"),
    [
        (FileReport("a.cu", "unchanged"), True),
        (FileReport("a.cu", "skipped"), True),
        (FileReport("a/", "skipped"), True),
        (FileReport("a.cu", "converted"), False),
        (FileReport("a.cu", "failed"), False),
        (FileReport("a.cu", "unchanged", concerns=(NOTE,)), False),
        (FileReport("a.cu", "unchanged", suppressed=1), False),
    ],
)
def test_a_run_is_idle_that_changed_and_found_nothing(file: FileReport, *, idle: bool) -> None:
    assert summarise(Report((file,))).idle is idle


def test_frequent_edits_come_first_then_by_name() -> None:
    made = (change(0, "b"), change(9, "c"), change(18, "a"), change(27, "c"))
    counts = summarise(Report((FileReport("a.cu", "converted", changes=made),)))
    assert counts.edits == (("c", 2), ("a", 1), ("b", 1))


BRIEF = """\
Files     5 seen: 1 would be converted, 1 unchanged, 1 skipped, 2 failed
Edits     3: 2 name, 1 call
Findings  1 error, 1 warning; 1 note, shown with --notes
       2  suppressed by hipify: ignore comments
"""


def test_a_brief_summary_has_a_line_each_and_ends_alike() -> None:
    text = render_summary(REPORT, mode="dry-run", names=NAMES, brief=80)
    assert text == BRIEF + SUMMARY[SUMMARY.index("\nSkipped") :]
    assert render_summary(REPORT, mode="write", brief=80).startswith("Files     5 seen: 1 converted, ")
    assert render_summary(EMPTY, mode="check", brief=80) == render_summary(EMPTY, mode="check")


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_brief_summary_fits_into_its_columns(width: int) -> None:
    many = tuple(change(9 * number, f"kind-of-edit-{number}") for number in range(20))
    report = Report((*REPORT.files, FileReport("z.cu", "converted", changes=many)))
    lines = render_summary(report, mode="check", names=NAMES, brief=width).splitlines()
    edits = [line for line in lines if "kind-of-edit" in line]
    assert len(edits) > 1
    assert max(map(len, edits)) <= width


def test_a_hook_says_what_to_do_before_the_next_commit() -> None:
    done = FileReport("a.cu", "converted", target="a.cu", concerns=(SYMBOL,))
    header = FileReport("hipify_warp32.h", "converted", target="hipify_warp32.h")
    form = Form("write", quiet=True, for_hook=True)
    written = "Written: 1 converted file, in place."
    assert [*before_commit(Report((done, header)), form)] == [
        "Added at the top of the repository: hipify_warp32.h.",
        f"{written} Next: look at `git diff`, `git add` it all, and commit again.",
        "Next: `hipify-py explain M012` says what to do. What is all right as it is takes a",
        "comment, `// hipify: ignore[M012] why`; `hipify-py baseline write` notes what is known.",
    ]
    assert [*before_commit(Report((FileReport("a.cu", "unchanged"),)), form)] == []
    text = FORMATS["text"].render
    assert text(Report((done,)), form).endswith("notes what is known.\n")
    assert "Next:" not in text(Report((done,)), form._replace(for_hook=False))
    assert text(Report((FileReport("a.cu", "unchanged"),)), form) == ""
