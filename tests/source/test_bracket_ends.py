"""Where the round brackets of a file end."""

from __future__ import annotations

from hipify_py.source.bracket_ends import brace_ends, bracket_ends
from hipify_py.source.unit import Unit


def test_brackets_end_behind_their_other_ends() -> None:
    unit = Unit(b"f((a), b[)]) g(1) h(")
    assert bracket_ends(unit) == {2: 5, 1: 10, 14: 17}
    assert bracket_ends(unit) is bracket_ends(unit)


def test_braces() -> None:
    assert brace_ends(Unit(b"a { b { } } } {")) == {6: 9, 2: 11}
