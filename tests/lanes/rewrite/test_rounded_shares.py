"""Elements that lanes use by turns of `warpSize`, and that are set up to a quotient that is rounded down."""

from __future__ import annotations

import pytest
from helpers.warps import native, run

KERNEL = (
    "template <int N> __global__ void k(float *p, int D, int E) { __shared__ float s[8];"
    " const int lane = threadIdx.x %% warpSize; float acc[4]; %s p[lane] = acc[0]; }\n"
)
SET = "const int per = D / warpSize; for (int i = 0; i < per; i++) acc[i] = 0; "
USED = "for (int j = lane; j < D; j += warpSize) { int at = j / warpSize; acc[at] += p[j]; }"
USED_AT_ONCE = "for (int j = lane; j < D; j += warpSize) acc[j / warpSize] += p[j];"


def told(code: str) -> list[str]:
    source = KERNEL % code
    assert "rounded down" not in "".join(one.message for one in run(source).findings)
    return [one.rule for one in native(source).findings if "rounded down" in one.message]


@pytest.mark.parametrize(
    "code",
    [
        SET + USED,
        SET + USED_AT_ONCE,
        "for (int i = 0; i < D / warpSize; i++) { acc[i] = 0.0f; } " + USED,
        "for (int i = 0; i < (D / warpSize); ++i) acc[i] = p[i]; " + USED_AT_ONCE,
        SET + USED.replace("lane", "threadIdx.x & (warpSize - 1)"),
        SET + "for (int r = 0; r < E; r++) { " + USED + " }",
    ],
)
def test_a_rest_is_left_unset(code: str) -> None:
    assert told(code) == ["W046"]


@pytest.mark.parametrize(
    "code",
    [
        "const int per = (D + warpSize - 1) / warpSize; for (int i = 0; i < per; i++) acc[i] = 0; " + USED,
        "for (int i = 0; i < 4; i++) acc[i] = 0; " + USED,
        SET + USED.replace("< D", "< E"),
        SET.replace("acc", "s") + USED,
        SET + USED.replace("acc[at]", "s[at]"),
        SET.replace("D / warpSize", "D / 32") + USED,
        SET + USED.replace("+= warpSize", "+= 32"),
        SET + USED.replace("j / warpSize", "j / 32"),
        SET + "for (int i = 0; i < per; i++) acc[i] += p[i * warpSize + lane];",
        SET.replace("D /", "128 /") + USED.replace("< D", "< 128"),
        "const int F = 4 * warpSize; " + (SET + USED).replace("D /", "F /").replace("< D", "< F"),
        "const int F = N * 64; " + (SET + USED).replace("D /", "F /").replace("< D", "< F"),
        SET.replace("acc[i] = 0", "acc[i] += 1") + USED,
    ],
)
def test_others_are_not(code: str) -> None:
    assert told(code) == []
