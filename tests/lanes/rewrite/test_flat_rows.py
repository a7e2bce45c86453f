"""Rows of 32 elements that a product sets apart, beside lanes by `warpSize`."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

KERNEL = (
    "constexpr int PITCH = 33;\n"
    "__device__ void put(int *row, int lane, int v) { row[lane] = v; }\n"
    "template <int N> __global__ void k(int *p, int n) { extern __shared__ int d[]; __shared__ int s[N * 33];"
    " const int t = threadIdx.x, lane = t %% warpSize, w = t / warpSize; int v = p[t]; %s }\n"
)


@pytest.mark.parametrize(
    "code",
    [
        "s[w * 33 + lane] = v;",
        "s[lane + 32 * w] = v;",
        "d[(w << 5) + lane] = v;",
        "d[w * PITCH + (t & (warpSize - 1))] = v;",
        "s[t / warpSize * 33 + t % warpSize] = v;",
        "p[n + (blockIdx.x * blockDim.x + t) / warpSize * 32 + lane] = v;",
        "int *row = d + w * 33; row[lane] = v;",
        "int *row = &d[w * 33]; int *at = row + n; at[lane] = v;",
        "int base = w * 33; v = s[base + lane];",
        "int i = w * 33 + lane; v = s[i];",
        "*(d + w * 33 + lane) = v;",
        "atomicAdd(d + w * 33 + lane, v);",
        "put(d + w * 33, lane, v);",
        "for (int r = w; r < n; r += blockDim.x / warpSize) v += p[r * 32 + lane];",
        "if (w < n) s[w * 33 + lane] = v;",
        "if (lane < n) v++; s[w * 33 + lane] = v;",
        "if (warpSize == n) v++; s[w * 33 + lane] = v;",
        "v = p[n] + s[w * 33 + lane];",
        "switch (n) { case 0: s[w * 33 + lane] = v; }",
        "while (n--) s[w * 33 + lane] = v;",
        "assert(n < 32); s[w * 33 + lane] = v;",
        "s[w * 33 + lane] = v; assert(lane < 32);",
        "for (int i = 0; i < 4; i++) p[w * 128 + i * 32 + lane] = v;",
        "for (int i = 0; i < N / 32; i += 1) p[i * 32 + lane] = v;",
        "for (int i = 0; i < 4; ++i) p[n * 128 + lane + (i << 5)] = v;",
    ],
)
def test_rows_that_are_too_short(code: str) -> None:
    assert "W061" in rules_of(native(KERNEL % code))
    assert "W061" not in rules_of(run(KERNEL % code))


@pytest.mark.parametrize(
    "code",
    [
        "s[w * 64 + lane] = v;",
        "for (int i = 0; i < 4; i++) p[i * warpSize + lane] = v;",
        "for (int i = 0; i < 4; i++) p[i * 33 + lane] = v;",
        "for (int i = 0; i < 4; i++) p[i * 64 + lane] = v;",
        "for (int i = 0; i < 4; i += 2) p[i * 32 + lane] = v;",
        "for (int i = 0; i < 4; i++) if (lane < 32) p[i * 32 + lane] = v;",
        "for (int i = 0; i < 4; i++) p[i * 32 + t % 32] = v;",
        "s[w * 65 + lane] = v;",
        "s[w * 16 + lane] = v;",
        "s[w * warpSize + lane] = v;",
        "s[w * 33 + n] = v;",
        "s[n * 33 + lane] = v;",
        "s[w * 33 + (lane & 31)] = v;",
        "s[t / 32 * 33 + t % 32] = v;",
        "s[w * 33 + w] = v;",
        "if (lane < 33) s[w * 33 + lane] = v;",
        "if (lane >= 32) return; s[w * 33 + lane] = v;",
        "v = w * 33 + lane;",  # no address
        "int c = d[w * 33]; v = p[c + lane];",  # what is read there says where
        "int *row = d + w * 33; row = p; row[lane] = v;",
        "s[(w + 1) << 6 | lane] = v;",
        "s[w * 48 + lane / 2] = v;",
        "if (warpSize == 32) p[w * 32 + lane] = 1; else p[w * 64 + lane] = 2;",
        "if (warpSize != 32) { return; } s[w * 33 + lane] = v;",
        "d[w * 32 + p[lane]] = v;",  # what is read of a table
        "p[n / warpSize * 32 + lane] = v;",  # no warp's number
        "int last = n / warpSize; int *q = p + last * 32; q[lane] = v;",
        "switch (lane) { case 0: s[w * 33 + lane] = v; }",
        "while (lane < 32) { s[w * 33 + lane] = v; break; }",
        "assert(lane < 32); s[w * 33 + lane] = v;",
    ],
)
def test_others(code: str) -> None:
    assert "W061" not in rules_of(native(KERNEL % code))


def test_a_row_is_told_once() -> None:
    code = "int *row = d + w * 33; row[lane] = v; __syncwarp(); p[t] = row[lane ^ 1] + row[lane];"
    (found,) = [one for one in native(KERNEL % code).findings if one.rule == "W061"]
    assert found.message == (
        "k: lanes that are counted by warpSize, of which gfx9 has 64, are the index of rows of 33 elements"
    )
    assert not found.related


def test_blocks_of_one_warp() -> None:
    code = KERNEL % "s[w * 33 + lane] = v;" + "void go(int *p) { k<1><<<1, THREADS>>>(p, 1); }\n"
    assert "W061" not in rules_of(native(code.replace("THREADS", "32")))
    assert "W061" in rules_of(native(code.replace("THREADS", "256")))


@pytest.mark.parametrize(
    "code",
    [
        "v = p[n * 128 + lane * 4];",
        "v = p[n * 64 + lane * 2 + 1];",
        "v = p[(n << 7) + (lane << 2)];",
        "int width = 128, each = 4; v = p[(n * width + lane * each) >> 2];",
        "long in = (n * 128 + 4 * lane) / 4; v = p[in];",
        "int *row = p + n * 128; v = row[lane * 4];",
        "int *row = p + n * 128, c = lane * 4; for (int i = 0; i < 4; i++) v += row[c + i];",
        "for (int i = 0; i < n; i++) v += p[i * 128 + lane * 4];",
        "if (n < 4) v = p[n * 128 + lane * 4];",
    ],
)
def test_rows_of_which_each_lane_has_some_elements(code: str) -> None:
    assert "W061" in rules_of(native(KERNEL % code))
    assert "W061" not in rules_of(run(KERNEL % code))


@pytest.mark.parametrize(
    "code",
    [
        "v = p[n * 256 + lane * 4];",
        "v = p[n * 128 + lane * 2];",
        "v = p[n * 64 + lane];",
        "v = p[n * 128 + (t % 32) * 4];",
        "v = p[n * 128 + n * 4];",
        "if (lane < 32) v = p[n * 128 + lane * 4];",
        "if (lane * 4 < 128) v = p[n * 128 + lane * 4];",
        "if (lane >= 32) return; v = p[n * 128 + lane * 4];",
        "for (int c = lane * 4; c < 128; c += warpSize * 4) v += p[n * 128 + c];",
        "int width = 128; if (n) width = 256; v = p[n * width + lane * 4];",
        "v = p[n * 4 * warpSize + lane * 4];",
        "v = p[n] * 128 + lane * 4;",
    ],
)
def test_such_of_other_lanes(code: str) -> None:
    assert "W061" not in rules_of(native(KERNEL % code))


VIEWS = """
__global__ void k(const float *x, const half *h, double *d, float4 *v, float *o, int r) {
    const int w = threadIdx.x / warpSize, lane = threadIdx.x %% warpSize;
    %s
}
"""


@pytest.mark.parametrize(
    "code",
    [
        "o[w] = reinterpret_cast<const float4 *>(x + r * 128)[lane].x;",
        "o[w] = ((const float2 *)(x + r * 64))[lane].x;",
        "o[w] = ((const float2 *)&x[r * 64])[lane].x;",
        "const uint4 *row = (const uint4 *)(h + r * 256); o[w] = row[lane].x;",
        "reinterpret_cast<double2 *>(d + w * 64)[lane] = {};",
    ],
)
def test_rows_of_which_a_cast_makes_vectors(code: str) -> None:
    assert "W061" in rules_of(native(VIEWS % code))
    assert "W061" not in rules_of(run(VIEWS % code))


@pytest.mark.parametrize(
    "code",
    [
        "o[w] = reinterpret_cast<const float4 *>(x + r * 256)[lane].x;",
        "o[w] = reinterpret_cast<const float4 *>(x + r * 128)[threadIdx.x % 32].x;",
        "if (lane < 32) o[w] = reinterpret_cast<const float4 *>(x + r * 128)[lane].x;",
        "for (int i = lane; i < 32; i += warpSize) o[w] = ((const float4 *)(x + r * 128))[i].x;",
        "o[w] = reinterpret_cast<const int *>(x + r * 128)[lane];",
        "o[w] = v[r * 128 + lane].x;",
        "o[w] = reinterpret_cast<const float4 *>(x + r * warpSize * 4)[lane].x;",
    ],
)
def test_such_that_are_long_enough(code: str) -> None:
    assert "W061" not in rules_of(native(VIEWS % code))
