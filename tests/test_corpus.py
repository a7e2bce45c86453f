"""Every case under corpus/: what comes out, the three laws, and what a HIP compiler says of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import laws
import pytest

import corpus
from corpus import RULES, Case
from hipify_py.model import Options
from hipify_py.spine import convert

CASES = [pytest.param(case, id=case.name) for case in corpus.cases()]
COMPILED = [pytest.param(case, id=case.name) for case in corpus.cases() if case.config.get("compiles", True)]
GENERATED = [pytest.param(source, id=name) for name, source in corpus.generated()]


@pytest.mark.parametrize("case", CASES)
def test_golden(case: Case, update: bool) -> None:
    result = case.run()
    expected = case.folder / "expected.hip"
    report = case.folder / "expected.json"
    if update:
        expected.write_bytes(result.output)
        report.write_text(corpus.expectation(result), encoding="utf-8")
    assert result.output == expected.read_bytes()
    assert corpus.expectation(result) == report.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES)
def test_laws(case: Case) -> None:
    result = case.run()
    laws.assert_lossless(result)
    laws.assert_never_silent(result, RULES)
    laws.assert_settled(result, RULES, case.options)
    laws.assert_no_new_parse_errors(result)


@pytest.mark.parametrize("source", GENERATED)
def test_generated(source: bytes) -> None:
    options = Options(path="generated.cu")
    result = convert(source, RULES, options)
    assert len(source) > 1_900_000
    assert result.output != source
    laws.assert_never_silent(result, RULES)
    laws.assert_settled(result, RULES, options)


@pytest.mark.compiler
@pytest.mark.parametrize("case", COMPILED)
def test_compiles(case: Case, hipcheck: Callable[..., tuple[bool, str]], tmp_path: Path) -> None:
    """Host and device, to object code, for 64 and for 32 lanes."""
    ending = {".c": ".c", ".cpp": ".cpp"}.get(case.input.suffix, ".hip")
    target = tmp_path / f"expected{ending}"
    target.write_bytes((case.folder / "expected.hip").read_bytes())
    ok, said = hipcheck(target, *case.config.get("flags", ()))
    assert ok, said


def test_enough_cases() -> None:
    assert len(CASES) >= 60
