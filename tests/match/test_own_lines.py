"""Which lines a definition has for itself."""

from __future__ import annotations

import pytest

from hipify_py.match.own_lines import lines_of
from hipify_py.model import Span
from hipify_py.source.unit import Unit

F = b"int f() { return 1; }"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (b"int a;\n%b\nint b;\n", b"%b\n"),
        (b"int a;\n%b  // of it\nint b;\n", b"%b  // of it\n"),
        (b"int a; %b\n", None),
        (b"%b int b;\n", None),
    ],
)
def test_lines_are_those_without_other_code(source: bytes, found: bytes | None) -> None:
    text = source % F
    span = lines_of(Unit(text), Span(text.index(F), text.index(F) + len(F)))
    assert (text[slice(*span)] if span else None) == (found % F if found else None)
