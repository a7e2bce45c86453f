"""Which declaration a name stands for."""

from __future__ import annotations

from helpers.sources import function_at, marks

from hipify_py.model import Span
from hipify_py.source.function_names import CHANGED, name_of
from hipify_py.source.function_reading import functions_by_name, model, names
from hipify_py.source.unit import Unit


def symbols(code: str, name: bytes) -> list[bytes]:
    unit = Unit(f"void f(int p) {{ {code} }}".encode())
    found = names(unit, function_at(unit))
    return [found.symbol(name, at) for at in marks(unit.code)]


def test_a_name_of_one_scope_is_its_own_symbol() -> None:
    assert symbols("int a; here; { here; }", b"a") == [b"a", b"a"]
    assert symbols("here;", b"unknown") == [b"unknown"]
    assert symbols("\n#if A\nint a;\n#else\nlong a;\n#endif\nhere;", b"a") == [b"a"]


def test_each_scope_of_a_name_is_another_symbol() -> None:
    first, inner, behind, outside = symbols("{ int a; here; { int a; here; } here; } here;", b"a")
    assert first == behind
    assert len({first, inner, outside}) == 3
    assert {name_of(one) for one in (first, inner, outside)} == {b"a"}
    assert outside == b"a@"


def test_a_name_stands_for_what_is_declared_before_it_in_a_scope_around_it() -> None:
    unit = Unit(b"void f() { here; { here; int a; here; } here; } void g() { here; int a; int a; here; }")
    found = names(unit, function_at(unit))
    made = found.declared[b"a"][0]
    assert [found.declaration(b"a", at) for at in marks(unit.code)] == [None, None, made, None, None, None]
    assert found.declaration(b"b", made.at.end) is None
    twice = names(unit, function_at(unit, b"int a; int a"))
    assert [twice.declaration(b"a", at) for at in marks(unit.code)][4:] == [None, twice.declared[b"a"][0]]


def test_a_parameter_is_hidden_by_a_local_of_its_name() -> None:
    whole, hidden, before = symbols("here; { int p; here; } { here; int p; }", b"p")
    assert whole == before != hidden


def test_a_value_that_a_name_is_given_once_is_told() -> None:
    unit = Unit(
        b"void f(int p) { int a = p + 1, b = 2, c, e[2], *q; b = 3; c += 4; e[1] = 5; *q = 6; here; }"
    )
    found = names(unit, function_at(unit))
    once = {name: found.once(name) for name in (b"p", b"a", b"b", b"c", b"e", b"q", b"unknown")}
    told = {name: unit.code[slice(*one.value)] for name, one in once.items() if one}
    assert told == {b"a": b"p + 1", b"q": b"6"}


def test_a_value_that_is_given_further_on_is_none_before() -> None:
    unit = Unit(b"__device__ int f(int b) { int a = b + 1; return a; }")
    found, at = names(unit, function_at(unit, b"return")), unit.code.index(b"b + 1")
    assert found.once(b"a", at) is None
    assert found.once(b"a", at + 1) == found.once(b"a")
    assert found.once(b"a") is not None


GIVEN = b"void f(int a) { a = 1; for (int i = 0; i < 4; i++) { a += 2; b = 3; } a = 4; for (b = 0;;) a = 5; }"


def test_what_a_name_is_given_in_a_part_is_found_by_its_place() -> None:
    unit = Unit(GIVEN)
    found = names(unit, function_at(unit, b"a = 1"))

    def given(name: bytes, start: bytes, end: bytes) -> list[bytes]:
        span = Span(unit.code.index(start), unit.code.index(end))
        return [unit.code[slice(*one.value)] for one in found.given_in(name, span)]

    assert given(b"a", b"for (int", b"a = 4") == [b"2"]
    assert given(b"i", b"for (int", b"a = 4") == [b"0", b"i"]
    assert given(b"a", b"1;", b"; for (b") == [b"1", b"2", b"4"]
    assert given(b"a", b"+= 2", b"2;") == given(b"unknown", b"for (int", b"a = 4") == []


def test_the_one_value_before_a_place_is_told() -> None:
    unit = Unit(GIVEN)
    found = names(unit, function_at(unit, b"a = 1"))
    at = unit.code.index(b"a += 2")
    first = found.sole_before(b"a", at)
    assert first is not None
    assert unit.code[slice(*first.value)] == b"1"
    assert found.sole_before(b"b", at) is None
    assert found.sole_before(b"b", unit.code.index(b"a = 4")) is not None
    assert found.sole_before(b"a", len(unit.code)) is None
    assert found.sole_before(b"unknown", at) is None


def test_what_others_may_change_is_looked_for_when_values_are_asked_for() -> None:
    unit = Unit(b"void g(int &r) { r = 1; } void f(int p) { int a = 0; g(a); }")
    found = names(unit, next(one for one in functions_by_name(unit)[b"f"]))
    assert found.declared.keys() == {b"p", b"a"}
    assert [one.called for (one,) in unit.facts[model]] == [b"f"]
    assert [one.operator for one in found.given[b"a"]] == [b"", CHANGED]
    assert [one.called for (one,) in unit.facts[model]] == [b"f", b"g"]
