"""Counts of lanes that are held against half of 32, or 32: natively a wavefront has 64."""

from __future__ import annotations

import pytest
from helpers.warps import NOTES, run, said

KERNEL = (
    "__global__ void k(const int *x, int *y, int p) { int i = threadIdx.x, n, m; unsigned v, w;"
    " v = __ballot_sync(~0u, p); w = x[i]; %s }\n"
)


def native(code: str) -> list[str]:
    return sorted(set(said(run(KERNEL % code, warp="native"))) - NOTES)


@pytest.mark.parametrize(
    "code",
    [
        "if (__popc(v) > 16) y[i] = 1;",
        "y[i] = __popc(v) >= 17;",
        "n = __popc(v); if (n > 16) y[i] = 1;",
        "n = __popc(v); y[i] = 100 * n / 32;",
        "y[i] = __popc(v) * 100 >> 5;",
        "float r = __popc(v) / 32.0f; y[i] = r;",
        "y[i] = 100 * __popc(__ballot_sync(~0u, x[i])) / 32;",
    ],
)
def test_shares(code: str) -> None:
    assert native(code) == ["W012"]


@pytest.mark.parametrize(
    "code",
    [
        "if (__popc(v) > 4) y[i] = 1;",
        "if (__popc(w) > 16) y[i] = 1;",
        "m = x[i]; if (m > 16) y[i] = 1;",
        "if (__popc(v) > warpSize / 2) y[i] = 1;",
        "y[i] = 100 * __popc(v) / warpSize;",
        "y[i] = x[i] / 32 + __popc(v);",
    ],
)
def test_others(code: str) -> None:
    assert native(code) == []


def test_the_first_lane_of_any_width_is_no_mask_of_32() -> None:
    code = "unsigned m = __ballot_sync(~0u, p), c = 1; c = m >> (warpSize - 1); y[i] = (m | c) >> i & 1;"
    assert "W024" not in native(code)
    assert "W024" in native(code.replace("c = 1", "c = 3"))


def test_a_lane_that_assembly_reads_goes_on_to_64() -> None:
    code = 'asm("mov.u32 %0, %%laneid;" : "=r"(n)); y[threadIdx.y * 32 + n] = n;'
    assert native(code) == ["W012"]


def test_an_index_with_the_name_of_a_function_that_reads_the_lane() -> None:
    head = '__device__ int lane_id() { int n; asm("mov.u32 %0, %%laneid;" : "=r"(n)); return n; }\n'
    kernel = "__global__ void k(int *y) { %s y[threadIdx.x / 32 * 32 + lane_id] = 1; }\n"
    own = head + kernel % "int lane_id = threadIdx.x % 32;"
    assert sorted(set(said(run(own, warp="native"))) - NOTES) == []
    called = head + (kernel % "").replace("lane_id]", "lane_id()]")
    assert sorted(set(said(run(called, warp="native"))) - NOTES) == ["W012"]
    qualified = "namespace u { " + head + "}\n" + kernel % "int lane_id = u::lane_id();"
    assert sorted(set(said(run(qualified, warp="native"))) - NOTES) == ["W012"]
