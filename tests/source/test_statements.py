"""What the warp analysis reads of a text, looked for by its signs: assignments, splits, brackets."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.lane_values import SPLIT, splits
from hipify_py.model import Span
from hipify_py.source.brackets import BRACE, closing, opening
from hipify_py.source.statements import assignments, calls


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"int x = f(a, b), y = 2;", [(b"x", b"", b"f(a, b)"), (b"y", b"", b"2")]),
        (b"m <<= 1; n >>= k;", [(b"m", b"<<", b"1"), (b"n", b">>", b"k")]),
        (b"*p |= q; a->b[i + 1] = c.d;", [(b"*p", b"|", b"q"), (b"a->b[i + 1]", b"", b"c.d")]),
        (b"unsigned &r = s[2];", [(b"r", b"", b"s[2]")]),
        (b"a == b; c != d; e <= f; g >= h;", []),
        (b"(a) = b; 3 = c;", []),
        (b"t[i].u = v;", [(b"t[i].u", b"", b"v")]),
    ],
)
def test_assignments(text: bytes, found: list[tuple[bytes, bytes, bytes]]) -> None:
    given = assignments(text, Span(0, len(text)))
    assert [(one.target, one.operator, text[slice(*one.value)]) for one in given] == found


def test_calls() -> None:
    text = b"f(g<3>(x), h < y); 2k(z); i <j> (l)"
    names = [text[slice(*call.name)] for call in calls(text, Span(0, len(text)))]
    assert names == [b"f", b"g", b"i"]


@pytest.mark.parametrize(
    "text",
    [
        b"a & b % 3 / (c + 1) >> d.e",
        b"(tid + x) / 32 + y.z&31 && w & = v",
        b"p >>= 5; q %= 2; r >>> s; cout << t >> (u) / v.w",
        b"a & b.c % 3 / d",
    ],
)
def test_splits_are_those_of_the_expression(text: bytes) -> None:
    for start in range(len(text)):
        wanted = [found.span() for found in SPLIT.finditer(text, start)]
        assert [found.span() for found in splits(text, Span(start, len(text)))] == wanted


def test_brackets() -> None:
    text = b"f(a, (b), c) {{ d; } e }"
    assert closing(text, 1, len(text)) == text.index(b") {") + 1
    assert closing(text, text.index(b"{"), len(text), BRACE) == len(text)
    assert closing(text, text.index(b"{"), len(text) - 1, BRACE) == len(text) - 1
    assert opening(text, text.index(b") {"), 0) == 1
    assert opening(text, text.index(b") {"), 2) == -1
