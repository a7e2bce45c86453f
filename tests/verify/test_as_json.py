"""A verdict as a program reads it, in the form that the schema describes."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest
from helpers.verdicts import VERDICT
from jsonschema import Draft202012Validator

from hipify_py.report.form import Form
from hipify_py.verify.as_json import render_json
from hipify_py.verify.formats import FORMATS

SCHEMA = json.loads(files("hipify_py.verify").joinpath("schema.json").read_text("utf-8"))


def test_it_fits_the_schema_and_says_all() -> None:
    value = json.loads(render_json(VERDICT, 1))
    assert [*Draft202012Validator(SCHEMA).iter_errors(value)] == []
    counts = (
        value["summary"][key] for key in ("units", "compiles", "fails", "needs", "crashed", "timed out")
    )
    assert [*counts] == [5, 1, 2, 1, 1, 0]
    assert (value["summary"]["errors"], value["summary"]["foretold"]) == (4, 1)
    assert value["causes"][0]["places"][0] == {
        "path": "src/a.cu",
        "line": 8,
        "column": 5,
        "compiled_line": 9,
        "inside": None,
        "message": "no matching function for call to 'hipblasSgemv'",
        "cause": "no matching function hipblasSgemv",
        "sides": ["gfx90a", "host"],
        "edits": ["N000"],
        "foretold_by": ["L064"],
        "advice": "pass a handle",
        "third_party": False,
    }
    assert value["units"][4] == {
        "path": "src/e.cu", "status": "crashed", "reason": "ended by signal 11", "flags_from": "guessed",
        "seconds": 0.0, "errors": [], "idle": [], "apart": [],
    }  # fmt: skip
    assert (value["exit_code"], value["flags_from"], value["remarks"]) == (1, None, ["c: 1 files are gone"])


def test_the_schema_is_sound_and_complete() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert sorted(SCHEMA["required"]) == sorted(SCHEMA["properties"])
    error = SCHEMA["$defs"]["error"]
    assert sorted(error["required"]) == sorted(error["properties"])


@pytest.mark.parametrize("key", ["summary", "causes", "units", "exit_code"])
def test_the_schema_rejects_what_lacks_a_part(key: str) -> None:
    value = json.loads(render_json(VERDICT, 1))
    del value[key]
    assert [*Draft202012Validator(SCHEMA).iter_errors(value)] != []


def test_any_path_can_be_written() -> None:
    unit = VERDICT.units[0]._replace(path="\udcff\x7f%.cu")
    text = render_json(VERDICT._replace(units=(unit,)), 0)
    assert "\x7f" not in text
    assert json.loads(text.encode())["units"][0]["path"] == "%FF\x7f%25.cu"


def test_both_formats_are_registered_and_join_the_report_of_a_conversion() -> None:
    form = Form("write", 1)
    assert tuple(FORMATS) == ("text", "json")
    texts = {name: each.render(VERDICT, form).encode() for name, each in FORMATS.items()}
    assert FORMATS["text"].join(b"report\n", texts["text"]) == b"report\n\n" + texts["text"]
    assert FORMATS["text"].join(b"", texts["text"]) == texts["text"]
    value = json.loads(FORMATS["json"].join(b'{"a": 1}\n', texts["json"]))
    assert value == {"conversion": {"a": 1}, "verify": json.loads(texts["json"])}
