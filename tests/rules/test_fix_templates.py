"""Fixes, split into their parts."""

from __future__ import annotations

import pytest

from hipify_py.rules.fix_templates import Template, template


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ()),
        ("g()", (("text", "g()"),)),
        ("{a}", (("capture", "a"),)),
        ("g$1({a}, 0)", (("text", "g"), ("group", "1"), ("text", "("), ("capture", "a"), ("text", ", 0)"))),
        ("{a}{b}", (("capture", "a"), ("capture", "b"))),
    ],
)
def test_a_fix_is_split_into_its_parts(text: str, parts: tuple[tuple[str, str], ...]) -> None:
    assert template(text) == Template(parts)


@pytest.mark.parametrize(
    ("text", "stray"),
    [
        ("{", "{"),
        ("a}", "}"),
        ("$", "$"),
        ("$x", "$"),
        ("{a}}", "}"),
        ("{a b}", "{"),
        ("{a}$1", ""),
        ("", ""),
    ],
)
def test_what_belongs_to_no_part_of_a_fix_is_known(text: str, stray: str) -> None:
    assert template(text).stray == stray
