"""Launches in blocks of an odd multiple of 32 threads, of kernels that sum over whole wavefronts."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

SUM = "for (int d = warpSize / 2; d; d /= 2) v += %s; *x = v;"
KERNEL = "__global__ void k(int *x) { int v = *x; %s }\nvoid run(int *x, int n) { k%s(x); }\n"
DOWN = SUM % "__shfl_down_sync(~0u, v, d)"


@pytest.mark.parametrize(
    ("code", "launch"),
    [
        (DOWN, "<<<2, 96>>>"),
        (DOWN, "<<<n, 3 * 32>>>"),
        (SUM % "__shfl_xor_sync(~0u, v, d)", "<<<2, 32>>>"),
        (SUM % "__shfl_down(v, d)", "<<<2, 160, 0>>>"),
        ("*x = __shfl_down_sync(~0u, v, 1);", "<<<2, 96>>>"),
        ("*x = __shfl_sync(~0u, v, warpSize - 1);", "<<<2, 96>>>"),
    ],
)
def test_lanes_that_are_missing(code: str, launch: str) -> None:
    assert "W057" in rules_of(native(KERNEL % (code, launch)))
    assert "W057" not in rules_of(run(KERNEL % (code, launch)))


@pytest.mark.parametrize(
    ("code", "launch"),
    [
        (DOWN, "<<<2, 128>>>"),
        (DOWN, "<<<2, n>>>"),
        (SUM % "__shfl_down_sync(~0u, v, d, 32)", "<<<2, 96>>>"),
        (SUM % "__shfl_up_sync(~0u, v, d)", "<<<2, 96>>>"),
        ("*x = __shfl_xor_sync(~0u, v, 1);", "<<<2, 96>>>"),
        ("*x = __shfl_up_sync(~0u, v, 1);", "<<<2, 96>>>"),
        ("*x = __shfl_down_sync(~0u, v, 0);", "<<<2, 96>>>"),
        ("*x = __shfl_down_sync(~0u, v, 1);", "<<<2, 64>>>"),
        ("v += __shfl_down_sync(~0u, v, 16); *x = v + __shfl_down_sync(~0u, v, 1);", "<<<2, 96>>>"),
        ("*x = __shfl_down_sync(~0u, v, 1, 32);", "<<<2, 96>>>"),
        ("*x = __shfl_sync(~0u, v, 0) + __popc(__ballot_sync(~0u, v));", "<<<2, 96>>>"),
    ],
)
def test_nothing_is_missing(code: str, launch: str) -> None:
    assert "W057" not in rules_of(native(KERNEL % (code, launch)))


def test_by_a_function_of_the_file_and_by_template() -> None:
    helper = f"__device__ int sum(int v, int *x) {{ {DOWN} return v; }}\n"
    kernel = (KERNEL % ("sum(v, x);", "<int><<<2, 96>>>")).replace(
        "__global__", "template <class T> __global__"
    )
    assert "W057" in rules_of(native(helper + kernel))
    other = "__global__ void o(int *x) { *x = 1; }\nvoid more(int *x) { o<<<2, 96>>>(x); }\n"
    assert "W057" not in rules_of(native(helper + other))
