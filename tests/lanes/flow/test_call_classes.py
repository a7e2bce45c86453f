"""Which function of a name a call may mean."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.call_classes import defines, may_call, takes
from hipify_py.source.function_reading import functions_by_name, model
from hipify_py.source.unit import Unit

CODE = """struct A { int f(int x) { return x; } int g() { return this->f(1); } };
struct B { int f(int x, int y = 2) { return x; } int h() { return f(1); } };
struct D : A { int i() { return f(1); } };
using Other = A;
int f(int x, int y, int z) { return x; }
void k(A a, B *b, D d) { auto u = v(); %s; }
"""


@pytest.mark.parametrize(
    ("call", "classes"),
    [
        ("a.f(1)", ["A"]),
        ("b->f(1)", ["B"]),
        ("b->f(1, 2)", ["B"]),
        ("d.f(1)", ["A", "B"]),  # of a base, which may be any
        ("u.f(1)", ["A", "B"]),
        ("b[1].f(1)", ["A", "B"]),
        ("A::f(1)", ["A"]),
        ("Other::f(1)", ["A"]),
        ("n::f(1, 2, 3)", [""]),
        ("f(1, 2, 3)", [""]),
    ],
)
def test_by_the_class_and_the_number_of_arguments(call: str, classes: list[str]) -> None:
    unit = Unit((CODE % call).encode())
    home = functions_by_name(unit)[b"k"][0]
    made = next(one for one in model(unit, home).calls if unit.code[slice(*one.name)] == b"f")
    found = [one for one in functions_by_name(unit)[b"f"] if may_call(unit, home, made, one)]
    assert sorted(one.name.rpartition("::")[0] for one in found) == sorted(
        one.name.rpartition("::")[0]
        for one, of in zip(functions_by_name(unit)[b"f"], ("A", "B", ""), strict=True)
        if of in classes
    )
    assert len(found) == len(classes)


def test_what_a_class_defines_and_a_function_takes() -> None:
    unit = Unit((CODE % "").encode())
    of_a, of_b, free = functions_by_name(unit)[b"f"]
    assert [defines(unit, one, b"f") for one in (b"A", b"B", b"D", b"")] == [True, True, False, False]
    assert [takes(unit, of_b, number) for number in range(4)] == [False, True, True, False]
    assert not takes(unit, of_a, 2)
    assert takes(unit, free, 3)
