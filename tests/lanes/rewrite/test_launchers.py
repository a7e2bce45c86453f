"""Launches of kernels of other files that work on wavefronts."""

from __future__ import annotations

import pytest
from helpers.warps import broken, run

from hipify_py.model import Project

HOST = "void start(int *p, int n) { %s }\n"
ROWS = Project(wavefronts=frozenset((b"rows", b"total")))


@pytest.mark.parametrize(
    "launch",
    ["rows<<<n, dim3(32, 8)>>>(p);", "rows<int><<<n / 32, 64>>>(p);", "dim3 b(32, 4); rows<<<n, b>>>(p);"],
)
def test_kernels_of_other_files(launch: str) -> None:
    assert broken(run(HOST % launch, warp="native", project=ROWS)) == {"W038"}
    assert broken(run(HOST % launch, warp="native")) == set()
    assert broken(run(HOST % launch, project=ROWS)) == set()


@pytest.mark.parametrize(
    "launch",
    [
        "rows<<<n / 64, 64>>>(p);",
        "other<<<n / 32, 64>>>(p);",
        "other<<<n / 32, 64>>>(p + total(3));",
        "p[n / 32] = 1; rows(p);",
    ],
)
def test_others(launch: str) -> None:
    assert broken(run(HOST % launch, warp="native", project=ROWS)) == set()
