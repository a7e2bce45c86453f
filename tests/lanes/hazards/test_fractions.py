"""Values in floating point that need not be whole."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.hazards.fractions import MOST, may_be_fraction
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import names
from hipify_py.source.unit import Unit

HEAD = "void f(int n, float x, double *y) { float q = n / 4.0f, w = ceil(q), c = q; int m = q; here(); }"


def is_told(text: str) -> bool:
    unit = Unit(HEAD.encode())
    known = names(unit, function_at(unit, b"here"))
    return may_be_fraction(unit, known, expression(text.encode()), unit.code.index(b"here"))


@pytest.mark.parametrize(
    "text",
    [
        "n / 32.0f * 32",
        "(float)n / 32 * 32",
        "n / (double)m",
        "static_cast<float>(n) / 32",
        "x * 32",
        "q * 32",
        "c * 32",
        "n * 0.5",
        "n > 3 ? n / 2.f : n",
        "__fdividef(n, 32) * 32",
        "-(n / 2.)",
    ],
)
def test_what_need_not_be_whole(text: str) -> None:
    assert is_told(text)


@pytest.mark.parametrize(
    "text",
    [
        "n / 32 * 32",
        "ceil(n / 32.0f) * 32",
        "ceilf((float)n / (float)m) * 32",
        "(int)(n / 32.0f) * 32",
        "static_cast<int>(x) * 32",
        "(float)n * 32",
        "n * 32.0f",
        "n * 1e3",
        "w * 32",
        "m * 32",
        "n / 0x1f",
        "y[0] > 2",
    ],
)
def test_what_is_whole(text: str) -> None:
    assert not is_told(text)


def test_so_much_is_looked_at() -> None:
    text = "n"
    while len(text) < 4 * MOST:
        assert not is_told(text)
        text = f"({text} + {text})"
    assert is_told(f"({text} + {text})")
