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
    ],
)
def test_places_that_split_the_index_of_a_thread(code: str, expected: list[tuple[str, str, str]]) -> None:
    source = f"#define WARP 32\n#define LOG 4\n__global__ void k(int n, int tid) {{ {code} here(); }}"
    unit = Unit(source.encode())
    values = LazyValues(unit, function_at(unit), ConstantTable(declared_constants(unit)))
    found = arithmetic(values)
    assert [(one.kind, source[slice(*one.span)], source[slice(*one.width)]) for one in found] == expected


def test_the_member_of_an_object() -> None:
    code = "__global__ void k(int *p, P q) { P own = q; int a = threadIdx.x / %s; p[a] = __any(a); }\n"
    assert "W012" in rules_of(native(code % "far.WARP_SIZE"))
    for width in ("q.warp_size", "own.warp_size", "far.rows", "far.warpSize"):
        assert "W012" not in rules_of(native(code % width))
