"""Loops that each lane begins below the step, up to a multiple of that."""

from __future__ import annotations

import pytest
from helpers.warps import native, remaining, rules_of

KERNEL = """constexpr int W = 32;
__global__ void k(int *o, int n, int m) {
  const int t = threadIdx.x, per = blockDim.x / 8, end = (n + per - 1) / per * per, x = blockDim.x; int s = m;
  %s
}
"""
BODY = "{ s = __shfl_xor_sync(0xffffffff, s, 1); o[i] = s; }"
LAST = "{ s = __shfl_sync(0xffffffff, s, W - 1); o[i] = s; }"
FIRST = "if (threadIdx.x < W) "
EVEN = [
    "for (int i = threadIdx.x / 8; i < (n + per - 1) / per * per; i += per)",
    "for (int i = threadIdx.x / 8; i < end; i += per)",
    "for (int i = t >> 3; i < per * ((n + per - 1) / per); i += per)",
    "for (int i = t / 8; i < n - n % per; i += per)",
    "for (int i = t; i < (n + x - 1) / x * x; i += x)",
    "for (int i = t; i < m * x; i += blockDim.x)",
]
UNEVEN = [
    "for (int i = threadIdx.x / 8; i < n; i += per)",
    "for (int i = threadIdx.x / 8; i < (n + per - 1) / per; i += per)",
    "for (int i = threadIdx.x / 4; i < end; i += per)",
    "for (int i = threadIdx.x; i < end; i += per)",
    "for (int i = threadIdx.x / 8 + m; i < end; i += per)",
    "for (int i = threadIdx.x / m; i < (n + x - 1) / x * x; i += blockDim.x / m)",
    "for (int i = t / 8; i < n - m % per; i += per)",
    "int per = m; for (int i = threadIdx.x / 8; i < n / per * per; i += per)",
    "int p = per; p += m; for (int i = threadIdx.x / 8; i < n / p * p; i += p)",
]
OF_FIRST = [
    "for (int i = threadIdx.x; i < (n + W - 1) / W * W; i += W)",
    "for (int i = t; i < m * 64; i += 32)",
]
NOT_OF_FIRST = [
    "for (int i = threadIdx.x; i < n; i += W)",
    "for (int i = threadIdx.x; i < m * 16; i += 32)",
    "for (int i = threadIdx.x; i < m * 16; i += 16)",
]


@pytest.mark.parametrize("head", EVEN)
def test_all_lanes_make_as_many_turns(head: str) -> None:
    assert remaining(KERNEL % (head + BODY)) == []
    assert "W023" not in rules_of(native(KERNEL % (head + BODY)))


@pytest.mark.parametrize("head", UNEVEN)
def test_some_lanes_make_fewer(head: str) -> None:
    assert remaining(KERNEL % (head + BODY)) == ["W023"]
    assert "W023" in rules_of(native(KERNEL % (head + BODY)))


@pytest.mark.parametrize("head", OF_FIRST)
def test_the_first_lanes_make_as_many_turns_of_a_wavefront(head: str) -> None:
    assert "W023" not in rules_of(native(KERNEL % (FIRST + head + LAST)))
    assert "W023" in rules_of(native(KERNEL % (head + LAST)))
    assert "W023" in rules_of(native(KERNEL % ("if (threadIdx.x < 64) " + head + LAST)))
    assert "W023" in rules_of(native(KERNEL % ("if (threadIdx.x < warpSize) " + head + LAST)))


@pytest.mark.parametrize("head", NOT_OF_FIRST)
def test_not_all_of_the_first_lanes_do(head: str) -> None:
    assert "W023" in rules_of(native(KERNEL % (FIRST + head + LAST)))


RESTS = [
    "for (int i = t % W; i < (n + W - 1) / W * W; i += W)",
    "const int lane = threadIdx.x & 31; for (int i = lane; i < m * 32; i += 32)",
    "const int lane = t & (W - 1), all = ceil((float)n / (float)W) * W; for (int i = lane; i < all; i += W)",
    "const int all = (n + 31) & ~31; for (int i = t % 32; i < all; i += 32)",
    "for (int i = t % 16; i < n - n % 32; i += 32)",
    "for (int i = (blockIdx.x * x + t) & 31; i < n / 32 * 32; i += 32)",
]
NO_RESTS = [
    "for (int i = t % W; i < n; i += W)",
    "for (int i = t % 64; i < n / 32 * 32; i += 32)",
    "for (int i = t % W; i < n / 16 * 16; i += W)",
    "for (int i = t % W; i < n / 32 * 32; i += 16)",
    "for (int i = t % W + m; i < n / 32 * 32; i += W)",
    "for (int i = (n - t) % W; i < n / 32 * 32; i += W)",
    "int lane = t % W; lane += t / 64; for (int i = lane; i < n / 32 * 32; i += W)",
    "int all = n / 32 * 32; all += t; for (int i = t % W; i < all; i += W)",
    "for (int i = t % W; i < t / 32 * 32; i += W)",
    "const int all = (float)n / 32 * 32; for (int i = t % W; i < all; i += W)",
    "const int all = n / 32.0f * 32; for (int i = t % W; i < all; i += W)",
    "const float q = n / 32.0f; for (int i = t % W; i < q * 32; i += W)",
]


@pytest.mark.parametrize("head", RESTS)
def test_all_lanes_begin_with_a_rest_below_the_step(head: str) -> None:
    assert "W023" not in rules_of(native(KERNEL % (head + LAST)))


@pytest.mark.parametrize("head", NO_RESTS)
def test_rests_that_do_not_do(head: str) -> None:
    assert "W023" in rules_of(native(KERNEL % (head + LAST)))
