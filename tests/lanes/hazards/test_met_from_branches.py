"""Places where lanes meet that come from two branches, or from behind one on which some have left."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.lanes.hazards.lane_exits import LaneExits
from hipify_py.lanes.hazards.met_from_branches import met_from_branches
from hipify_py.model import Span
from hipify_py.source.function_reading import model
from hipify_py.source.search import places
from hipify_py.source.unit import Unit

MANY = 300


def met(code: str) -> list[str]:
    """Give the names of the places `at_...()` that are told."""
    unit = Unit(f"__global__ void k(int *p, int n) {{ int i = threadIdx.x; {code} here(); }}".encode())
    function = function_at(unit)
    exits = LaneExits(unit, model(unit, function), LazyValues(unit, function, ConstantTable({})))
    spans = [Span(at, unit.code.index(b"(", at)) for at in places(unit.code, b"at_")]
    return [unit.code[slice(*span)].decode() for span in met_from_branches(unit, spans, exits)]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("if (i < 16) at_a(); else at_b();", ["at_a", "at_b"]),
        ("if (n) at_a(); else at_b();", []),
        ("if (i < 16) { at_a(); at_b(); }", []),
        ("if (i < 16) { at_a(); return; } at_b();", ["at_a", "at_b"]),
        ("if (i < 16) return; at_a(); at_b();", []),
        ("if (i < 16) { at_a(); if (n) return; } at_b();", ["at_a", "at_b"]),
        ("if (i < 16) { at_a(); } at_b();", []),
        ("if (i < 16) { if (n) return; at_a(); } at_b();", ["at_a", "at_b"]),
        ("if (i < 16) { if (n) return; at_a(); }", []),
        ("at_a(); if (i < 16) { at_b(); return; } n++;", []),
        ("for (;;) { if (i < n) { at_a(); continue; } at_b(); } at_c();", ["at_a", "at_b"]),
        ("for (;;) { if (i < n) { at_a(); return; } at_b(); } at_c();", ["at_a", "at_b", "at_c"]),
        ("auto f = [&] { if (i < 16) { at_a(); return; } at_b(); }; at_c();", ["at_a", "at_b"]),
        ("if (i < 1) return; if (i < 2) { at_a(); return; } at_b(); at_c();", ["at_a", "at_b", "at_c"]),
    ],
)
def test_what_meets(code: str, expected: list[str]) -> None:
    assert met(code) == expected


def test_one_that_many_have_left_before() -> None:
    left = "".join(f"if (i == {each}) return; at_{each}(); " for each in range(MANY))
    assert met(left) == []
    assert met(left + "if (i < 16) { at_a(); return; } at_b();") == ["at_a", "at_b"]
