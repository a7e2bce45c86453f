"""Which type is known of what lists fill: assigned, passed, members; and how long that takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.work import growing

from hipify_py.resolve.filled_members import members
from hipify_py.resolve.filled_types import classes_assigned, filled
from hipify_py.resolve.layouts import Types
from hipify_py.source.unit import Unit, span_of

if TYPE_CHECKING:
    from hipify_py.source.listed_values import Listed

TYPES = Types(lambda kind: kind, {})
HEAD = "struct P { int n; float2 v; }; void take(float2 a, P *b, P c); void take(float2 a); int1 x;\n"


def shown(unit: Unit, found: list[Listed]) -> list[tuple[str, str, int]]:
    return [
        (unit.code[slice(*span_of(one.node))].decode(), one.type.decode(), one.dimensions) for one in found
    ]


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("x = {1};", [("{1}", "int1", 0)]),
        ("x += {1}; y = {2}; f({3}); if (x) {} else {}", []),
        ("take({1});", [("{1}", "float2", 0)]),
        ("take({1}, {0}, {2});", [("{1}", "float2", 0), ("{2}", "P", 0)]),
        ("take({1}, 0, (P{2}));", [("{1}", "float2", 0), ("{2}", "P", 0)]),
        ("P p[2] = {{1, {2}}};", [("{{1, {2}}}", "P", 1)]),
    ],
)
def test_what_lists_fill_is_told_by_the_file(text: str, known: list[tuple[str, str, int]]) -> None:
    unit = Unit(f"{HEAD}void f() {{ {text} }}".encode())
    assert shown(unit, [*filled(unit)]) == known


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("{1, {2}}", [("1", "int", 0), ("{2}", "float2", 0)]),
        ("{1, w}", [("1", "int", 0)]),
        ("{.v = {2}}", [("{2}", "float2", 0)]),
        ("{.u = 1}", []),
        ("{1, {2}, 3}", [("1", "int", 0), ("{2}", "float2", 0)]),
    ],
)
def test_members_are_filled_in_order(text: str, known: list[tuple[str, str, int]]) -> None:
    unit = Unit(f"{HEAD}P p = {text};".encode())
    (listed,) = filled(unit)
    assert shown(unit, [*members(unit, listed, TYPES)]) == known


def test_lists_in_each_other_deeper_than_calls_can_be_are_read() -> None:
    unit = Unit(f"{HEAD}P p = {'{' * 3000}1{'}' * 3000};".encode())
    for listed in filled(unit):
        assert len([*members(unit, listed, TYPES)]) < 20


def test_work_grows_with_the_file() -> None:
    def text(number: int) -> bytes:
        calls = "".join(f"x = {{{at}}}; p{at} = {{1, {{2}}}}; take({{1}}, q, {{3}});" for at in range(number))
        return f"{HEAD}void f(P *q) {{ P p0; {calls} }}".encode()

    def run(source: bytes) -> object:
        unit = Unit(source)
        return [[*members(unit, one, TYPES)] for one in filled(unit)]

    assert growing(text, run, 10_000) == {}


@pytest.mark.parametrize(
    ("text", "classes"),
    [
        ("void f(P *p, Q q) { p->v = {1}; q[0].w [2] = { 2 }; }", {"P", "Q"}),
        ("void f(P *p) { p->v = 1; P w = {p->n}; if (p->n) {} }", set()),
        ("void n::A<int>::f() { v = {1}; } B::B() {}", {"A", "B"}),
        ("void A::f() { int v = {1}; }", set()),
    ],
)
def test_classes_are_asked_for_to_whose_members_lists_are_assigned(text: str, classes: set[str]) -> None:
    assert classes_assigned(Unit(text.encode())) == {f"{one}{{".encode() for one in classes}
