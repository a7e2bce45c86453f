"""What counts by 32 in code that is to work on the whole wavefront."""

from __future__ import annotations

import pytest
from helpers.warps import RULES, broken, device, facts_of, native, rules_of, shown

from hipify_py.conversion import convert
from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.rewrite.width_counts import bound, widths
from hipify_py.settings import Options
from hipify_py.source.expression_reading import expression
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("unsigned m = __ballot(p); p = __reduce_add_sync(m, p);", {"W037"}),
        ("p = __reduce_add_sync(0xffffffff, p);", set()),
        ("p = __any_sync(0xffffffffull, p);", {"W024"}),
        ("p = __any_sync(0xffffffffffffffffull, p);", set()),
        ("lane = threadIdx.x & 0x1f; p = __any(p);", {"W012"}),
        ("lane = threadIdx.x % 32u; p = __any(p);", {"W012"}),
        ("lane = threadIdx.x % FANOUT; p = __any(p);", {"W012"}),
        ("lane = threadIdx.x % warpSize; p = __any(p) + p % 32;", set()),
        ("for (int d = 1; d < 32; d *= 2) p += __shfl_up(p, d);", {"W012"}),
        ("for (int d = 1; d < warpSize; d *= 2) p += __shfl_up(p, d);", set()),
        ("for (int d = 1; d < 32; d *= 2) p += __shfl_up(p, d, 32);", set()),
        ("p += __shfl_xor(p, 16); p += __shfl_xor(p, 8);", {"W011"}),
        ("p = __shfl(p, 31 - lane);", {"W012"}),
        ("p = __popc(__ballot(p) & (0x7fffffff >> (30 - lane)));", {"W012"}),
        ("p = __any(p) + (p & (0x7fff >> (14 - lane))) + (0x7fffffff >> (29 - lane));", set()),
        ("__shared__ int s[1024 / FANOUT]; s[lane / warpSize] = __any(p);", {"W014"}),
        ("__shared__ int s[PER]; s[0] = __any(p);", {"W014"}),
        ("p = q[lane / warpSize] + __any(p < warpSize && lane > 2);", set()),
        ("p += __shfl_down_sync(0xffff, p, 8, 16);", set()),
        ("p += __shfl_down_sync(0xffff, p, 8);", {"W024"}),
        ("p += __shfl_down_sync(~0u, p, 33);", {"W012"}),
        ("p += __shfl_xor_sync(~0u, p, FANOUT);", {"W012"}),
        ("p += __shfl_xor_sync(~0u, p, 1); p += __shfl_sync(~0u, p, 33);", set()),
        ("p += __shfl_down_sync(0xffff, p, 8, warpSize);", {"W024"}),
        ("p += __shfl_down_sync(0xfffffff, p, 8, lane);", set()),  # by whose value the width is
        ("const int w = warpSize; p += __shfl_down_sync(0xffff, p, 8, w);", {"W024"}),
        ("int w = lane; p += __shfl_down_sync(0xffff, p, 8, w);", set()),
        ("p = __any_sync(0xfffffff, p);", {"W024"}),
        ("p += __shfl_xor_sync(~0u, p, 2); q[blockIdx.x * FANOUT + lane / 4] = p;", set()),
        ("p += __shfl_xor_sync(~0u, p, 2); q[blockIdx.x * FANOUT + lane / 32] = p;", {"W012"}),
        ("p += __shfl_xor_sync(~0u, p, 16); q[blockIdx.x * FANOUT + lane / 4] = p;", {"W011", "W012"}),
        ("p += __shfl_xor_sync(~0u, p, 2) + __any(p); q[blockIdx.x * FANOUT + lane / 4] = p;", {"W012"}),
    ],
)
def test_what_is_said(body: str, expected: set[str]) -> None:
    head = "constexpr int FANOUT = 32;\nconstexpr int PER = 512 / FANOUT;\n"
    assert broken(device(body, head)) == expected


def test_a_helper_that_counts_by_32_is_said_and_a_tile_is_not() -> None:
    helper = "__device__ int lane() { return threadIdx.x & 31; }\n"
    tile = "__global__ void t(int *p) { p[threadIdx.x & 31] = 1; }\n"
    vote = "__global__ void k(int *p) { p[0] = __any(p[lane()]); }\n"
    places = [
        finding.span.start
        for finding in convert((helper + tile + vote).encode(), RULES, Options(warp="native")).findings
        if finding.rule == "W012"
    ]
    assert places == [helper.index("threadIdx")]


def test_a_width_that_a_template_is_given_keeps_within_32_lanes() -> None:
    loop = "for (int o = width / 2; o > 0; o /= 2) x += __shfl_xor_sync(~0u, x, o, width); return x; }"
    source = "template <int width = 32>\n__device__ float sum(float x) { " + loop
    assert rules_of(native(source)) == {"W036"}
    other = "__device__ float sum(float x, int width = 32) { " + loop
    assert rules_of(native(other)) == {"W036", "W012"}
    kind = "template <class width>\n__device__ float sum(float x, int n = 32) { return __shfl(x, 0, width); }"
    assert rules_of(native(kind)) == {"W012"}


def hazards(body: str, *joined: bytes) -> list[tuple[str, str, str]]:
    unit = Unit(f"__device__ void f(int p, int lane, int n, M m) {{ {body} }}".encode())
    (facts,) = facts_of(unit)
    return shown(unit, [*widths(unit, facts, set(joined), set())])


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("p = __any(threadIdx.x / 32);", [("W012", "threadIdx.x / 32", "the warp")]),
        ("p = __any(p); p = lane & 31;", [("W012", "lane & 31", "the lane")]),
        ("if (lane < 32) p = __any(p);", [("W012", "< 32", "lanes")]),
        ("n = min(n - 1, 32); p = __any(n);", [("W012", "min(n - 1, 32)", "lanes")]),
        ("p = __shfl(p, 31);", [("W011", "__shfl", "")]),
        ("__shared__ int s[32]; s[n] = __any(p);", [("W014", "__shared__ int s[32]", "")]),
        (
            "for (int o = 16; o > 0; o >>= 1) p += __shfl_xor(p, o);",
            [("W011", "for (int o = 16;", "")],
        ),
        ("int a[warpSize]; a[0] = __any(p);", [("W015", "int a[warpSize", "")]),
        ("p = __any_sync(0xff, p);", [("W024", "0xff", "")]),
        ("cub::WarpReduce<int> r(m);", [("W028", "WarpReduce<", "WarpReduce")]),
        ("p = __reduce_max_sync(m, p);", [("W037", "__reduce_max_sync", "__reduce_max_sync")]),
    ],
)
def test_each_place_is_shown(body: str, expected: list[tuple[str, str, str]]) -> None:
    assert hazards(body) == expected


@pytest.mark.parametrize(
    "body",
    [
        "p = lane & 31; if (lane < 32) p = 1; __shared__ int s[32];",
        "p = __shfl(p, 3, 32); if (lane < 32) p = 1;",
        "p = __any(p); n = n % 64; n = n & 7; n = lane & 63;",
        "p = __any(n & 31);",
        "for (int o = warpSize / 2; o > 0; o /= 2) p += __shfl_xor(p, o);",
        "for (int i = 0; i < 16; i++) p += __any(p);",
        "int a[8]; a[0] = __any(p) + warpSize;",
        "p = __any_sync(0xffffffff, p) + __all_sync(~0ull, p);",
        "__shared__ int s[64]; s[n] = __any(p);",
        "n = n * 31; p = __any(n);",
    ],
)
def test_what_does_not_count_by_the_width_is_not_said(body: str) -> None:
    """Without work on a wavefront a function may count as it likes, and what is no lane's number as well."""
    assert hazards(body) == []


def test_a_function_that_is_joined_to_a_wavefront_splits_by_its_width() -> None:
    split = [("W012", "threadIdx.x % 32", "the lane")]
    assert hazards("n = threadIdx.x % 32;") == []
    assert hazards("n = threadIdx.x % 32;", b"f") == split
    assert hazards("n = threadIdx.x % 32;", b"other") == split


def test_who_leaves_the_warp_to_others_is_told_of_its_steps_and_a_host_is_not() -> None:
    vote = "__device__ int vote(int p) { return __any(p); }\n"
    body = "for (int i = 0; i < n; i += 32) p[i] = vote(p[i]);"
    for head, expected in (
        ("__global__ void k", {"W012"}),
        ("__device__ void f", {"W012"}),
        ("void f", set()),
    ):
        assert rules_of(native(f"{vote}{head}(int *p, int n) {{ {body} }}")) - {"W036"} == expected


GIVEN = """
template <int W> __device__ int sum(int x) {
    for (int o = W / 2; o; o /= 2) x += __shfl_xor_sync(~0u, x, o, W);
    return x;
}
template <int W> __device__ int other(int x) { return x % W; }
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int lane = p[0] % warpSize; p[lane] = q.sum<32>(lane);", True),
        ("int lane = p[0] % warpSize; p[lane] = sum< 32 >(lane);", True),
        ("int lane = p[0] % warpSize; p[lane] = sum<16>(lane);", False),
        ("int lane = p[0] % warpSize; p[lane] = other<32>(lane);", False),
        ("int lane = p[0] % 32; p[lane] = sum<32>(lane);", False),
    ],
)
def test_a_width_of_32_beside_the_wavefront_is_said(body: str, *, expected: bool) -> None:
    source = f"{GIVEN}__global__ void k(int *p, S q) {{ {body} }}\n"
    assert ("W012" in rules_of(native(source))) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"< 32", True),
        (b"<= 31", True),
        (b"+= 0x20", True),
        (b"* 32", True),
        (b"== kWarpSize", True),
        (b"* 31", False),
        (b"< 64", False),
        (b"< n", False),
        (b"< warpSize", False),
    ],
)
def test_a_bound_that_is_the_width_of_a_warp(text: bytes, *, expected: bool) -> None:
    """A factor of 31 makes checksums; the wavefront's own width is what is wanted."""
    unit, constants = Unit(b"i " + text + b";"), ConstantTable({})
    node = expression(unit.code)
    found = bound(unit, 0, node.parts[0], constants)
    assert (found and unit.code[slice(*found)]) == (text if expected else None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = 32 * n", "32"),
        ("a = 32 * 4", "32"),
        ("a += 32 / n", "32"),
        ("a < 32 - n", "32"),
        ("a == 32 - 1", "== 32 - 1"),
        ("a = 32 / 2", None),
        ("a = 31 * n", None),
        ("a = 32 - __clz(n)", None),
        ("a = min(n, 32)", "min(n, 32)"),
        ("a >> 31", ">> 31"),
        ("f<32>(a)", None),
        ("template <class T, int n = 32> void f", "= 32"),
    ],
)
def test_parts_and_bounds_of_a_warp(text: str, expected: str | None) -> None:
    unit, constants = Unit(text.encode()), ConstantTable({})
    found = [bound(unit, 0, node, constants) for node in expression(unit.code).walk()]
    assert [text[slice(*one)] for one in found if one] == ([expected] if expected else [])


@pytest.mark.parametrize(("given", "is_told"), [("warpSize", True), ("n", False), ("16", False)])
def test_a_mask_is_told_where_the_width_may_be_the_wavefront_s(given: str, *, is_told: bool) -> None:
    source = "__device__ float part(float v, int w) { return __shfl_sync(0xffff, v, 3, w); }\n"
    source += f"__global__ void k(float *o, int n) {{ if (n < 16) o[n] = part(o[n], {given}); }}\n"
    assert ("W024" in {one.rule for one in native(source).findings}) is is_told
