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
