"""Names that hold functions: pointers, tables, and types of such."""

from __future__ import annotations

import pytest

from hipify_py.lanes.hazards.function_tables import function_types, holds_functions, is_of_here
from hipify_py.source.function_reading import defined_functions
from hipify_py.source.tokens import token_at
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("typedef void Step(int);", {"Step"}),
        ("typedef void (*Step)(int);", {"Step"}),
        ("typedef void (C::*Step)(int);", {"Step"}),
        ("using Step = void (*)(int);", {"Step"}),
        ("using Step = void(int); typedef Step *Steps[4];", {"Step", "Steps"}),
        ("using Step = std::function<void()>;", {"Step"}),
        ("void g(); using Step = decltype(&g);", {"Step"}),
        ("typedef int Number;", set()),
        ("using Row = std::vector<int>;", set()),
    ],
)
def test_types(code: str, names: set[str]) -> None:
    found = function_types(Unit(f"{code} void g() {{}}".encode()))
    assert {name.decode() for name in found} == names


@pytest.mark.parametrize(
    ("head", "body", "holds"),
    [
        ("", "void (*here)(int) = 0;", True),
        ("typedef void Step(int);", "Step *here;", True),
        ("", "auto here = &g;", False),
        ("typedef void Step(int); Step *table[2];", "auto here = table[0];", True),
        ("void (*here[2])(int);", "", True),
        ("int here[2];", "", False),
        ("", "int here = 0;", False),
    ],
)
def test_names_that_hold_functions(head: str, body: str, holds: bool) -> None:
    unit = Unit(f"{head} void g(int n) {{}} void f(int n) {{ {body} use(here); }}".encode())
    name = token_at(unit.code, unit.code.rindex(b"here"))
    home = defined_functions(unit)[b"f"]
    assert holds_functions(unit, home, name) is holds


def test_whose_a_name_is() -> None:
    unit = Unit(b"int all[2]; int one; void f(int n) { int own; use(own, n, all, one); }")
    home, at = defined_functions(unit)[b"f"], unit.code.index(b"use")
    assert [is_of_here(unit, home, name, at) for name in (b"own", b"n", b"all", b"one")] == [True] * 3 + [
        False
    ]
