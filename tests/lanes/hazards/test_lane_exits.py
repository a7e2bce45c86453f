"""What leaves a function, a turn of a loop or a loop under conditions that only some lanes meet."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.lanes.hazards.lane_exits import LaneExits, leaves_before
from hipify_py.model import Span
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit


def exits_of(code: str) -> LaneExits:
    unit = Unit(
        f"__global__ void k(int *p, int n) {{ int i = threadIdx.x, w = i / 32; {code} here(); }}".encode()
    )
    function = function_at(unit)
    return LaneExits(unit, model(unit, function), LazyValues(unit, function, ConstantTable({})))


@pytest.mark.parametrize(
    ("loop", "differs"),
    [
        ("for (int j = 0; j < n; j++) n++;", False),
        ("for (int j = w; j < n; j++) n++;", False),
        ("for (int j = i; j < n; j++) n++;", True),
        ("for (int j = 0; j < i; j++) n++;", True),
        ("for (int j = 0; j < p[i]; j++) n++;", True),
        ("for (int j = 0, i = n; i < 4; i++) n++;", False),
        ("for (int j = i; j - i < n; j += 32) n++;", False),
        ("for (int j = i; n > (j - i); j += 32) n++;", False),
        ("for (int j = i, k = i; j - i < k; j += 32) n++;", True),
        ("for (int j = i; j - i < n - j; j += 32) n++;", True),
        ("for (int j = i; 2 * j - i < n; j += 32) n++;", True),
        ("for (int j = i; j - i * 2 < n; j += 32) n++;", True),
        ("for (int j = i; j - i < n; j += i) n++;", True),
        ("for (int j = i; j - i < p[i]; j += 32) n++;", True),
        ("for (int j = i; j - i < n; j += 32) { n++; i++; }", False),
        ("for (int j = i; j - i < n; j += 32) { n++; if (p[i]) i++; }", True),
        ("for (int j = i; j - i < n; j += 32) { n++; if (p[i]) j++; }", True),
        ("while (i < n) n++;", True),
        ("while (n < 32) n++;", False),
        ("do n++; while (p[i]);", True),
    ],
)
def test_a_loop_whose_turns_differ(loop: str, *, differs: bool) -> None:
    exits = exits_of(loop)
    at = exits.unit.code.index(b"n++")
    (condition,) = exits.model.path(at)
    assert exits.differs(condition) is differs


@pytest.mark.parametrize(
    ("code", "counts"),
    [
        ("if (i < n) return;", (1, 0, 0)),
        ("if (w < n) return;", (0, 0, 0)),
        ("for (;;) { if (i < n) break; }", (0, 1, 1)),
        ("for (;;) { if (i < n) continue; }", (0, 1, 0)),
        ("for (;;) { if (i < n) return; }", (1, 0, 1)),
        ("for (;;) { switch (i) { case 1: break; } }", (0, 0, 0)),
        ("auto f = [&] { if (i < n) return; };", (1, 0, 0)),
    ],
)
def test_what_lanes_leave(code: str, counts: tuple[int, int, int]) -> None:
    """Give the number of conditions under which they leave a function, a turn of a loop, and a loop."""
    found = tuple(sum(map(len, table.values())) for table in exits_of(code).tables)
    assert found == counts


def test_who_stands_under_the_condition_has_not_left() -> None:
    left = [(10, Span(1, 2)), (20, Span(3, 4))]
    assert leaves_before(15, left, set())
    assert not leaves_before(15, left, {Span(1, 2)})
    assert leaves_before(25, left, {Span(1, 2)})
    assert not leaves_before(10, left, set())
