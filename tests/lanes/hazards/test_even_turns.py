"""Loops that go from a lane's index to a whole number of warps: all lanes make as many turns."""

from __future__ import annotations

import pytest
from helpers.sources import function_at
from helpers.warps import remaining, run, said

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.lanes.hazards.even_turns import has_even_turns
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit

KERNEL = """template <int F> __global__ void k(int *p, int n, int m) {
    int i = threadIdx.x, lane = i & 31, w = i / 32, per = 4 * F;
    %s
}
"""


def is_even(code: str) -> bool:
    unit = Unit((KERNEL % code).encode())
    function = function_at(unit, b"lane")
    read = model(unit, function)
    return has_even_turns(
        unit, read, read.loops[0], LazyValues(unit, function, ConstantTable({b"SIZE": b"64"}))
    )


@pytest.mark.parametrize(
    "loop",
    [
        "for (int j = lane; j < (n + 31) / 32 * 32; j += 32) n++;",
        "int end = (n + 31) & ~31; for (int j = lane; j < end; j += 32) p[j]++;",
        "int end = (n + 31) & 0xffffffe0; for (int j = lane; end > j; j += 64) p[j]++;",
        "int end = (n + 31) >> 5 << 5; for (int j = i; j != end; j += blockDim.x) p[j]++;",
        "for (int j = i; j < ((n + SIZE - 1) / SIZE) * SIZE; j += SIZE) n++;",
        "for (int j = i; j < (n + 1) * blockDim.x; j += blockDim.x) n++;",
        "for (int j = i; j < 1024; j += 32) n++;",
        "for (int j = w * 32 + lane; j < 32 * n; j += 32 * m) n++;",
        "for (int j = lane * F; j < n * (32 * F); j += 32 * F) n++;",
        "for (int j = lane * per; j < n * (per * 32); j += m * 32 * per) n++;",
        "for (unsigned j = (unsigned)lane; j < static_cast<unsigned>(32 * n); j += 32u) n++;",
        "for (int j = lane; j < (n + warpSize - 1) / warpSize * warpSize; j += warpSize) n++;",
        "for (int j = lane; j < 64 * n - 32; j += 32) n++;",
        "for (int j = 2 * lane; j < 64 * n; j += 64) n++;",
        "for (; lane < n * 32; lane += 32) n++;",
        "int t = blockDim.x * blockDim.y; for (int j = ME + blockIdx.x * t; j < n * 32; j += t) n++;",
        "int t = blockDim.x * blockDim.y, me = ME; for (int j = me + t; j < n * 32; j += t * 3) n++;",
        "int me = blockIdx.x * blockDim.x + threadIdx.x; for (int j = me; j < n * 32; j += 32) n++;",
        "const int end = n / blockDim.x * blockDim.x; int j = i; for (; j < end; j += blockDim.x) n++;",
        "int j; j = i; if (n) for (; j < n / 32 * 32; j += 32) n++;",
        "const int end = m - m % 32; for (int j = i; j < end; j += 128) n++;",
        "const int rest = m % 64; for (int j = i; j < m - rest; j += gridDim.x * blockDim.x) n++;",
        "const int rest = m & 31, end = m - rest; for (int j = i; j < end; j += 32) n++;",
        "const int rest = m % (32 * 32 / 8), end = (m - rest) / 4; for (int j = i; j < end; j += 128) n++;",
        "const int end = (m - m % 128) >> 2; for (int j = i; j < end; j += 128) n++;",
        "const int end = (m + 1) - (m + 1) % blockDim.x; for (int j = i; j < end; j += blockDim.x) n++;",
        # another of the count's name, or of the bound's, within or beside
        "for (int j = i; j < n / 32 * 32; j += 32) for (int j = lane; j < m; j += 3) p[j]++;",
        "for (int j = i; j < n / 32 * 32; j += 32) { int j = w; j++; }",
        "int j = i; for (; j < n / 32 * 32; j += 32) { for (int j = 0; j < m; j++) p[j]++; }",
        "int end = n / 32 * 32; for (int j = i; j < end; j += 32) { int end = w; end++; }",
        "{ int end = n; end++; } int end = n / 32 * 32; for (int j = i; j < end; j += 32) m++;",
    ],
)
def test_a_whole_number_of_warps(loop: str) -> None:
    assert is_even(loop.replace("ME", "threadIdx.x + blockDim.x * threadIdx.y"))


@pytest.mark.parametrize(
    "loop",
    [
        "for (int j = lane; j < n; j += 32) n++;",
        "for (int j = i; j < n / 32 * 32; j += 32) { { int j = w; j++; } j += p[0]; }",
        "int end = n / 32 * 32; if (m) { int end = n; for (int j = i; j < end; j += 32) m++; }",
        "for (int j = lane; j < n / 32 * 31; j += 32) n++;",
        "for (int j = lane; j < (n + 15) / 16 * 16; j += 32) n++;",
        "for (int j = lane; j < (n + 31) / 32 * 32; j += 16) n++;",
        "for (int j = lane; j <= n * 32; j += 32) n++;",
        "for (int j = lane; n * 32 < j; j += 32) n++;",
        "for (int j = lane; j < n * 32; j -= 32) n++;",
        "for (int j = lane; j < n * 32; j += 32) j += p[0];",
        "for (int j = lane; j < n * 32; j += 32, j++) n++;",
        "for (int j = lane, l = 0; j < n * 32; j += 32) n++;",
        "for (int j = lane; j < n * 32 && p[lane]; j += 32) n++;",
        "if (n) lane = 3; for (; lane < n * 32; lane += 32) n++;",
        "for (; lane < n * 32; lane += 32) lane += p[0];",
        "int j = i; for (; j < n; j += blockDim.x) n++;",
        "int j = i; j = m; for (; j < n * 32; j += 32) n++;",
        "int j; if (m) j = i; for (; j < n * 32; j += 32) n++;",
        "int j; j += i; for (; j < n * 32; j += 32) n++;",
        "for (int j = lane + 1; j < n * 32; j += 32) n++;",
        "int me = lane + m; for (int j = me; j < n * 32; j += 32) n++;",
        "int me = lane + threadIdx.y; for (int j = me; j < n * 32; j += 32) n++;",
        "int o = 0, me = lane + o; o = 3; for (int j = me + o; j < n * 32; j += 32) n++;",
        "for (int j = lane + m; j < n * 32; j += 32) n++;",
        "for (int j = lane * m; j < n * 32; j += 32) n++;",
        "for (int j = lane * lane; j < n * 32; j += 32) n++;",
        "for (int j = lane / 2; j < n * 32; j += 32) n++;",
        "for (int j = p[lane]; j < n * 32; j += 32) n++;",
        "for (int j = lane; j < p[lane] * 32; j += 32) n++;",
        "for (int j = lane * -2; j < n * 64; j += 64) n++;",
        "for (int j = i; j < n * blockDim.y; j += 32) n++;",
        "int end = n * 32; end++; for (int j = lane; j < end; j += 32) n++;",
        "int step = 32; if (n) step = 16; for (int j = lane; j < 32 * n; j += step) n++;",
        "for (int j = 4 * lane; j < n * 32; j += 128) n++;",
        "for (int j = 4 * lane; j < n * 128; j += 32) n++;",
        "for (int j = lane * F; j < n * 32 * F; j += 32) n++;",
        "for (int j = lane * F; j < n * 32; j += 32 * F) n++;",
        "const int end = m - m % 16; for (int j = i; j < end; j += 32) n++;",
        "const int end = m - m / 32; for (int j = i; j < end; j += 32) n++;",
        "const int end = m - (m & 30); for (int j = i; j < end; j += 32) n++;",
        "const int end = m - F % 32; for (int j = i; j < end; j += 32) n++;",
        "const int rest = m % 32; m++; for (int j = i; j < m - rest; j += 32) n++;",
        "int rest = m % 32; rest++; for (int j = i; j < m - rest; j += 32) n++;",
        "const int end = (m - m % 32) / 2; for (int j = i; j < end; j += 32) n++;",
        "const int end = m % 32 - m; for (int j = i; j < end; j += 32) n++;",
        "const int end = p[0] - p[0] % 32; for (int j = i; j < end; j += 32) n++;",
    ],
)
def test_what_is_none(loop: str) -> None:
    assert not is_even(loop)


@pytest.mark.parametrize(("bound", "expected"), [("(n + 31) / 32 * 32", []), ("n", ["W023"])])
def test_what_is_rounded_keeps_all_lanes(bound: str, expected: list[str]) -> None:
    body = f"for (int j = i; j < {bound}; j += 32) p[j] = __shfl_up_sync(0xffffffff, j < n ? p[j] : 0, 1);"
    assert remaining(f"__global__ void k(int *p, int n) {{ int i = threadIdx.x; {body} }}") == expected


SHARED = (
    "__global__ void k(int *p, int n, unsigned vw) { unsigned i = blockIdx.x * blockDim.x + threadIdx.x;"
    " unsigned v = %s; for (int r = i / vw; r < (%s); r += %s)"
    " p[r] = __shfl_down_sync(0xffffffff, r < n ? p[r] : 0, 1); }"
)
MASKED, STRIDE = "i & (vw - 1)", "gridDim.x * blockDim.x / vw"


@pytest.mark.parametrize(
    ("masked", "bound", "step", "expected"),
    [
        (MASKED, "(n + 63) & ~63", STRIDE, []),
        (MASKED, "(n + 31) / 32 * 32", STRIDE, []),
        (MASKED, "(n + 31) / 32 * 32", "blockDim.x / vw", []),
        (MASKED, "(n + 15) / 16 * 16", STRIDE, ["W023"]),
        (MASKED, "n", STRIDE, ["W023"]),
        (MASKED, "(n + 63) & ~63", "gridDim.x / vw", ["W023"]),
        (MASKED, "(n + 63) & ~63", "blockDim.x / n", ["W023"]),
        (MASKED + "; vw = n", "(n + 63) & ~63", STRIDE, ["W023"]),
        ("i % vw", "(n + 63) & ~63", STRIDE, ["W023"]),  # 5 lanes, say
    ],
)
def test_lanes_that_share_an_element(masked: str, bound: str, step: str, expected: list[str]) -> None:
    assert [one for one in remaining(SHARED % (masked, bound, step)) if one == "W023"] == expected


@pytest.mark.parametrize(("bound", "expected"), [("n & ~31", ["W023"]), ("n & ~63", []), ("n * 64", [])])
def test_whole_wavefronts_have_64_lanes(bound: str, expected: list[str]) -> None:
    loop = f"for (int j = i; j < ({bound}); j += blockDim.x) p[j] = __shfl_up_sync(0xffffffff, p[j], 1);"
    source = f"__global__ void k(int *p, int n) {{ int i = threadIdx.x; {loop} }}"
    assert [rule for rule in said(run(source, "native")) if rule == "W023"] == expected


@pytest.mark.parametrize(
    ("bound", "shuffle", "expected"),
    [
        ("n & ~31", "__shfl_xor_sync(0xffffffff, p[j], 16)", []),
        ("n / 32 * 32", "__shfl_xor(p[j], 1)", []),
        ("n - n % 16", "__shfl_xor(p[j], 8)", []),
        ("n / 16 * 16", "__shfl_down_sync(0xffffffff, p[j], 1, 16)", []),
        ("n / 16 * 16", "__shfl_xor_sync(0xffffffff, p[j], 16)", ["W023"]),
        ("n", "__shfl_xor_sync(0xffffffff, p[j], 1)", ["W023"]),
        ("n / 16 * 16", "__shfl_down_sync(0xffffffff, p[j], 1, 32)", ["W023"]),
        ("n / 32 * 32", "__shfl_down_sync(0xffffffff, p[j], 16)", ["W023"]),
        ("n / 2 * 2", "__reduce_xor_sync(0xffffffff, p[j])", ["W023"]),
    ],
)
def test_groups_of_lanes_that_a_shuffle_keeps_to(bound: str, shuffle: str, expected: list[str]) -> None:
    loop = f"for (int j = i; j < ({bound}); j += blockDim.x) p[j] = {shuffle};"
    source = f"__global__ void k(int *p, int n) {{ int i = threadIdx.x; {loop} }}"
    assert [rule for rule in said(run(source, "native")) if rule == "W023"] == expected


@pytest.mark.parametrize(
    ("bound", "work", "is_said"),
    [
        ("(n + 31) / 32 * 32 && go", "go = __any_sync(~0u, v > 3);", False),
        ("(n + 31) / 32 * 32 && go", "if (v > 3) go = false; go = __shfl_sync(~0u, go, 31);", False),
        ("(n + 31) / 32 * 32 && n > v0", "", False),
        ("(n + 31) / 32 * 32 && go", "if (v > 3) go = false;", True),
        ("n && go", "go = __any_sync(~0u, v > 3);", True),
        ("(n + 31) / 32 * 32 && in[i] > 0", "", True),
    ],
)
def test_what_the_lanes_of_a_warp_ask_alike_beside(bound: str, work: str, *, is_said: bool) -> None:
    kernel = (
        "__global__ void k(const int *in, int *out, int n, int v0) {"
        " int lane = threadIdx.x % 32; bool go = true;"
        f" for (int i = lane; i < {bound}; i += 32) {{ int v = in[i]; {work}"
        " out[i] = __shfl_sync(~0u, v, 3); } }\n"
    )
    assert ("W023" in remaining(kernel)) == is_said
