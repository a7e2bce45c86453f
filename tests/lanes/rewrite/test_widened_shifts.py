"""Shifts by 32 of masks that get 64 bits."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

KERNEL = """__global__ void k(const int *p, unsigned *q, unsigned x) {
    int lane = threadIdx.x %% warpSize, n = threadIdx.x & 31;
    %s m = __ballot_sync(0xffffffff, p[lane]);
    q[lane] = __popc(%s);
}
"""


@pytest.mark.parametrize("shift", ["m << (32 - n)", "m >> (32 - n)"])
def test_a_mask_of_64_bits_is_not_shifted_by_its_width(shift: str) -> None:
    source = KERNEL % ("unsigned", shift)
    assert "W053" in rules_of(run(source))
    assert {"W012", "W053"} & rules_of(native(source)) == {"W012"}


@pytest.mark.parametrize(
    ("kind", "shift"),
    [
        ("unsigned", "x << (32 - n)"),
        ("unsigned", "m >> (n + 1)"),
        ("unsigned", "m << (warpSize - lane)"),
        ("int", "m << (32 - n)"),
    ],
)
def test_others_may_be(kind: str, shift: str) -> None:
    assert "W053" in rules_of(native(KERNEL % (kind, shift)))
