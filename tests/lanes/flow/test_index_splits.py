"""What splits a thread's index by the width of a warp."""

from __future__ import annotations

import pytest
from helpers.sources import function_at
from helpers.warps import native, rules_of

from hipify_py.lanes.flow.constant_folding import ConstantTable, declared_constants
from hipify_py.lanes.flow.index_splits import arithmetic
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("threadIdx.x & 31;", [("lane", "threadIdx.x & 31", "31")]),
        ("tid / 32; tid >> 5;", [("warp", "tid / 32", "32"), ("warp", "tid >> 5", "5")]),
        ("tid % WARP; tid >> LOG;", [("lane", "tid % WARP", "WARP")]),
        ("tid % warpSize;", [("lane", "tid % warpSize", "warpSize")]),
        ("tid & (WARP - 1);", [("lane", "tid & (WARP - 1)", "WARP - 1")]),
        ("int i = threadIdx.x + n; p[i / 32] = 0;", [("warp", "i / 32", "32")]),
        ("tid & 15; tid / 64; tid - 32; tid && 31; tid < 32;", []),
        ("n % 32; p.tid / 32; threadIdx.y / 32; p[tid] / 32;", []),
        ("tid /= 32;", [("warp", "tid /= 32", "32")]),
        ("/* tid % 32 */", []),
        ("(tid << 27) >> 27;", [("lane", "(tid << 27) >> 27", "27")]),
        ("(tid << 26) >> 27; (n << 27) >> 27; (tid << 28) >> 28; tid >> 27;", []),
        ("tid / (1 << 5);", [("warp", "tid / (1 << 5)", "1 << 5")]),
        ("tid >> (int)log2(32.0);", [("warp", "tid >> (int)log2(32.0)", "(int)log2(32.0)")]),
        (
            "tid >> int(std::log2f(WARP));",
            [("warp", "tid >> int(std::log2f(WARP))", "int(std::log2f(WARP))")],
        ),
        ("double z = 32.0; tid >> (int)log2(z);", [("warp", "tid >> (int)log2(z)", "(int)log2(z)")]),
        ("(int)(tid / 32.0f);", [("warp", "tid / 32.0f", "32.0f")]),
        ("static_cast<int>(tid / 32.);", [("warp", "tid / 32.", "32.")]),
        ("(unsigned)(tid * 0.03125f);", [("warp", "tid * 0.03125f", "0.03125f")]),
        ("int w = tid / 32.0f;", [("warp", "tid / 32.0f", "32.0f")]),
        ("unsigned w, v; w = (tid / 32.f);", [("warp", "tid / 32.f", "32.f")]),
        ("int w; w = tid * (1.0 / 32);", [("warp", "tid * (1.0 / 32)", "1.0 / 32")]),
        ("int w = (1.0f / 32.0f) * tid;", [("warp", "(1.0f / 32.0f) * tid", "1.0f / 32.0f")]),
        ("const int w = 0.03125f * tid;", [("warp", "0.03125f * tid", "0.03125f")]),
        ("int w(tid / 32.0f);", [("warp", "tid / 32.0f", "32.0f")]),
        ("float q = tid / 32.0; int w = q;", [("warp", "tid / 32.0", "32.0")]),
        ("floorf(tid / 32.0f);", [("warp", "tid / 32.0f", "32.0f")]),
        ("__float2int_rd(tid * 0.03125f);", [("warp", "tid * 0.03125f", "0.03125f")]),
        ("__umulhi(tid, 1u << 27);", [("warp", "__umulhi(tid, 1u << 27)", "1u << 27")]),
        ("__umulhi(0x08000000u, tid);", [("warp", "__umulhi(0x08000000u, tid)", "0x08000000u")]),
        ("float w = tid / 32.0f; float v = w; v = tid * (1.0 / 32);", []),
        ("int w = n / 32.0f; int v = tid / 64.0f; int u = tid * (2.0 / 32); int *p = tid / 32.0f;", []),
        ("int w = tid / 32.0f + 1; int v = tid * (1 / 32); ceilf(tid / 32.0f);", []),
        ("__umulhi(tid, 1u << 26); __umulhi(n, 1u << 27); __umul24(tid, 1u << 27);", []),
        ("tid / 32.0f; (float)(tid / 32.0f); (int)(tid / 64.0f); (int)(n / 32.0f);", []),
        ("tid * 0.03125f; (int)(tid * 0.0312f); tid >> (int)log2(64.0); tid >> (int)log(32.0);", []),
        ("double z = 32.0; z = n; tid >> (int)log2(z);", []),
        ("k<<<1, 32>>>(tid); x < tid>>5 >(tid);", [("warp", "tid>>5", "5")]),
    ],
)
def test_places_that_split_the_index_of_a_thread(code: str, expected: list[tuple[str, str, str]]) -> None:
    source = f"#define WARP 32\n#define LOG 4\n__device__ void k(int n, int tid) {{ {code} here(); }}"
    unit = Unit(source.encode())
    values = LazyValues(unit, function_at(unit), ConstantTable(declared_constants(unit)))
    found = arithmetic(values)
    assert [(one.kind, source[slice(*one.span)], source[slice(*one.width)]) for one in found] == expected


@pytest.mark.parametrize(("kind", "found"), [("int", 1), ("unsigned", 1), ("float", 0), ("auto", 0)])
def test_a_quotient_that_a_function_returns(kind: str, found: int) -> None:
    unit = Unit(f"__device__ {kind} f(int tid) {{ return threadIdx.x / 32.0f; here(); }}".encode())
    values = LazyValues(unit, function_at(unit), ConstantTable(declared_constants(unit)))
    assert [one.kind for one in arithmetic(values)] == ["warp"] * found


def test_the_member_of_an_object() -> None:
    code = "__global__ void k(int *p, P q) { P own = q; int a = threadIdx.x / %s; p[a] = __any(a); }\n"
    assert "W012" in rules_of(native(code % "far.WARP_SIZE"))
    for width in ("q.warp_size", "own.warp_size", "far.rows", "far.warpSize"):
        assert "W012" not in rules_of(native(code % width))
