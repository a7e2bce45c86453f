"""Launches of kernels of other files that work on wavefronts."""

from __future__ import annotations

import pytest
from helpers.warps import broken, rules_of, run
from helpers.warps import native as on_wavefronts

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


ITEMS = (
    "__device__ int wid() { return threadIdx.x / warpSize; }\n"
    "__global__ void k(int *p, int n) { int w = threadIdx.x / warpSize; ROW; p[row] = __any(n); }\n"
    "void go(int *p, int n) { k<<<n / 4, 128>>>(p, n); HOST }\n"
)


def test_a_row_by_the_numbers_of_the_block_and_of_its_warp() -> None:
    for row in (
        "int row = blockIdx.x * 4 + w",
        "int row = threadIdx.x / warpSize + blockIdx.x * (blockDim.x / warpSize)",
        "int row = wid() + 4 * blockIdx.x",
    ):
        code = ITEMS.replace("ROW", row)
        assert "W040" in rules_of(on_wavefronts(code.replace("HOST", "")))
        assert "W040" not in rules_of(on_wavefronts(code.replace("HOST", "int warp = 0;")))
    for row in (
        "int row = blockIdx.x * blockDim.y + threadIdx.y",
        "int row = blockIdx.x * 128 + threadIdx.x",
        "int row = blockIdx.x * 4 + w; row += gridDim.x",
        "int row = w",
    ):
        assert "W040" not in rules_of(on_wavefronts(ITEMS.replace("ROW", row).replace("HOST", "")))


CUB = (
    "#include <cub/cub.cuh>\n#define WARPS (32)\n"
    "__device__ double sum(double *t, double v) { return cub::WarpReduce<double%s>(*t).Sum(v); }\n"
    "__global__ void k(double *p, double *t) { int row = threadIdx.x / %s; p[row] = sum(t, p[row]); }\n"
    "void start(double *p, int n, int warp) { k<<<(n * WARPS + 127) / 128, 128, 8 * (n / WARPS)>>>(p, p); }\n"
)


@pytest.mark.parametrize(
    ("width", "by", "told"),
    [("", "warpSize", True), (", 32", "warpSize", False), ("", "32", False)],  # of the last W028 speaks
)
def test_rows_by_warps_of_cub(width: str, by: str, told: bool) -> None:
    assert ("W038" in rules_of(run(CUB % (width, by), warp="native"))) == told
    assert "W038" not in rules_of(run(CUB % (width, by)))
