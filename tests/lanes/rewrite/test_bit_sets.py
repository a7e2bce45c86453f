"""Shared arrays whose elements are words of 32 bits."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of

KERNEL = (
    "template <int T> __global__ void k(int *p, int n) {{ __shared__ unsigned s[{}]; int t = threadIdx.x; {}"
    " p[0] = __ballot_sync(~0u, s[0]); }}\n"
)


@pytest.mark.parametrize("size", ["T / 32", "T >> 5"])
@pytest.mark.parametrize(
    "code",
    [
        "s[p[0] >> 5] |= 1u << (p[0] & 31);",
        "s[p[0] / 32] = 1;",
        "int v = p[t]; s[v >> 5] = 1;",
        "s[n / 32] |= 1u << (n % 32);",
        "atomicOr(&s[t >> 5], 1u << (t & 31));",
        "n = (s[t >> 5] >> (t & 31)) & 1;",
        "int w = t >> 5, b = t & 31; s[w] |= 1u << b;",
    ],
)
def test_words_of_bits(code: str, size: str) -> None:
    assert "W014" not in rules_of(native(KERNEL.format(size, code)))


@pytest.mark.parametrize("size", ["T / 32", "T >> 5"])
@pytest.mark.parametrize(
    "code",
    [
        "s[t >> 5] = p[t];",
        "s[t / warpSize] = p[t];",
        "s[n / 32] = 1;",
        "s[t >> 5] = p[t] << (n & 31);",
        "int v = p[t]; if (v) s[t / 32] = v;",
    ],
)
def test_elements_of_warps(code: str, size: str) -> None:
    assert "W014" in rules_of(native(KERNEL.format(size, code)))
