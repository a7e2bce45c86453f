"""Items of a row that each lane has by a 32nd, while lanes are counted by `warpSize`."""

from __future__ import annotations

import pytest
from helpers.warps import broken, native, run

KERNEL = (
    "#define PART (256 / 32)\ntemplate <int D> __global__ void k(const float *x, float *y, int n) {{"
    " constexpr int PER = D / 32; int lane = threadIdx.x % warpSize, w = threadIdx.x / warpSize,"
    " most = n >> 5; const float *row = x + blockIdx.x * D; float s = 0; {}"
    " s = __shfl_sync(~0u, s, 0); if (lane == 0) y[w] = s; }}\n"
)


@pytest.mark.parametrize(
    "code",
    [
        "for (int i = 0; i < PER; i++) s += row[lane * PER + i];",
        "const float *own = row + PER * lane; for (int i = 0; i < PER; i++) s += own[i];",
        "for (int i = 0; i < PART; i++) s += row[lane * PART + i];",
        "for (int i = 0; i < most; i++) s += row[(threadIdx.x % warpSize) * most + i];",
        "for (int i = 0; i < PER; i++) s += row[i * warpSize + lane];",
        "for (int i = 0; i < D / 32; i++) s += row[lane + warpSize * i];",
    ],
)
def test_more_than_a_row(code: str) -> None:
    assert broken(native(KERNEL.format(code))) == {"W012"}
    assert broken(run(KERNEL.format(code))) == set()


@pytest.mark.parametrize(
    "code",
    [
        "for (int i = 0; i < D / warpSize; i++) s += row[i * warpSize + lane];",
        "int per = D / warpSize; for (int i = 0; i < per; i++) s += row[lane * per + i];",
        "for (int i = 0; i < n; i++) s += row[i * warpSize + lane];",
        "for (int i = 0; i < PER; i++) s += row[i * 64 + w];",
        "for (int i = 0; i < PER; i++) s += row[w * PER + i];",
        "if (lane < 16) for (int i = 0; i < PER; i++) s += row[lane * PER + i];",
        "for (int i = 0; i < PER; i++) s += row[i];",
        "for (int i = 0; i < PER; i++) if (lane + i * 64 < n) s += row[i * warpSize + lane];",
        "int per = D / 32; per = n; for (int i = 0; i < per; i++) s += row[lane * per + i];",
    ],
)
def test_other_shares(code: str) -> None:
    found = native(KERNEL.format(code)).findings
    assert not [one for one in found if "items for lanes" in one.message]
