"""What builds, GitHub, GitLab, JUnit, Markdown and CSV get, and texts that try to break their forms."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from helpers.reports import EMPTY, HOSTILE, NAMES, NOTE, REPORT, SGR, SHUFFLE, SYMBOL, hostile_report

from hipify_py.model import Place
from hipify_py.report.form import Form
from hipify_py.report.formats import FORMATS
from hipify_py.report.model import FileReport, Report

FORM = Form("check", 1, NAMES)
KNOWN = Report(
    (FileReport("a.cu", "unchanged", concerns=(SHUFFLE,), known=(SYMBOL,), suppressed=1, ignored=2),), stale=3
)
OTHERS = ("gcc", "github", "gitlab", "junit", "markdown", "csv")


PLACED = SYMBOL._replace(
    related=((Place(7, 3, 70), "and here, other"), *SYMBOL.related), marks=("a" * 16,), fingerprint="f" * 16
)


def text(style: str, report: Report = REPORT, form: Form = FORM) -> str:
    made = FORMATS[style].render(report, form)
    made.encode()
    return made


def of(**changed: str) -> Report:
    """Give a report of one finding with other texts."""
    path = changed.pop("path", "a.cu")
    return Report((FileReport(path, "unchanged", concerns=(SYMBOL._replace(related=(), **changed),)),))  # type: ignore[arg-type]


@pytest.mark.parametrize("style", OTHERS)
def test_nothing_that_a_terminal_obeys_gets_through(style: str) -> None:
    made = text(style, hostile_report()).replace("\r\n", "\n")
    assert [line for line in made.split("\n") if not line.isprintable()] == []


@pytest.mark.parametrize("style", OTHERS)
def test_what_a_baseline_knows_is_no_finding(style: str) -> None:
    made = text(style, KNOWN)
    assert ("spans 64 lanes" in made, "use HIP_SYMBOL" in made) == (True, style == "csv")


# --- as compilers write -------------------------------------------------------------------------------------


def test_gcc_is_what_builds_and_editors_read() -> None:
    assert text("gcc").splitlines() == [
        "src/a.cu:3:2: warning: use HIP_SYMBOL [M012]",
        "src/a.cu:1:18: note: declared here",
        "src/a.cu:4:4: error: spans 64 lanes [W010]",
        "src/b.cu: error: cannot be read: check its permissions [F001]",
        "src/c.cu: error: KeyError: 'x' [F002]",
        "`hipify-py explain ID` says of each why it matters and what to do.",
    ]
    assert text("gcc", EMPTY) == ""
    assert text("gcc", form=FORM._replace(quiet=True)).splitlines()[-1].endswith("[F002]")


@pytest.mark.parametrize("style", ["gcc", "text"])
@pytest.mark.parametrize("more", [{}, {"group_by": "cause"}, {"quiet": True}, {"excerpt": True}])
def test_no_line_begins_as_a_command_of_github_does(style: str, more: dict[str, Any]) -> None:
    path = "::error file=x"
    report = of(path=path, excerpt="  ::cudaFree(p);")
    failed = FileReport(path + ".cu", "failed", reason="cannot be read")
    skipped = FileReport("::warning::y.cu", "skipped", reason="a folder")
    made = text(style, report._replace(files=(*report.files, failed, skipped)), FORM._replace(**more))
    assert [line for line in made.splitlines() if line.lstrip().startswith("::")] == []
    assert "./::error file=x" in made
    assert "./" not in text(style, of(path="a::b.cu", excerpt="  ::cudaFree(p);"), FORM._replace(**more))


@pytest.mark.parametrize("more", [{"notes": True}, {"verbose": True}])
def test_gcc_has_notes_where_they_are_asked_for(more: dict[str, bool]) -> None:
    assert text("gcc", form=FORM._replace(**more)).splitlines()[0] == "src/a.cu:2:1: note: look here [N001]"  # type: ignore[arg-type]


def test_gcc_shows_lines_of_source_and_colours_on_a_terminal() -> None:
    shown = text("gcc", form=FORM._replace(excerpt=True)).splitlines()
    assert shown[1:3] == ["    3 |     cudaMemcpyToSymbol(c, h, n);", "      |     ^~~~~~~~~~~~~~~~~~"]
    assert SGR.sub("", text("gcc", form=FORM._replace(colour=True))) == text("gcc")


# --- GitHub ------------------------------------------------------------------------------------------------


def test_github_gets_commands_the_worst_first() -> None:
    lines = text("github").splitlines()
    named = [line.rpartition("%0Ahipify-py explain ")[2] for line in lines]
    assert named == ["W010", "F001", "F002", "M012", "N001"]
    assert [
        line.replace(f"hipify-py explain {rule}", "...") for line, rule in zip(lines, named, strict=True)
    ] == [
        "::error file=src/a.cu,line=4,col=4,endLine=5,title=W010 shuffle-without-width::spans 64 lanes%0A...",
        "::error file=src/b.cu,title=F001::cannot be read: check its permissions%0A...",
        "::error file=src/c.cu,title=F002::KeyError: 'x'%0A...",
        "::warning file=src/a.cu,line=3,col=2,endColumn=20,title=M012 symbol-argument::use HIP_SYMBOL%0A...",
        "::notice file=src/a.cu,line=2,col=1,endColumn=7,title=N001::look here%0A...",
    ]
    assert text("github", EMPTY) == ""


def test_github_takes_nothing_of_a_source_for_a_command() -> None:
    report = of(path="a,b:c%.cu", message="50% [x]\n::set-output name=a::b")
    assert text("github", report) == (
        "::warning file=a%2Cb%3Ac%25.cu,line=3,col=2,endColumn=20,title=M012 symbol-argument"
        "::50%25 [x] ::set-output name=a::b%0Ahipify-py explain M012\n"
    )
    assert all(line.startswith("::") for line in text("github", hostile_report()).splitlines())


def test_notes_on_own_names_are_for_those_who_ask() -> None:
    own = of(rule="N004")
    for style in ("github", "markdown"):
        assert ("N004" in text(style, own), "N004" in text(style, own, FORM._replace(verbose=True))) == (
            False,
            True,
        )


# --- GitLab ------------------------------------------------------------------------------------------------


def test_gitlab_gets_issues() -> None:
    issues = json.loads(text("gitlab"))
    assert [(one["check_name"], one["severity"], one["location"]) for one in issues] == [
        ("N001", "info", {"path": "src/a.cu", "lines": {"begin": 2}}),
        ("M012", "minor", {"path": "src/a.cu", "lines": {"begin": 3}}),
        ("W010", "major", {"path": "src/a.cu", "lines": {"begin": 4}}),
        ("F001", "blocker", {"path": "src/b.cu", "lines": {"begin": 1}}),
        ("F002", "blocker", {"path": "src/c.cu", "lines": {"begin": 1}}),
    ]
    assert issues[1]["description"] == "M012: use HIP_SYMBOL"
    told = [one["content"]["body"] for one in issues]
    assert told[1] == "`hipify-py explain M012` says why it matters and what to do."
    assert json.loads(text("gitlab", EMPTY)) == []


def test_gitlab_can_tell_issues_apart() -> None:
    file = FileReport("a.cu", "unchanged", concerns=(SYMBOL, SYMBOL._replace(message="two"), SHUFFLE))
    marks = [
        one["fingerprint"] for one in json.loads(text("gitlab", Report((file, file._replace(path="b.cu")))))
    ]
    assert len(set(marks)) == len(marks) == 6
    assert all(re.fullmatch("[0-9a-f]{64}", mark) for mark in marks)


def test_gitlab_gets_an_issue_for_each_place() -> None:
    issues = json.loads(text("gitlab", Report((FileReport("a.cu", "unchanged", concerns=(PLACED,)),))))
    assert [(one["location"]["lines"]["begin"], one["description"]) for one in issues] == [
        (3, "M012: use HIP_SYMBOL"),
        (7, "M012: use HIP_SYMBOL (here, other)"),
    ]
    alike = PLACED._replace(marks=())
    (one,) = json.loads(text("gitlab", Report((FileReport("a.cu", "unchanged", concerns=(alike,)),))))
    assert one["description"] == "M012: use HIP_SYMBOL (and at 1 more place in this file)"


# --- JUnit -------------------------------------------------------------------------------------------------


def test_junit_has_a_suite_a_file_and_a_test_a_finding() -> None:
    top = ET.fromstring(text("junit"))
    assert (top.attrib["tests"], top.attrib["failures"], top.attrib["errors"]) == ("6", "2", "2")
    assert [suite.attrib["name"] for suite in top] == ["src/a.cu", "src/b.cu", "src/c.cu", "src/d.h"]
    cases = {case.attrib["name"]: [one.tag for one in case] for case in top.iter("testcase")}
    assert cases == {
        "N001 at 2:1": ["system-out"],
        "M012 symbol-argument at 3:2": ["failure"],
        "W010 shuffle-without-width at 4:4": ["failure"],
        "F001": ["error"],
        "F002": ["error"],
        "no findings": [],
    }
    failure = next(top.iter("failure"))
    assert failure.attrib == {"message": "use HIP_SYMBOL", "type": "warning"}
    assert failure.text == "src/a.cu:3:2: warning M012 use HIP_SYMBOL\nhipify-py explain M012"
    for suite in top:
        assert int(suite.attrib["tests"]) == len(suite)


def test_junit_stays_xml() -> None:
    report = of(path='a<&>".cu', message="</failure> ]]> <!-- & \" ' \x00 \ufffe")
    (case,) = ET.fromstring(text("junit", report)).iter("testcase")
    assert case.attrib["file"] == 'a<&>".cu'
    assert case[0].attrib["message"] == "</failure> ]]> <!-- & \" ' \\x00 \\ufffe"
    ET.fromstring(text("junit", hostile_report()))
    assert ET.fromstring(text("junit", EMPTY)).attrib["tests"] == "0"


# --- Markdown ----------------------------------------------------------------------------------------------

MARKDOWN = """\
## hipify-py

**3** findings in 5 files; 1 error; 1 warning; 1 note; 2 suppressed.

| severity | rule | what | count | where |
| --- | --- | --- | ---: | --- |
| error | W010 shuffle-without-width | spans 64 lanes | 1 | src/a.cu:4 |
| warning | M012 symbol-argument | use HIP\\_SYMBOL | 1 | src/a.cu:3 |
| note | N001 | look here | 1 | src/a.cu:2 |

`hipify-py explain RULE` says of each why it matters and what to do.

### Files that failed

- src/b.cu: F001 cannot be read: check its permissions
- src/c.cu: F002 KeyError: 'x'
"""


def test_markdown_has_the_causes_the_worst_first() -> None:
    assert text("markdown") == MARKDOWN
    assert text("markdown", EMPTY) == "## hipify-py\n\n**0** findings in 0 files.\n"
    assert "; 1 known; 3 gone from the baseline; 1 suppressed; 2 not reported." in text("markdown", KNOWN)


def test_markdown_groups_what_has_one_cause() -> None:
    files = tuple(FileReport(f"{name}.cu", "unchanged", concerns=(SYMBOL, NOTE)) for name in "abcde")
    row = "| warning | M012 symbol-argument | use HIP\\_SYMBOL | 5 | a.cu:3, b.cu:3, c.cu:3 and 2 more |"
    assert row in text("markdown", Report(files)).splitlines()
    many = tuple(SYMBOL._replace(message=f"cause {number}") for number in range(250))
    made = text("markdown", Report((FileReport("a.cu", "unchanged", concerns=many),)))
    assert made.count("cause ") == 200
    assert made.splitlines()[-3] == "| | | 50 more causes | 50 | |"


def test_markdown_shows_texts_as_they_are() -> None:
    said = "a|b *c* _d_ [e](f) <img src=x> `g` @user #1 & ~h~ \\"
    (row,) = (line for line in text("markdown", of(message=said)).splitlines() if "M012" in line)
    shown = "a\\|b \\*c\\* \\_d\\_ \\[e\\](f) &lt;img src=x&gt; \\`g\\` &#64;user &#35;1 &amp; \\~h\\~ \\\\"
    assert f"| {shown} |" in row


# --- CSV ---------------------------------------------------------------------------------------------------


def rows(report: Report) -> list[list[str]]:
    return [*csv.reader(io.StringIO(text("csv", report), newline=""))]


def test_csv_has_a_row_for_each_place() -> None:
    file = FileReport("a.cu", "unchanged", known=(PLACED,))
    assert [[*row[1:7], *row[9:12]] for row in rows(Report((file,)))[1:]] == [
        ["3", "2", "3", "20", "warning", "M012", "use HIP_SYMBOL", "yes", "f" * 16],
        ["7", "3", "7", "3", "warning", "M012", "use HIP_SYMBOL (here, other)", "yes", "a" * 16],
    ]


def test_csv_has_a_row_a_finding() -> None:
    heading, *found = rows(REPORT)
    assert heading[:9] == [
        "path",
        "line",
        "column",
        "end line",
        "end column",
        "severity",
        "rule",
        "name",
        "fails",
    ]
    assert heading[9:] == ["message", "known", "fingerprint", "explained by"]
    assert [row[12] for row in found][:2] == ["hipify-py explain N001", "hipify-py explain M012"]
    assert [row[:11] for row in found] == [
        ["src/a.cu", "2", "1", "2", "7", "note", "N001", "", "compile", "look here", "no"],
        [
            "src/a.cu",
            "3",
            "2",
            "3",
            "20",
            "warning",
            "M012",
            "symbol-argument",
            "compile",
            "use HIP_SYMBOL",
            "no",
        ],
        [
            "src/a.cu",
            "4",
            "4",
            "5",
            "11",
            "error",
            "W010",
            "shuffle-without-width",
            "compile",
            "spans 64 lanes",
            "no",
        ],
        [
            "src/b.cu",
            "",
            "",
            "",
            "",
            "error",
            "F001",
            "",
            "never",
            "cannot be read: check its permissions",
            "no",
        ],
        ["src/c.cu", "", "", "", "", "error", "F002", "", "never", "KeyError: 'x'", "no"],
    ]
    assert [(row[6], row[10]) for row in rows(KNOWN)[1:]] == [("M012", "yes"), ("W010", "no")]
    assert text("csv").count("\r\n") == 6


@pytest.mark.parametrize("said", ["=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("x")'])
def test_csv_has_nothing_that_a_spreadsheet_computes(said: str) -> None:
    (row,) = rows(of(path=said, message=said))[1:]
    assert (row[0], row[9]) == (f"'{said}", f"'{said}")


def test_csv_keeps_quotes_commas_and_lines_in_their_cells() -> None:
    (row,) = rows(of(path='a,"b".cu', message='x,"y"\nz'))[1:]
    assert (row[0], row[9]) == ('a,"b".cu', 'x,"y" z')
    assert len({len(row) for row in rows(hostile_report())}) == 1
    assert HOSTILE not in text("csv", hostile_report())
