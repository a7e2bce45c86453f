"""Masks under `--warp native` that are put to what memory holds in 32 bits."""

from __future__ import annotations

import pytest
from helpers.warps import broken, native, remaining

KERNEL = (
    "template <class T> __global__ void k(const unsigned *w, const unsigned long long *u, const int **r,"
    " const T *t, const bool *b, int *out) { int i = threadIdx.x; __shared__ unsigned s[4];"
    " unsigned votes = __ballot_sync(0xffffffffu, out[i] > 0); %s }\n"
)


@pytest.mark.parametrize(
    "code",
    [
        "out[i] = __popc(votes & w[i]);",
        "out[i] = __popc(w[i] & votes);",
        "out[i] = __popc(votes & ~w[i]);",
        "out[i] = __popc(votes & *w);",
        "out[i] = __popc(votes & r[0][i]);",
        "out[i] = __popc(votes ^ s[i]);",
        "out[i] = votes == w[i];",
        "if (__ballot_sync(0xffffffffu, i < 3) & w[i]) out[i] = 3;",
        "votes &= w[i]; out[i] = __popc(votes);",
    ],
)
def test_elements_of_32_bits(code: str) -> None:
    assert broken(native(KERNEL % code)) == {"W024"}


@pytest.mark.parametrize(
    "code",
    [
        "out[i] = __popc(votes);",
        "out[i] = (votes & u[i]) != 0;",
        "out[i] = (votes & t[i]) != 0;",
        "out[i] = (votes & b[i]) != 0;",
        "out[i] = (votes != 0) & w[i];",
        "out[i] = __popc(votes) & w[i];",
        "out[i] = (votes >> i & 1) == w[i];",
    ],
)
def test_other_elements(code: str) -> None:
    assert broken(native(KERNEL % code)) == set()


def test_warps_of_32_lanes_have_as_many_bits() -> None:
    assert remaining(KERNEL % "out[i] = __popc(votes & w[i]);") == []
