"""What one loop gives its names: parts of arrays and objects of its own, too."""

from __future__ import annotations

import pytest
from helpers.sources import function_at
from helpers.warps import remaining

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.hazards.loop_exits import LoopExits
from hipify_py.lanes.hazards.one_loop import Turn
from hipify_py.lanes.hazards.turn_values import chosen_swap, decided_by, is_gathered, is_moved, is_passed_on
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit

KERNEL = (
    "struct S { int f, n; };\n"
    "__global__ void k(volatile int *flags, int *p, int n) {"
    " int w = threadIdx.x / 32, i = 0, f[4], g[2][2]; bool all = false; S s; %s p[w] = 1; }\n"
)
WAITS = [
    "do { f[0] = flags[w]; } while (!f[0]);",
    "f[0] = atomicAdd(p, 0); while (f[0] != w) f[0] = atomicAdd(p, 0);",
    "for (;;) { f[0] = *flags; if (f[0] == w) break; }",
    "while (!(f[0] && f[1])) for (int j = 0; j < 2; j++) f[j] = flags[2 * w + j];",
    "while (!g[0][1]) for (int j = 0; j < 2; j++) g[j / 2][j] = flags[j];",
    "while (!all) { for (int j = 0; j < 4; j++) f[j] = __ldcg(&p[j]); all = f[0] && f[3]; }",
    "do { all = true; for (int j = 0; j < w; j++) { f[j] = flags[j]; all = all && f[j]; } } while (!all);",
    "f[0] = 0; while (f[0] < w) { if (flags[w - 1]) f[0] = w; }",
    "do { s.f = flags[w]; } while (!s.f);",
    "do { (s.f) = flags[w]; } while (s.f == s.n);",
]
MOVES_ON = [
    "while (!f[3]) { f[i] = flags[i]; i++; }",
    "while (!f[3]) { f[i] = 1; i++; }",
    "while (f[0] < n) { f[0] += flags[w]; }",
    "while (f[0] > 1) { f[0] = flags[f[0]]; }",
    "while (s.f < s.n) { int m = (s.f + s.n) / 2; if (flags[m]) s.f = m + 1; else s.n = m; }",
    "while (f[0] > f[1]) { int t = f[0]; f[0] = f[1]; f[1] = t; }",
    "while (f[0] < n) { fill(f, flags); f[0] = flags[1]; }",
    "f[i++] = 0; while (i > 0) { int of = f[--i]; if (flags[of] > 0) f[i++] = flags[of]; }",
    "int *of = p + w; while (of[0] < n) { of[0] = flags[w]; }",
]


def turn(body: str) -> Turn:
    unit = Unit(
        f"__global__ void k(int *p, int n, int m) {{ int v = 0; while (n) {{ {body} }} here(); }}".encode()
    )
    read = model(unit, function_at(unit))
    return Turn(LoopExits(unit, read, ConstantTable({})), read.loops[0])


@pytest.mark.parametrize(
    ("body", "moved"),
    [
        ("v = v + 1;", True),
        ("v += 2;", True),
        ("v++;", True),
        ("v = p[0];", False),
        ("v = n;", False),
        ("v = __shfl_sync(~0u, v, 0);", False),
        ("v = __shfl_sync(~0u, (int)v, 0) != 0;", False),
        ("v = (bool)__shfl_sync(~0u, v ? 1 : 0, 0);", False),
        ("v = !!__any_sync(~0u, static_cast<int>(v));", False),
        ("v = __shfl_sync(~0u, !v, 0);", True),
        ("v = __shfl_sync(~0u, v, 0) + 1;", True),
        ("v = __shfl_sync(~0u, v ? 2 : 1, 0);", True),
        ("v += atomicExch(p, 0);", False),
    ],
)
def test_what_moves_a_name(body: str, moved: bool) -> None:
    found = turn(body)
    (given,) = found.given[b"v"]
    assert is_moved(found, given, b"v") is moved


def test_what_is_passed_on_or_gathered() -> None:
    found = turn("v = __shfl_sync(~0u, v, 0);")
    assert is_passed_on(found, b"v", found.given[b"v"][0])
    assert not is_gathered(found, found.given[b"v"][0])
    found = turn("v |= atomicExch(p, 0);")
    assert is_gathered(found, found.given[b"v"][0])
    assert not is_passed_on(found, b"v", found.given[b"v"][0])


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        ("if (m > 3) v = p[0];", ["m > 3"]),
        ("if (v == 1 && m) v = 2;", ["m"]),
        ("v = 2;", []),
    ],
)
def test_the_conditions_under_which_a_name_is_given_something(body: str, asked: list[str]) -> None:
    found = turn(body)
    spans = decided_by(found, found.given[b"v"][0], b"v")
    assert [found.text(one).decode() for one in spans] == asked


@pytest.mark.parametrize(
    ("body", "sides", "asked"),
    [
        ("v = p && m ? atomicCAS(p, 0, 1) : 0;", ["atomicCAS(p, 0, 1)", "0"], ["m"]),
        ("v = m ? atomicCAS(p, 0, 1) : 0; p = p + 1;", ["atomicCAS(p, 0, 1)", "0"], ["m"]),
        ("v = p ? atomicCAS(p, 0, 1) : 0; p = p + 1;", ["atomicCAS(p, 0, 1)", "0"], ["p"]),
        ("v += m ? atomicCAS(p, 0, 1) : 0;", [], []),
        ("v = m ? p[0] : 0;", [], []),
        ("v = atomicCAS(p, 0, 1) ? 1 : 0;", ["1", "0"], ["atomicCAS(p, 0, 1)"]),
    ],
)
def test_the_sides_of_a_choice_that_swaps(body: str, sides: list[str], asked: list[str]) -> None:
    found = turn(body)
    both = chosen_swap(found, found.given[b"v"][0])
    assert [[found.text(one).decode() for one in each] for each in both] == [sides, asked]


@pytest.mark.parametrize("code", WAITS)
def test_a_flag_is_read_into_a_part_of_what_the_lane_holds(code: str) -> None:
    assert remaining(KERNEL % code) == ["W026"]


@pytest.mark.parametrize("code", MOVES_ON)
def test_a_part_is_made_of_what_was_there_or_another_part_is_given_a_value(code: str) -> None:
    assert remaining(KERNEL % code) == []
