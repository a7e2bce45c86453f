"""Conditions on the ways through one turn of a loop."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.hazards.loop_exits import LoopExits
from hipify_py.lanes.hazards.one_loop import Turn
from hipify_py.lanes.hazards.turn_ways import TurnWays
from hipify_py.model import Span
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit


def ways(body: str) -> tuple[TurnWays, Unit]:
    head = "__global__ void k(volatile int *f, int *p, int n) { int v = 0; if (n) while (v < n) "
    unit = Unit(f"{head}{{ {body} }} }}".encode())
    read = model(unit, function_at(unit, b"while"))
    exits = [[read.loops[0].head]]
    return TurnWays(Turn(LoopExits(unit, read, ConstantTable({})), read.loops[0], exits)), unit


@pytest.mark.parametrize(
    ("body", "gates", "skipped"),
    [
        ("if (f[v]) here();", [("f[v]", False)], []),
        ("if (f[v]) v++; else here();", [("f[v]", True)], []),
        ("if (!f[v]) continue; here();", [("!f[v]", True)], ["!f[v]"]),
        ("if (n > 1) { if (!f[v]) continue; } here();", [], []),
        ("if (!f[v]) break; here();", [], []),
        ("for (int i = 0; i < f[0]; i++) here();", [], []),
        ("here(); if (!f[v]) continue; v++;", [], []),
    ],
)
def test_what_a_place_hangs_on(body: str, gates: list[tuple[str, bool]], skipped: list[str]) -> None:
    made, unit = ways(body)
    at = unit.code.index(b"here")
    found = [(unit.code[slice(*one.span)].decode(), one.otherwise) for one in made.gates(at)]
    assert found == gates
    assert [unit.code[slice(*one)].decode() for one in made.skipped(at)] == skipped


def test_where_the_loop_is_left() -> None:
    made, unit = ways("if (f[v]) { v++; break; } v = 2;")
    assert [made.leaves(unit.code.index(text)) for text in (b"v++", b"v = 2")] == [True, False]
    assert [unit.code[slice(*one)] for one in made.needed] == [b"f[v]"]
    assert [one.kind for one in made.jumps] == ["break"]


def test_what_moves_on_a_side_of_a_condition() -> None:
    made, unit = ways("if (f[v]) { v++; g(); } else { p[0] = 1; }")
    found = {
        (unit.code[slice(*gate.span)].decode(), gate.otherwise): [one and one.target for one in done]
        for gate, done in made.moving.items()
    }
    assert found == {
        ("f[v]", False): [b"v", None],
        ("f[v]", True): [b"p[0]"],
    }


def test_without_what_others_write_nothing_is_awaited() -> None:
    head = "__global__ void k(int *p, int n) { int v = 0; while (v < n) { if (!p[v]) continue; here(); } }"
    unit = Unit(head.encode())
    read = model(unit, function_at(unit))
    made = TurnWays(Turn(LoopExits(unit, read, ConstantTable({})), read.loops[0]))
    assert not made.is_possible
    assert made.skipped(unit.code.index(b"here")) == []


def test_a_part_of_the_exit() -> None:
    made, unit = ways("v++;")
    head = made.turn.loop.head
    part = head._replace(end=head.start + 1)
    assert [made.is_part_of_exit(one) for one in (part, head, Span(0, 0))] == [True, False, False]
    assert unit.code[slice(*head)] == b"v < n"
