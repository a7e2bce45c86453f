"""What a report says of the result of one file, and of all files of a run."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.matches import RULES

from hipify_py.model import Edit, Finding, Lines, Place, Related, Result, Span, Suppressed
from hipify_py.report.describe import changes, concern, describe, gather
from hipify_py.report.fingerprint import of_place
from hipify_py.report.model import Change, Concern, FileReport
from hipify_py.rules.model import Replaced

SOURCE = b"int i;\n\tcudaFree(cudaMalloc);\n"
CALL, NAME = Span(8, 28), Span(17, 27)
EDIT = Edit(CALL, (b"hipFree(", NAME, b")"), "M012", "call", "own.toml:3")
FINDING = Finding(
    "N001", "error", CALL, "write it", "compile", (Related(Span(0, 3), "and here"),), "own.toml:4"
)


def test_an_edit_shows_what_was_there_and_what_comes() -> None:
    """What it keeps shows as the original text: the edits in that are shown by themselves."""
    assert [*changes([EDIT, Edit(NAME, (b"hipMalloc",), "N000", "rename")], Lines(SOURCE))] == [
        Change(
            "M012",
            "call",
            Place(2, 2, 8),
            Place(2, 22, 28),
            "cudaFree(cudaMalloc)",
            "hipFree(cudaMalloc)",
            "own.toml:3",
        ),
        Change("N000", "rename", Place(2, 11, 17), Place(2, 21, 27), "cudaMalloc", "hipMalloc"),
    ]


def test_a_finding_shows_the_line_on_which_it_starts() -> None:
    excerpts: dict[int, str] = {}
    shown = concern(FINDING, Lines(SOURCE), excerpts)
    line = "\tcudaFree(cudaMalloc);"
    assert shown == Concern(
        "N001",
        "error",
        "compile",
        "write it",
        Place(2, 2, 8),
        Place(2, 22, 28),
        line,
        ((Place(1, 1, 0), "and here"),),
        "own.toml:4",
        marks=(of_place("N001", "int i;", Place(1, 1, 0), Place(1, 4, 3)),),
        last_lines=(1,),
    )
    assert excerpts == {2: line}
    assert concern(FINDING, Lines(SOURCE), {2: "kept"}).excerpt == "kept"


def test_bytes_that_are_no_utf_8_are_shown_as_such() -> None:
    (shown,) = changes([Edit(Span(0, 2), (b"\xfe",), "N000", "rename")], Lines(b"\xffa"))
    assert (shown.before, shown.after, shown.end) == ("\ufffda", "\ufffd", Place(1, 3, 2))


@pytest.mark.parametrize(("output", "status"), [(SOURCE, "unchanged"), (b"x", "converted")])
def test_whether_a_file_changed_is_told_by_its_bytes(output: bytes, status: str) -> None:
    result = Result(SOURCE, output, (EDIT,), (FINDING,), (Suppressed("N000", NAME, "why"),) * 2)
    file = describe("a.cu", result)
    assert (file.path, file.status, file.suppressed) == ("a.cu", status, 2)
    assert (len(file.changes), len(file.concerns)) == (1, 1)
    assert (file.target, file.reason, file.internal, file.diff) == (None, "", False, b"")
    assert describe("a.cu", result, status="skipped").status == "skipped"


def test_a_run_is_all_files_in_order_with_what_was_replaced() -> None:
    used, idle = Replaced("rule", "zebra", "own.toml:3"), Replaced("name", "zoo", "own.toml:9")
    rules = replace(RULES, replaced=(used, idle))
    converted = describe("b.cu", Result(SOURCE, b"", (EDIT, EDIT._replace(span=NAME)), (FINDING,)))
    report = gather([converted, FileReport("a/", "skipped")], rules)
    assert [file.path for file in report.files] == ["a/", "b.cu"]
    assert (report.rocm, report.replaced, report.idle) == (RULES.rocm, ((used, 2),), 1)
    assert gather([], RULES) == ((), RULES.rocm, (), 0, "keep", None)
    assert gather([], replace(RULES, dnn="miopen")).dnn == "miopen"


def test_of_a_very_long_message_the_middle_is_left_out() -> None:
    made = concern(Finding("B008", "warning", Span(0, 1), "70;80 " * 5000, "link"), Lines(b"x\n"), {})
    assert 5000 <= len(made.message) < 5010
    made = concern(Finding("B008", "warning", Span(0, 1), "a" * 9000 + " b", "link"), Lines(b"x\n"), {})
    assert made.message == "a" * 40 + "..." + "a" * 40 + " b"
