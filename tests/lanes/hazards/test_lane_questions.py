"""What is asked about names before a place is come to."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.hazards.lane_questions import LaneQuestions
from hipify_py.source.function_reading import defined_functions, model, names
from hipify_py.source.unit import Unit

NONE = frozenset[bytes]()


def questions(body: str) -> tuple[LaneQuestions, int]:
    unit = Unit(f"void f(unsigned m, int n, int at) {{ {body} }}".encode())
    function = defined_functions(unit)[b"f"]
    asked = LaneQuestions(unit, model(unit, function), names(unit, function), ConstantTable({}).plain)
    return asked, unit.code.index(b"here")


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        ("if (m) here();", True),
        ("if (!m) return; here();", True),
        ("bool any = m != 0; if (any) here();", True),
        ("assert(m); here();", True),
        ("if (n) here();", False),
        ("here(); if (m) n = 1;", False),
        ("m ? here() : 0;", True),
    ],
)
def test_whether_a_name_is_asked(body: str, asked: bool) -> None:
    found, at = questions(body)
    assert found.is_asked(frozenset({b"m"}), NONE, at) is asked


@pytest.mark.parametrize(
    ("body", "compared"),
    [("if (m > 3) here();", True), ("if (m) here();", False), ("if (m == 0) here();", False)],
)
def test_whether_a_name_is_held_against_a_number(body: str, compared: bool) -> None:
    found, at = questions(body)
    assert found.is_compared(frozenset({b"m"}), at) is compared


@pytest.mark.parametrize(
    ("body", "parted"),
    [("if (at & 31) here();", True), ("if (at % 32) here();", True), ("if (at > 31) here();", False)],
)
def test_whether_a_part_is_asked(body: str, parted: bool) -> None:
    found, at = questions(body)
    assert found.is_parted(frozenset({b"at"}), at) is parted


def test_where_what_is_worked_out_is_used() -> None:
    found, at = questions("n = here(m); use(n); use(n);")
    assert [found.unit.code[one : one + 1] for one in found.uses(at)] == [b"n", b"n"]
    found, at = questions("here(m);")
    assert found.uses(at) == []
