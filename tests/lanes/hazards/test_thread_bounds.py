"""Guards on an index along y or z around the rest of a kernel, and what is a role of warps and no bound."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = (
    "__global__ void k(float *p, int nx, int ny) { __shared__ float s[9][64];\n"
    "int i = blockDim.x * blockIdx.x + threadIdx.x, y = threadIdx.y, j = blockDim.y * blockIdx.y + y;\n"
    "int t = 8 * blockIdx.y + threadIdx.y, z = threadIdx.z, w = threadIdx.y / 2, v = w + y;\n"
    "%s }\n"
)
MEETS = "{ s[y][0] = p[i]; __syncthreads(); p[i] = s[y + 1][0]; }"


@pytest.mark.parametrize(
    "guard",
    [
        "j < ny",
        "y < ny",
        "t < ny",
        "z < ny",
        "i < nx && j < ny",
        "j < ny && t < nx && z < 4",
        "ny > j",
        "threadIdx.y < 8",
        "blockIdx.y * 8 + threadIdx.y < ny",
    ],
)
def test_a_guard_along_an_axis(guard: str) -> None:
    assert remaining(KERNEL % f"if ({guard}) {MEETS}") == []
    assert remaining(KERNEL % f"const bool in = {guard}; if (in) {MEETS}") == []
    assert remaining(KERNEL % f"if ({guard}) {MEETS} __syncthreads();") == ["G016"]
    assert remaining(KERNEL % f"if ({guard}) {MEETS} else {MEETS}") == ["G016"]


@pytest.mark.parametrize(
    "role", ["w < ny", "v < ny", "j == ny", "y % 2 < 1", "i < nx && w < ny", "j < ny && y == 0"]
)
def test_a_role(role: str) -> None:
    assert remaining(KERNEL % f"if ({role}) {MEETS}") == ["G016"]


def test_a_function_that_is_handed_the_number_of_a_warp() -> None:
    device = "__device__ void f(int y, int n, int *p) { if (y < n) { p[y] = 1; __syncthreads(); p[y]++; } }\n"
    for given, expected in ("threadIdx.x / 32", ["G016"]), ("threadIdx.x", []):
        assert remaining(f"{device}__global__ void k(int *p, int n) {{ f({given}, n, p); }}\n") == expected


@pytest.mark.parametrize(
    ("returned", "value", "expected"),
    [
        ("threadIdx.y + blockIdx.y * blockDim.y", "at()", []),
        ("threadIdx.y + blockIdx.y * blockDim.y", "3 * at()", []),
        ("threadIdx.y / 2", "at()", ["G016"]),
        ("threadIdx.x / 32", "at()", ["G016"]),
        ("threadIdx.y", "at() / 2", ["G016"]),
    ],
)
def test_a_guard_on_what_a_function_gives(returned: str, value: str, expected: list[str]) -> None:
    at = f"__device__ __forceinline__ unsigned at() {{ return {returned}; }}\n"
    assert remaining(at + KERNEL % f"int u = {value}; if (u < ny) {MEETS}") == expected


def test_a_function_that_does_more_than_return_may_give_the_number_of_a_warp() -> None:
    at = "__device__ int at(int a) { int w = threadIdx.x / 32; return w + threadIdx.y; }\n"
    assert remaining(at + KERNEL % f"int u = at(1); if (u < ny) {MEETS}") == ["G016"]
