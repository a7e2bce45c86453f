"""What names an address, or what is given a value, leads to."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.storage import Led, led_to
from hipify_py.source.expression_reading import expression


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"a", Led(b"a")),
        (b"*a", Led(b"a")),
        (b"*a++", Led(b"a")),
        (b"a[i]", Led(b"a")),
        (b"a + 4", Led(b"a")),
        (b"&a", Led(b"a", own=True)),
        (b"(char *)&a + 1", Led(b"a", own=True)),
        (b"*reinterpret_cast<int *>(&a)", Led(b"a", own=True)),
        (b"((char *)&a)[i]", Led(b"a", own=True)),
        (b"a.b", Led(b"a", member=b"b")),
        (b"&a->b", Led(b"a", own=True, member=b"b")),
        (b"a[i].b", Led(b"a", member=b"b")),
        (b"a.b[i]", Led()),
        (b"*a.b", Led()),
        (b"f(a)", Led()),
        (b"a * b", Led()),
        (b"3", Led()),
        (b"", Led()),
    ],
)
def test_names_that_are_led_to(text: bytes, expected: Led) -> None:
    assert led_to(expression(text)) == expected
