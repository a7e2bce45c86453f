"""Headings that are nearly `[tool.hipify-py]`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put, run

from hipify_py.cli.config import choose
from hipify_py.cli.exit_codes import EXIT_USAGE
from hipify_py.model import HipifyError

if TYPE_CHECKING:
    from pathlib import Path

NEAR = (
    "tool.hipify_py",
    "tool.hipify",
    "tool.hipify-Py",
    "tool.Hipify_Py",
    'tool."hipify.py"',
    "tool.hipifi-py",
    "tool.hipify-pyy",
    "hipify-py",
    "tool . 'hipify_py'",
)
OTHERS = (
    "tool.hipify-perl",
    "tool.hipify-torch",
    "tool.ship",
    "tool.black",
    "project",
    "tool.hipify-py-tests",
)


@pytest.mark.parametrize("heading", NEAR)
def test_a_heading_that_is_nearly_ours_is_refused_with_its_line(tmp_path: Path, heading: str) -> None:
    # `hipify` stands in each somewhere, without which the file is not parsed
    put(tmp_path / "pyproject.toml", f'[project]\nname = "hipify"\n\n[{heading}]\njobs = 4\n')
    with pytest.raises(HipifyError) as caught:
        choose(str(tmp_path))
    named = heading.translate({ord(each): None for each in "\"' "})
    assert str(caught.value).endswith(
        f"pyproject.toml:4: [{named}]: does nothing; did you mean [tool.hipify-py]?"
    )


@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("heading", OTHERS)
def test_tables_of_other_tools_are_theirs(tmp_path: Path, heading: str, *, beside: bool) -> None:
    ours = "[tool.hipify-py]\njobs = 4\n" * beside
    put(tmp_path / "pyproject.toml", f"# hipify\n[{heading}]\njobs = 5\n{ours}")
    assert dict(choose(str(tmp_path)).values) == ({"jobs": 4} if beside else {})


def test_tables_in_it_say_the_line_too(tmp_path: Path) -> None:
    put(
        tmp_path / "pyproject.toml", '[tool.hipify-py]\njobs = 4\n[tool.hipify_py.severity]\nW031 = "error"\n'
    )
    put(tmp_path / "a.cu", "")
    done = run("check", ".", cwd=tmp_path)
    assert (done.code, done.out) == (EXIT_USAGE, "")
    assert done.err == (
        "Error: pyproject.toml:3: [tool.hipify_py]: does nothing; did you mean [tool.hipify-py]?\n"
    )
    assert run("check", ".", "--isolated", cwd=tmp_path).code == 0


@pytest.mark.parametrize("heading", ["tool.hipify-py", "hipify-py", "tool.hipify_py", "hipify"])
@pytest.mark.parametrize("inner", ["", ".severity"])
def test_in_its_own_file_the_keys_stand_without_a_heading(tmp_path: Path, heading: str, inner: str) -> None:
    put(tmp_path / "hipify.toml", f'jobs = 4\n[{heading}{inner}]\nW031 = "error"\n')
    with pytest.raises(HipifyError) as caught:
        choose(str(tmp_path))
    assert f"hipify.toml:2: [{heading}]: here the keys stand without it; write key = value" in str(
        caught.value
    )
    assert str(caught.value).endswith("[severity] for [tool.hipify-py.severity]")


def test_what_is_no_heading_is_an_unknown_key(tmp_path: Path) -> None:
    put(tmp_path / "hipify.toml", "tool = 1\n")
    with pytest.raises(HipifyError, match="tool: unknown key"):
        choose(str(tmp_path))
