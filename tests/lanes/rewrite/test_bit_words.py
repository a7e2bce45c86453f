"""Words of 32 bits are no warps."""

from __future__ import annotations

import pytest
from helpers.warps import broken, native

ASKS = """__device__ float masked(float x, const unsigned *bits, int i, int j) { return (%s) ? x : -1; }
__global__ void k(const float *in, const unsigned *bits, float *out, int n) {
    float v = -1;
    for (int i = threadIdx.x; i < n; i += blockDim.x) v = fmaxf(v, masked(in[i], bits, i, i));
    for (int o = warpSize / 2; o > 0; o /= 2) v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, o));
    if (threadIdx.x %% warpSize == 0) out[threadIdx.x / warpSize] = v;
}
"""


@pytest.mark.parametrize(
    "asked",
    [
        "(bits[i >> 5] >> (i & 31)) & 1",
        "bits[i / 32] >> i % 32 & 1",
        "bits[i / 32] & (1u << (i % 32))",
        "(1 << (i & 31)) & bits[i >> 5]",
    ],
)
def test_a_bit_of_a_word(asked: str) -> None:
    assert broken(native(ASKS % asked)) == set()


@pytest.mark.parametrize(
    "asked",
    [
        "bits[i >> 5] & 1",
        "bits[i] >> (i & 31) & 1",
        "bits[i >> 5] >> (j & 31) & 1",
        "bits[i >> 5] >> (i & 15) & 1",
        "bits[i >> 5] & (2u << (i & 31))",
        "bits[i >> 5] + (i & 31)",
    ],
)
def test_what_may_be_a_warp_and_its_lane(asked: str) -> None:
    assert "W012" in broken(native(ASKS % asked))


def test_words_that_are_written_too_may_hold_votes() -> None:
    asks = ASKS % "bits[i >> 5] >> (i & 31) & 1"
    assert "W012" in broken(
        native(asks.replace("masked(float x, const unsigned", "masked(float x, unsigned"))
    )
    shared = asks.replace("{ return", "{ __shared__ unsigned bits[9]; return")
    shared = shared.replace("*bits, int i, int j", "*b, int i, int j")
    assert "W012" in broken(native(shared))
