"""Kernels in which 32 is no warp: nothing is found in them, and nothing is done about warps."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.decisions import WAYS, Way, converted

KERNELS = sorted((Path(__file__).parents[2] / "corpus" / "lanes-portable").iterdir())


def test_enough_kernels() -> None:
    assert len(KERNELS) >= 40


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("path", [pytest.param(path, id=path.name) for path in KERNELS])
def test_no_finding(path: Path, way: Way) -> None:
    result = converted(path, way)
    assert [(finding.rule, finding.message) for finding in result.findings] == []
    assert not [edit for edit in result.edits if edit.kind.startswith("warp")]
