"""What stands behind the names of a piece of code."""

from __future__ import annotations

from hipify_py.lanes.flow.followed import by_assignments, followed, given_until, held
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import functions_by_name, model, names
from hipify_py.source.unit import Unit

UNIT = Unit(b"void f(int n) { int a = n, b = a + c; c = b; b = 3; other = n; use(b); }")
(FUNCTION,) = functions_by_name(UNIT)[b"f"]
USE = Span(UNIT.code.index(b"b)"), UNIT.code.index(b"b)") + 1)


def pieces(begun: list[Span]) -> set[tuple[bytes, frozenset[bytes]]]:
    found = [*followed(UNIT.code, begun, names(UNIT, FUNCTION).values_of)]
    assert len(found) == len({at for at, _ in found})  # each once, though b and c are made of each other
    return {(UNIT.code[slice(*at)], frozenset(of)) for at, of in found}


def test_names_are_followed_to_what_they_are_given() -> None:
    assert pieces([USE]) == {
        (b"b", frozenset({b"b"})),
        (b"a + c", frozenset({b"a", b"c"})),
        (b"3", frozenset()),
        (b"n", frozenset({b"n"})),
    }


def test_nothing_is_followed_from_nothing() -> None:
    assert pieces([]) == set()


def test_assignments_tell_what_names_are_given() -> None:
    given = by_assignments(model(UNIT, FUNCTION).assignments)
    assert [UNIT.code[slice(*one)] for one in given(b"b")] == [b"a + c", b"3"]
    assert not [*given(b"n")]


def test_a_name_that_is_given_its_value_once_holds_that() -> None:
    known = names(UNIT, FUNCTION)
    assert held(UNIT.code, known, expression(b"a")).text == b"n"
    assert held(UNIT.code, known, expression(b"other"), before=USE.start).text == b"n"
    for text, at in ((b"b", None), (b"a + 1", None), (b"other", UNIT.code.index(b"other"))):
        node = expression(text)
        assert held(UNIT.code, known, node, at) is node


def test_a_label_leads_past_what_another_case_gives() -> None:
    unit = Unit(b"""void f(int n) { int a;
        for (;;) switch (n) {
        case 0: a = n / 4; use(a, "same"); a = 1; break;
        case 1: use(a, "other"); a = n; break;
        } }""")
    (function,) = functions_by_name(unit)[b"f"]

    def given(mark: bytes) -> bytes | None:
        at = unit.code.index(b"use", unit.source.index(mark) - 8)
        found = given_until(unit, model(unit, function), names(unit, function), b"a", at)
        return found and unit.code[slice(*found.value)]

    assert given(b'"same"') == b"n / 4"
    assert given(b'"other"') is None
