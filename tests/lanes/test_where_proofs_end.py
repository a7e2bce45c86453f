"""What keeps a finding away must be sure: programs in which it looks so, and is not."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.conversion import convert
from hipify_py.settings import Options

SUM = "for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);"
WARP = (
    "template <int {name}> __global__ void run(float *o) {{\n"
    "  int warp = threadIdx.x / {by}; float v = o[threadIdx.x];\n"
    "  if (warp == 0) {{ " + SUM + " }} o[threadIdx.x] = v; }}\n"
)
ROWS = (
    "__global__ void rows(float *o, int num) {{ int row = threadIdx.x / 8; {before}\n"
    "  while (row < num) {{ {first}\n"
    "    float v = o[row]; {made} for (int d = 4; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);\n"
    "    if (threadIdx.x % 8 == 0) o[row] = v;\n    {last} row += 4; }} }}\n"
)


def said(source: str, rule: str, warp: str = "32") -> bool:
    found = convert(source.encode(), RULES, Options(path="a.cu", warp=warp)).findings  # type: ignore[arg-type]
    return any(one.rule == rule for one in found)


@pytest.mark.parametrize(
    ("name", "by", "beside", "expected"),
    [
        ("N", "N", "void a(float *o) { run<32><<<1, 256>>>(o); }", False),
        ("N", "N", "void a(float *o) { run<32><<<1, 256>>>(o); run<8><<<1, 256>>>(o); }", True),
        (
            "N",
            "N",
            "#define G(a, n) r##a<n><<<1, 256>>>\nvoid a(float *o) { run<32><<<1, 256>>>(o); G(un, 8)(o); }",
            True,
        ),
        (
            "N",
            "N",
            "constexpr int L = 32;\ntemplate <int L> void a(float *o) { run<L><<<1, 256>>>(o); }",
            True,
        ),
        ("W", "TWICE", "void a(float *o) { run<20><<<1, 256>>>(o); }", True),
    ],
)
def test_a_templates_number(name: str, by: str, beside: str, expected: bool) -> None:
    head = "constexpr int W = 16, TWICE = W * 2 - 8;\n" if by == "TWICE" else ""
    assert said(head + WARP.format(name=name, by=by) + beside, "W023") is expected


@pytest.mark.parametrize(
    ("before", "first", "made", "last", "expected"),
    [
        ("", "", "", "", False),
        ("float *p;", "", "p = &v;", "o[threadIdx.x + 100] = *p;", True),
        ("", "row += 1; if (o[threadIdx.x] > 0) continue;", "", "", True),
    ],
)
def test_rows_of_a_group(before: str, first: str, made: str, last: str, expected: bool) -> None:
    source = ROWS.format(before=before, first=first, made=made, last=last)
    assert said(source, "W023") is expected


@pytest.mark.parametrize(
    ("lane", "expected"), [("threadIdx.x / 2", False), ("lid()", True), ("threadIdx.x % warpSize", True)]
)
def test_lanes_of_small_groups(lane: str, expected: bool) -> None:
    source = (
        ("__device__ int lid() { return threadIdx.x % warpSize; }\n" if "lid" in lane else "")
        + f"__global__ void k(float *o, const float *in) {{ int lane = {lane}; float v = 0;\n"
        "  for (int i = lane; i < 256; i += 32) v += in[i];\n"
        "  for (int d = 8; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffff, v, d);\n  o[threadIdx.x] = v; }\n"
    )
    assert said(source, "W012", "native") is expected
