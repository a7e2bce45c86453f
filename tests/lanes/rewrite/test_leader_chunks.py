"""Chunks of items that a leader takes for its warp, whose lanes by `warpSize` work on one each."""

from __future__ import annotations

import pytest
from helpers.warps import broken, native, run

KERNEL = (
    "#define BATCH 32\n__global__ void k(int *q, int *s, float *x, int n, int chunk) {"
    " int t = threadIdx.x, lane = t %% warpSize, w = t / warpSize, base = 0; %s }\n"
)
TAKE = "if (lane == 0) base = atomicAdd(q, {}); base = __shfl_sync(~0u, base, 0); "
TAKE_32 = TAKE.format("32")


@pytest.mark.parametrize(
    "code",
    [
        TAKE_32 + "if (base + lane < n) x[base + lane] = 1;",
        TAKE.format("BATCH") + "int i = base + lane; if (i < n) x[i] = 1;",
        TAKE.format("1 << 5") + "int i = lane + base + 1; x[i] = 1;",
        TAKE_32 + "x[base + t % warpSize] = 1;",
        "base = lane == 0 ? atomicAdd(q, 32) : 0; int b = __shfl_sync(~0u, base, 0); x[b + lane] = 1;",
        "if (!lane) s[w] = atomicAdd(q, 32); __syncwarp(); int b = s[w]; x[b + lane] = __any_sync(~0u, b);",
        "for (;;) { " + TAKE_32 + "if (base >= n) return; int i = base + lane; if (i < n) x[i] = 1; }",
    ],
)
def test_items_of_32_lanes(code: str) -> None:
    assert broken(native(KERNEL % code)) == {"W012"}
    assert broken(run(KERNEL % code)) == set()


@pytest.mark.parametrize(
    "code",
    [
        TAKE.format("warpSize") + "if (base + lane < n) x[base + lane] = 1;",
        "int each = warpSize; " + TAKE.format("each") + "if (base + lane < n) x[base + lane] = 1;",
        TAKE.format("64") + "if (base + lane < n) x[base + lane] = 1;",
        TAKE.format("1") + "x[base] = lane;",
        TAKE.format("n") + "x[base + lane] = 1;",
        TAKE_32 + "x[base * 64 + lane] = 1;",
        TAKE_32 + "for (int i = base + lane; i < n; i += warpSize) x[i] = 1;",
        TAKE_32 + "if (lane == 0) s[0] = base;",
        "if (lane == 0) atomicAdd(q, 32); int b = __shfl_sync(~0u, s[0], 0); x[b + lane] = 1;",
        TAKE_32 + "int i = base + lane; for (; i < n; i += warpSize) x[i] = 1;",
        TAKE_32 + "x[(base + lane) / 2] = 1;",
        "base = atomicAdd(q, 32); x[base + lane] = __any_sync(~0u, base);",
        "if (w == 0) base = atomicAdd(q, 32); x[base + lane] = __any_sync(~0u, base);",
    ],
)
def test_other_items(code: str) -> None:
    assert broken(native(KERNEL % code)) == set()


@pytest.mark.parametrize(
    "code",
    [
        "if (lane < 32) x[base + lane] = 1;",
        "if (lane >= 32) return; x[base + lane] = 1;",
        "int end = base + 32, i = base + lane; if (i < end) x[i] = 1;",
        "int i = base + lane; while (i < base + 32) { x[i] = 1; i += warpSize; }",
        "int i = base + lane; if (i - base < 32) x[i] = 1;",
        "if (base + lane < base + 32) x[base + lane] = 1;",
        "int left = 32 - lane; if (left > 0) x[base + lane] = 1;",
    ],
)
def test_what_bounds_a_lane_is_told_alone(code: str) -> None:
    found = [one.message for one in native(KERNEL % (TAKE_32 + code)).findings if one.rule == "W012"]
    assert "counts lanes by 32" in found[0]
    assert not any("items for lanes" in one for one in found)


CLASS = (
    "class Queue {{ int *n_; public: static constexpr int kChunk = {}; __device__ Queue(int *n) : n_(n) {{}}"
    " __device__ int fetch() {{ int b = 0; if (threadIdx.x % warpSize == 0) b = atomicAdd(n_, kChunk);"
    " return __shfl_sync(~0u, b, 0); }} }};\n"
    "__global__ void k(int *c, int *x, int n) {{ Queue q(c);"
    " for (int b = q.fetch(); b < n; b = q.fetch()) {{ {} }} }}\n"
)
EACH = "int i = b + threadIdx.x % warpSize; if (i < n) x[i] = 1;"


@pytest.mark.parametrize(
    ("number", "code", "told"),
    [
        ("32", EACH, {"W012"}),
        ("64", EACH, set()),
        ("32", "for (int i = b + threadIdx.x % warpSize; i < n; i += warpSize) x[i] = 1;", set()),
        ("32", "x[b] = threadIdx.x % warpSize;", set()),
    ],
)
def test_a_function_that_returns_where_they_begin(number: str, code: str, told: set[str]) -> None:
    assert broken(native(CLASS.format(number, code))) == told


@pytest.mark.parametrize(("number", "told"), [("32", {"W038"}), ("64", set()), ("n", set())])
def test_a_number_that_the_launch_gives(number: str, told: set[str]) -> None:
    launch = f"void go(int *q, int *s, float *x, int n) {{ k<<<9, 128>>>(q, s, x, n, {number}); }}\n"
    source = KERNEL % (TAKE.format("chunk") + "if (base + lane < n) x[base + lane] = 1;") + launch
    assert broken(native(source)) == told


@pytest.mark.parametrize(("threads", "told"), [("32", False), ("64", True)])
def test_blocks_of_one_warp(threads: str, *, told: bool) -> None:
    launch = f"void go(int *q, int *s, float *x, int n) {{ k<<<9, {threads}>>>(q, s, x, n, 1); }}\n"
    found = native(KERNEL % (TAKE_32 + "if (base + lane < n) x[base + lane] = 1;") + launch).findings
    assert any("items for lanes" in one.message for one in found) == told
