"""Names that are whole arguments, and of what."""

from __future__ import annotations

import pytest

from hipify_py.model import Span
from hipify_py.resolve.given_names import given
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("UN(name)", ("UN", 0)),
        ("UN( 1, name )", ("UN", 1)),
        ("UN(f(1, 2), name, 3)", ("UN", 1)),
        ("a(UN(name))", ("UN", 0)),
        ("UN(\n  name,\n  1);", ("UN", 0)),
        ("UN(x.name)", None),
        ("UN(name + 1)", None),
        ("UN(name<int>, 1)", None),
        ("UN(name", None),
        ("UN(1) name", None),
        ("int a, name;", None),
    ],
)
def test_to_what_a_name_is_given(source: str, expected: tuple[str, int] | None) -> None:
    at = source.index("name")
    found = given(Unit(source.encode()), Span(at, at + 4))
    assert (found and (found.callee.text.decode(), found.number)) == expected
