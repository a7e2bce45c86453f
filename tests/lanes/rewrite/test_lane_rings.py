"""Shuffles from the lane behind the own one, which the width of a warp closes to a ring."""

from __future__ import annotations

import pytest
from helpers.warps import native

KERNEL = "__global__ void k(int *o, int n) { int t = threadIdx.x, v = o[t]; %s o[t] = v; }\n"


def told(code: str) -> list[str]:
    found = native(KERNEL % code).findings
    return [one.rule for one in found if one.rule == "W012" and "ring" in one.message]


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
