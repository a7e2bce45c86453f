"""Where a file uses an operator of its own that HIP has too."""

from __future__ import annotations

import pytest

from hipify_py.match.operator_uses import MOST, uses
from hipify_py.source.unit import Unit


def used(text: str, sign: str = "*") -> list[str]:
    unit = Unit(text.encode())
    return [text[: span.start].rpartition("\n")[2] for span in uses(unit, sign.encode(), b"double2", 0)]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("a * b;", ["a "]),
        ("s * b;", ["s "]),
        ("q[i + 1] * s;", ["q[i + 1] "]),
        ("f(s) * a;", ["f(s) "]),
        ("a * (s);", ["a "]),
        ("a * a + s * b;", ["a ", "a * a + s "]),
        ("s * s;", []),
        ("a * 2;", []),
        ("a *= b;", []),
        ("a / b;", []),
        ("double2 *t = a;", []),
        ("p.a * s;", []),
        ("a->s * s;", []),
    ],
)
def test_an_operand_is_declared_with_the_type(line: str, found: list[str]) -> None:
    assert used(f"void f(double2 a, double2 b, double2 *q, float s, int i) {{\n{line}\n}}") == found


def test_an_assignment_is_an_operator_of_its_own() -> None:
    assert used("void f(double2 a, double2 b) {\na *= b; a * b;\n}", "*=") == ["a "]


def test_another_function_has_names_of_its_own() -> None:
    assert used("void f(double2 a) {}\nvoid g(float a) {\na * a;\n}") == []


def test_no_more_than_some_are_told() -> None:
    assert len(used("void f(double2 a) {\n" + "a * a;\n" * (MOST + 5) + "}")) == MOST
