"""What templates take, and what calls give them."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.source.function_reading import model
from hipify_py.source.template_parameters import (
    class_parameters,
    given_to,
    parameters_behind,
    template_parameters,
)
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("void", []),
        ("template <class T> void", [("T", None)]),
        ("template <typename T = int, int N = 2 * 16> void", [("T", "int"), ("N", "2 * 16")]),
        ("template <class... Ts, bool> void", [("Ts", None), ("bool", None)]),
        ("template <void (*F)(int)> void", [("F", None)]),
        ("template <class T = pair<int, int>> void", [("T", "pair<int, int>")]),
    ],
)
def test_parameters_and_their_defaults(head: str, expected: list[tuple[str, str | None]]) -> None:
    unit = Unit(f"{head} f(int a) {{ here; }}\n".encode())
    found = template_parameters(unit, function_at(unit))
    texts = [(one.name, one.default and unit.code[slice(*one.default)]) for one in found]
    assert [(name.decode(), text and text.decode()) for name, text in texts] == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("f<4>(1)", {"N": "4", "T": "int", "a": "1", "b": "7"}),
        ("f<4, long>(1, 2)", {"N": "4", "T": "long", "a": "1", "b": "2"}),
        ("f(x, y + 1, z)", {"T": "int", "a": "x", "b": "y + 1"}),
    ],
)
def test_what_a_call_gives(call: str, expected: dict[str, str]) -> None:
    source = "template <int N, class T = int> void f(T a, int b = 7) { here; }\nvoid g() { there; %s; }\n"
    unit = Unit((source % call).encode())
    called, home = function_at(unit), function_at(unit, b"there")
    (made,) = model(unit, home).calls
    given = {name: unit.code[slice(*span)] for name, span in given_to(unit, called, made)}
    assert {name.decode(): text.decode() for name, text in given.items()} == expected


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("template <class T, int N, typename... Ts>", [("T", True), ("N", False), ("Ts", True)]),
        ("template <template <class> class C, unsigned W = 32>", [("C", True), ("W", False)]),
        ("template <>", [("", False)]),
        ("template class A;", []),
    ],
)
def test_which_parameters_are_types(text: str, found: list[tuple[str, bool]]) -> None:
    listed = parameters_behind(text.encode(), len("template"))
    assert [(one.name.decode(), one.is_type) for one in listed] == found


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("template <class T, int N> struct S { void f() { here; } };", ["T", "N"]),
        ("template <int N> class S { struct I { template <int M> void f() { here; } }; };", ["N"]),
        ("template <class T> struct S { template <int N> struct I { void f() { here; } }; };", ["T", "N"]),
        ("template <int N> struct S<int, N> { void f() { here; } };", ["N"]),
        ("template <int N> struct S { int n; }; struct O { void f() { here; } };", []),
        ("template <int N> void f() { here; }", []),
    ],
)
def test_what_the_class_around_takes(source: str, expected: list[str]) -> None:
    unit = Unit(f"{source}\n".encode())
    assert [one.name.decode() for one in class_parameters(unit, function_at(unit))] == expected
