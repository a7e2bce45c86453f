"""Barriers in loops and in functions that call themselves: whether warps come to them equally often."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = "__global__ void k(int *p, int n) { int tid = threadIdx.x, warp = tid / 32; %s }\n"
DEEPER = "__device__ void r(int d) { %s }\n"


@pytest.mark.parametrize(
    "code",
    [
        "for (int i = 0; i < warp; ++i) __syncthreads();",
        "for (int i = 0; i <= warp + 1; i++) { p[tid] = i; __syncthreads(); }",
        "for (int i = warp; i < n; ++i) __syncthreads();",
        "for (int i = warp; i < n; ++i) { __syncthreads(); for (int i = tid; i < n; i += 3) p[i] = 1; }",
        "for (int i = warp; i > 0; --i) __syncthreads();",
        "for (int i = n; i != warp; i -= 1) __syncthreads();",
        "for (int i = 0; warp > i; i = i + 1) __syncthreads();",
        "int i = warp; while (i < n) { __syncthreads(); ++i; }",
        "int i = warp; while (i-- > 0) __syncthreads();",
        "int i = warp; while (i--) __syncthreads();",
        "int i = 0; do { __syncthreads(); i++; } while (i < warp);",
    ],
)
def test_as_many_turns_as_an_index_says(code: str) -> None:
    assert remaining(KERNEL % code) == ["G016"]


@pytest.mark.parametrize(
    "code",
    [
        "for (int i = 0; i < n; ++i) __syncthreads();",
        "for (int i = tid; i < n; i += blockDim.x) __syncthreads();",
        "for (int i = warp; i < n; i += 4) __syncthreads();",
        "for (int i = 0; i < p[tid]; ++i) __syncthreads();",
        "for (int i = 0; i < warp; ++i) p[i] = 1; __syncthreads();",
        "for (int i = 0, j = warp; i < n; ++i, ++j) __syncthreads();",
        "int i = blockIdx.x; while (i < n) { __syncthreads(); ++i; }",
        "for (;;) { __syncthreads(); if (n--) break; }",
    ],
)
def test_turns_that_may_be_alike(code: str) -> None:
    assert remaining(KERNEL % code) == []


@pytest.mark.parametrize(
    "code",
    [
        "if (d == 0) return; __syncthreads(); r(d - 1);",
        "if (d == 0) { return; } __syncthreads(); if (d > 3) r(d - 2);",
        "if (d > 0) { __syncthreads(); r(d - 1); }",
        "__syncthreads(); if (d > 0) r(d - 1);",
    ],
)
def test_as_deep_as_an_index_says(code: str) -> None:
    assert remaining(DEEPER % code + KERNEL % "r(warp);") == ["G016"]
    assert remaining(DEEPER % code + KERNEL % "r(n);") == []


def test_who_has_returned_from_the_kernel_comes_to_no_barrier() -> None:
    assert remaining(KERNEL % "if (warp >= n) return; __syncthreads();") == []
