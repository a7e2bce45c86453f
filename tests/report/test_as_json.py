"""The report as a program reads it, in the form that the schema describes."""

from __future__ import annotations

import json
import os
from copy import deepcopy
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

import pytest
from helpers.reports import EMPTY, FREE, HOSTILE, MODES, REPORT, SYMBOL, as_json, change, hostile_report
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from hipify_py.model import Place
from hipify_py.report.as_json import escape_path
from hipify_py.report.model import FileReport, Report
from hipify_py.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from _pytest.mark import ParameterSet

    from hipify_py.report.model import Mode

    Json = dict[str, Any]

SCHEMA = json.loads(files("hipify_py.report").joinpath("schema.json").read_text("utf-8"))


def errors(value: object) -> list[str]:
    return [error.message for error in Draft202012Validator(SCHEMA).iter_errors(value)]


def test_nothing_that_a_terminal_obeys_gets_through_in_json() -> None:
    text = as_json(hostile_report())
    assert [line for line in text.split("\n") if not line.isprintable()] == []
    read = json.loads(text)["files"][0]["findings"][0]
    assert read["excerpt"] == HOSTILE.replace("\udcff", "\ufffd").replace("\ud800", "\ufffd")


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
    "dnn": "miopen",
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
        {"rule": "M012", "name": "symbol-argument", "severity": "warning", "count": 1, \
"explained_by": "hipify-py explain M012"}
      ]
    },
    "suppressed": 0,
    "ignored": 0,
    "known": 0,
    "stale": null,
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
      "ignored": 0,
      "edits": [
        {"rule": "names", "kind": "name", "start": {"line": 1, "column": 1, "offset": 0}, \
"end": {"line": 1, "column": 9, "offset": 8}, "before": "cudaFree", "after": "hipFree", \
"reason": null, "origin": "own/a.toml:2"}
      ],
      "findings": [
        {"rule": "M012", "severity": "warning", "fails": "compile", "message": "use HIP_SYMBOL", \
"start": {"line": 3, "column": 2, "offset": 32}, "end": {"line": 3, "column": 20, "offset": 50}, \
"excerpt": "\\tcudaMemcpyToSymbol(c, h, n);", \
"related": [{"start": {"line": 1, "column": 18, "offset": 17}, "message": "declared here"}], "origin": null, \
"fingerprint": "9ff13e7995916958", "marks": []}
      ],
      "known": []
    }
  ]
}
"""


def test_json_to_the_byte() -> None:
    edit = change()._replace(origin="own/a.toml:2")
    file = FileReport("é.cu", "converted", "out/é.cu", changes=(edit,), concerns=(SYMBOL,))
    assert as_json(
        Report((file,), "7.2", ((FREE, 1),), 3, "miopen"), mode="write", exit_code=0
    ) == SMALL.replace("{__version__}", __version__)


def test_the_reason_of_an_edit_stands_with_it() -> None:
    edit = change()._replace(why="there is no ptxas")
    report = Report((FileReport("Makefile", "converted", changes=(edit, change(20))),))
    read = json.loads(as_json(report))
    assert [one["reason"] for one in read["files"][0]["edits"]] == ["there is no ptxas", None]
    assert errors(read) == []


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
