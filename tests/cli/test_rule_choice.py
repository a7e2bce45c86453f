"""Which findings the command line and the settings choose, as a user runs it."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.command import ERROR, NOTE, WARNING, put, report, run

from hipify_py.cli.exit_codes import EXIT_FINDINGS, EXIT_USAGE


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A project with a finding of each severity in each of two folders."""
    put(tmp_path / ".git", "gitdir: elsewhere\n")
    for folder in ("src", "tests/gpu"):
        put(tmp_path / folder / "a.cu", ERROR + WARNING + NOTE)
    return tmp_path


def found(here: Path, *args: str) -> dict[str, set[tuple[str, str]]]:
    """Give the rules and severities that a check reports, by file."""
    value = report("check", ".", *args, cwd=here)
    files = {file["path"]: file for file in value["files"]}
    assert sum(file["ignored"] for file in files.values()) == value["summary"]["ignored"]
    return {
        path: {(one["rule"], one["severity"]) for one in file["findings"]} for path, file in files.items()
    }


BOTH = {("D001", "error"), ("M003", "warning"), ("D023", "note")}
KINDS = {"src/a.cu", "tests/gpu/a.cu"}


@pytest.mark.parametrize(
    ("args", "rules"),
    [
        ((), "D001 M003 D023"),
        (("--select", "D"), "D001 D023"),
        (("--select", "D001,M003"), "D001 M003"),
        (("--select", "D001", "--select", " M003 "), "D001 M003"),
        (("--ignore", "D"), "M003"),
        (("--select", "D", "--extend-select", "cuda-version-number", "--ignore", "D023"), "D001 M003"),
    ],
)
def test_the_command_line_chooses(here: Path, args: tuple[str, ...], rules: str) -> None:
    made = found(here, *args)
    wanted = {one for one in BOTH if one[0] in rules.split()}
    assert made == dict.fromkeys(KINDS, wanted)


def test_the_exit_code_is_of_what_is_reported(here: Path) -> None:
    assert run("check", ".", cwd=here).code == EXIT_FINDINGS
    assert run("check", ".", "--ignore", "D001,M003", cwd=here).code == 0
    assert run("check", ".", "--severity", "D=note", "--severity", "M=note", cwd=here).code == 0
    assert run("check", ".", "--select", "D023", "--severity", "D023=error", cwd=here).code == EXIT_FINDINGS


def test_what_is_converted_stays_the_same(here: Path) -> None:
    plain = run("convert", "src", "--diff", cwd=here).out
    assert "+#include <hip/hip_runtime.h>" in plain
    assert run("convert", "src", "--diff", "--ignore", "ALL", cwd=here).out == plain


def test_what_is_not_reported_is_counted(here: Path) -> None:
    out = run("check", ".", "--ignore", "D", cwd=here).out
    assert "\n       4  not reported, by --select, --ignore or the settings\n" in out
    out = run("check", ".", "--ignore", "ALL", cwd=here).out
    assert "Findings\n       6  not reported, " in out


@pytest.mark.parametrize("glob", ["tests", "tests/", "tests/**", "gpu/", "**/gpu/*.cu", "/tests/gpu/a.cu"])
def test_files_have_rules_ignored(here: Path, glob: str) -> None:
    wanted = {"src/a.cu": BOTH, "tests/gpu/a.cu": {("M003", "warning")}}
    assert found(here, "--per-file-ignores", f"{glob}:D") == wanted
    put(here / "hipify.toml", f'[per-file-ignores]\n"{glob}" = ["D"]\n')
    assert found(here) == wanted


def test_globs_of_a_file_begin_at_its_folder(here: Path) -> None:
    put(here / "hipify.toml", '[per-file-ignores]\n"/gpu/*.cu" = ["D"]\n"/src" = ["M"]\n')
    assert found(here)["tests/gpu/a.cu"] == BOTH
    (here / "hipify.toml").rename(here / "tests" / "hipify.toml")
    value = report("check", "gpu", cwd=here / "tests")
    assert {one["rule"] for file in value["files"] for one in file["findings"]} == {"M003"}


def test_a_severity_is_said_in_the_file_and_the_command_line_wins(here: Path) -> None:
    put(here / "pyproject.toml", '[tool.hipify-py]\nseverity = { D = "warning", M003 = "error" }\n')
    assert found(here)["src/a.cu"] == {("D001", "warning"), ("M003", "error"), ("D023", "warning")}
    given = ("--severity", "D=error", "--severity", "M003=note")
    assert found(here, *given)["src/a.cu"] == {("D001", "error"), ("M003", "note"), ("D023", "error")}


def test_the_file_chooses_and_the_command_line_over_it(here: Path) -> None:
    put(here / "pyproject.toml", '[tool.hipify-py]\nselect = ["D"]\nignore = ["D023"]\n')
    assert found(here)["src/a.cu"] == {("D001", "error")}
    assert found(here, "--extend-select", "M")["src/a.cu"] == {("D001", "error"), ("M003", "warning")}
    assert found(here, "--select", "D023")["src/a.cu"] == {("D023", "note")}
    assert found(here, "--isolated")["src/a.cu"] == BOTH


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('select = ["W03l"]', "hipify.toml:1: no rule 'W03l'; did you mean W031"),
        ('[severity]\nWW = "error"', "hipify.toml:1: no rule 'WW'; use an id"),
        (
            '[severity]\nW031 = "fatal"',
            "hipify.toml:1: severity: no severity for W031 named 'fatal'; use one of",
        ),
        ("severity = 1", "hipify.toml:1: severity: must say for each rule how severe it is; write it as a"),
        ('select = "W"', 'hipify.toml:1: select: must be a list of texts; write it as select = ["..."]'),
        ('[per-file-ignores]\n"a" = "W"', "hipify.toml:1: per-file-ignores: must say for each glob which"),
        ('[per-file-ignores]\n"a[" = ["W"]', "a[: a glob that can never match: close its brackets"),
        ('selct = ["W"]', "hipify.toml:1: selct: unknown key; did you mean select?"),
        (
            "include_dirs = []",
            "hipify.toml:1: include_dirs: unknown key; did you mean include-dirs or include?",
        ),
        ("jobs = 0", "hipify.toml:1: jobs: must be a whole number from 1 on; write it as jobs = 4"),
        ("jobs = true", "hipify.toml:1: jobs: must be a whole number from 1 on; write it as jobs = 4"),
        ('fail-on = "fatal"', "hipify.toml:1: fail-on: no severity named 'fatal'; use one of note, warning"),
        ("time-limit = nan", "hipify.toml:1: time-limit: must be a number of seconds from 0.1 on; write"),
        ('format = "xml"', "hipify.toml:1: format: no format named 'xml'; use "),
        ('rename = ""', "hipify.toml:1: rename: must be a text; write it as rename = "),
        ('rename = "x"', "'x': no new ending for .cu files: give one with its dot"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_place(here: Path, text: str, said: str) -> None:
    put(here / "hipify.toml", text + "\n")
    done = run("convert", ".", cwd=here)
    assert (done.code, done.out) == (EXIT_USAGE, "")
    assert done.err.startswith(f"Error: {said}"), done.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (
            ("--severity", "W031"),
            "Invalid value for '--severity': 'W031': write it as RULE=SEVERITY, with one of",
        ),
        (("--severity", "W031=bad"), "'W031=bad': write it as RULE=SEVERITY"),
        (
            ("--per-file-ignores", "a"),
            "Invalid value for '--per-file-ignores': 'a': write it as GLOB:RULE,...",
        ),
        (("--per-file-ignores", "a:"), "'a:': write it as GLOB:RULE,..."),
        (("--select", "W03l"), "Error: the command line: no rule 'W03l'; did you mean W031"),
        (("--severity", "WW=note"), "Error: --severity: no rule 'WW'"),
    ],
)
def test_wrong_options_are_refused(here: Path, args: tuple[str, ...], said: str) -> None:
    done = run("check", ".", *args, cwd=here)
    assert (done.code, done.out) == (EXIT_USAGE, "")
    assert said in done.err
