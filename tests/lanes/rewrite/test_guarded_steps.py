"""Steps whose value is used only where the lane that it comes from is in the same row of 32."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

KERNEL = """%s
__global__ void k(const int *in, int *out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, v = in[t], u, far = n;
    %s
    if (lane == 31) out[t / 32] = v;
}
void run(const int *in, int *out, int n) { k<<<n / 256, 256>>>(in, out, n); }
"""
COUNTS = {"W011", "W012", "W038", "W040"}
LOOP = "for (int d = 1; d < 32; d *= 2) { %s }"
TAKE = "int u = __shfl_up_sync(0xffffffff, v, d); "


def counted(code: str, head: str = "") -> bool:
    return not COUNTS.isdisjoint(rules_of(native(KERNEL % (head, code))))


@pytest.mark.parametrize(
    "code",
    [
        LOOP % (TAKE + "if (lane >= d) v += u;"),
        LOOP % (TAKE + "if (d <= lane) v += u;"),
        LOOP % (TAKE + "if (lane >= d && n) { v += u; }"),
        LOOP % (TAKE + "if (threadIdx.x % 32 >= d) v += u;"),
        LOOP % (TAKE + "v += lane >= d ? u : 0;"),
        LOOP % (TAKE + "v += lane < d ? 0 : u;"),
        LOOP % (TAKE + "if (lane < d) { n++; } else { v += u; }"),
        LOOP % (TAKE + "if (lane >= d && u > v) v = 0;"),
        LOOP % ("u = __shfl_up(v, d); if (lane >= d) v += u;"),
        LOOP % ("int u = __shfl_down_sync(~0u, v, d); if (lane < 32 - d) v += u;"),
        "u = __shfl_up_sync(~0u, v, 1); if (lane > 0) v += u;",
        "u = __shfl_up_sync(~0u, v, 1); if (lane) v += u;",
        "u = __shfl_up_sync(~0u, v, 1); if (lane != 0) v += u;",
        "u = __shfl_up_sync(~0u, v, 4); if (lane > 3) v += u;",
        "u = __shfl_up_sync(~0u, v, 1); if (lane == 0) u = in[n]; v += u;",
        "u = __shfl_up_sync(~0u, v, 1); if (!lane) u = 0; v += u;",
        "u = __shfl_up_sync(~0u, v, 2); if (lane < 2) u = 0; v += u;",
        "u = __shfl_down_sync(~0u, v, 1); if (lane == 31) u = in[n]; v += u;",
        "u = __shfl_down_sync(~0u, v, 1); if (lane < 31) v += u;",
        "u = __shfl_down_sync(~0u, v, 1); if (31 != lane) v += u;",
        "u = __shfl_down_sync(~0u, v, 8); if (lane <= 23) v += u;",
    ],
)
def test_each_half_is_scanned_by_itself(code: str) -> None:
    assert not counted(code)
    assert not COUNTS & rules_of(run(KERNEL % ("", code)))


@pytest.mark.parametrize(
    ("code", "head"),
    [
        (LOOP % "v += __shfl_up_sync(~0u, v, d);", ""),
        (LOOP % (TAKE + "if (lane > d) v += u; out[t] = u;"), ""),
        (LOOP % (TAKE + "if (lane >= d / 2) v += u;"), ""),
        (LOOP % (TAKE + "if (t >= d) v += u;"), ""),
        (LOOP % (TAKE + "if ((threadIdx.x & 63) >= d) v += u;"), ""),
        (LOOP % (TAKE + "if (lane < d) v += u;"), ""),
        (LOOP % (TAKE + "if (lane >= d || n) v += u;"), ""),
        (LOOP % (TAKE + "v += lane >= d ? 0 : u;"), ""),
        (LOOP % (TAKE + "lane += n; if (lane >= d) v += u;"), ""),
        (LOOP % ("u = __shfl_up(v, d); if (lane >= d) v += u;") + " out[t] = u;", ""),
        (LOOP % (TAKE + "if (lane >= d) v += u;") + " v = __shfl_sync(~0u, v, 31);", ""),
        (LOOP % (TAKE + "if (lane >= d) v += u;"), "__device__ int width() { return warpSize; }"),
        ("u = __shfl_up_sync(~0u, v, 2); if (lane > 0) v += u;", ""),
        ("u = __shfl_up_sync(~0u, v, 2); if (lane == 0) u = 0; v += u;", ""),
        ("u = __shfl_up_sync(~0u, v, 1); if (lane == 0 && n) u = 0; v += u;", ""),
        ("u = __shfl_up_sync(~0u, v, 1); if (lane == 0) u = u + 1; v += u;", ""),
        ("u = __shfl_up_sync(~0u, v, 1); if (lane == 0) out[t] = u; v += u;", ""),
        ("u = __shfl_up_sync(~0u, v, far); if (lane > 0) v += u;", ""),
        ("u = __shfl_down_sync(~0u, v, 1); if (lane < 32) v += u;", ""),
        ("u = __shfl_down_sync(~0u, v, 1); if (lane == 0) u = 0; v += u;", ""),
        ("u = __shfl_down_sync(~0u, v, 2); if (lane != 31) v += u;", ""),
    ],
)
def test_what_crosses_the_middle_is_told(code: str, head: str) -> None:
    assert counted(code, head)


OF_LANE = LOOP % (TAKE + "if ((%s) %% 32 >= d) v += u;")
HELPERS = "__device__ int linear() { return threadIdx.y * blockDim.x + threadIdx.x; }\n"


@pytest.mark.parametrize(
    "index",
    [
        "threadIdx.x",
        "t",
        "threadIdx.x + blockDim.x * threadIdx.y",
        "threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)",
        "threadIdx.x + blockIdx.x * 256",
        "threadIdx.x + 64",
        "threadIdx.x - 32",
        "linear()",
        "i",
    ],
)
def test_numbers_whose_rows_are_those_of_a_warp(index: str) -> None:
    begun = "int i = threadIdx.x; i += blockDim.x; "
    assert not counted(begun + OF_LANE % index, HELPERS)


@pytest.mark.parametrize(
    "index",
    [
        "threadIdx.x + threadIdx.y",
        "threadIdx.x + threadIdx.z",
        "threadIdx.x + blockIdx.x",
        "threadIdx.x + blockIdx.x * 16",
        "threadIdx.x + n",
        "threadIdx.x + 7",
        "threadIdx.x - 7",
        "32 - threadIdx.x",
        "i",
        "j",
        "k",
    ],
)
def test_numbers_whose_rows_are_others(index: str) -> None:
    begun = "int i = threadIdx.x + threadIdx.y, j = threadIdx.x, k = threadIdx.x; j += 7; if (n) k++; "
    assert counted(begun + OF_LANE % index)
