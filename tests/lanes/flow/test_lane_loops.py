"""Names that count the lanes of a warp one by one."""

from __future__ import annotations

import pytest
from helpers.warps import device, facts_of

from hipify_py.lanes.flow.def_use import read
from hipify_py.lanes.flow.lane_loops import counting_lanes
from hipify_py.source.unit import Unit


def counting(code: str) -> set[str]:
    unit = Unit(f"__device__ void f(int p, int n) {{ {code} }}".encode())
    (facts,) = facts_of(unit)
    return {symbol.partition(b"@")[0].decode() for symbol in counting_lanes(unit, read(unit, facts))}


@pytest.mark.parametrize(
    "code",
    [
        "for (int i = 0; i < warpSize; i++) { }",
        "for (unsigned i = 0; warpSize > i; ++i) { }",
        "for (int i = 0; i <= warpSize - 1; i += 2) { }",
        "for (int i = p; i != (int)warpSize && p; i++) { }",
        "for (int i = warpSize - 1; i >= 0; i--) { }",
        "int i = 0; while (i < warpSize) { i++; }",
        "int i = 0; do { ++i; } while (i < warpSize);",
    ],
)
def test_lanes_are_counted(code: str) -> None:
    (symbol,) = counting(code)
    assert symbol.startswith("i")


@pytest.mark.parametrize(
    "code",
    [
        "for (int i = 0; i < 32; i++) { }",
        "for (int i = 0; i < n; i += warpSize) { }",
        "for (int i = 1; i < warpSize; i *= 2) { }",
        "for (int i = 1; i < warpSize; i <<= 1) { }",
        "for (int i = warpSize / 2; i > 0; i /= 2) { }",
        "for (int i = 0; i < warpSize / 4; i++) { }",
        "for (int i = 0; (1 << i) < warpSize; i++) { }",
        "if (p < warpSize) { n++; }",
        "for (int i = 0; p < warpSize; i++) { }",
    ],
)
def test_what_counts_something_else(code: str) -> None:
    assert counting(code) == set()


def test_a_mask_that_such_a_loop_builds_has_64_bits() -> None:
    code = "unsigned m = 0; for (int i = 0; i < %s; i++) if (__shfl(p, i) == p) m |= 1u << i; p = __popc(m);"
    built = (
        code.replace("unsigned m", "unsigned long long m").replace("1u", "1ull").replace("__popc", "__popcll")
    )
    assert built % "warpSize" in device(code % "warpSize").text
    assert "m |= 1u << i; p = __popc(m);" in device(code % "8").text
