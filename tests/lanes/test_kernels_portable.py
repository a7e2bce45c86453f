"""Kernels in which 32 is no warp: nothing is found in them, and nothing is done about warps."""

from __future__ import annotations

from pathlib import Path

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

RULES = load()
KERNELS = sorted((Path(__file__).parents[2] / "corpus" / "lanes-portable").iterdir())


def test_enough_kernels() -> None:
    assert len(KERNELS) >= 40


@pytest.mark.parametrize("way", ["32", "native"])
@pytest.mark.parametrize("path", [pytest.param(path, id=path.name) for path in KERNELS])
def test_no_finding(path: Path, way: str) -> None:
    result = convert(path.read_bytes(), RULES, Options(path=path.name, warp=way))  # type: ignore[arg-type]
    assert [(finding.rule, finding.message) for finding in result.findings] == []
    assert not [edit for edit in result.edits if edit.kind.startswith("warp")]
