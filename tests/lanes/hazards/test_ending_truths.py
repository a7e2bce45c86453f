"""What a call has to say for the loop to be left that asks it."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.hazards.ending_truths import ending_truth
from hipify_py.lanes.hazards.loop_exits import LoopExits
from hipify_py.lanes.hazards.one_loop import Turn
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("loop", "truth"),
    [
        ("while (!asked()) {}", True),
        ("while (asked()) {}", False),
        ("while (n && !asked()) {}", True),
        ("while (!(asked() || n)) {}", True),
        ("while (true) { if (asked()) break; }", True),
        ("while (true) { if (!asked()) break; }", False),
        ("while (true) { if (asked()) continue; break; }", False),
        ("do { v = asked(); } while (!v);", True),
        ("do { v = !asked(); } while (v);", True),
        ("while (asked() < 3) {}", None),
        ("while (n) { asked(); }", None),
    ],
)
def test_the_truth_that_ends_a_loop(loop: str, truth: bool | None) -> None:
    unit = Unit(f"__global__ void k(int *p, int n) {{ bool v = false; {loop} here(); }}".encode())
    read = model(unit, function_at(unit))
    turn = Turn(LoopExits(unit, read, ConstantTable({})), read.loops[0])
    assert ending_truth(turn, unit.code.index(b"asked")) is truth
