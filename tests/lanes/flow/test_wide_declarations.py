"""Names that a text declares with types of 64 bits."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.value_types import is_wide
from hipify_py.lanes.flow.wide_declarations import declared, long_names, to_wide, wide_names
from hipify_py.model import Span
from hipify_py.source.unit import Unit


def test_names_of_64_bits() -> None:
    """In a list behind any brackets too, but not behind its end."""
    code = b"bool a = f(g(1), b), c; int d, e;\nvoid f(int p) { size_t m; auto n = __ballot(p); }"
    unit = Unit(code)
    assert wide_names(unit) == {b"a", b"c", b"m", b"n"}
    assert to_wide(code, Span(0, len(code))) == {b"a", b"m", b"n"}
    assert to_wide(b"size_t *const p; bool x[2]; unsigned u;", Span(0, 39)) == {b"p", b"x"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("unsigned long long m = 0;", [("m", False)]),
        ("unsigned long m;", [("m", False)]),
        ("long long unsigned int *p, q;", [("p", True)]),
        ("f(const uint64_t &m, int n)", [("m", True)]),
        ("std::size_t const n;", [("n", False)]),
        ("int64_t *__restrict__ p;", [("p", True)]),
        ("long n;", []),
        ("unsigned n;", []),
        ("double d;", []),
        ("x = (uint64_t)m;", []),
        ("my_size_t n;", []),
        ("long long (*f)();", []),
    ],
)
def test_what_stands_behind_a_type(text: str, found: list[tuple[str, bool]]) -> None:
    code = text.encode()
    named = declared(code, Span(0, len(code)), is_wide)
    assert [(one.name.text.decode(), one.points) for one in named] == found


def test_names_of_a_list_and_no_others() -> None:
    unit = Unit(b"uint64_t a, b = f(x, y), *p; auto c = g(d, e) + z, h; void f(bool q) { i, j; }")
    assert wide_names(unit) == {b"a", b"b", b"c", b"h", b"q"}


def test_names_that_lead_to_long_long() -> None:
    unit = Unit(b"unsigned long long a; long long *b; long c; uint64_t d; const long long int &e = a;")
    assert long_names(unit) == {b"a", b"b", b"e"}
