"""Elements of a lane's own that loops by `warpSize` set, and how many of them are used."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

KERNEL = """
constexpr int PARTS = 4;
template <int D> __global__ void k(const float *x, float *y, int n) {
    const int lane = threadIdx.x %% warpSize;
    int c = 0;
    float acc[PARTS]%s, s = 0;
    %s
    y[threadIdx.x] = s;
}
void run(const float *x, float *y, int n) { k<128><<<n, 256>>>(x, y, n); }
"""
STRIDE = "for (int j = lane; j < 128; j += warpSize) acc[c++] = x[j]; "
SHARE = "for (int i = 0; i < D / warpSize; i++) acc[i] = x[i * warpSize + lane]; "


def is_told(code: str, value: str = "") -> bool:
    return "W046" in rules_of(native(KERNEL % (value, code)))


@pytest.mark.parametrize(
    "code",
    [
        STRIDE + "s = acc[0] + acc[1] + acc[2] + acc[3];",
        STRIDE + "for (int i = 0; i < 4; i++) s += acc[i];",
        STRIDE + "for (int i = 0; i < PARTS; i++) s += acc[i];",
        STRIDE + "for (int i = 0; i < D / 32; i++) s += acc[i];",
        SHARE + "s = acc[3];",
        "const int turns = D / warpSize; for (int i = 0; i < turns; i++) acc[i] = x[i]; s = acc[1];",
    ],
)
def test_what_nothing_sets(code: str) -> None:
    assert is_told(code)
    assert "W046" not in rules_of(run(KERNEL % ("", code)))


@pytest.mark.parametrize(
    ("code", "value"),
    [
        (STRIDE + "for (int i = 0; i < c; i++) s += acc[i];", ""),
        (STRIDE + "for (int i = 0; i < D / warpSize; i++) s += acc[i];", ""),
        (STRIDE + "s = acc[0];", ""),
        (STRIDE + "for (int i = 0; i < 4; i++) if (i * warpSize + lane < n) s += acc[i];", ""),
        (STRIDE + "s = acc[3];", " = {}"),
        ("for (int i = 0; i < 4; i++) acc[i] = 0; " + STRIDE + "s = acc[3];", ""),
        ("for (int i = 0; i < 4; i++) acc[i] = x[i * warpSize + lane]; s = acc[3];", ""),
        (SHARE + "for (int i = 0; i < D / warpSize; i++) s += acc[i];", ""),
    ],
)
def test_others(code: str, value: str) -> None:
    assert not is_told(code, value)
