"""In which regions of a function a place stands, as control comes to it."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.places import WHOLE, Places
from hipify_py.source.function_reading import defined_functions, model
from hipify_py.source.unit import Unit


def around(body: str) -> list[bytes]:
    """Give the conditions of the regions around `here`, from the inside out, `b""` for the function's."""
    code = f"void f(int n, int m) {{ {body} }}".encode()
    unit = Unit(code)
    read = model(unit, defined_functions(unit)[b"f"])
    found = Places(read).around(code.index(b"here"))
    conditions = (read.regions.listed[number].condition if number != WHOLE else None for number, _ in found)
    return [code[slice(*one.span)] if one else b"" for one in conditions]


@pytest.mark.parametrize(
    ("body", "conditions"),
    [
        ("here();", [b""]),
        ("if (n) here();", [b"n", b""]),
        ("if (n) { while (m) { here(); } }", [b"m", b"n", b""]),
        ("while (here()) { m(); }", [b"here()", b""]),
        ("for (int i = 0; i < n; here()) { m(); }", [b"int i = 0; i < n; here()", b""]),
        ("for (int i = here(); i < n; ++i) { m(); }", [b""]),
        ("if (n) { auto g = [&] { here(); }; }", [b""]),
    ],
)
def test_the_regions_around_a_place(body: str, conditions: list[bytes]) -> None:
    assert around(body) == conditions


def test_a_step_stands_behind_the_body() -> None:
    code = b"void f(int n) { for (int i = 0; i < n; step()) { last(); } }"
    unit = Unit(code)
    places = Places(model(unit, defined_functions(unit)[b"f"]))
    moved, last = (next(places.around(code.index(name))) for name in (b"step", b"last"))
    assert moved[0] == last[0]
    assert moved[1] > last[1]
