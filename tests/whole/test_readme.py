"""What README.md shows is what happens."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert found
    return found[1]


def test_the_difference_is_the_real_one() -> None:
    lines = block("diff").splitlines()
    before = "\n".join(line[1:] for line in lines if line[:1] != "+") + "\n"
    after = "\n".join(line[1:] for line in lines if line[:1] != "-") + "\n"
    assert convert(before.encode(), load(), Options(path="a.cu")).text == after


def test_the_library_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    code = block("python")
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(code, "README.md", "exec"), {})
    promised = re.findall(r"print\(.*\) +# (.*)", code)
    assert said.getvalue().splitlines() == promised


def test_the_row_of_the_projects_that_we_look_at_is_the_sum_of_their_table() -> None:
    """AMGX was not compiled as hipify-perl leaves it: the row is of the others."""
    page = (ROOT / "docs" / "real-code.md").read_text(encoding="utf-8").split("| project |", 1)[1]
    table = page.split("\n\n", 1)[0].splitlines()[2:]
    rows = [[one.strip() for one in line.strip("|").split("|")] for line in table]
    counted = [[int(one) for one in row[1:5]] for row in rows if row[2]]
    units, before, after, lacking = (sum(column) for column in zip(*counted, strict=True))
    row = next(line for line in README.splitlines() if "fifteen projects that we look at" in line)
    assert len(counted) == 15
    assert f"{units:,} units, {lacking} of them need libraries" in row
    assert f"| {after} | {before}, counted earlier" in row
