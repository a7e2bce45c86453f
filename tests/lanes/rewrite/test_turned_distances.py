"""Loops that are gone through turn by turn for how far their steps lead."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of

KERNEL = "__global__ void k(int *y, int n) { int v = y[threadIdx.x]; %s y[threadIdx.x] = v; }\n"
TAKE = "v += __shfl_xor_sync(~0u, v, 1 << i);"


@pytest.mark.parametrize(
    "code",
    [
        "for (int i = 5; i-- > 0;) " + TAKE,
        "for (int i = 5; i--;) { " + TAKE + " }",
        "int i = 5; while (i--) " + TAKE,
        "int i = 5; while (--i >= 0) " + TAKE,
        "int i = 4; do " + TAKE + " while (i-- > 0);",
        "int i = 0; do { " + TAKE + " ++i; } while (i < 5);",
        "int i = 0; while (i < 5) { " + TAKE + " i++; }",
        "int i = -1; while (i < 4) { i += 1; " + TAKE + " }",
        "for (int i = 5; i > 0; --i) v += __shfl_xor_sync(~0u, v, 1 << (i - 1));",
        "for (int i = 0; i < 5; ++i) v += __shfl_xor_sync(~0u, v, 16 >> i);",
        "for (int i = 1; i <= 5; i++) v += __shfl_xor_sync(~0u, v, 32 >> i);",
        "for (int i = 0; i < 5; i = i + 1) { const int d = 1 << i; v += __shfl_up_sync(~0u, v, d); }",
        "for (int i = 1; i < 32; i *= 2) v += __shfl_xor_sync(~0u, v, 16 / i);",
    ],
)
def test_up_to_half_of_32(code: str) -> None:
    assert "W011" in rules_of(native(KERNEL % code))


@pytest.mark.parametrize(
    "code",
    [
        "for (int i = 4; i-- > 0;) " + TAKE,
        "for (int i = 6; i-- > 0;) " + TAKE,
        "for (int i = n; i-- > 0;) " + TAKE,
        "int i = 5; if (n) i = 3; while (i--) " + TAKE,
        "for (int i = 5; i-- > 0;) if (n) { --i; " + TAKE + " }",
        "for (int i = 5; i-- > n;) " + TAKE,
        "for (int i = 5; i-- > 0;) v += __shfl_xor_sync(~0u, v, 1 << i, 32);",
        "for (int i = 0; i < 5; ++i) v += __shfl_xor_sync(~0u, v, warpSize >> i + 1);",
        "for (int i = 0; i < 5; ++i) v += __shfl_xor_sync(~0u, v, 16 - i);",
        "for (int i = 0; i < 17; i++) v += __shfl_xor_sync(~0u, v, i & 15);",
        "for (int i = 0;; ++i) " + TAKE,
        "for (int i = 1; i < 16; i++) v += __shfl_xor_sync(~0u, v, i);",
        "for (int i = 1; i < 20; i++) v += __shfl_xor_sync(~0u, v, i);",
        "for (int i = 1; i < 24; ++i) v += __shfl_up_sync(~0u, v, i);",
        "int i = 1; while (i < 17) { v += __shfl_up_sync(~0u, v, i); i++; }",
    ],
)
def test_others(code: str) -> None:
    assert "W011" not in rules_of(native(KERNEL % code))
