"""Shared arrays with as many elements as a block has warps of 32."""

from __future__ import annotations

import pytest
from helpers.warps import device, native, rules_of


@pytest.mark.parametrize(
    "body",
    [
        "__shared__ int s[32]; s[p] = __any(p); *q = s[1];",
        "__shared__ int s[1024 / 32]; s[lane / warpSize] = __any(p); *q = s[p];",
        "__shared__ int s[256 / W]; s[threadIdx.x / warpSize] = __any(p); *q = s[lane];",
    ],
)
def test_sizes_by_32(body: str) -> None:
    assert "W014" in rules_of(device(body, "#define W 32\n"))


@pytest.mark.parametrize(
    "body",
    [
        "__shared__ int s[16]; s[p] = __any(p); *q = s[p];",
        "__shared__ int s[32]; s[p / warpSize] = __any(p); if (lane < n / warpSize) *q = s[lane];",
        "int s[32]; s[p] = __any(p); *q = s[1];",
    ],
)
def test_others(body: str) -> None:
    assert "W014" not in rules_of(device("int n = blockDim.x; " + body))


SCAN = (
    "__global__ void k(int *p) { int t = threadIdx.x, lane = t %% warpSize, w = t / warpSize;"
    " int v = __any(p[t]); __shared__ int s[32]; if (lane == warpSize - 1) s[w] = v; __syncthreads();"
    " int c = (blockDim.x + warpSize - 1) / warpSize; if (w == 0) { v = t < c ? s[t] : 0; %s }"
    " __syncthreads(); p[t] = w > 0 ? s[%s] : 0; }\n"
)


@pytest.mark.parametrize(
    ("store", "index", "is_told"),
    [
        ("if (t < c) s[t] = v;", "w - 1", False),
        ("if (t < c) s[t] = v;", "w", False),
        ("if (t < c) s[t] = v;", "w + 1", False),
        ("s[t] = v;", "w - 1", True),
        ("if (t < c) s[t] = v;", "t - 1", True),
        ("if (t < c) s[t] = v;", "w - 2", True),
        ("if (t < c) s[t] = v;", "w * 1", True),
        ("if (t < c) s[t] = v;", "31", True),
    ],
)
def test_elements_of_the_warps_beside(store: str, index: str, is_told: bool) -> None:
    assert ("W014" in rules_of(native(SCAN % (store, index)))) is is_told
