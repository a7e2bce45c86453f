"""Every case under corpus/build/: what comes out, what is said, and the laws."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from helpers.laws import assert_lossless
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.model import Lines
from hipify_py.settings import Options

CORPUS = Path(__file__).parents[2] / "corpus" / "build"
CASES = sorted(path.parent for path in CORPUS.glob("*/case.toml"))


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_golden(folder: Path, update: bool) -> None:
    case = tomllib.loads((folder / "case.toml").read_text(encoding="utf-8"))
    (source,) = (folder / "input").iterdir()
    options = Options(path=source.name, **case.get("options", {}))
    result = build_file(source.read_bytes(), RULES, options)
    lines = Lines(result.source)
    said = "".join(
        f"{place.line}:{place.column} {one.severity} {one.rule} {one.message}\n"
        for one in result.findings
        for place in [lines.place(one.span.start)]
    )
    expected = folder / "expected"
    if update:
        expected.mkdir(exist_ok=True)
        (expected / source.name).write_bytes(result.output)
        (folder / "expected.txt").write_text(said, encoding="utf-8")
    assert result.output == (expected / source.name).read_bytes()
    assert said == (folder / "expected.txt").read_text(encoding="utf-8")
    assert_lossless(result)
    assert build_file(result.output, RULES, options).output == result.output


def test_enough_cases() -> None:
    assert len(CASES) >= 12
