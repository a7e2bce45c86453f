"""Shuffles from the lane behind the own one, which the width of a warp closes to a ring."""

from __future__ import annotations

import pytest
from helpers.warps import native

KERNEL = "__global__ void k(int *o, int n) { int t = threadIdx.x, v = o[t]; %s o[t] = v; }\n"


def told(code: str, of: str = "ring") -> list[str]:
    found = native(KERNEL % code).findings
    return [one.rule for one in found if one.rule == "W012" and of in one.message]


@pytest.mark.parametrize(
    "code",
    [
        "v = __shfl_sync(~0u, v, t + 1);",
        "v = __shfl(v, threadIdx.x - 1);",
        "for (int s = 1; s < n; ++s) v += __shfl_sync(~0u, v, t + s);",
        "v = __shfl_sync(~0u, v, (int)(threadIdx.x + 1));",
    ],
)
def test_rings(code: str) -> None:
    assert told(code) == ["W012"]


@pytest.mark.parametrize(
    "code",
    [
        "v = __shfl_sync(~0u, v, t);",
        "v = __shfl_sync(~0u, v, t + 0);",
        "v = __shfl_sync(~0u, v, n + 1);",
        "v = __shfl_sync(~0u, v, t + 1, 32);",
        "v = __shfl_down_sync(~0u, v, 1);",
        "int u = __shfl_sync(~0u, v, t - n); if (t >= n) v += u;",
        "int u = __shfl_sync(~0u, v, t - 1); v += t ? u : 0;",
        "v = __shfl_sync(~0u, v, (t + 1) % warpSize);",
    ],
)
def test_what_is_none(code: str) -> None:
    assert told(code) == []


@pytest.mark.parametrize(
    "code",
    [
        "v = __shfl_down_sync(~0u, v, 33);",
        "v = __shfl_xor_sync(~0u, v, 32);",
        "const int far = 40; v = __shfl_up_sync(~0u, v, far);",
    ],
)
def test_constant_distances_of_which_cuda_takes_the_low_bits(code: str) -> None:
    assert told(code, "distance") == ["W012"]


@pytest.mark.parametrize(
    "code",
    [
        "v = __shfl_down_sync(~0u, v, 31);",
        "v = __shfl_down_sync(~0u, v, n);",
        "v = __shfl_sync(~0u, v, 33);",
        "v = __shfl_down_sync(~0u, v, 33, 16);",
        "if (warpSize == 64) v += __shfl_down_sync(~0u, v, 32);",
        "v += __shfl_down(v, 32);",  # HIP's own
    ],
)
def test_distances_that_mean_the_same_or_are_made_for_64(code: str) -> None:
    assert told(code, "distance") == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("__shfl_up_sync(~0u, v, n, 32)", "__shfl_up(v, n & 31, 32)"),
        ("__shfl_down_sync(~0u, v, 33, 8)", "__shfl_down(v, 33 & 31, 8)"),
        ("__shfl_xor_sync(~0u, v, n + 1, 32)", "__shfl_xor(v, (n + 1) & 31, 32)"),
        ("__shfl_xor_sync(~0u, v, 16, 32)", "__shfl_xor(v, 16, 32)"),
        ("__shfl_xor_sync(~0u, v, n)", "__shfl_xor(v, n)"),
        ("__shfl_sync(~0u, v, n, 32)", "__shfl(v, n, 32)"),
        ("__shfl_down(v, n, 32)", "__shfl_down(v, n, 32)"),
    ],
)
def test_within_32_lanes_the_low_bits_of_a_distance_are_taken(before: str, after: str) -> None:
    assert f"v += {after};" in native(KERNEL % f"v += {before};").text
