"""Quotients by 32 that say how much is enough, for wavefronts as well."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of

KERNELS = """
__global__ void turns(const int *x, int *y, int n) {
    int w = threadIdx.x / warpSize, all = gridDim.x * (blockDim.x / warpSize);
    for (int i = blockIdx.x * (blockDim.x / warpSize) + w; i < n; i += all) y[i] = __any_sync(~0u, x[i]);
}
__global__ void once(const int *x, int *y, int n) {
    extern __shared__ int s[];
    s[threadIdx.x / warpSize] = __any_sync(~0u, x[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x < blockDim.x / warpSize) y[threadIdx.x] = s[threadIdx.x];
}
int up(int a, int b) { return (a + b - 1) / b; }
void go(const int *x, int *y, int n, int threads) { %s }
"""


@pytest.mark.parametrize(
    "code",
    [
        "once<<<n, threads, threads / 32 * sizeof(int)>>>(x, y, n);",
        "once<<<n, threads, (threads >> 5) * sizeof(int)>>>(x, y, n);",
        "int room = threads / 32 * sizeof(int); once<<<n, threads, room>>>(x, y, n);",
        "int each = threads / 32; size_t room = each * sizeof(int); once<<<n, threads, room>>>(x, y, n);",
        "turns<<<n / (256 / 32), 256>>>(x, y, n);",
        "int each = threads / 32, blocks = up(n, each); turns<<<blocks, threads>>>(x, y, n);",
        "const int each = threads / 32; dim3 grid((n + each - 1) / each); turns<<<grid, threads>>>(x, y, n);",
        "int each = threads / 32; turns<<<n / each, threads, each * 4>>>(x, y, n);",
    ],
)
def test_what_is_enough(code: str) -> None:
    assert "W038" not in rules_of(native(KERNELS % code))


@pytest.mark.parametrize(
    "code",
    [
        "once<<<n / (256 / 32), 256>>>(x, y, n);",
        "once<<<n, threads, 32 * sizeof(int)>>>(x, y, n);",
        "turns<<<n, n / 32>>>(x, y, n);",
        "turns<<<n, threads>>>(x, y, n / 32);",
        "int each = threads / 32; turns<<<n / each, threads>>>(x, y, each);",
        "int each = threads / 32; each += n; turns<<<n / each, threads>>>(x, y, n);",
        "int each = threads / 32; turns<<<n / each, 64>>>(x, y, n); once<<<n / each, 64>>>(x, y, n);",
        "int each = threads / 32; y[0] = each; turns<<<n / each, threads>>>(x, y, n);",
        "turns<<<n, dim3(32, 4)>>>(x, y, n);",
    ],
)
def test_others(code: str) -> None:
    assert "W038" in rules_of(native(KERNELS % code))


ALONG = """
__global__ void k(const int *x, int *y, int w, int h) {
    int c = blockIdx.%s * warpSize + threadIdx.x %% warpSize;
    for (int r = %s; r < h; r += %s) y[r * w + c] = __any_sync(~0u, x[r * w + c]);
}
struct Grids { dim3 grid; };
dim3 own(int a, int b) { return dim3(a, b); }
void go(const int *x, int *y, int w, int h) { %s }
"""


@pytest.mark.parametrize(
    ("code", "axis"),
    [
        ("k<<<w / 32, 64>>>(x, y, w, h);", "x"),
        ("k<<<dim3(w / 32), 64>>>(x, y, w, h);", "x"),
        ("k<<<dim3(w / 32, 64), 64>>>(x, y, w, h);", "x"),
        ("k<<<dim3(64, w / 32), 64>>>(x, y, w, h);", "y"),
        ("k<<<{64, 1, unsigned(w / 32)}, 64>>>(x, y, w, h);", "z"),
        ("dim3 g(64, w / 32); k<<<g, 64>>>(x, y, w, h);", "y"),
        ("dim3 g{64, w / 32u}; k<<<g, 64>>>(x, y, w, h);", "y"),
        ("dim3 g = {64, w / 32u}; k<<<g, 64>>>(x, y, w, h);", "y"),
        ("dim3 g = dim3(64, w / 32); k<<<g, 64>>>(x, y, w, h);", "y"),
        ("auto g = dim3(64, w / 32); k<<<g, 64>>>(x, y, w, h);", "y"),
        ("int n = w / 32; dim3 g(64, n); k<<<g, 64>>>(x, y, w, h);", "y"),
        ("int n = w / 32; k<<<dim3(n, 64), 64>>>(x, y, w, h);", "x"),
        ("const dim3 g(w / 32); k<<<g, 64>>>(x, y, w, h);", "x"),
    ],
)
def test_the_axis_is_that_of_the_loop(code: str, axis: str) -> None:
    def is_told(of: str, *, own: str = "", by: str = "") -> bool:
        grid = f"blockIdx.{own or of}", f"gridDim.{by or of}"
        return "W038" in rules_of(native(ALONG % ("x" if of != "x" else "y", *grid, code)))

    others = [one for one in "xyz" if one != axis]
    assert not is_told(axis)
    assert all(is_told(one) and is_told(axis, own=one) and is_told(axis, by=one) for one in others)


@pytest.mark.parametrize(
    "code",
    [
        "k<<<own(w / 32, 64), 64>>>(x, y, w, h);",
        "Grids s = {dim3(w / 32, 64)}; k<<<s.grid, 64>>>(x, y, w, h);",
        "dim3 g(w / 32, 64), f = g; k<<<f, 64>>>(x, y, w, h);",
        "dim3 g(w / 32, 64); k<<<g.x, 64>>>(x, y, w, h); y[0] = g.x;",
        "dim3 g; g.x = w / 32; k<<<g, 64>>>(x, y, w, h);",
    ],
)
def test_grids_that_are_not_told(code: str) -> None:
    assert "W038" in rules_of(native(ALONG % ("y", "blockIdx.x", "gridDim.x", code)))
