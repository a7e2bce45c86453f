"""Calls beside masks, and how often a function is named."""

from __future__ import annotations

import pytest
from helpers.sources import marks
from helpers.warps import facts_of

from hipify_py.lanes.flow.lane_masks import Masks
from hipify_py.lanes.flow.met_calls import uses
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import functions_by_name
from hipify_py.source.unit import Unit

SOURCE = """__device__ unsigned long long wide(int n) { return 1ull << n; }
__device__ unsigned bit(int n) { return 1u << n; }
__device__ unsigned more(int n) { return n + 1; }
__global__ void k(unsigned *p) {
  unsigned m = __ballot_sync(~0u, p[0]); p[1] = m & bit(3); p[2] = m & bit(4); p[3] = m & wide(5) & more(6);
}
"""


def test_all_uses_are_met_once_each_of_them_is() -> None:
    unit = Unit(SOURCE.encode())
    found = Masks(unit, facts_of(unit)).met_calls
    first, last = marks(unit.source, b"bit(3)") + marks(unit.source, b"bit(4)")
    node, before = expression(b"bit(3)"), found.count
    assert found.is_met(node, first)
    assert found.meet(node, first) is True
    assert found.is_met(node, last)
    assert found.count == before
    assert not found.is_met(node, last + 1)
    assert not found.meet(expression(b"unseen(1)"), first)


@pytest.mark.parametrize(
    ("name", "makes"), [("bit", True), ("wide", False), ("more", False), ("unseen", False)]
)
def test_what_gives_a_shift_of_32_bits(name: str, makes: bool) -> None:
    unit = Unit(SOURCE.encode())
    assert Masks(unit, facts_of(unit)).met_calls.makes_shifts(name.encode()) is makes


def test_definitions_and_directives_about_a_name_are_no_uses() -> None:
    source = b"#undef f\nint f(int);\nint f(int a) { return a ? f(0) : 1; }\nint g() { return f(f(1)); }\n"
    unit = Unit(source)
    (function,) = functions_by_name(unit)[b"f"]
    assert uses(unit, function) == 4
