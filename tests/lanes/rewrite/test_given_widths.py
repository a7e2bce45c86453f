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
