"""SARIF: what the standard asks for, what code hosts show, and texts that try to break it.

The schema of OASIS is not kept here. `STANDARD` holds what the standard's text says of the objects that are
written; with `HIPIFY_SARIF_SCHEMA=sarif-schema-2.1.0.json` in the environment that file is asked too.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

import pytest
from helpers.reports import EMPTY, HOSTILE, NAMES, REPORT, SHUFFLE, SYMBOL, change, concern, hostile_report
from jsonschema import Draft4Validator, Draft202012Validator

from hipify_py.catalogue import embedded
from hipify_py.model import Place
from hipify_py.report.describe import describe
from hipify_py.report.form import Form
from hipify_py.report.formats import FORMATS
from hipify_py.report.model import Change, FileReport, Report
from hipify_py.rules.load import load

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.model import Result
    from hipify_py.rules.model import Message, Rule

RULES = load()
FORM = Form("check", 1, NAMES, rules=RULES)


def closed(required: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Give the schema of an object that has these properties, may have those, and no others."""
    properties = required | more
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [*required],
        "properties": properties,
    }


TEXT = {"type": "string", "minLength": 1}
COUNT = {"type": "integer", "minimum": 1}
LEVEL = {"enum": ["error", "warning", "note"]}
MESSAGE = closed({"text": TEXT}, markdown=TEXT)
URI = {"type": "string", "pattern": r"^(?:[A-Za-z0-9/._~!$&'()*+,;=@-]|%[0-9A-F]{2}|file:///)+$"}
ARTIFACT = closed({"uri": URI}, uriBaseId={"const": "%SRCROOT%"})
REGION = closed({"startLine": COUNT, "startColumn": COUNT}, endLine=COUNT, endColumn=COUNT)
CONTEXT = closed({"startLine": COUNT, "snippet": closed({"text": TEXT})})
PHYSICAL = closed({"artifactLocation": ARTIFACT}, region=REGION, contextRegion=CONTEXT)
LOCATION = closed({"physicalLocation": PHYSICAL}, id=COUNT, message=MESSAGE)
REPLACEMENT = closed({"deletedRegion": REGION}, insertedContent=closed({"text": {"type": "string"}}))
CHANGE = closed(
    {"artifactLocation": ARTIFACT, "replacements": {"type": "array", "minItems": 1, "items": REPLACEMENT}}
)
FIX = closed({"description": MESSAGE, "artifactChanges": {"type": "array", "minItems": 1, "items": CHANGE}})
RESULT = closed(
    {
        "ruleId": TEXT,
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": LEVEL,
        "message": MESSAGE,
        "locations": {"type": "array", "minItems": 1, "maxItems": 1, "items": LOCATION},
        "partialFingerprints": {"type": "object", "additionalProperties": TEXT},
        "properties": {"type": "object"},
    },
    relatedLocations={"type": "array", "items": LOCATION},
    fixes={"type": "array", "items": FIX},
    baselineState={"enum": ["new", "unchanged"]},
)
RULE = closed(
    {
        "id": TEXT,
        "shortDescription": MESSAGE,
        "fullDescription": MESSAGE,
        "help": MESSAGE,
        "defaultConfiguration": closed({"level": LEVEL}),
        "properties": closed(
            {"tags": {"type": "array", "uniqueItems": True, "items": TEXT}}, sinceRocm=TEXT, untilRocm=TEXT
        ),
    },
    name=TEXT,
)
NOTIFICATION = closed(
    {"descriptor": closed({"id": TEXT}), "level": LEVEL, "message": MESSAGE, "locations": {"type": "array"}}
)
RUN = closed(
    {
        "tool": closed(
            {
                "driver": closed(
                    {"name": TEXT, "version": TEXT, "semanticVersion": TEXT, "rules": {"items": RULE}}
                )
            }
        ),
        "columnKind": {"const": "unicodeCodePoints"},
        "originalUriBaseIds": {"type": "object"},
        "invocations": {
            "items": closed(
                {
                    "executionSuccessful": {"type": "boolean"},
                    "exitCode": {"type": "integer"},
                    "toolExecutionNotifications": {"items": NOTIFICATION},
                }
            )
        },
        "results": {"type": "array", "items": RESULT},
    }
)
STANDARD = closed(
    {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {"type": "array", "minItems": 1, "maxItems": 1, "items": RUN},
    }
)


def sarif(report: Report, form: Form = FORM) -> dict[str, Any]:
    """Give the only run of a log, which is checked."""
    text = FORMATS["sarif"].render(report, form)
    text.encode()
    value = json.loads(text)
    assert [error.message for error in Draft202012Validator(STANDARD).iter_errors(value)] == []
    if official := os.environ.get("HIPIFY_SARIF_SCHEMA"):
        schema = json.loads(Path(official).read_text(encoding="utf-8"))
        checker = Draft4Validator(schema, format_checker=Draft4Validator.FORMAT_CHECKER)
        assert [error.message for error in checker.iter_errors(value)] == []
    (run,) = value["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(set(rules)) == len(rules)
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])
    return dict(run)


def test_findings_become_results_in_path_and_source_order() -> None:
    run = sarif(REPORT)
    assert [(one["ruleId"], one["level"], one["message"]["text"]) for one in run["results"]] == [
        ("N001", "note", "look here"),
        ("M012", "warning", "use HIP_SYMBOL"),
        ("W010", "error", "spans 64 lanes"),
    ]
    place = run["results"][1]["locations"][0]["physicalLocation"]
    assert place == {
        "artifactLocation": {"uri": "src/a.cu", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 3, "startColumn": 2, "endLine": 3, "endColumn": 20},
        "contextRegion": {"startLine": 3, "snippet": {"text": "\tcudaMemcpyToSymbol(c, h, n);"}},
    }
    (related,) = run["results"][1]["relatedLocations"]
    assert (related["message"]["text"], related["physicalLocation"]["region"]["startColumn"]) == (
        "declared here",
        18,
    )


def test_rules_tell_what_they_are_about() -> None:
    found = SYMBOL._replace(rule="N001")
    (rule,) = sarif(Report((FileReport("a.cu", "converted", concerns=(found,)),)))["tool"]["driver"]["rules"]
    assert (rule["id"], rule["name"], rule["defaultConfiguration"]) == (
        "N001",
        "no-counterpart",
        {"level": "error"},
    )
    short = "Reports a CUDA name that ROCm has no counterpart for; it stays as it is."
    assert rule["shortDescription"]["text"] == short
    assert rule["fullDescription"]["text"].startswith("the HIP compiler does not know the name ")
    assert "\n\n**Use instead**: what the message says behind the colon" in rule["help"]["markdown"]
    assert "\n\nUse instead: what the message says behind the colon" in rule["help"]["text"]
    for text in rule["help"].values():
        assert text.endswith(f"\n\n`hipify-py explain {rule['id']}` prints this.")
    assert "helpUri" not in rule


def test_a_rule_for_some_releases_says_which() -> None:
    found = tuple(SYMBOL._replace(rule=rule) for rule in ("W015", "R007", "W002", "N001"))
    rules = sarif(Report((FileReport("a.cu", "converted", concerns=found),)))["tool"]["driver"]["rules"]
    limits = {rule["id"]: {**rule["properties"]} for rule in rules}
    assert [limits[each].pop("tags") for each in limits] == [["cuda", "hip", "portability"]] * len(limits)
    assert limits == {
        "W015": {"sinceRocm": "7.0"},
        "R007": {"sinceRocm": "7.2"},
        "W002": {"untilRocm": "7.0"},
        "N001": {},
    }


def test_every_rule_and_message_has_a_text() -> None:
    found = tuple(SYMBOL._replace(rule=rule) for rule in RULES.by_id)
    rules = sarif(Report((FileReport("a.cu", "converted", concerns=found),)))["tool"]["driver"]["rules"]
    assert {rule["id"] for rule in rules} == RULES.by_id.keys()
    assert [
        rule["id"] for rule in rules if not rule["shortDescription"]["text"].endswith((".", ":", "`"))
    ] == []


def test_what_a_rule_is_about_is_said_in_one_sentence_and_in_full_in_the_help() -> None:
    found = tuple(SYMBOL._replace(rule=rule) for rule in RULES.by_id)
    rules = sarif(Report((FileReport("a.cu", "converted", concerns=found),)))["tool"]["driver"]["rules"]
    short = {rule["id"]: rule["shortDescription"]["text"] for rule in rules}
    assert max(map(len, short.values())) < 700
    assert max(len(rule["fullDescription"]["text"]) for rule in rules) < 1000
    assert short["D001"].startswith("Reports inline assembly in files with device code")
    assert short["D001"].endswith("in functions that a macro may mark.")
    (help_,) = (rule["help"]["text"] for rule in rules if rule["id"] == "D001")
    assert "flushed denormals and matrices stay" in help_


def test_an_unknown_rule_has_its_name() -> None:
    run = sarif(REPORT, FORM._replace(rules=None))
    assert [rule.get("name") for rule in run["tool"]["driver"]["rules"]] == [
        "symbol-argument",
        None,
        "shuffle-without-width",
        None,
        None,
    ]


def test_a_failed_file_is_a_notification() -> None:
    run = sarif(REPORT, FORM._replace(code=70))
    (invocation,) = run["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 70)
    said = [
        (one["descriptor"]["id"], one["message"]["text"]) for one in invocation["toolExecutionNotifications"]
    ]
    assert said == [("F001", "cannot be read: check its permissions"), ("F002", "KeyError: 'x'")]
    assert sarif(EMPTY, FORM._replace(code=0))["invocations"][0]["executionSuccessful"]


def test_findings_that_are_alike_have_fingerprints_of_their_own() -> None:
    found = (SYMBOL, SYMBOL._replace(message="other"), SHUFFLE)
    results = sarif(Report((FileReport("a.cu", "converted", concerns=found),)))["results"]
    marks = [one["partialFingerprints"]["hipify/v1"] for one in results]
    assert [mark.rpartition(":")[2] for mark in marks] == ["1", "2", "1"]
    assert len({mark.rpartition(":")[0] for mark in marks}) == 2


def test_a_baseline_tells_new_from_unchanged() -> None:
    assert all("baselineState" not in one for one in sarif(REPORT)["results"])
    file = FileReport("a.cu", "converted", concerns=(SHUFFLE,), known=(SYMBOL,))
    results = sarif(Report((file,), stale=0))["results"]
    assert [(one["ruleId"], one["baselineState"]) for one in results] == [
        ("M012", "unchanged"),
        ("W010", "new"),
    ]


def edit(line: int, column: int, offset: int, before: str) -> Change:
    end = Place(line, column + len(before), offset + len(before))
    return Change(SYMBOL.rule, "rename", Place(line, column, offset), end, before, "hip")


def test_the_fix_of_a_finding_with_edits_is_all_of_its_file() -> None:
    inner = edit(SYMBOL.start.line, SYMBOL.start.column, SYMBOL.start.offset, "cuda")
    include = edit(1, 1, 0, "")._replace(kind="include", after="#include <hip/hip_runtime.h>\n")
    file = FileReport("a.cu", "converted", changes=(include, inner), concerns=(SYMBOL, SHUFFLE))
    result, other = sarif(Report((file,)))["results"]
    assert "fixes" not in other
    ((change_,),) = (fix["artifactChanges"] for fix in result["fixes"])
    assert change_["replacements"] == [
        {
            "deletedRegion": {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1},
            "insertedContent": {"text": "#include <hip/hip_runtime.h>\n"},
        },
        {
            "deletedRegion": {"startLine": 3, "startColumn": 2, "endLine": 3, "endColumn": 6},
            "insertedContent": {"text": "hip"},
        },
    ]
    assert "fixes" not in sarif(Report((file,)), FORM._replace(mode="write"))["results"][0]
    whole = inner._replace(end=SYMBOL.end)
    nested = inner._replace(start=inner.end, end=SYMBOL.end)
    beside = include._replace(kind="own-include")
    many = tuple(edit(1, 1 + at, at, "x") for at in range(20))
    another = inner._replace(rule="D024")
    for changes in ((whole, nested), (include, include, inner), (beside, inner), (*many, inner), (another,)):
        assert "fixes" not in sarif(Report((file._replace(changes=changes),)))["results"][0]


def results(result: Result) -> list[dict[str, Any]]:
    return list(sarif(Report((describe("a.cu", result),)))["results"])


def fixed(made: Iterable[dict[str, Any]]) -> Counter[str]:
    return Counter(one["ruleId"] for one in made if "fixes" in one)


def test_a_finding_that_has_a_fix_is_gone_once_it_is_applied() -> None:
    """By the own tests of all rules: what is left of a rule are findings that had none."""
    tried: Counter[str] = Counter()
    miopen = load(dnn="miopen")
    tested: list[Rule | Message] = [*miopen.rules, *miopen.messages.values()]
    for rule, test in ((one, test) for one in tested for test in one.tests):
        if test.before == test.after:
            continue
        rules = load(rocm=test.rocm, dnn=test.dnn)
        first = embedded.run(test.before, rules, rule, test)
        before = results(first)
        if not (mended := fixed(before)):
            continue
        again = embedded.run(first.output.decode(), rules, rule, test)
        left = Counter(one["ruleId"] for one in results(again))
        there = Counter(one["ruleId"] for one in before)
        assert all(left[name] <= there[name] - count for name, count in mended.items()), (rule.id, test.name)
        tried += mended
    assert tried["D024"] >= 3
    assert tried["W000"] >= 7
    assert "D023" not in tried


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a b.cu", "a%20b.cu"),
        ("grün/日.cu", "gr%C3%BCn/%E6%97%A5.cu"),
        ("50%#?.cu", "50%25%23%3F.cu"),
        ("a\udcff.cu", "a%FF.cu"),
        ("\ud800.cu", "%ED%A0%80.cu"),
        ("c:x.cu", "c%3Ax.cu"),
        ("a\\b\n.cu", "a%5Cb%0A.cu"),
        ("/src/a.cu", "file:///src/a.cu"),
        ("../a.cu", "../a.cu"),
        ("<stdin>", "%3Cstdin%3E"),
    ],
)
def test_any_path_is_a_uri(path: str, uri: str) -> None:
    (result,) = sarif(Report((FileReport(path, "converted", concerns=(SYMBOL,)),)))["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place["uri"] == uri
    assert ("uriBaseId" in place) is not path.startswith(("/", ".."))
    if "\ud800" not in path:
        assert unquote_to_bytes(uri.removeprefix("file://")) == os.fsencode(path)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("see [this](http://evil)", "see \\[this\\](http://evil)"),
        ("array[3] of x", "array[3] of x"),
        ("take {0} and {x}", "take {{0}} and {x}"),
        ("a\\[b](c)", "a\\\\\\[b\\](c)"),
    ],
)
def test_no_message_has_links_or_placeholders(message: str, text: str) -> None:
    found = SYMBOL._replace(message=message, related=())
    (result,) = sarif(Report((FileReport("a.cu", "converted", concerns=(found,)),)))["results"]
    assert result["message"]["text"] == text


def test_hostile_texts_make_a_sound_log() -> None:
    text = FORMATS["sarif"].render(hostile_report(), FORM)
    assert [line for line in text.split("\n") if not line.isprintable()] == []
    run = sarif(hostile_report())
    assert run["results"][0]["message"]["text"] == re.sub("[\ud800-\udfff]", "\ufffd", HOSTILE)


@pytest.mark.stress
def test_a_hundred_thousand_findings_take_seconds() -> None:
    sources = [f"\tcudaFoo{n}(stream, {n}, a->b[{n}]);" for n in range(100)]
    found = tuple(concern(source, "cudaFoo") for source in sources) * 10
    edits = tuple(change(offset) for offset in range(0, 9000, 9))
    report = Report(
        tuple(FileReport(f"{n}.cu", "converted", changes=edits, concerns=found) for n in range(100))
    )
    started = time.process_time()
    text = FORMATS["sarif"].render(report, FORM)
    assert time.process_time() - started < 15
    assert text.count('"ruleId"') == 100_000
