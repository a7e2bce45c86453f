"""Masks of the lanes that were there, used at places to which lanes part."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

SOURCE = (
    "__device__ int sum(unsigned m, int v) { return __reduce_add_sync(m, v); }\n"
    "__device__ int same(unsigned m, int v) { return v + m; }\n"
    "__global__ void k(int *x, int n) {"
    " int i = threadIdx.x, v = x[i]; unsigned m = __activemask(), b = 0; %s x[i] = v + b; }\n"
)


@pytest.mark.parametrize(
    "code",
    [
        "if (v > 3) b = __ballot_sync(m, v & 1); else b = __ballot_sync(m, v & 2);",
        "if (i & 1) b = __any_sync(m, v); else b = __any_sync(m, !v);",
        "if ((i & 31) < 16) { x[0] = 1; __syncwarp(m); } else { __syncwarp(m); v = x[0]; }",
        "switch (v & 1) { case 0: v = __shfl_sync(m, v, 0); break; default: v = __shfl_sync(m, v, 1); }",
        "if (v & 4) v = sum(m, v); else v = sum(m, -v);",
        "if (v & 4) v = sum(m, v); else b = __ballot_sync(m, v);",
        "const unsigned own = m; if (v & 4) b = __ballot_sync(own, v); else b = __ballot_sync(m, v);",
        "if (n) { if (v & 4) b = __ballot_sync(m, v); else b = __ballot_sync(m, v + 1); }",
        "if (v < 0) { b = __any_sync(m, v); x[i] = b; return; } b = __any_sync(m, v);",
    ],
)
def test_lanes_of_one_mask_at_different_places(code: str) -> None:
    assert remaining(SOURCE % code) == ["W023"]


@pytest.mark.parametrize(
    "code",
    [
        "if (v > 3) b = __ballot_sync(m, v & 1);",
        "b = __ballot_sync(m, v & 1); b += __ballot_sync(m, v & 2);",
        "if (n > 3) b = __ballot_sync(m, v & 1); else b = __ballot_sync(m, v & 2);",
        "if (i / 32) b = __ballot_sync(m, v & 1); else b = __ballot_sync(m, v & 2);",
        "if (v & 4) v = same(m, v); else v = same(m, -v);",
        "if (v > 3) { unsigned c = __activemask(); b = __any_sync(c, v); } else b = __any_sync(m, v);",
        "if (v > 3) { b = __any_sync(m, v); } b += __activemask();",
    ],
)
def test_lanes_of_a_mask_at_one_place_each(code: str) -> None:
    assert remaining(SOURCE % code) == []


def test_masks_of_those_who_vote_for_a_branch() -> None:
    votes = "m = __ballot_sync(~0u, v & 1); if (v & 1) v = __shfl_sync(m, v, __ffs(m) - 1);"
    votes += " else v = __shfl_sync(~m, v, __ffs(~m) - 1);"
    assert remaining(SOURCE % votes) == []
