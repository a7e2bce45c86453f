"""Functions that are given the width of a warp as a plain argument."""

from __future__ import annotations

import pytest
from helpers.warps import facts_of, native, rules_of, text_of

from hipify_py.lanes.rewrite.given_widths import given_widths
from hipify_py.lanes.rewrite.wavefront_functions import connected, is_confined
from hipify_py.source.unit import Unit

LOOP = "int s = 0; for (int k = 0; k < n; k++) s += __shfl_sync(~0u, v, k); return s; }\n"
FUNCTIONS = (
    "__device__ int team(int v, int n) { "
    + LOOP
    + "__device__ int alone(int v, int n) { "
    + LOOP.replace(", k)", ", k, n)")
    + "__device__ int down(int v, int n) {\n"
    "    for (int k = n / 2; k; k /= 2) v += __shfl_down_sync(~0u, v, k); return v; }\n"
    "__device__ int on(int v, int lanes) { return team(v, lanes); }\n"
    "__device__ int changed(int v, int n) { n /= 2; " + LOOP + "__global__ void splits(int *o, int n) {"
    " o[threadIdx.x / n] = __any_sync(~0u, o[threadIdx.x & (n - 1)]); }\n"
    "__global__ void rows(int *o, int n) {\n"
    "    for (int i = 0; i < n; i++) o[i] = __any_sync(~0u, o[i]); }\n"
    "__global__ void aside(int *o, int n) { o[threadIdx.x / n] = 1; }\n"
)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("__global__ void k(int v) { team(v, 32); }", ["W012 32"]),
        ("__global__ void k(int v) { down(v, W); }", ["W012 W"]),
        ("__global__ void k(int v) { const int n = 4 * 8; on(v, n); }", ["W012 n"]),
        ("__global__ void k(int v) { team(v, 16); team(v, warpSize); team(v, v); }", []),
        ("__global__ void k(int v) { alone(v, 32); changed(v, 32); aside(v, 32); }", []),
        ("void h(int *o) { splits<<<1, 64>>>(o, 32); }", ["W038 32"]),
        ("void h(int *o, int n) { splits<<<1, 64>>>(o, n); }\nvoid run(int *o) { h(o, W); }", ["W038 W"]),
        ("void h(int *o, cudaDeviceProp p) { splits<<<1, 64>>>(o, p.warpSize); }", []),
        ("void h(int *o) { rows<<<1, 64>>>(o, 32); aside<<<1, 64>>>(o, 32); }", []),
    ],
)
def test_what_gives_32(code: str, expected: list[str]) -> None:
    unit = Unit(f"constexpr int W = 32;\n{FUNCTIONS}{code}\n".encode())
    all_facts = facts_of(unit)
    found = given_widths(unit, all_facts, connected(unit, all_facts), is_confined)
    assert [f"{one.hazard.message} {text_of(unit, one.hazard.span)}" for one in found] == expected


def test_it_is_said_where_nothing_else_speaks_of_32() -> None:
    assert "W038" in rules_of(native(FUNCTIONS + "void h(int *o) { splits<<<1, 64>>>(o, 32); }\n"))
    on = FUNCTIONS + "void h(int *o, int n) { splits<<<1, 64>>>(o, n); }\n"
    assert "W038" not in rules_of(native(on))
    assert "W038" in rules_of(native(on + "void run(int *o) { h(o, 32); }\n"))
    assert "W012" in rules_of(native(FUNCTIONS + "__global__ void k(int *o) { o[0] = on(o[1], 32); }\n"))


TEMPLATES = """template <int N> __device__ int team(int v) {
    int s = 0; for (int k = 0; k < N; k++) s += __shfl_sync(~0u, v, k); return s; }
template <class T, int N> __global__ void splits(T *o) {
    o[threadIdx.x / N] = __any_sync(~0u, o[threadIdx.x & (N - 1)]); }
template <int N> __device__ void rows(int *o) { for (int i = 0; i < N; i++) o[i] = __any_sync(~0u, o[i]); }
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("__global__ void k(int *o) { *o = team<32>(*o); }", {"W012"}),
        ("__global__ void k(int *o) { *o = team<8>(*o); }", set()),
        ("void h(int *o) { splits<int, 2 * 16><<<1, 64>>>(o); }", {"W038"}),
        ("void h(int *o) { splits<int, 64><<<1, 64>>>(o); }", set()),
        ("__global__ void k(int *o) { rows<32>(o); }", set()),
    ],
)
def test_what_puts_32_for_a_template(code: str, expected: set[str]) -> None:
    assert rules_of(native(TEMPLATES + code + "\n")) - {"W036"} == expected


RANK = "{ return __popc(m & ((1u << (threadIdx.x % %s)) - 1)); }\n"
VOTES = "__global__ void k(int *p) { p[%s] = __any_sync(~0u, p[1]); }\n"
ASIDE = "__global__ void aside(int *p) { p[%s] = 1; }\n"
HELPERS = (
    "template <int N> __device__ int in() { return threadIdx.x % N; }\n"
    "template <int N = 32> __device__ int own() { return threadIdx.x & (N - 1); }\n"
    "template <class T, int N = 32> __device__ T row(T t) { return (t + threadIdx.x) / N; }\n"
    "__device__ int of(int w, int n = 32) { return w + threadIdx.x % n; }\n"
    "__device__ int on(int n) { return of(1, n); }\n"
)


@pytest.mark.parametrize(
    "call",
    [
        "in<32>()",
        "own<>()",
        "own<32>()",
        "row(1)",
        "row<int>(1)",
        "row<int, 32>(1)",
        "of(1, 32)",
        "of(1)",
        "on(32)",
    ],
)
def test_helpers_that_split_an_index(call: str) -> None:
    assert rules_of(native(HELPERS + VOTES % call)) == {"W036", "W012"}
    assert "W012" not in rules_of(native(HELPERS + ASIDE % call))
    # beside a kernel that counts otherwise
    assert "W012" not in rules_of(native(HELPERS + ASIDE % call + VOTES % 0))


@pytest.mark.parametrize(
    "call",
    [
        "in<16>()",
        "own<warpSize>()",
        "own<16>()",
        "row<int, 64>(1)",
        "of(1, warpSize)",
        "of(32, 8)",
        "on(p[0])",
    ],
)
def test_helpers_that_are_given_another_width(call: str) -> None:
    assert "W012" not in rules_of(native(HELPERS + VOTES % call))


def test_ranks_that_a_helper_gives_by_a_width() -> None:
    votes = "__global__ void k(int *p) { p[%s] = 1; }\n"
    for head, call in (
        ("template <int N> __device__ int rank_of(unsigned m) ", "rank_of<32>"),
        ("template <int N = 32> __device__ int rank_of(unsigned m) ", "rank_of<>"),
    ):
        source = head + RANK.replace("%s", "N") + votes % (call + "(__ballot_sync(~0u, p[1]))")
        assert rules_of(native(source)) == {"W036", "W012"}
        assert "W012" not in rules_of(native(source.replace("32", "warpSize")))
