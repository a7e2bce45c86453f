"""What a condition joins."""

from __future__ import annotations

import pytest

from hipify_py.lanes.hazards.condition_parts import condition_parts
from hipify_py.model import Span


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a", ["a"]),
        ("a && b", ["a", "b"]),
        ("a && (b || !c)", ["a", "b", "c"]),
        ("!(a == 1 && f(b, c || d))", ["a == 1", "f(b, c || d)"]),
        ("a & b", ["a & b"]),
        ("a ? b : c", ["a ? b : c"]),
        ("", []),
    ],
)
def test_parts(text: str, parts: list[str]) -> None:
    code = f"if ({text})"
    found = condition_parts(code.encode(), Span(4, 4 + len(text)))
    assert sorted(code[slice(*one)] for one in found) == sorted(parts)
