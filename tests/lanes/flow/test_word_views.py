"""Of which objects an expression has words, by pointers and references to another type."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.word_views import members, pointed, views
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import functions_by_name, model
from hipify_py.source.unit import Unit

HEAD = """struct S { double d; int i[2]; };
union W { S s; int w[4]; };
__device__ void f(S v, S *far, int n) {
    W u; int own[4], i = n; const unsigned *const p = (const unsigned *)&v; int *q = u.w;
    auto *r = reinterpret_cast<int *>(&v); auto &t = r[i]; int *moved = q; float *to = (float *)far;
    for (int &word : u.w) word = 0;
    @; }
"""
INSIDE = HEAD.replace("word = 0", "@").replace("    @; }", "}")


def reached(text: str, source: str = HEAD) -> list[tuple[str, str]]:
    """Give the names of the objects, each with the type of the words, for an expression in the function."""
    at, code = source.index("@"), source.replace("@", text)
    unit = Unit(code.encode())
    (function,) = functions_by_name(unit)[b"f"]
    found = views(unit, model(unit, function), expression(text.encode()), at)
    return [(one.of.name.decode(), one.word.decode()) for one in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p[i]", [("v", "const unsigned")]),
        ("*(p + i)", [("v", "const unsigned")]),
        ("r[i] + 1", [("v", "int")]),
        ("*r++", [("v", "int")]),
        ("t", [("v", "int")]),
        ("((int *)&v)[i]", [("v", "int")]),
        ("reinterpret_cast<long *>(&u)[i]", [("u", "long")]),
        ("q[i]", [("u", "int")]),
        ("moved[i]", [("u", "int")]),
        ("own[n] + q[i]", [("u", "int")]),
        ("p[1]", []),
        ("*(int *)&v", []),
        ("u.w[i]", []),  # by the name of a member
        ("v.i[i]", []),
        ("own[i]", []),
        ("to[i]", []),  # of what others may have
        ("((int *)&v.d)[i]", []),
        ("((char **)&v)[i]", []),
    ],
)
def test_words_of_objects(text: str, expected: list[tuple[str, str]]) -> None:
    assert sorted(set(reached(text))) == expected


def test_each_word_of_a_union() -> None:
    assert reached("word", INSIDE) == [("u", "int")]
    assert reached("word", INSIDE.replace("W u;", "S u;").replace("u.w", "u.i")) == []


def test_an_address_and_the_members_of_what_it_leads_to() -> None:
    unit = Unit(HEAD.encode())
    (function,) = functions_by_name(unit)[b"f"]
    read = model(unit, function)
    view = pointed(unit, read, expression(b"q + 1"), function.body.end - 2)
    assert view is not None
    made = members(unit, view.of)
    assert made is not None
    assert [one.name for one in made.listed] == [b"s", b"w"]
    assert pointed(unit, read, expression(b"own"), function.body.end - 2) is None
