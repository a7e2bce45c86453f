"""Masks turned around in blocks of an odd multiple of 32 threads, which lack half of a wavefront."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

KERNEL = (
    "#define ALL 0xffffffffu\n"
    "__device__ int ones(unsigned m) { return __popc(m); }\n"
    "__global__ void k(int *x) { unsigned yes = __ballot_sync(ALL, *x); %s }\n"
    "void run(int *x, int n) { k%s(x); }\n"
)


@pytest.mark.parametrize(
    "code",
    [
        "unsigned no = ~yes; *x = __popc(no);",
        "*x = __ffs(~yes) - 1;",
        "unsigned no = yes ^ ALL; *x = __popc(no);",
        "if (yes == ALL) *x = 1;",
        "if (ALL != yes) *x = 1;",
        "*x = ones(~yes);",
    ],
)
def test_lanes_that_are_not_there(code: str) -> None:
    assert "W062" in rules_of(native(KERNEL % (code, "<<<n, 32>>>")))
    assert "W062" in rules_of(native(KERNEL % (code, "<<<n, 96>>>")))
    assert "W062" not in rules_of(native(KERNEL % (code, "<<<n, 64>>>")))
    assert "W062" not in rules_of(native(KERNEL % (code, "<<<n, n>>>")))
    assert "W062" not in rules_of(run(KERNEL % (code, "<<<n, 32>>>")))


@pytest.mark.parametrize(
    "code",
    [
        "*x = __popc(yes);",
        "*x = __popc(~yes & ((1u << threadIdx.x) - 1));",
        "if (yes == 0) *x = 1;",
        "unsigned some = yes & ALL; *x = __popc(some);",
        "*x = ~*x; *x ^= ALL;",
    ],
)
def test_masks_of_those_that_are(code: str) -> None:
    assert "W062" not in rules_of(native(KERNEL % (code, "<<<n, 32>>>")))


def test_in_what_such_a_kernel_calls() -> None:
    source = (
        "__device__ int none(int v) { unsigned m = __ballot_sync(~0u, v); return __popc(~m); }\n"
        "__global__ void k(int *x) { *x = none(*x); }\n"
        "void run(int *x) { k<<<1, 32>>>(x); }\n"
    )
    assert "W062" in rules_of(native(source))
