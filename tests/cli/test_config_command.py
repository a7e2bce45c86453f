"""`hipify-py config show`, and settings for every option of the command line."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import click
import pytest
from helpers.command import ERROR, KERNEL, on_terminal, put, run, snapshot

from hipify_py.cli.config import ALONE
from hipify_py.cli.exit_codes import EXIT_USAGE
from hipify_py.cli.main import check, convert, verify
from hipify_py.cli.setting_keys import KEYS
from hipify_py.cli.unit import unit

NOT_SET = {"config", "isolated", "in_repository"}
"""What chooses the settings is none of them."""
BY_STEP = {"root", "depfile"}
"""What `unit` takes for one step of a build is not either."""


def test_an_option_that_is_no_setting_is_refused_with_the_reason(tmp_path: Path) -> None:
    known = {"output", *(key.option for key in KEYS.values())}
    options = [one for one in unit.params if isinstance(one, click.Option) and one.name not in known]
    names = {one.opts[-1].removeprefix("--") for one in options} - {"output"}
    assert names - BY_STEP == {"config", "isolated"}
    assert names | {"in-repository"} == ALONE.keys()
    for name, why in ALONE.items():
        put(tmp_path / "hipify.toml", f'{name} = "x"\n')
        done = run("check", ".", cwd=tmp_path)
        assert done.err == (
            f"Error: hipify.toml:1: {name}: no setting: it says {why}; give --{name} on the command line\n"
        )


def test_what_a_terminal_cannot_hold_is_paged(tmp_path: Path) -> None:
    pager = "sed -n s/^#.settings.file.*/paged/p"
    assert on_terminal(tmp_path, "config", "show", "--isolated", rows=5, PAGER=pager) == (0, "paged\n")
    _, shown = on_terminal(tmp_path, "config", "show", "--isolated", "--json", rows=5, PAGER=pager)
    assert json.loads(shown)["file"] is None


def test_every_option_is_a_setting_and_every_setting_an_option() -> None:
    commands = (convert, check, verify)
    options = {one.name for each in commands for one in each.params if isinstance(one, click.Option)}
    assert options - NOT_SET == {key.option for key in KEYS.values()}


@pytest.mark.parametrize("command", [convert, check, verify], ids=lambda one: str(one.name))
def test_a_key_is_named_as_its_option(command: click.Command) -> None:
    names = {key.option: name for name, key in KEYS.items()}
    for option in command.params:
        if isinstance(option, click.Option) and option.name not in NOT_SET:
            assert {f"--{names[str(option.name)]}", f"--{names[str(option.name)].removesuffix('s')}"} & {
                *option.opts
            }


# --- what is shown -----------------------------------------------------------------------------------------

FILE = """\
[tool.hipify-py]
rocm = "6.4"
jobs = 2
quiet = true
fail-on = "error"
ignore = ["W"]
arch = ["gfx90a"]

[tool.hipify-py.severity]
D001 = "warning"
"""


@pytest.fixture
def here(tmp_path: Path) -> Path:
    put(tmp_path / "pyproject.toml", FILE)
    put(tmp_path / "src" / "a.cu", ERROR)
    return tmp_path


def shown(here: Path, *args: str) -> dict[str, tuple[object, str]]:
    value = json.loads(run("config", "show", "--json", *args, cwd=here).out)
    return {key: (one["value"], one["origin"]) for key, one in value["settings"].items()}


def test_each_setting_has_its_origin(here: Path) -> None:
    got = shown(here, "src", "--warp", "native", "--severity", "W031=note", "--rocm", "7.0")
    assert set(got) == {*KEYS}
    assert {key: one for key, one in got.items() if not one[1].startswith("default")} == {
        "arch": (["gfx90a"], "pyproject.toml:7"),
        "fail-on": ("error", "pyproject.toml:5"),
        "ignore": (["W"], "pyproject.toml:6"),
        "jobs": (2, "pyproject.toml:3"),
        "quiet": (True, "pyproject.toml:4"),
        "rocm": ("7.0", "--rocm"),
        "severity": ({"D001": "warning", "W031": "note"}, "pyproject.toml:9, --severity"),
        "warp": ("native", "--warp"),
    }
    assert got["dnn"] == ("keep", "default")
    assert shown(here, "--isolated")["rocm"] == ("7.2", "default")
    assert shown(here, "--isolated")["fail-on"] == (None, "default: never for convert; warning for check")


def test_what_is_shown_is_a_settings_file(here: Path) -> None:
    done = run("config", "show", "--per-file-ignores", 'te"st\\s:D', "--arch", "gfx942, gfx1100", cwd=here)
    assert done.code == 0
    assert done.out.startswith("# settings file: pyproject.toml\n")
    assert max(map(len, done.out.splitlines())) < 80
    value = tomllib.loads(done.out)
    assert value["severity"] == {"D001": "warning"}
    assert value["arch"] == ["gfx942", "gfx1100"]
    assert value["per-file-ignores"] == {'te"st\\s': ["D"]}
    (here / "pyproject.toml").unlink()
    put(here / "hipify.toml", done.out)
    again = tomllib.loads(run("config", "show", cwd=here).out)
    assert again == value


def test_the_defaults_are_a_settings_file_that_changes_nothing(tmp_path: Path) -> None:
    put(tmp_path / "src" / "k.cu", KERNEL)
    usual = run("config", "show", "src", cwd=tmp_path).out
    found = run("check", "src", cwd=tmp_path)
    assert {"cache = true", "per-file-ignores = {}", "severity = {}"} <= {
        line.partition("  ")[0] for line in usual.splitlines()
    }
    put(tmp_path / "src" / "hipify.toml", usual)
    assert run("check", "src", cwd=tmp_path) == found
    again = run("config", "show", "src", cwd=tmp_path).out
    assert tomllib.loads(again) == tomllib.loads(usual)


@pytest.mark.parametrize("line", ["severity = {}", "per-file-ignores = {}", "exclude = []", "arch = []"])
def test_what_is_empty_is_shown_as_it_was(tmp_path: Path, line: str) -> None:
    put(tmp_path / "hipify.toml", line + "\n")
    done = run("config", "show", cwd=tmp_path)
    assert (done.code, done.out.splitlines()[1].partition("  ")[0]) == (0, line)


def test_nothing_is_shown_of_settings_that_are_wrong(here: Path) -> None:
    put(here / "pyproject.toml", "[tool.hipify-py]\nrokm = 1\n")
    done = run("config", "show", cwd=here)
    assert (done.code, done.out) == (EXIT_USAGE, "")
    assert done.err == "Error: pyproject.toml:2: rokm: unknown key; did you mean rocm?\n"


def test_a_name_of_the_file_that_would_steer_a_terminal(tmp_path: Path) -> None:
    folder = tmp_path / "a\x1b[2Jb"
    put(folder / "hipify.toml", "quiet = true\n")
    out = run("config", "show", folder, cwd=tmp_path).out
    assert "\x1b" not in out
    assert "\\x1b[2J" in out


# --- what holds --------------------------------------------------------------------------------------------


def test_options_of_all_kinds_hold_from_a_file(here: Path) -> None:
    put(here / "src" / "k.cu", KERNEL)
    put(here / "src" / "b.cuh", "int x;\n")
    put(here / "pyproject.toml", "")
    lines = [
        'launch = "macro"',
        'rename = ".hip"',
        'exclude = ["*.cuh"]',
        "quiet = true",
        'fail-on = "never"',
    ]
    put(here / "hipify.toml", "\n".join(lines) + '\nformat = "json"\njobs = 1\nmax-size = 1000\n')
    done = run("convert", "src", cwd=here)
    value = json.loads(done.out)
    after = {edit["after"] for file in value["files"] for edit in file["edits"]}
    assert any("hipLaunchKernelGGL" in each for each in after)
    assert {file["path"]: file["status"] for file in value["files"]}["src/b.cuh"] == "skipped"
    assert done.code == 0
    assert run("check", "src", "--fail-on", "error", cwd=here).code == 1
    assert not run("check", "src", "--format", "text", cwd=here).out.startswith("{")
    put(here / "hipify.toml", "max-size = 10\n")
    assert "over the limit of 10" in run("check", "src", cwd=here).out


WRITING = [
    'output = "out"',
    "in-place = true",
    "diff = true",
    "verify = true",
    'hip-compiler = "sh"',
    "make = true",
]


@pytest.mark.parametrize("line", WRITING)
def test_a_file_that_nobody_named_decides_nothing_that_is_written_or_run(here: Path, line: str) -> None:
    put(here / "src" / "k.cu", KERNEL)
    put(here / "hipify.toml", line + "\n")
    before = snapshot(here)
    done = run("convert", "src", cwd=here)
    assert (done.code, done.out, snapshot(here)) == (EXIT_USAGE, "", before)
    key, _ = line.split(" =")
    why = "says what is written or run, which a file that is found by itself may not"
    remedy = "give it on the command line, or name the file with --config"
    assert done.err == f"Error: hipify.toml:1: {key}: {why}; {remedy}\n"


def test_a_file_that_is_named_does(here: Path) -> None:
    put(here / "src" / "k.cu", KERNEL)
    put(here / "ci" / "port.toml", 'output = "../out"\n')
    assert run("convert", "src", "--config", "ci/port.toml", cwd=here).code == 0
    assert (here / "out" / "k.cu").exists()
    diff = run("convert", "src", "--config", "ci/port.toml", "--diff", cwd=here)  # the command line wins
    assert diff.out.startswith("--- a/src/")
    put(here / "ci" / "port.toml", 'output = "../out"\ndiff = true\n')
    done = run("convert", "src", "--config", "ci/port.toml", cwd=here)
    assert (done.code, "--output and --diff exclude each other" in done.err) == (EXIT_USAGE, True)
    put(here / "ci" / "port.toml", "in-place = true\n")
    assert run("convert", "src", "--config", "ci/port.toml", cwd=here).code == 0
    assert "hipFree" in (here / "src" / "k.cu").read_text()


def test_a_path_in_a_file_stays_in_its_repository(here: Path) -> None:
    put(here / "hipify.toml", 'compile-commands = "../c.json"\n')
    done = run("check", "src", cwd=here)
    assert done.code == EXIT_USAGE
    assert done.err.startswith("Error: hipify.toml:1: compile-commands: '../c.json' leads out of ")
