"""Every case under corpus/: what comes out, the three laws, and what a HIP compiler says of it."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import cases, laws
from helpers.cases import RULES, Case

import hipify_py
from hipify_py import Settings, convert_tree
from hipify_py.conversion import convert
from hipify_py.settings import Options

Hipcheck = Callable[..., tuple[bool, str]]

WARP_HEADER = Path(hipify_py.__file__).parent / "include"
SHIPPED = {path.name: path.read_bytes() for path in WARP_HEADER.glob("hipify_*.h")}
CASES = [pytest.param(case, id=case.name) for case in cases.cases()]
COMPILED = [pytest.param(case, id=case.name) for case in cases.cases() if case.config.get("compiles", True)]
TREES = [pytest.param(folder, id=folder.name) for folder in cases.trees()]
GENERATED = [pytest.param(source, id=name) for name, source in cases.generated()]


@pytest.mark.parametrize("case", CASES)
def test_golden(case: Case, update: bool) -> None:
    result = case.run()
    expected = case.folder / "expected.hip"
    report = case.folder / "expected.json"
    if update:
        expected.write_bytes(result.output)
        report.write_text(cases.expectation(result), encoding="utf-8")
    assert result.output == expected.read_bytes()
    assert cases.expectation(result) == report.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES)
def test_laws(case: Case) -> None:
    result = case.run()
    laws.assert_lossless(result)
    laws.assert_never_silent(result, case.rules())
    laws.assert_settled(result, case.rules(), case.options)
    laws.assert_no_new_parse_errors(result)


@pytest.mark.stress
@pytest.mark.parametrize("source", GENERATED)
def test_generated(source: bytes) -> None:
    options = Options(path="generated.cu")
    result = convert(source, RULES, options)
    assert len(source) > 1_900_000
    assert result.output != source
    laws.assert_never_silent(result, RULES)
    laws.assert_settled(result, RULES, options)


@pytest.mark.parametrize("case", COMPILED)
def test_compiles(case: Case, hipcheck: Hipcheck, tmp_path: Path) -> None:
    """Host and device, to object code, for 64 and for 32 lanes."""
    target = tmp_path / f"expected{case.input.suffix if case.input.suffix == '.c' else '.hip'}"
    target.write_bytes((case.folder / "expected.hip").read_bytes())
    ok, said = hipcheck(target, f"-I{case.folder}", f"-I{WARP_HEADER}", *case.config.get("flags", ()))
    assert ok, said


@pytest.mark.parametrize("folder", TREES)
def test_tree(folder: Path, update: bool, tmp_path: Path) -> None:
    """A project of several files, converted as one."""
    expected = folder / "expected"
    if update:
        shutil.rmtree(expected, ignore_errors=True)
        convert_tree([str(folder / "input")], Settings(mode="output", output=str(expected)))
        for name in SHIPPED:
            (expected / name).unlink(missing_ok=True)
    report = convert_tree([str(folder / "input")], Settings(mode="output", output=str(tmp_path / "out")))
    assert not any(file.status == "failed" for file in report.files)
    made, config = (
        contents(tmp_path / "out"),
        tomllib.loads((folder / "case.toml").read_text(encoding="utf-8")),
    )
    headers = {name: made.pop(name) for name in SHIPPED if name in made}
    assert sorted(headers) == config.get("headers", [])
    assert all(text.startswith(SHIPPED[name]) for name, text in headers.items())
    assert made == contents(expected)
    again = convert_tree([str(tmp_path / "out")])
    assert not any(file.status == "converted" for file in again.files)


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


UNITS = [
    pytest.param(folder, unit, id=f"{folder.name}/{unit.relative_to(folder / 'expected')}")
    for folder in cases.trees()
    for unit in sorted((folder / "expected").rglob("*"))
    if unit.suffix in {".cu", ".cpp", ".c", ".hip"}
]


@pytest.mark.parametrize(("folder", "unit"), UNITS)
def test_tree_compiles(folder: Path, unit: Path, hipcheck: Hipcheck) -> None:
    root = folder / "expected"
    ok, said = hipcheck(unit, f"-I{root}", f"-I{root / 'include'}", f"-I{root / 'src'}", f"-I{WARP_HEADER}")
    assert ok, said


def test_enough_cases() -> None:
    assert len(CASES) >= 60
