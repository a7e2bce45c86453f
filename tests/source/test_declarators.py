"""The names that stand behind a type."""

from __future__ import annotations

import pytest

from hipify_py.source.declarators import declarators_behind, declared_behind


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (" a;", "a"),
        (" a, b;", "a b"),
        (" a = 1, b;", "a b"),
        (" *a, &b = c, d[3], e{1, 2}, f = {1, 2}, g;", "a b d e f g"),
        (" a = (x % 32), b = x / 32;", "a b"),
        (" a = f(x, 2), b = ((x)), c = (f(g(x))) + 1, d;", "a b c d"),
        (" a = p[f(1)] + (2), b;", "a b"),
        (" a = ((((x)))), b;", "a"),  # too deep
        (" a, float b)", "a"),
        (" a = (3), float b)", "a"),
        (" a = f(x; b), c;", "a"),
        (" a = f([] { return 1; }), c;", "a"),
        ("(x), b", ""),
    ],
)
def test_the_names_that_a_type_declares(text: str, names: str) -> None:
    assert b" ".join(declared_behind(b"int" + text.encode(), 3)).decode() == names


def test_how_often_each_is_a_pointer_or_an_array() -> None:
    found = [*declarators_behind(b"int a, *b = (0), **c, d[2][3];", 3)]
    assert found == [(b"a", 0), (b"b", 1), (b"c", 2), (b"d", 1)]
