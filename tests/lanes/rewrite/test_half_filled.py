"""Launches in blocks of an odd multiple of 32 threads, of kernels that sum over whole wavefronts."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

from hipify_py.surroundings import Project

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


OTHERS = Project(wavefronts=frozenset((b"rows", b"rows>", b"votes")))


@pytest.mark.parametrize(
    ("launch", "is_told"),
    [("rows<<<2, 96>>>(x);", True), ("rows<<<2, 64>>>(x);", False), ("votes<<<2, 96>>>(x);", False)],
)
def test_kernels_of_other_files(launch: str, is_told: bool) -> None:
    source = f"void start(int *x) {{ {launch} }}\n"
    assert ("W057" in rules_of(run(source, warp="native", project=OTHERS))) is is_told
    assert "W057" not in rules_of(run(source, warp="native"))
    assert "W057" not in rules_of(run(source, project=OTHERS))


def test_a_kernel_that_calls_what_another_file_sums_by() -> None:
    source = "__global__ void k(int *x) { *x = rows(*x); }\nvoid start(int *x) { k<<<2, 32>>>(x); }\n"
    assert "W057" in rules_of(run(source, warp="native", project=OTHERS))
    assert "W057" not in rules_of(run(source.replace("rows", "votes"), warp="native", project=OTHERS))
