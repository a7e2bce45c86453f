"""What an expression puts together, piece by piece."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.pieces import part_of, pieces
from hipify_py.source.expression_reading import expression


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("{a, b + 1}", ["name", "binary"]),
        ("Pair{a, b}", ["name", "name"]),
        ("std::make_pair(a, 1)", ["name", "number"]),
        ("pair(a, b)", ["name", "name"]),
        ("make_tuple(a, b, c)", ["name", "name", "name"]),
        ("make_float4(x, y, z, w)", ["name"] * 4),
        ("make_int1(n)", ["name"]),
        ("make_float(x)", []),
        ("make_shared(x)", []),
        ("make_4(x)", []),
        ("float4(x)", []),
        ("f(a, b)", []),
        ("a + b", []),
    ],
)
def test_the_pieces_of_an_expression(text: str, parts: list[str]) -> None:
    assert [one.kind for one in pieces(expression(text.encode()))] == parts


def test_a_part_is_a_member_by_its_number() -> None:
    made = part_of(expression(b"make_pair(a, b)"), 1)
    assert (made.kind, made.text, [one.kind for one in made.parts]) == ("member", b"1", ["call"])


def test_a_part_with_the_name_of_a_member() -> None:
    made = part_of(expression(b"p"), 0, b"first")
    assert [(one.kind, one.text) for one in made.parts] == [("name", b"p"), ("name", b"first")]
