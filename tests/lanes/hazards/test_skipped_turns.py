"""Barriers in turns of loops that some threads skip."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = (
    "__global__ void k(int *p, int n) { __shared__ int s[64]; int i = threadIdx.x, w = i / 32, l = i & 31;"
    " for (int t = 0; t < n; t++) { %s } }\n"
)


@pytest.mark.parametrize(
    "code",
    [
        "if ((t & 1) != (w & 1)) continue; s[l] += t; __syncthreads();",
        "if (t == w) continue; __syncthreads();",
        "if (w == 0) { s[l] = t; continue; } __syncthreads();",
        "if (n > 3) { if (w == t) continue; } __syncthreads();",
        "if (n > 3) { s[l] = t; } else if (t < w) continue; if (n) { __syncthreads(); }",
        "if (w == t) continue; for (int j = 0; j < n; j++) __syncthreads();",
        "switch (w) { case 0: continue; default: s[l] = 0; } __syncthreads();",
        "if (p[i]) continue; __syncthreads();",
        "if (t == w) break; __syncthreads();",
        "__syncthreads(); if (w <= t) break;",
        "if (n > 3) { if (i == t) break; } __syncthreads();",
        "for (int j = 0; j < n; j++) { if (j >= w) break; __syncthreads(); }",
        "int j = w; while (n) { __syncthreads(); if (--j < 0) break; }",
        "for (int j = 0; j < 2; j++) { if (w == j) continue; __syncthreads(); }",
        "int j = 0; do { if (w == j) continue; __syncthreads(); } while (++j < n);",
    ],
)
def test_some_threads_skip_the_turn(code: str) -> None:
    assert remaining(KERNEL % code) == ["G016"]


@pytest.mark.parametrize(
    "code",
    [
        "if (t == 3) continue; __syncthreads();",
        "if (p[t]) continue; __syncthreads();",
        "if (blockIdx.x == t) continue; __syncthreads();",
        "__syncthreads(); if (w == t) continue; s[l] = t;",
        "for (int j = 0; j < n; j++) { if (w == j) continue; s[l] += j; } __syncthreads();",
        "if (w == t) break; s[l] = t;",
        "if (p[i]) break; __syncthreads();",
        "if (p[t]) break; __syncthreads();",
        "if (t == n / 2) break; __syncthreads();",
        "for (int j = i; ; j += 64) { if (j >= n) break; __syncthreads(); }",
        "for (int j = 0; j < n; j++) if (w == j) break; __syncthreads();",
        "switch (w) { case 0: break; default: s[l] = 0; } __syncthreads();",
        "if (blockIdx.x == t) break; __syncthreads();",
        "auto f = [&] { for (int j = 9; j--;) { if (w == j) continue; p[j] = 0; } }; f(); __syncthreads();",
        "if (__syncthreads_or(w == t)) continue; __syncthreads();",
    ],
)
def test_all_threads_come_to_the_barrier(code: str) -> None:
    assert remaining(KERNEL % code) == []
