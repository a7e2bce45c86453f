"""Loops whose distances grow up to 16, or begin at half of what another loop counts to."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

KERNEL = "__global__ void k(int *y, int n) { int v = y[threadIdx.x], d = 1; %s y[threadIdx.x] = v; }\n"
TAKE, OTHER = "v += __shfl_xor_sync(~0u, v, d);", "v += __shfl_xor_sync(~0u, v, e);"


@pytest.mark.parametrize(
    "code",
    [
        "for (int d = 1; d <= 16; d *= 2) " + TAKE,
        "for (int d = 1; d < 17; d <<= 1) { " + TAKE + " }",
        "for (int d = 1; d < 20; d += d) " + TAKE,
        "for (d = 2; (d) <= 16; d = d * 2) " + TAKE,
        "while (d < 30) { " + TAKE + " d = d + d; }",
        "do { " + TAKE + " d <<= 1; } while (d <= 16);",
        "int e = 16; do { " + OTHER + " } while (e >>= 1);",
        "int e = 16; while (e) { " + OTHER + " e /= 2; }",
        "unsigned e = 1u << 4; for (; e > 0; e >>= 1) " + OTHER,
        "int e = 16; for (int i = 0; i < 5; ++i) { " + OTHER + " e >>= 1; }",
        "for (int k = 2; k < 64; k <<= 1) for (int d = k >> 1; d; d >>= 1) " + TAKE,
        "for (int k = 2; k <= 32; k *= 2) { for (int d = k / 2; d > 0; d /= 2) { " + TAKE + " } }",
    ],
)
def test_loops_over_32_lanes(code: str) -> None:
    assert "W011" in rules_of(native(KERNEL % code))
    assert "W011" not in rules_of(run(KERNEL % code))


@pytest.mark.parametrize(
    "code",
    [
        "for (int d = 1; d <= 8; d *= 2) " + TAKE,
        "for (int d = 1; d < 16; d *= 2) " + TAKE,
        "for (int d = 1; d < warpSize; d *= 2) " + TAKE,
        "for (int d = 1; d <= n; d *= 2) " + TAKE,
        "for (int d = 1; d < 64; d *= 2) " + TAKE,
        "for (int d = 1; d < 32; d *= 2) " + TAKE,  # W012
        "int e = 8; while (e) { " + OTHER + " e /= 2; }",
        "int e = n; while (e) { " + OTHER + " e /= 2; }",
        "int e = 32; while (e) { " + OTHER + " e /= 2; }",
        "for (int d = n; d <= 16; d *= 2) " + TAKE,
        "for (int d = 1; d <= 16; d *= 2) v += d;",
        "for (int d = 1; d <= 16; d *= 2) " + TAKE.replace("d)", "d, 32)"),
        "for (int k = 2; k < 32; k <<= 1) for (int d = k >> 1; d; d >>= 1) " + TAKE,
        "for (int k = 2; k <= warpSize; k <<= 1) for (int d = k >> 1; d; d >>= 1) " + TAKE,
        "if (n) d = 4; while (d <= 16) { " + TAKE + " d *= 2; }",
    ],
)
def test_other_loops(code: str) -> None:
    assert "W011" not in rules_of(native(KERNEL % code))


def test_the_loop_around_is_not_told() -> None:
    inner = "for (int d = 16; d; d >>= 1) " + TAKE
    found = native(KERNEL % f"while (n--) {{ {inner} }}").findings
    told = [one for one in found if one.rule == "W011"]
    assert [(KERNEL % f"while (n--) {{ {inner} }}")[one.span.start :][:3] for one in told] == ["for"]
    assert [one.related for one in told] == [()]
