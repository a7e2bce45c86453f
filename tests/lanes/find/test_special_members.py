"""What classes of a file do where nobody calls it by name."""

from __future__ import annotations

import pytest

from hipify_py.lanes.find.special_members import (
    class_around,
    class_named,
    class_of_object,
    gives_its_value,
    operators,
    sign_of,
)
from hipify_py.source.function_reading import functions_by_name, names
from hipify_py.source.unit import Unit

SOURCE = b"""
struct A { int operator()() { return 1; } operator bool() const { return true; } void operator+=(int) { f(); }
  int operator_like() { return 2; } };
template <class T> class B { T operator[](int i) { return i; }
  struct Inner { int operator*() { return 0; } }; };
int B<int>::operator()(int a) { return a; }
bool operator==(A a, A b) { return true; }
using C = A;
void use() { A a; const ns::A b; B<int> c; C d; auto e = A(); auto f = A{}; int g; auto h = 3; A &i = a; }
"""


def test_operators_by_class() -> None:
    found = operators(Unit(SOURCE))
    assert {name: [sign_of(one) for one in ones] for name, ones in found.items()} == {
        b"A": [b"()", b"bool", b"+="],
        b"B": [b"[]", b"()"],
        b"Inner": [b"*"],
    }
    assert [gives_its_value(one) for one in found[b"A"]] == [True, True, False]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a", "A"),
        ("b", "A"),
        ("c", "B"),
        ("d", "A"),
        ("e", "A"),
        ("f", "A"),
        ("g", "int"),
        ("h", ""),
        ("i", "A"),
    ],
)
def test_the_class_of_an_object(name: str, expected: str) -> None:
    unit = Unit(SOURCE)
    made = names(unit, functions_by_name(unit)[b"use"][0]).declared[name.encode()][0]
    assert class_of_object(unit, made).decode() == expected


def test_the_class_around_a_place() -> None:
    unit = Unit(SOURCE)
    assert class_around(unit, SOURCE.index(b"return 0")) == b"Inner"
    assert class_around(unit, SOURCE.index(b"return i")) == b"B"
    assert class_around(unit, SOURCE.index(b"return a")) == b""
    assert class_named(b"ns::B<a::b, 3>") == b"B"
