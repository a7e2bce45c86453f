"""What leaves the loops of a function from inside."""

from __future__ import annotations

import pytest

from hipify_py.lanes.hazards.ways_out import leaving
from hipify_py.source.function_reading import defined_functions, model
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("while (n) { a(); }", {}),
        ("while (n) { if (m) break; }", {"n": [["m"]]}),
        ("while (n) { break; }", {"n": [[]]}),
        ("while (n) { if (m) { if (k) return; } if (k) break; }", {"n": [["m", "k"], ["k"]]}),
        ("while (n) { while (m) { if (k) break; } }", {"m": [["k"]]}),
        ("while (n) { while (m) { if (k) return; } }", {"n": [["m", "k"]], "m": [["k"]]}),
        ("while (n) { switch (m) { case 1: break; } }", {}),
        ("while (n) { if (m) continue; if (k) break; }", {"n": [["k", "m"]]}),
        ("while (n) { auto g = [&] { if (m) return; }; }", {}),
        ("if (n) return;", {}),
    ],
)
def test_conditions_of_ways_out(body: str, found: dict[str, list[list[str]]]) -> None:
    unit = Unit(f"void f(int n, int m, int k) {{ {body} }}".encode())
    ways = leaving(model(unit, defined_functions(unit)[b"f"]))
    text = {
        head: [[unit.code[slice(*one)].decode() for one in way] for way in of] for head, of in ways.items()
    }
    assert {unit.code[slice(*head)].decode(): of for head, of in text.items()} == found
