"""Functions that say by `true` and `false` whether they found what a loop waits for."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.hazards.loop_exits import LoopExits
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit


def kind(body: str, loop: str = "while (!take(f, p)) {}") -> str:
    """Give what a loop waits for that asks a function with some body."""
    unit = Unit(
        f"__device__ bool take(volatile int *f, int *p) {{ {body} }}\n"
        f"__global__ void k(volatile int *f, int *p) {{ {loop} here(); }}".encode()
    )
    read = model(unit, function_at(unit))
    return LoopExits(unit, read, ConstantTable({})).kind(read.loops[0])


@pytest.mark.parametrize(
    "body",
    [
        "if (f[0]) return true; return false;",
        "if (f[0] == 0) return false; p[0] = 1; return true;",
        "if (f[0]) { p[0] = p[0] + 1; return true; } return false;",
        "if (f[0]) return (1); else return 0;",
    ],
)
def test_a_flag_is_asked(body: str) -> None:
    assert kind(body) == "flag"


@pytest.mark.parametrize(
    "body",
    [
        "p[0] = p[0] + 1; if (p[0] > 8) return true; return false;",
        "if (f[0]) return true; p[0]++; return p[0] > 3;",
    ],
)
def test_it_moves_by_itself(body: str) -> None:
    assert kind(body) != "lock"


def test_a_lock_is_taken() -> None:
    assert kind("if (atomicCAS(p, 0, 1) == 0) return true; return false;") == "lock"
