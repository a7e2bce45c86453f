"""Shared arrays with an element for each lane, and such with one for each warp."""

from __future__ import annotations

import pytest
from helpers.warps import run, said

KERNEL = (
    "#define PER 256\n__global__ void k(int *p, int n) { const int t = threadIdx.x, lane = t & 31;"
    " const int w = t / 32, y = threadIdx.y; int v = __shfl_xor_sync(~0u, p[t], 1); %s }\n"
)


def is_told(code: str) -> bool:
    return "W014" in said(run(KERNEL % code, "native"))


@pytest.mark.parametrize(
    "code",
    [
        "__shared__ int s[32]; s[t] = v; if (t > 0) v += s[t - 1]; p[t] = s[t] + v;",
        "__shared__ int s[PER / 32]; if (t % 16 == 0) s[t / 16] = v; if (t < PER / 32) p[t] = s[t];",
        "__shared__ int s[32]; if (t < 32) s[t] = 0; atomicAdd(&s[v & 31], 1); if (t < 32) p[t] = s[t];",
        "__shared__ int s[32][8]; s[lane][w] = v; p[t] = s[lane][(w + 1) & 7];",
        "__shared__ int s[32]; s[lane] = v; p[t] = s[0];",
    ],
)
def test_an_element_for_each_lane_or_group(code: str) -> None:
    assert not is_told(code)


@pytest.mark.parametrize(
    "code",
    [
        "__shared__ int s[32]; if (lane == 0) s[w] = v; p[t] = s[t & 31];",
        "__shared__ int s[32]; if (t < 32) s[t] = 0; atomicAdd(&s[w], v); p[t] = s[lane];",
        "__shared__ int s[32]; if (t < 32) s[t] = 0; s[t / 32] = v; p[t] = s[lane];",
        "__shared__ int s[32]; if (t < 32) s[t] = 0; s[t >> 5] = v; p[t] = s[lane];",
        "__shared__ int s[32]; if (t == 0) s[threadIdx.y] = v; p[t] = s[lane];",
        "__shared__ int s[32]; s[y] = v; p[t] = s[lane];",
        "__shared__ int s[32]; s[n] = v; p[t] = s[lane];",
        "__shared__ int s[32]; put(s, w, v); p[t] = s[lane];",
        "__shared__ int s[32]; int *q = s; q[w] = v; p[t] = s[lane];",
        "__shared__ int s[PER / 32]; s[t / 64] = v; p[t] = s[t / 64];",
        "__shared__ int s[32]; s[0] = v; p[t] = s[0];",
    ],
)
def test_what_may_be_one_for_each_warp(code: str) -> None:
    assert is_told(code)
