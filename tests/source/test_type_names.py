"""The names of types in their tokens."""

from __future__ import annotations

import pytest

from hipify_py.source.type_names import last_name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", "a"),
        ("a::b", "b"),
        ("A<int>::B<C, 4>", "B"),
        ("std::integral_constant<int, 4>", "integral_constant"),
        ("", ""),
    ],
)
def test_the_last_name_of_a_type(text: str, expected: str) -> None:
    assert last_name(text.encode()).decode() == expected
