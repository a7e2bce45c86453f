"""Bounds by 32 that are only asserted."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of

KERNEL = (
    "#define T 16\n__global__ void k(int *p, int n) {{ int v = p[0]; {}"
    " for (int o = T / 2; o; o >>= 1) v += __shfl_down_sync(~0u, v, o); p[1] = v; }}\n"
)


@pytest.mark.parametrize(
    "code",
    [
        'static_assert(T <= 32, "");',
        'static_assert(32 % T == 0 && T < 33, "");',
        "assert(n <= 32);",
        "CUDA_KERNEL_ASSERT(blockDim.x <= 32 && n);",
        "if (!(n <= 32)) __trap();",
        "if (n > 32) { abort(); }",
    ],
)
def test_assertions(code: str) -> None:
    assert "W012" not in rules_of(native(KERNEL.format(code)))


@pytest.mark.parametrize(
    "code",
    [
        "if (n <= 32) p[2] = 0;",
        "if (n <= 32) p[2] = 0; else __trap();",
        "if (n > 32) { p[2] = 0; __trap(); }",
        "assert(__popc(__activemask()) >= 32);",
        "assert(blockDim.x == 32);",
    ],
)
def test_others(code: str) -> None:
    assert "W012" in rules_of(native(KERNEL.format(code)))
