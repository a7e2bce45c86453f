"""What is read from masks of lanes and held against a warp of 32."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

KERNEL = """constexpr int W = 32;
__global__ void k(const int *p, unsigned *q, unsigned x) {
    int lane = threadIdx.x %% warpSize;
    unsigned m = __ballot_sync(0xffffffff, p[lane]);
    q[lane] = %s;
}
"""


@pytest.mark.parametrize(
    "value",
    [
        "32 - __popc(m)",
        "W - (int)__popc(m & ((1u << lane) - 1))",
        "32 - (__popc(m) + 1)",
        "m ? __ffs(m) - 1 : 32",
        "m == 0 ? 31 : lane + __ffs(m)",
        "m ? lane + __ffs(m) - 1 : 31",
        "m ? 31 : x - (lane - (int)__popc(m))",
        "(m >> (lane & 16)) & 0xffff",
        "(m >> (lane & 24)) & 0xff",
        "m >> (16 & lane)",
    ],
)
def test_lanes_are_counted_in_32(value: str) -> None:
    source = KERNEL % value
    assert "W012" in rules_of(native(source))
    assert rules_of(run(source)) <= {"W000"}


@pytest.mark.parametrize(
    "value",
    [
        "32 - __popc(x)",
        "warpSize - __popc(m)",
        "64 - __popc(m)",
        "x - __popc(m)",
        "m ? __ffs(m) - 1 : -1",
        "__popc(m) ? 1 : 31",
        "m ? lane + __ffs(m) - 1 : 63",
        "m ? lane + __ffs(m) - 1 : warpSize - 1",
        "m ? lane + __ffs(x) - 1 : 31",
        "m ? lane * __ffs(m) - 1 : 31",
        "(m >> (lane & 48)) & 0xffff",
        "(m >> (lane & ~15)) & 0xffff",
        "(m >> (lane & 8)) & 0xff",
        "(x >> (lane & 16)) & 0xffff",
        "(m >> (x & 16)) & 0xffff",
        "(m ? __popc(m) : 1) - 1",
    ],
)
def test_other_values_are_of_any_width(value: str) -> None:
    assert "W012" not in rules_of(native(KERNEL % value))
