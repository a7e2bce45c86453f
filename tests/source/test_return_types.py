"""The type that a function returns."""

from __future__ import annotations

import pytest

from hipify_py.source.functions import functions
from hipify_py.source.return_types import returned_type, trailing_type
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("head", "type_"),
    [
        ("__device__ unsigned f(int a)", "unsigned"),
        ("static inline unsigned  long long f()", "unsigned  long long"),
        ("const std::uint32_t f()", "std::uint32_t"),
        ("__device__ uint Mine::f(int a) const", "uint"),
        ("auto f(int a) -> unsigned int", "unsigned int"),
        ("auto f(P p) -> decltype(p->x)", "auto"),
        ("template <class T> T f(T a)", "T"),
        ("unsigned *f()", None),
        ("unsigned &f()", None),
        ("vector<int> f()", None),
    ],
)
def test_types(head: str, type_: str | None) -> None:
    unit = Unit(f"{head} {{ here(); }}".encode())
    at = unit.code.index(b"here")
    found = returned_type(unit.code, functions(unit, [at])[at])
    assert (unit.code[slice(*found)].decode() if found else None) == type_


def test_a_macro_returns_no_type() -> None:
    unit = Unit(b"#define F(a) here(a)\n")
    at = unit.code.index(b"here")
    assert returned_type(unit.code, functions(unit, [at])[at]) is None


@pytest.mark.parametrize(
    ("text", "type_"),
    [("[](int a) -> unsigned ", "unsigned"), ("[](int a) ", None), ("f(p->x) ", None), ("-> a::B", "a::B")],
)
def test_types_behind_an_arrow(text: str, type_: str | None) -> None:
    found = trailing_type(text.encode(), 0, len(text))
    assert (text[slice(*found)] if found else None) == type_
