"""Options that several commands share."""

from __future__ import annotations

from typing import Any

import click
import pytest
from click.testing import CliRunner

from hipify_py.choices import CACHE_SIZE, SIZE_LIMIT
from hipify_py.cli.exit_codes import EXIT_USAGE
from hipify_py.cli.main import cli
from hipify_py.cli.options import Refused, fail_on, rule_options, run_options, style


def given(decorate: Any, *args: str) -> dict[str, Any]:
    """Give what a command with some options is given, or raise what is said of wrong usage."""
    taken: dict[str, Any] = {}

    def command(**options: Any) -> None:
        taken.update(options)

    done = CliRunner().invoke(click.command()(decorate(command)), args, standalone_mode=False)
    if done.exception:
        raise done.exception
    return taken


def test_a_run_takes_paths_and_has_defaults() -> None:
    assert given(run_options("warning"), "src", "a.cu", "-") == {
        "paths": ("src", "a.cu", "-"),
        "include": (),
        "exclude": (),
        "include_dirs": (),
        "rules": (),
        "rocm": None,
        "arch": None,
        "dnn": None,
        "config": None,
        "isolated": False,
        "jobs": None,
        "style": "text",
        "reports": (),
        "group_by": None,
        "details": False,
        "notes": False,
        "fail_on": "warning",
        "select": (),
        "extend_select": (),
        "ignore": (),
        "per_file_ignores": (),
        "severity": (),
        "baseline": None,
        "max_size": SIZE_LIMIT,
        "cache": True,
        "cache_size": CACHE_SIZE,
        "warp": None,
        "polyfill": None,
        "build_files": None,
        "build_mode": None,
        "quiet": False,
        "verbose": False,
    }
    assert given(run_options("never"), "src")["fail_on"] == "never"


def test_options_may_be_given_more_than_once() -> None:
    taken = given(run_options("never"), "src", "--include", "*.cu", "--include", "*.h", "-j", "3", "-q")
    assert (taken["include"], taken["jobs"], taken["quiet"]) == (("*.cu", "*.h"), 3, True)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "Missing argument 'PATH...'"),
        (("src", "-j", "0"), "0 is not in the range x>=1"),
        (("src", "--rocm", "5.0"), "'5.0' is not one of '6.4', '7.0', '7.1', '7.2'"),
        (("src", "--warp", "64"), "'64' is not one of '32', 'native'"),
        (("src", "--config", "nowhere.toml"), "File 'nowhere.toml' does not exist"),
        (("src", "--rules", "nowhere"), "Path 'nowhere' does not exist"),
        (("src", "--format", "xml"), "'xml' is not one of 'text', 'json'"),
        (("src", "--fail-on", "fatal"), "'fatal' is not one of 'note', 'warning', 'error', 'never'"),
    ],
)
def test_wrong_usage_is_refused(args: tuple[str, ...], said: str) -> None:
    with pytest.raises(click.UsageError) as caught:
        given(run_options("never"), *args)
    assert said in caught.value.format_message()
    assert caught.value.exit_code == EXIT_USAGE


def test_the_first_form_is_the_default() -> None:
    assert given(style(("text", "csv"), "output")) == {"style": "text"}
    assert given(style(("text", "csv"), "output"), "--format", "csv") == {"style": "csv"}
    assert given(fail_on("error", "remarks")) == {"fail_on": "error"}


def test_which_rules_are_meant() -> None:
    assert given(rule_options) == {"rules": (), "rocm": None, "dnn": None, "config": None, "isolated": False}
    assert given(rule_options, "--isolated", "--rocm", "6.4") == {
        "rules": (),
        "rocm": "6.4",
        "dnn": None,
        "config": None,
        "isolated": True,
    }


def test_what_the_user_can_remove_is_wrong_usage() -> None:
    assert Refused("a.toml:3: x").exit_code == EXIT_USAGE
    assert Refused("a.toml:3: x").format_message() == "a.toml:3: x"


@pytest.mark.parametrize("group", [[], ["baseline"], ["config"], ["rules"]])
def test_what_a_command_does_is_listed_whole(group: list[str]) -> None:
    listed = CliRunner().invoke(cli, [*group, "--help"]).output.partition("Commands:")[2]
    rows = [line for line in listed.partition("\n\n")[0].splitlines() if line.strip()]
    assert rows
    assert [row for row in rows if not row.endswith(".") or row.endswith("...")] == []


@pytest.mark.parametrize(
    ("command", "first"), [("convert", "-o"), ("unit", "-o"), ("shim", "-o"), ("verify", "--hip-compiler")]
)
def test_a_commands_own_options_come_first(command: str, first: str) -> None:
    told = CliRunner().invoke(cli, [command, "--help"]).output
    assert told.partition("Options:\n")[2].split(",")[0].split()[0] == first
