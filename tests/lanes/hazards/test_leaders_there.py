"""Shuffles of before Volta that read such lanes alone as are there."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

HEAD = """__device__ unsigned worker(unsigned &mask) { mask = __ballot(1); return __ffs(mask) - 1; }
__device__ unsigned last(unsigned *mask) { *mask = __activemask(); return 31 - __clz(*mask); }
__device__ unsigned some(unsigned &mask, int v) { if (v) mask = __ballot(1); return 0; }
__device__ unsigned voted(unsigned &mask, int v) { mask = __ballot(v); return __ffs(mask) - 1; }
__device__ void share(unsigned &who) { unsigned m; who = worker(m); }
__device__ unsigned two() { return __ffs(__ballot(1)) - 1; }
__device__ unsigned two(unsigned &mask) { mask = __ballot(1); return __ffs(mask) - 1; }
__device__ unsigned two(unsigned &mask, int v) { mask = __ballot(v); return __ffs(mask) - 1; }
__device__ void passed(unsigned &who) { share(who); }
__global__ void k(int *p, int n) { int i = threadIdx.x, v = p[i]; unsigned m, w, x = __ballot(1);
    if (v > 0) { %s } p[i] = v; }
"""
BIT = "for (int j = 0; j < 32; j++) if (m & (1u << j)) v += __shfl(v, j);"


@pytest.mark.parametrize(
    "code",
    [
        "int c = __ballot(1), l = __ffs(c) - 1; v = __shfl(v, l);",
        "int c = __activemask(); v = __shfl(v, 31 - __clz(c));",
        "int l = __ffs(__ballot(1)) - 1; v = __shfl(v, l, 32);",
        "w = worker(m); v = __shfl(v, w);",
        "share(w); v = __shfl(v, w);",
        "passed(w); v = __shfl(v, w);",
        "w = worker(m); v = __shfl(v, __ffs(m) - 1);",
        "w = two(); v = __shfl(v, w);",
        "w = two(m); v = __shfl(v, __ffs(m) - 1);",
        "unsigned u = 0; share(u); v = __shfl(v, u);",
        "w = worker(m); " + BIT,
        "m = __ballot(1); " + BIT,
        "m = __ballot(1); if (n) v = __shfl(v, __ffs(m) - 1);",
        "while (true) { m = __ballot(1); v = __shfl(v, __ffs(m) - 1); if (v == i) break; }",
        "m = __ballot(1); while (true) { v = __shfl(v, __ffs(m) - 1); if (n) break; }",
    ],
)
def test_lanes_that_are_there(code: str) -> None:
    assert "W023" not in remaining(HEAD % code)


@pytest.mark.parametrize(
    "code",
    [
        "v = __shfl(v, 0);",
        "w = two(m, v); v = __shfl(v, w);",
        "unsigned u = 0; v = __shfl(v, u); share(u);",
        "unsigned u = 0; if (n) share(u); v = __shfl(v, u);",
        "v = __shfl(v, __ffs(x) - 1);",
        "int c = __ballot(v); v = __shfl(v, __ffs(c));",
        "int c = __ballot(1), l = __ffs(c); v = __shfl(v, l);",
        "int c = __ballot(1), l = __ffs(c) - 1; if (v > 3) v = __shfl(v, l);",
        "int c = __ballot(1), l = __ffs(c) - 1; if (v > 3) return; v = __shfl(v, l);",
        "int c = __ballot(1), l = __ffs(c) - 1; l = n; v = __shfl(v, l);",
        "int c = __ballot(1), l = __ffs(c) - 1; v = __shfl(v, l, 16);",
        "int c = __ballot(1), l = __ffs(c) - 1; v = __shfl_down(v, l);",
        "some(m, v); v = __shfl(v, __ffs(m) - 1);",
        "worker(m); worker(m); m = n; v = __shfl(v, __ffs(m) - 1);",
        "m = __ballot(1); for (int j = 0; j < 32; j++) v += __shfl(v, j);",
        "for (int j = 0; j < 32; j++) if (n & (1u << j)) v += __shfl(v, j);",
        "m = __ballot(1); while (true) { v += __shfl(v, __ffs(m) - 1); if (v == i) break; }",
        "m = __ballot(1); while (true) { if (v == i) break; v += __shfl(v, __ffs(m) - 1); }",
        "m = __ballot(1); for (;;) { v += __shfl(v, __ffs(m) - 1); if (v == i) return; }",
        "m = __ballot(1); again: v += __shfl(v, __ffs(m) - 1); if (v > i) goto again;",
    ],
)
def test_lanes_that_may_be_missing(code: str) -> None:
    assert "W023" in remaining(HEAD % code)
