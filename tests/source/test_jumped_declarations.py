"""Declarations that a `goto` or a `switch` leads past."""

from __future__ import annotations

import pytest

from hipify_py.source.function_reading import functions_by_name, model
from hipify_py.source.jumped_declarations import may_be_jumped_over
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("switch (a) { case 0: int x; case 1: ; }", True),
        ("switch (a) { case 0: int x; default: ; }", True),
        ("switch (a) { case 0: int x; if (b) { case 1: ; } }", True),
        ("switch (a) { case 1: ; case 0: int x; }", False),
        ("switch (a) { case 0: { int x; } case 1: ; }", False),
        ("int x; switch (a) { case 1: ; }", False),
        ("switch (a) { case 0: int x; switch (b) { case 1: ; } }", False),
        ("if (a) goto end; int x; end: ;", True),
        ("{ int x; in: ; } goto in;", True),
        ("int x; if (a) goto end; end: ;", False),
        ("{ if (a) goto end; int x; } end: ;", False),
        ("again: int x; if (a) goto again;", False),
    ],
)
def test_a_label_behind_a_declaration_to_which_a_jump_leads_from_outside(
    body: str, *, expected: bool
) -> None:
    unit = Unit(f"__global__ void k(int a, int b) {{ {body} }}\n".encode())
    (home,) = functions_by_name(unit)[b"k"]
    (made,) = [one for one in model(unit, home).declarations if one.name == b"x"]
    assert may_be_jumped_over(unit, home, made) is expected


def test_of_many_labels_one_is_taken_for_such() -> None:
    cases = "".join(f"case {number}: " for number in range(100))
    unit = Unit(f"__global__ void k(int a) {{ int x; switch (a) {{ {cases}; }} }}\n".encode())
    (home,) = functions_by_name(unit)[b"k"]
    (made,) = [one for one in model(unit, home).declarations if one.name == b"x"]
    assert may_be_jumped_over(unit, home, made)
