"""What a template's numbers are where a file gives it the same each time."""

from __future__ import annotations

import pytest
from helpers.warps import RULES, remaining, rules_of, run

from hipify_py.conversion import convert
from hipify_py.settings import Options

KERNEL = """%s
template <int LANES, int PARTS> __global__ void scan(float *sums) {
    int warp = threadIdx.x / LANES, lane = threadIdx.x %% LANES;
    if (warp == 0) {
        float v = lane < PARTS ? sums[lane] : 0;
        for (int d = 1; d < warpSize; d *= 2) { float u = __shfl_up_sync(~0u, v, d); if (lane >= d) v += u; }
        sums[lane] = v;
    }
}
%s
"""


@pytest.mark.parametrize(
    ("uses", "head", "is_told"),
    [
        ("scan<32, 16><<<n, 512>>>(s);", "", True),
        ("scan<32, 16><<<n, 512>>>(s); scan<32, 8><<<n, 256>>>(s);", "", True),
        ("scan<WIDTH, 16><<<n, 512>>>(s);", "#define WIDTH 32", True),
        ("auto f = scan<32, 16>; f<<<n, 512>>>(s);", "", True),
        ("scan<16, 16><<<n, 512>>>(s);", "", False),
        ("scan<32, 16><<<n, 512>>>(s); scan<16, 16><<<n, 512>>>(s);", "", False),
        ("scan<32, 16><<<n, 512>>>(s); scan<N, 16><<<n, 512>>>(s);", "", False),
        ("scan<TO, 16><<<n, 512>>>(s);", "#ifndef TO\n#define TO 32\n#endif", False),
        ("start(scan, n);", "", False),
        ("", "", False),
    ],
)
def test_a_number_that_a_template_is_always_given(uses: str, head: str, *, is_told: bool) -> None:
    host = f"template <int N> void run(float *s, int n) {{ {uses} }}"
    assert ("W023" not in remaining(KERNEL % (head, host))) == is_told


def test_a_template_of_a_header_may_be_given_others_elsewhere() -> None:
    source = (KERNEL % ("", "inline void run(float *s, int n) { scan<32, 16><<<n, 512>>>(s); }")).encode()
    found = {name: convert(source, RULES, Options(path=name)).findings for name in ("a.cu", "a.cuh")}
    told = {name: "W023" in {one.rule for one in each} for name, each in found.items()}
    assert told == {"a.cu": False, "a.cuh": True}


GROUPS = """template <int N, int V> __global__ void k(const half *in, float *out, int rows) {
    constexpr int LANES = N * sizeof(half) / 16;
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i * V >= rows * N) return;
    float m = out[i];
    for (int d = LANES / 2; d > 0; d /= 2) m += __shfl_xor_sync(~0u, m, d);
    out[i] = m;
}
void run(const half *in, float *out, int rows) { k<%s, 8><<<rows, 256>>>(in, out, rows); }
"""


@pytest.mark.parametrize(("number", "is_said"), [("64", False), ("128", False), ("96", True)])
@pytest.mark.parametrize("warp", ["32", "native"])
def test_groups_of_as_many_lanes_as_a_template_tells(number: str, warp: str, *, is_said: bool) -> None:
    assert ("W023" in rules_of(run(GROUPS % number, warp=warp))) == is_said
