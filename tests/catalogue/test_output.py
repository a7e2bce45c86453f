"""The forms in which the rules are told: aligned text, CSV, Markdown and JSON."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from hipify_py.catalogue import output
from hipify_py.catalogue.check import Remark
from hipify_py.catalogue.entries import Entry, Place
from hipify_py.version import __version__

HEADINGS = ("name", "many", "note")
ROWS: list[output.Row] = [("cudaFree", 7, "a | b"), ("x", 1200, ""), ("日本", 30, "two\nlines \\ back")]
PLACE = Place(1, Path("own.toml"), 3)
ENTRY = Entry("cudaFree", "runtime", "CUDA", "function", "renamed", "hipFree", "6.4", "", "", PLACE, "", ())
GONE = ENTRY._replace(name="cudaGone", status="review", to=None, since="", note="none", last="11.8")
BUILTIN = ENTRY._replace(place=PLACE._replace(layer=0))
REMARK = Remark("own.toml", 3, "warning", "cudaFree", "it is odd")


def test_text_is_aligned_with_numbers_at_the_right() -> None:
    assert output.table("text", HEADINGS, ROWS) == (
        "name     many  note\ncudaFree    7  a | b\nx        1200\n日本       30  two\\x0alines \\ back\n"
    )


def test_a_long_cell_moves_only_its_own_line() -> None:
    assert output.table("text", ("name", "note"), [("a" * 42, "b"), ("a", "b")]) == (
        f"{'name':40}  note\n{'a' * 42}  b\n{'a':40}  b\n"
    )


def test_a_column_with_one_word_is_none_of_numbers() -> None:
    assert output.table("text", ("a", "b"), [("1", "x"), ("x", "1")]) == "a  b\n1  x\nx  1\n"


def test_text_is_cut_to_the_width_of_a_terminal() -> None:
    made = output.table("text", HEADINGS, ROWS, width=16)
    assert made.splitlines() == [
        "name     many\u2026",
        "cudaFree    7\u2026",
        "x        1200",
        "日本       30\u2026",
    ]


@pytest.mark.parametrize(
    ("line", "width", "made"),
    [
        ("abcdef", None, "abcdef"),
        ("abcdef", 6, "abcdef"),
        ("abcdef", 5, "abcd\u2026"),
        ("ab   f", 5, "ab\u2026"),
        ("日本語", 5, "日本\u2026"),
        ("日本語", 4, "日\u2026"),
    ],
)
def test_a_line_that_is_cut_says_so(line: str, width: int | None, made: str) -> None:
    assert output.cut(line, width) == made


def test_csv_is_read_back_as_it_is() -> None:
    made = output.table("csv", HEADINGS, ROWS, width=5)
    assert [*csv.reader(io.StringIO(made))] == [[*HEADINGS], *([str(cell) for cell in row] for row in ROWS)]
    assert "\r" not in made


def test_markdown_keeps_each_cell_in_its_place() -> None:
    assert output.table("md", HEADINGS, ROWS, width=5) == (
        "| name | many | note |\n"
        "| --- | --- | --- |\n"
        "| cudaFree | 7 | a \\| b |\n"
        "| x | 1200 |  |\n"
        "| 日本 | 30 | two lines \\\\ back |\n"
    )


@pytest.mark.parametrize(
    ("style", "made"),
    [("text", "a  b\n"), ("csv", "a,b\n"), ("md", "| a | b |\n| --- | --- |\n")],
)
def test_a_table_without_rows_has_its_headings(style: str, made: str) -> None:
    assert output.table(style, ("a", "b"), []) == made


@pytest.mark.parametrize(
    ("text", "width", "made"),
    [
        ("short", None, "  note     short"),
        ("a  b\n c", None, "  note     a b c"),
        ("", None, "  note"),
        ("", 40, "  note"),
        ("\x1b[2J", None, r"  note     \x1b[2J"),
        ("one two three-four five", 31, "  note     one two three-four\n           five"),
        ("one two three-four five", 10, "  note     one two three-four\n           five"),
    ],
)
def test_a_label_stands_before_its_text_and_the_text_below_itself(
    text: str, width: int | None, made: str
) -> None:
    assert output.labelled("note", text, width, indent=11) == made


def test_a_label_may_be_longer_than_its_room() -> None:
    assert output.labelled("in 11.8, 12.9", "x", None, indent=4) == "  in 11.8, 12.9 x"


def test_remarks_tell_their_place_and_show_further_lines_below() -> None:
    said = REMARK._replace(message="test fails:\n  - a\x07\n  + b")
    assert output.remark(said, None) == (
        "own.toml:3: warning: cudaFree: test fails:\n      - a\\x07\n      + b"
    )


def test_a_remark_is_wrapped_on_a_terminal() -> None:
    said = REMARK._replace(message="it is in no header at all\n- a line as it came out of the test of a rule")
    assert output.remark(said, 40) == (
        "own.toml:3: warning: cudaFree: it is in\n"
        "    no header at all\n"
        "    - a line as it came out of the test of a rule"
    )


# --- entries ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", ["text", "csv", "md"])
def test_entries_are_rows_of_one_table(style: str) -> None:
    headings = ("name", "status", "becomes", "since", "kind", "library", "note")
    rows: list[output.Row] = [
        ("cudaFree", "renamed", "hipFree", "6.4", "function", "runtime", ""),
        ("cudaGone", "review", "", "", "function", "runtime", "none"),
    ]
    assert output.listed([ENTRY, GONE], "7.2", "keep", style, 50) == output.table(style, headings, rows, 50)


def test_entries_are_objects_of_one_document() -> None:
    value = json.loads(output.listed([GONE, BUILTIN], "7.0", "miopen", "json", 10))
    assert (value["command"], value["rocm"], value["dnn"]) == ("list", "7.0", "miopen")
    assert value["names"][0] == {
        "name": "cudaGone",
        "library": "runtime",
        "kind": "function",
        "status": "review",
        "becomes": None,
        "since": "",
        "note": "none",
        "last_cuda": "11.8",
        "builtin": False,
    }
    assert (value["names"][1]["becomes"], value["names"][1]["builtin"]) == ("hipFree", True)


def test_a_document_is_ascii_with_an_item_a_line() -> None:
    assert output.document("show", "7.2", found=[{"a": "ü"}, 2], unknown=[], more={"x": None}) == (
        "{\n"
        '"schema_version": 1,\n'
        f'"tool": {{"name": "hipify-py", "version": "{__version__}"}},\n'
        '"command": "show",\n'
        '"rocm": "7.2",\n'
        '"found": [\n'
        '  {"a": "\\u00fc"},\n'
        "  2\n"
        "],\n"
        '"unknown": [],\n'
        '"more": {"x": null}\n'
        "}\n"
    )
