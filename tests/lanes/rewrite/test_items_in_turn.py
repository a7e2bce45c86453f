"""Items of warps that a step by the size of the grid, or of the block, brings all of."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of

HEAD = """#define STRIDE (gridDim.x * blockDim.x / warpSize)
__device__ int stride() { return gridDim.x * blockDim.x / warpSize; }
"""
KERNEL = """__global__ void k(int *p, int n, int *q) {
    int w = threadIdx.x / warpSize, id = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.x * (blockDim.x / warpSize) + w;
    %s
}
void go(int *p, int n) { k<<<n / 4, 128>>>(p, n, p); }
"""
ONE = "if (row < n) p[row] = __any_sync(~0u, p[row]);"
ALL = "while (row < n) { p[row] = __any_sync(~0u, p[row]); %s; }"


def told(body: str) -> bool:
    return "W040" in rules_of(native(HEAD + KERNEL % body))


@pytest.mark.parametrize(
    "body",
    [
        ONE,
        ONE + ' if (threadIdx.x == 0) printf("%d", gridDim.x);',
        ONE + " for (int i = id; i < n; i += gridDim.x * blockDim.x) q[i] = 0;",
        ONE + " for (; id < n; id += gridDim.x * blockDim.x) q[id] = 0;",
        ONE + " int s = gridDim.x * 4; for (int j = 0; j < n; j += s) q[j] = 1;",
        ONE + " if (blockIdx.x == gridDim.x - 1) q[0] = 1;",
        ONE + " if (threadIdx.x == 0 && atomicAdd(q, 1) == gridDim.x - 1) q[1] = 1;",
        ONE + " q[blockIdx.y * gridDim.x + blockIdx.x] = 1;",
        "assert(gridDim.x < 65536); " + ONE,
        "for (int y = blockIdx.y; y < n; y += gridDim.y) { " + ONE.replace("p[row]", "p[y * n + row]") + " }",
        # rows of 4 warps a block, of which two are left
        ALL % "row += gridDim.x * 4",
        "row = blockIdx.x * 4 + w; " + ALL % "row += STRIDE",
        "for (int b = blockIdx.x; b < n / 4; b += gridDim.x) { int r = b * 4 + w; p[r] = __any(p[r]); }",
        # a number that tells blocks apart is no step
        "int b = blockIdx.y * gridDim.x + blockIdx.x, r = b * (blockDim.x / warpSize) + w; p[r] = __any(n);",
    ],
)
def test_what_else_is_done_with_the_grid(body: str) -> None:
    assert told(body)


@pytest.mark.parametrize(
    "body",
    [
        ALL % "row += gridDim.x * (blockDim.x / warpSize)",
        ALL % "row += STRIDE",
        ALL % "row += stride()",
        ALL % "row = row + STRIDE",
        "int s = gridDim.x * blockDim.x / warpSize; for (int r = row; r < n; r += s) p[r] = __any(p[r]);",
        "row = n - 1 - row; for (; row >= 0; row -= STRIDE) p[row] = __any(p[row]);",
        "int s = STRIDE, each = (n + s - 1) / s; for (int i = 0; i < n; ++i) p[row * each + i] = __any(n);",
        "int s = STRIDE; p += row * (n / s); for (int i = 0; i < n / s; ++i) p[i] = __any(p[i]);",
        "int s = STRIDE; for (int t = 0; t < n / s; ++t) { int r = t * s + row; p[r] = __any(p[r]); }",
        "auto g = cooperative_groups::this_grid(); " + ALL % "row += g.num_threads() / warpSize",
        # a block's own part, by its own warps
        "row = q[blockIdx.x] + w; " + ALL % "row += blockDim.x / warpSize",
    ],
)
def test_steps_by_all_warps(body: str) -> None:
    assert not told(body)
