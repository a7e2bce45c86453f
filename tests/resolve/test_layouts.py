"""Structures that headers define, as far as other files are told of the order of their members."""

from __future__ import annotations

import pytest

from hipify_py.resolve.layouts import asked, layouts_asked, told, types_known
from hipify_py.settings import Options
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("struct B { float3 lo, hi; };", {b"B": b"lo|float3|0|0|0;hi|float3|0|0|0"}),
        ("struct A { int2 v[2]; float *w; };", {b"A": b"v|int2|0|1|2;w|float|1|0|0"}),
        ("typedef struct B { float3 lo; } C;", {b"B": b"lo|float3|0|0|0"}),
        # no list fills them in order, or it is not told in which
        ("class A { float3 p; };", {}),
        ("struct A { A(int); float3 p; };", {}),
        ("struct A : B { float3 p; };", {}),
        ("struct A {\n#ifdef X\nfloat3 p;\n#endif\nint n; };", {}),
        ("struct A { union { float3 p; int n; }; };", {}),
        ("union A { float3 p; int n; };", {}),
        ("struct P { int n; }; namespace a { struct P { float3 n; }; }", {}),
        ("struct P;", {}),
    ],
)
def test_what_a_header_tells(source: str, expected: dict[bytes, bytes]) -> None:
    assert dict(told(Unit(source.encode()))) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("B b = {1, 2};", {b"B"}),
        ("n::B f() { return {1, 2}; }", {b"B"}),
        ("auto b = B{1, 2};", {b"B"}),
        ("B b; void f() { int n = 1; }", set()),
    ],
)
def test_what_a_file_asks_for(source: str, expected: set[bytes]) -> None:
    assert expected <= {*layouts_asked(asked(Unit(source.encode())))}
    assert bool(asked(Unit(source.encode()))) is bool(expected)


@pytest.mark.parametrize(("source", "known"), [("B b;", True), ("struct B { int n; };", False)])
def test_a_structure_of_the_files_own_is_another(source: str, known: bool) -> None:
    options = Options(project=Project(layouts={b"B": b"lo|float3|0|0|0"}))
    types = types_known(Unit(source.encode()), options)
    assert [one.type for one in types.layout(b"n::B")] == [b"float3"] * known
