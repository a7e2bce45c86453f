"""Where members are given values, by their names."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.member_stores import stores
from hipify_py.source.unit import Unit

HEAD = "struct S { int m, n; float4 v; S(int i); };\nstruct T { int t = 3; };\n"


@pytest.mark.parametrize(
    ("code", "member", "values"),
    [
        ("", "t", ["3"]),
        ("S::S(int i) : m(i + 1), n(i) {}", "m", ["i + 1"]),
        ("void f(S s, int i) { s.m = i; s.m++; }", "m", ["i", "s.m"]),
        ("void f(S *s, int i) { s->v.x = i; }", "v", ["i"]),
        ("void g(int *p);\nvoid g(int *p) {} void f(S s) { g(&s.n); }", "n", ["s.n"]),
        ("void f(int i) { S s{i, 2}; S t = {4, i}; }", "n", ["2", "i"]),
        ("void f(int i) { other = i; }", "m", []),
    ],
)
def test_what_gives_a_member_a_value(code: str, member: str, values: list[str]) -> None:
    unit = Unit((HEAD + code).encode())
    found = stores(unit)[member.encode()]
    assert [unit.code[slice(*one.value)].decode() for one in found] == values


def test_a_name_that_is_no_member_has_no_place() -> None:
    assert b"other" not in stores(Unit((HEAD + "void f(int i) { other = i; }").encode()))
