"""Of which type is what an expression names: variables in their scopes, members, elements."""

from __future__ import annotations

import pytest

from hipify_py.model import Span
from hipify_py.resolve.stored_types import Stored, declared, element_type, is_member, stored_type
from hipify_py.source.unit import Unit

SOURCE = """
struct S { int m, *n; S *next; float k[2]; void f(int p) { @ } };
struct D : B { void g() { @ } };
double outer; extern double outer; char *both; int both2;
void h(S s, S *t, std::vector<short> v, int a[2][3]) { float inner; { long inner; @ } }
"""
METHOD, OF_BASE, FREE = range(3)


def unit_with(text: str, place: int) -> tuple[Unit, int]:
    parts = SOURCE.split("@")
    source = "".join(part + (text + ";" if at == place else "") for at, part in enumerate(parts))
    return Unit(source.encode()), len("".join(parts[: place + 1]))


@pytest.mark.parametrize(
    ("text", "place", "kind"),
    [
        ("inner", FREE, b"long"),
        ("outer", FREE, b"double"),
        ("both", FREE, b""),
        ("both[1]", FREE, b"char"),
        ("*both", FREE, b"char"),
        ("*(both + 1)", FREE, b"char"),
        ("&both", FREE, b""),
        ("s.m", FREE, b"int"),
        ("s.n", FREE, b""),
        ("*s.n", FREE, b"int"),
        ("t->next->k[1]", FREE, b"float"),
        ("(*t).m", FREE, b"int"),
        ("v[3]", FREE, b"short"),
        ("a[1]", FREE, b""),
        ("a[1][2]", FREE, b"int"),
        ("unknown", FREE, b""),
        ("s.unknown", FREE, b""),
        ("call()", FREE, b""),
        ("m", METHOD, b"int"),
        ("this->m", METHOD, b"int"),
        ("(*this).m", METHOD, b"int"),
        ("p", METHOD, b"int"),
        ("outer", METHOD, b"double"),
        ("outer", OF_BASE, b""),
        ("((((s.m))))", FREE, b"int"),
        ("(" * 90 + "outer" + ")" * 90, FREE, b""),
    ],
)
def test_the_type_is_that_of_the_innermost_declaration(text: str, place: int, kind: bytes) -> None:
    unit, at = unit_with(text, place)
    node = unit.around(Span(at, at + len(text)))[-1]
    while node.end_byte - node.start_byte > len(text):
        node = node.named_children[0]
    assert stored_type(unit, node) == kind


def test_a_name_that_is_declared_with_two_types_has_none() -> None:
    unit = Unit(b"int a; float a; int b[2], *c;")
    assert [declared(unit, name, 0) for name in (b"a", b"b", b"c")] == [
        None,
        Stored(b"int", 1),
        Stored(b"int", 1),
    ]


def test_a_member_is_no_local_name() -> None:
    for text, is_one in (("m", True), ("p", False), ("outer", False)):
        unit, at = unit_with(text, METHOD)
        assert is_member(unit, text.encode(), at) == is_one


@pytest.mark.parametrize(
    ("spelt", "kind"),
    [
        (b"std::vector<int1>", b"int1"),
        (b"thrust::host_vector<unsigned int, A>", b"unsigned int"),
        (b"array<n::T, 3>", b"n::T"),
        (b"std::vector<int1 *>", b""),
        (b"std::map<int, int1>", b""),
        (b"int1", b""),
    ],
)
def test_elements_are_of_what_comes_first(spelt: bytes, kind: bytes) -> None:
    assert element_type(spelt) == kind
