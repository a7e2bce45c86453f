"""Elements of constant arrays and members of constant objects, and what lies in the memory of constants."""

from __future__ import annotations

import pytest
from helpers.warps import native, remaining, rules_of

from hipify_py.lanes.flow.constant_folding import ConstantTable, constant_table, declared_constants
from hipify_py.source.unit import Unit

STRUCT = "struct P { int width; unsigned mask; };\n"


def table(source: str) -> ConstantTable:
    unit = Unit((STRUCT + source).encode())
    return constant_table(unit, declared_constants(unit))


@pytest.mark.parametrize(
    ("source", "asked", "worth"),
    [
        ("constexpr int a[2] = {32, 64};", "a[1] / 2", 32),
        ("const int a[] = {WARP, 4}; enum { WARP = 32 };", "a[0] + 1", 33),
        ("static constexpr std::uint32_t a[2]{1, 0xff};", "a[1]", 255),
        ("constexpr P p = {32, 0xffffu};", "p.mask >> 8", 255),
        ("__constant__ P p{32, ~0u};", "p.width", 32),
        ("const P p = {.mask = 7u, .width{16}};", "p.width * p.mask", 112),
        ("__constant__ unsigned FULL = 0xffffffffu;", "FULL", 0xFFFFFFFF),
        ("__device__ __constant__ const int WIDTH = 32, HALF = WIDTH / 2;", "HALF", 16),
        ("constexpr int a[1] = {32}; int f(int x) { return x * a[0] + a[0]; }", "a[0]", 32),
        ("__constant__ int W = 32; void f() { cudaMemcpy(p, q, sizeof(W), kind); }", "W", 32),
    ],
)
def test_parts_of_lists_and_the_memory_of_constants(source: str, asked: str, worth: int) -> None:
    found = table(source).number(asked.encode())
    assert found is not None
    assert found.value == worth


@pytest.mark.parametrize(
    ("source", "asked"),
    [
        ("int a[2] = {32, 64};", "a[1]"),
        ("constexpr int a[2] = {32, 64};", "a[2]"),
        ("constexpr int a[2] = {32, 64};", "a[i]"),
        ("constexpr int a[2] = {32, 64};", "b.a[0]"),
        ("constexpr P p = {32};", "p.mask"),
        ("constexpr Q p = {32, 1};", "p.width"),
        ("__constant__ P p;", "p.width"),
        ("__constant__ int W = 32; void f() { cudaMemcpyToSymbol(W, &w, sizeof(w)); }", "W"),
        (
            "__constant__ P p = {32, 1}; void f() { cudaMemcpyToSymbolAsync<P>(p, &w, n, 0, kind, s); }",
            "p.width",
        ),
        ("__constant__ int W = 32; void f() { cudaGetSymbolAddress((void **)&at, W); }", "W"),
        ("__constant__ int W = 32; void f() { put(W, 16); }", "W"),
        ('__constant__ int W = 32; void f() { cuModuleGetGlobal(&p, &n, m, "W"); }', "W"),
        ("const int a[2] = {32, 1}; __global__ void k() { int a[2]; }", "a[0]"),
        ("const P p = {32, 1}; __global__ void k(const P &p) {}", "p.width"),
        ("const P p = {32, 1}; __global__ void k() { P p; p.width = 1; }", "p.width"),
        ("void f() { const int a[1] = {1}; } void g() { const int a[1] = {2}; }", "a[0]"),
        ("constexpr int a[] = {" + "1, " * 20 + "2};", "a[0]"),
    ],
)
def test_what_is_no_constant(source: str, asked: str) -> None:
    assert table(source).number(asked.encode()) is None


KERNEL = (
    STRUCT
    + """__constant__ P par = {32, 0xffffffffu};
__constant__ unsigned masks[2] = {0xffffffffu, 0xffffu};
"""
)
UNDER = (
    "__global__ void k(int *p, int i) {{ i = threadIdx.x; if (i < 7) p[i] = __shfl_xor_sync({}, p[i], 1); }}"
)


@pytest.mark.parametrize(
    ("mask", "expected"), [("par.mask", ["W023"]), ("masks[0]", ["W023"]), ("masks[1]", [])]
)
def test_a_mask_of_all_lanes(mask: str, expected: list[str]) -> None:
    assert remaining(KERNEL + UNDER.format(mask)) == expected


def test_a_width_in_the_memory_of_constants() -> None:
    lane = (
        "__global__ void k(int *p) { int i = threadIdx.x % par.width; p[i] = __shfl_xor_sync(~0u, p[i], 1); }"
    )
    assert "W012" in rules_of(native(KERNEL + lane))
    assert "W012" not in rules_of(native(KERNEL.replace("32", "8") + lane))
