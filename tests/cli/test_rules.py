"""`hipify-py rules`: what it tells is what the rules and the headers say, in every form."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from helpers.command import HIPIFY, KERNEL, environment, loaded, on_terminal, put, run
from jsonschema import Draft202012Validator

from hipify_py.catalogue import coverage, embedded, entries, misfits
from hipify_py.catalogue.declared import headers
from hipify_py.catalogue.sound import sound
from hipify_py.cli.main import cli
from hipify_py.releases import CHECKED, NEWEST, RELEASES
from hipify_py.rules.load import builtin_folder, load

pytestmark = pytest.mark.usefixtures("entries_of_what_ships_once")
Json = dict[str, Any]
SCHEMA = json.loads((Path(embedded.__file__).parents[1] / "report" / "rules-schema.json").read_text("utf-8"))
DOCS = "What it does, Why it matters, Example, Use instead, Fix safety, References"
RULE = f"""
[[rule]]
id = "Z001"
name = "zebra"
severity = "note"
fails = "run"
safety = "safe"
message = "seen"
docs = "{DOCS}"
call = "cudaMalloc"
args = ["a", "rest*"]
fix = "hipMallocAsync({{a}}, {{rest}}, nullptr)"
  [[rule.test]]
  name = "acts"
  before = "void f() {{ cudaMalloc(&x, 3); }}"
  after = "void f() {{ hipMallocAsync(&x, 3, nullptr); }}"
  [[rule.test]]
  name = "keeps"
  keep = "zebra(x);"
"""


def ask(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, ["rules", *map(str, words)])


def told(*words: str | Path, code: int = 0) -> Json:
    """Ask for JSON, which must fit the schema."""
    result = ask(*words, "--format", "json")
    assert result.exit_code == code, result.output
    value = json.loads(result.stdout)
    Draft202012Validator(SCHEMA).validate(value)
    return dict(value)


def show(word: str, *options: str | Path) -> Json:
    (found,) = told("show", word, "--isolated", *options)["found"]
    return dict(found)


@pytest.fixture(scope="module")
def listed() -> dict[str, Json]:
    names = json.loads(ask("list", "--isolated", "--format", "json").stdout)["names"]
    assert len({entry["name"] for entry in names}) == len(names)
    return {entry["name"]: entry for entry in names}


# --- the data ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("cudaMalloc", ("runtime", "function", "renamed", "hipMalloc", "6.4")),
        ("cudaErrorUnknown", ("runtime", "enumerator", "renamed", "hipErrorUnknown", "6.4")),
        ("cuMemAlloc", ("driver", "function", "renamed", "hipMalloc", "6.4")),
        ("dim3", ("runtime", "type", "same", "dim3", "6.4")),
        ("cudaGraphExecUpdate", ("runtime", "function", "differs", "hipGraphExecUpdate", "6.4")),
        ("__activemask", ("device", "function", "same", "__activemask", "6.4")),
        ("__syncwarp", ("device", "function", "same", "__syncwarp", "7.2")),
        ("cudaBindTexture", ("runtime", "function", "differs", "hipBindTexture", "6.4")),
        ("cublas_v2.h", ("headers", "header", "renamed", "hipblas/hipblas.h", "6.4")),
        ("cub", ("headers", "namespace", "renamed", "hipcub", "6.4")),
        ("cuda::std", ("headers", "namespace", "review", None, "")),
    ],
)
def test_what_is_said_of_some_names(
    listed: dict[str, Json], name: str, wanted: tuple[str | None, ...]
) -> None:
    entry = listed[name]
    kind = entry["kind"] or "function"  # cudaBindTexture is in no header that has to be known
    assert (entry["library"], kind, entry["status"], entry["becomes"], entry["since"]) == wanted


def test_a_name_that_comes_later_is_so_listed() -> None:
    names = told("list", "--isolated", "--rocm", "6.4", "--status", "later", "--library", "device")["names"]
    assert {"name": "__syncwarp", "becomes": "__syncwarp", "since": "7.2"}.items() <= next(
        entry for entry in names if entry["name"] == "__syncwarp"
    ).items()
    assert {entry["status"] for entry in names} == {"later"}
    assert told("list", "--isolated", "--status", "later")["names"] == []


# --- list -------------------------------------------------------------------------------------------------


def test_libraries_and_statuses_are_chosen(listed: dict[str, Json]) -> None:
    for words in (("--library", "driver"), ("--library", "CUDA driver api")):
        names = told("list", "--isolated", *words, "--status", "dropped", "--status", "same")["names"]
        assert names == [
            entry
            for entry in listed.values()
            if entry["library"] == "driver" and entry["status"] in {"dropped", "same"}
        ]
        assert names


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--library", "cublass"), "Error: no library 'cublass': use one of "),
        (
            ("--status", "gone"),
            "Error: no status 'gone': use one of same, renamed, differs, dropped, later, ",
        ),
        (("--rules", "nowhere"), "does not exist"),
        (("--rocm", "5.0"), "'5.0' is not one of '6.4', '7.0', '7.1', '7.2'"),
    ],
)
def test_what_does_not_exist_is_refused(words: tuple[str, ...], said: str) -> None:
    result = ask("list", *words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


def test_csv_and_markdown_and_text_say_the_same(listed: dict[str, Json]) -> None:
    columns = ("name", "status", "becomes", "since", "kind", "library", "note")
    wanted = [[entry[key] or "" for key in columns] for entry in listed.values()]
    heading, *rows = csv.reader(io.StringIO(ask("list", "--isolated", "--format", "csv").stdout))
    assert (tuple(heading), rows) == (columns, wanted)
    head, rule, *lines = ask("list", "--isolated", "--format", "md").stdout.splitlines()
    assert (head, rule) == (f"| {' | '.join(columns)} |", "|" + " --- |" * len(columns))
    assert [re.split(r" (?<!\\)\| ", line[2:-2])[:4] for line in lines] == [row[:4] for row in wanted]
    first, *text = ask("list", "--isolated").stdout.splitlines()
    assert first.split() == list(columns)
    assert [line.split()[:2] for line in text] == [row[:2] for row in wanted]


def test_text_is_aligned_and_whole(listed: dict[str, Json]) -> None:
    first, *lines = ask("list", "--isolated", "--library", "runtime").stdout.splitlines()
    at = {column: first.index(column) for column in ("status", "becomes", "since")}
    short = [line for line in lines if len(line.split()[0]) <= 40]
    assert len(short) > 1000
    for line in short:
        entry = listed[line.split()[0]]
        assert line[at["status"] :].startswith(entry["status"])
        assert line[at["becomes"] :].startswith(entry["becomes"] or " ")
        assert line.endswith(entry["note"] or entry["library"])
        assert "\x1b" not in line


@pytest.mark.parametrize(
    "words",
    [
        ("list", "--library", "headers"),
        ("show", "cudaGraphAddDependencies", "R007", "cudaMalloc"),
        ("coverage", "--rocm", "6.4"),
    ],
)
def test_a_terminal_of_80_columns_is_enough(tmp_path: Path, words: tuple[str, ...]) -> None:
    code, shown = on_terminal(tmp_path, "rules", *words, "--isolated", columns=80, TERM="dumb")
    lines = shown.splitlines()
    assert code == 0
    assert len(lines) > 15
    assert [line for line in lines if len(line) > 80] == []


def test_a_reader_that_leaves_is_no_failure() -> None:
    started = subprocess.Popen(
        [*HIPIFY, "rules", "list"], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert started.stdout
    assert started.stderr
    started.stdout.read(10)
    started.stdout.close()
    assert started.stderr.read() == b""
    started.stderr.close()
    assert started.wait() == 0


def test_rules_of_ones_own_win_and_are_told_apart(tmp_path: Path) -> None:
    own = put(
        tmp_path / "port" / "own.toml", 'library = "Ours"\n[names]\ncudaFree = "ourFree"\nmine = "hipFree"\n'
    )
    put(tmp_path / "hipify.toml", 'rules = ["port"]\nrocm = "6.4"\n')
    by_option = told("list", "--isolated", "--rules", own, "--rocm", "6.4", "--library", "ours")
    done = run("rules", "list", "--library", "own", "--format", "json", cwd=tmp_path)
    assert done.code == 0
    assert json.loads(done.out) == by_option
    assert [(e["name"], e["becomes"], e["status"], e["builtin"]) for e in by_option["names"]] == [
        ("cudaFree", "ourFree", "renamed", False),
        ("mine", "hipFree", "renamed", False),
    ]
    found = show("cudaFree", "--rules", own)
    assert (found["becomes"], found["place"]) == ("ourFree", f"{own}:3")
    (replaced,) = found["replaces"]
    line = int(replaced.removeprefix("rules/runtime.toml:"))
    text = (builtin_folder() / "runtime.toml").read_text(encoding="utf-8")
    assert text.splitlines()[line - 1] == 'cudaFree = "hipFree"'


# --- show -------------------------------------------------------------------------------------------------


def test_show_tells_both_declarations() -> None:
    found = show("cudaStreamQuery")
    assert {
        key: found[key] for key in ("status", "becomes", "since", "parameters", "differences", "rules")
    } == {
        "status": "renamed",
        "becomes": "hipStreamQuery",
        "since": "6.4",
        "parameters": "fit",
        "differences": {},
        "rules": [],
    }
    declared = {(each["header"], each["detail"]) for each in found["cuda"]}
    assert ("cuda_runtime_api.h", "cudaError_t (cudaStream_t)") in declared
    assert all({"12.9", "13.0"} <= set(each["releases"]) for each in found["cuda"])
    assert found["hip"] == [
        {
            "name": "hipStreamQuery",
            "kind": "function",
            "header": "hip/hip_runtime_api.h",
            "detail": "hipError_t (hipStream_t)",
            "releases": list(CHECKED),
        }
    ]


def test_show_tells_what_differs_and_which_rules_act() -> None:
    found = show("cudaGraphAddDependencies")
    assert found["differences"] == {"13.0": "CUDA takes 5 arguments, HIP 4"}
    assert found["parameters"] == "adapted"
    assert [(rule["id"], rule["fixes"]) for rule in found["rules"]] == [("R033", True), ("R335", False)]
    assert all("What it does:" in rule["docs"] for rule in found["rules"])
    text = ask("show", "cudaGraphAddDependencies", "--isolated").stdout
    assert "  parameters differ; calls are rewritten by the rules below\n" in text
    assert "    in 13.0  CUDA takes 5 arguments, HIP 4\n" in text
    assert "hipError_t hipGraphAddDependencies(hipGraph_t, const hipGraphNode_t *," in text


def test_show_follows_a_macro_that_only_renames() -> None:
    declared = [(each["name"], each["kind"]) for each in show("cuMemAlloc")["cuda"]]
    assert declared == [("cuMemAlloc", "macro"), ("cuMemAlloc_v2", "function")]


def test_show_tells_what_other_releases_have() -> None:
    other = {"status": "later", "becomes": "__syncwarp", "note": ""}
    assert show("__syncwarp")["otherwise"] == [{"rocm": rocm, **other} for rocm in RELEASES[:-1]]
    found = show("__syncwarp", "--rocm", "6.4")
    assert (found["status"], found["since"]) == ("later", "7.2")
    assert found["otherwise"] == [{"rocm": NEWEST, **other, "status": "same"}]
    assert show("cudaFree")["otherwise"] == []


def test_show_tells_of_a_name_that_only_older_cuda_had() -> None:
    assert show("cudaThreadSynchronize")["becomes"] == "hipDeviceSynchronize"
    text = ask("show", "cudaThreadSynchronize").stdout
    assert re.search(r"^  CUDA       (up to \d+\.\d|.*11\.8)", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("word", "what", "becomes"),
    [
        ("<cublas_v2.h>", "name", "hipblas/hipblas.h"),
        ("cub::WarpReduce", "name", "hipcub::WarpReduce"),
        ("cuda::std::atomic", "name", None),
        ("cooperative_groups::reduce", "name", None),
        ("thrust::cuda::par", "name", "thrust::hip::par"),
        ("thrust::sort", "name", "thrust::sort"),
        ("cub::DeviceReduce::Sum", "name", "hipcub::DeviceReduce::Sum"),
    ],
)
def test_show_knows_headers_and_namespaces(word: str, what: str, becomes: str | None) -> None:
    found = show(word)
    assert (found["what"], found["becomes"]) == (what, becomes)
    assert found["note"] or becomes


def test_show_says_which_names_become_a_hip_name() -> None:
    found = show("hipMalloc")
    assert (found["what"], found["hip"][0]["header"]) == ("hip", "hip/hip_runtime_api.h")
    names = {(each["name"], each["library"]) for each in found["from"]}
    assert {("cudaMalloc", "runtime"), ("cuMemAlloc", "driver")} <= names
    assert show("hipDrvGetErrorString")["from"] == [{"name": "cuGetErrorString", "library": "driver"}]


def test_show_gives_rules_by_id_and_by_name() -> None:
    wanted = [rule for rule in load().rules if "R007" in {rule.id, *rule.was}]
    assert len(wanted) > 1
    found = told("show", "R007", "--isolated")["found"]
    assert [(each["name"], each["message"], each["docs"]) for each in found] == [
        (rule.name, rule.message, rule.docs.strip()) for rule in wanted
    ]
    assert show(wanted[0].name) == found[0]
    path, _, line = found[0]["place"].removeprefix("rules/").rpartition(":")
    text = (builtin_folder() / path).read_text(encoding="utf-8")
    assert text.splitlines()[int(line) - 1] == f'name = "{wanted[0].name}"'


def test_show_knows_names_that_code_decides_about() -> None:
    found = show("CUDART_VERSION")
    assert found["what"] == "spoken"
    assert "M003" in {rule["id"] for rule in found["rules"]}


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("cudaMaloc", "; by its beginning it is one of the CUDA runtime API, .*; did you mean cudaMalloc"),
        ("CUDAMALLOC", "; did you mean cudaMalloc"),
        ("nppiFoo", r"; by its beginning it is one of NPP, which ROCm does not have: RPP .* \(N023\)$"),
        ("W999", r"no rule and no header knows this name"),
        ("qqqqqqqqqqqqqqq", r"this name$"),
        ("hipMaloc", "did you mean hipMalloc"),
        ("cudaDeviceProp::name", "no rule and no header knows"),
        ("", r"^hipify-py: : no rule"),
    ],
)
def test_an_unknown_word_is_refused_with_a_hint(word: str, said: str) -> None:
    result = ask("show", word, "--isolated")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert re.search(said, result.stderr, re.MULTILINE), result.stderr


def test_known_words_are_shown_beside_unknown_ones() -> None:
    value = told("show", "cudaFree", "nothingAtAll", "cudaFree", "--isolated", code=2)
    assert [each["name"] for each in value["found"]] == ["cudaFree"]
    assert value["unknown"] == ["nothingAtAll"]


# --- coverage ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rocm", CHECKED)
def test_coverage_counts_what_the_list_lists(rocm: str) -> None:
    value = json.loads(ask("coverage", "--isolated", "--rocm", rocm, "--format", "json").stdout)
    Draft202012Validator(SCHEMA).validate(value)
    count = Counter((e.library, e.status) for e in entries.entries((), rocm))
    for row in value["libraries"]:
        assert {s: row[s] for s in entries.STATUSES} == {
            s: count[row["library"], s] for s in entries.STATUSES
        }
        assert row["names"] == row["unknown"] + sum(row[status] for status in entries.STATUSES)
        assert row["misfits"] == sum(row[way] for way in misfits.WAYS)
    for key in set(value["all"]) - {"library"}:
        assert value["all"][key] == sum(row[key] for row in value["libraries"])
    assert sum(count.values()) == value["all"]["names"] - value["all"]["unknown"]


def test_every_public_name_is_covered() -> None:
    result = ask("coverage", "--isolated", "--format", "json")
    unknown = list(coverage.unheld(entries.entries()))
    assert unknown == []
    assert result.exit_code == 0
    assert json.loads(result.stdout)["all"]["unknown"] == 0


def test_a_name_without_an_entry_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    known = [e for e in entries.entries() if e.name not in {"cudaMalloc", "cufft.h", "dim3"}]
    found = set(coverage.unheld(known)) - set(coverage.unheld(entries.entries()))
    assert found == {("runtime", "cudaMalloc"), ("headers", "cufft.h"), ("runtime", "dim3")}
    monkeypatch.setattr(coverage, "entries", lambda *_: known)
    result = ask("coverage", "--isolated", "--format", "csv")
    assert result.exit_code == 1
    rows = {row["library"]: row for row in csv.DictReader(io.StringIO(result.stdout))}
    assert int(rows["all"]["unknown"]) >= 3
    assert int(rows["headers"]["unknown"]) >= 1


# --- check ------------------------------------------------------------------------------------------------


def test_sound_rules_are_said_to_be_so(tmp_path: Path) -> None:
    put(tmp_path / "a.toml", '[names]\nourMalloc = "ourOther"\n' + RULE)
    result = ask("check", tmp_path)
    at, releases = f"{tmp_path}/a.toml", ", ".join(headers("cuda").releases)
    assert result.stdout.splitlines() == [
        f"{at}:2: note: ourMalloc: it is in no CUDA header ({releases}): taken as your own",
        f"{at}:2: note: ourMalloc: ourOther is in no ROCm header (6.4, 7.2): taken as your own",
        "1 file, 1 entry, 1 rule, 2 tests (0 failed); 0 errors, 0 warnings, 2 notes",
    ]
    assert result.exit_code == 0
    assert ask("check", tmp_path, "--fail-on", "note").exit_code == 1


def test_all_that_is_refused_is_named(tmp_path: Path) -> None:
    broken = RULE.replace("zebra", "lion").replace('severity = "note"', 'severity = "loud"')
    tests = RULE.partition("  [[rule.test]]")[0].replace("zebra", "tiger")
    text = '[names]\nbad = 3\nworse = { review = "" }\ncudaFree = "hipFree"\n\n[nam]\nx = "y"\n'
    put(tmp_path / "a.toml", text + broken + tests + RULE)
    put(tmp_path / "b.toml", '[names]\ncudaFree = "hipFree"\n')
    put(tmp_path / "c.toml", "[names\n")
    put(tmp_path / "d.toml", b"[names]\n# \xff\n")
    value = told("check", tmp_path, code=2)
    refused = [each for each in value["remarks"] if each["refused"]]
    lines = (text + broken + tests).splitlines()
    assert [
        (Path(e["path"]).name, e["line"], e["subject"], e["message"].partition(";")[0]) for e in refused
    ] == [
        ("a.toml", 2, "bad", "not a name's value"),
        ("a.toml", 3, "worse", "not a name's value"),
        ("a.toml", 6, "nam", "unknown key"),
        ("a.toml", lines.index('name = "lion"') + 1, "lion", "severity 'loud'"),
        ("a.toml", lines.index('name = "tiger"') + 1, "tiger", "has no test in which it acts"),
        ("b.toml", 2, "cudaFree", "already stands in a.toml"),
        (
            "c.toml",
            1,
            "c.toml",
            "not valid TOML: Expected ']' at the end of a table declaration (at line 1, column 7)",
        ),
        (
            "d.toml",
            2,
            "d.toml",
            "not valid TOML: 'utf-8' codec can't decode byte 0xff in position 10: invalid start byte",
        ),
    ]
    assert value["summary"] == {"files": 4, "entries": 1, "rules": 1, "tests": 2, "failed": 0}


def test_what_the_loader_accepts_is_left_as_it_is() -> None:
    paths = sorted(builtin_folder().glob("*.toml"))
    every = {(1, path): path.read_text(encoding="utf-8") for path in paths}
    ours = ("[[message]]", "[polyfills]", "[versions]")  # what no user's file may have
    texts = {key: text for key, text in every.items() if not any(each in text for each in ours)}
    assert len(every) - 5 == len(texts)
    assert sound(texts, NEWEST) == (texts, [])


def test_what_is_otherwise_for_older_releases_may_stand_alone(tmp_path: Path) -> None:
    text = '[before."7.2"]\n__syncwarp = { review = "ours" }\n'
    path = put(tmp_path / "a.toml", text)
    assert told("check", path)["remarks"] == []
    put(tmp_path / "a.toml", text.replace("__syncwarp", "noSuchName"))
    (remark,) = told("check", path, code=2)["remarks"]
    assert (remark["line"], remark["subject"], remark["refused"]) == (2, "noSuchName", True)


def test_tests_that_fail_are_named_with_what_came_out(tmp_path: Path) -> None:
    text = RULE.replace("hipMallocAsync(&x, 3, nullptr); }", "hipMallocAsync(&x, 4, nullptr); }")
    text = text.replace('keep = "zebra(x);"', 'keep = "void g() { cudaMalloc(&y, 1); }"')
    path = put(tmp_path / "a.toml", text)
    lines = text.splitlines()
    value = told("check", path, code=1)
    failed = [each for each in value["remarks"] if each["severity"] == "error"]
    assert [(e["line"], e["subject"], e["refused"]) for e in failed] == [
        (lines.index('  name = "acts"') + 1, "zebra", False),
        (lines.index('  name = "keeps"') + 1, "zebra", False),
    ]
    assert failed[0]["message"].splitlines()[0] == "test 'acts' fails: the output is not the one expected:"
    assert [line.split()[0] for line in failed[0]["message"].splitlines()[1:]] == ["-", "+"]
    assert "the rules speak where they should keep still" in failed[1]["message"]
    assert value["summary"]["failed"] == 2
    assert ask("check", path, "--fail-on", "never").exit_code == 0


def test_slips_in_names_are_noticed(tmp_path: Path) -> None:
    text = (
        '[names]\ncudaMaloc = "hipMalloc"\ncudaFree = "hipFreee"\ncublasNoSuchThing = "ourThing"\n'
        '__syncwarp = "__syncwarp"\n[headers]\n"cudnn.h" = "hip/hip_runtime.hh"\n'
    )
    path = put(tmp_path / "a.toml", text + RULE.replace("hipMallocAsync", "hipMallocAsink"))
    value = told("check", path, "--rocm", "6.4", code=1)
    said = [(e["line"], e["severity"], re.sub(r" \([^)]*\)", "", e["message"])) for e in value["remarks"]]
    rules = [
        (line, "note", words) for line, kind, words in said if words.startswith("wins over the built-in")
    ]
    assert [line for line, _, _ in rules] == [3, 5, 7]
    name = text.count("\n") + 4
    assert [each for each in said if each not in rules] == [
        (2, "warning", "it is in no CUDA header; did you mean cudaMalloc?"),
        (3, "warning", "hipFreee is in no ROCm header; did you mean hipFree?"),
        (4, "warning", "it is in no CUDA header"),
        (4, "note", "ourThing is in no ROCm header: taken as your own"),
        (5, "warning", "__syncwarp is in ROCm 7.2, but not in 6.4"),
        (7, "warning", "hip/hip_runtime.hh is in no ROCm header; did you mean hip/hip_runtime.h?"),
        (name, "warning", "in its fix, hipMallocAsink is in no ROCm header; did you mean hipMallocAsync?"),
    ]


def test_later_paths_win_over_earlier_ones(tmp_path: Path) -> None:
    first = put(tmp_path / "first.toml", '[names]\ncudaFree = "hipFree"\n')
    second = put(tmp_path / "second.toml", '[names]\ncudaFree = "hipFree"\n')
    assert told("check", first, second)["summary"]["entries"] == 2
    put(tmp_path / "both" / "first.toml", first.read_text())
    put(tmp_path / "both" / "second.toml", second.read_text())
    assert told("check", tmp_path / "both", code=2)["summary"]["entries"] == 1


def test_a_folder_without_rules_is_refused(tmp_path: Path) -> None:
    result = ask("check", tmp_path)
    assert result.exit_code == 2
    assert f"{tmp_path}: no .toml file in it" in result.stderr
    assert ask("check", tmp_path / "nowhere").exit_code == 2


@pytest.mark.parametrize("name", ["notes.txt", "rules", "a.toml.bak", "pipe", "/dev/zero", "folder.toml"])
def test_what_is_no_rule_file_is_refused(tmp_path: Path, name: str) -> None:
    if name == "pipe":
        os.mkfifo(tmp_path / "pipe")
    elif name == "folder.toml":
        (tmp_path / name).mkdir()
    elif not name.startswith("/"):
        put(tmp_path / name, '[names]\ncudaFree = "hipFree"\n')
    result = ask("check", tmp_path / name)
    assert result.exit_code == 2
    why = "no .toml file in it" if name == "folder.toml" else "no rule file"
    remedy = "name a folder of rule files or a single .toml file"
    assert f"Error: {tmp_path / name}: {why}; {remedy}\n" in result.stderr


# --- forms and cost ---------------------------------------------------------------------------------------


def test_the_schema_is_complete() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    described = [*SCHEMA["$defs"].values()]
    for part in SCHEMA["$defs"].values():
        described += part.get("properties", {}).values()
    assert [part for part in described if "$ref" not in part and "description" not in part] == []
    for part in SCHEMA["$defs"].values():
        if part.get("type") == "object":
            assert set(part["required"]) >= set(part["properties"]) - {"through"}
            assert part["additionalProperties"] is False


@pytest.mark.parametrize(
    "words", [("list", "--library", "macros"), ("show", "cudaFree"), ("show", "cudart"), ("coverage",)]
)
def test_the_schema_refuses_what_is_not_so(words: tuple[str, ...]) -> None:
    value = json.loads(ask(*words, "--isolated", "--format", "json").stdout)
    schema = Draft202012Validator(SCHEMA)
    assert schema.is_valid(value)
    for key in value:
        assert not schema.is_valid({k: v for k, v in value.items() if k != key}), key
    assert not schema.is_valid({**value, "more": 1})
    assert not schema.is_valid({**value, "command": "else"})


def test_a_conversion_pays_nothing_for_it(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", KERNEL)
    modules = loaded(tmp_path, "convert", "a.cu")
    assert "hipify_py.conversion" in modules
    assert {m for m in modules if re.match(r"hipify_py\.(catalogue|facts|cli\.rules)", m)} == set()


def test_it_needs_nothing_that_reads_headers(tmp_path: Path) -> None:
    modules = loaded(tmp_path, "rules", "show", "cudaMalloc")
    assert "hipify_py.catalogue.show" in modules
    assert {m for m in modules if m.startswith("hipify_py.facts.")} <= {
        "hipify_py.facts.compare",
        "hipify_py.facts.table",
    }
