"""Where the round brackets of a file end."""

from __future__ import annotations

import pytest

from hipify_py.source.bracket_ends import brace_ends, bracket_ends, outlined
from hipify_py.source.brackets import outline
from hipify_py.source.unit import Unit


def test_brackets_end_behind_their_other_ends() -> None:
    unit = Unit(b"f((a), b[)]) g(1) h(")
    assert bracket_ends(unit) == {2: 5, 1: 10, 14: 17}
    assert bracket_ends(unit) is bracket_ends(unit)


def test_braces() -> None:
    assert brace_ends(Unit(b"a { b { } } } {")) == {6: 9, 2: 11}


@pytest.mark.parametrize("text", [b"", b"a;", b"a { b { } c } d; { } e {f", b"} a {{} b", b"a } { b } } {"])
def test_an_outline_of_a_part_is_that_of_its_text(text: bytes) -> None:
    unit = Unit(text)
    for start in range(len(text) + 1):
        for end in range(start, len(text) + 1):
            assert outlined(unit, start, end) == outline(text[start:end])
