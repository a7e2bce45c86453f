"""Shared arrays with as many elements as a block has warps of 32."""

from __future__ import annotations

import pytest
from helpers.warps import device, rules_of


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
