"""Macros that loop, and where they are used."""

from __future__ import annotations

import pytest

from hipify_py.lanes.hazards.looping_macros import looping_macros, loops, uses
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("while (p[0]) {}", ["while"]),
        ("for (;;) {}", ["for"]),
        ("for (;p[0];) {}", ["for"]),
        ("for (int i = 0; i < 4; ++i) {}", []),
        ("goto again;", ["goto"]),
        ("if (n) {}", []),
        ("volatile int *f = p; for (int i = 0; n < 4; ++i) {}", ["for"]),
        ("volatile int *f = p; for (int i = 0; n < 4; i = (i + 1) % n) {}", ["for"]),
        ("volatile int *f = p; for (int i = 0; i < n; i += n) {}", []),
        ("volatile int *f = p; for (int i = 0; i < n; i = (i + 1) % n) {}", []),
    ],
)
def test_loops_that_may_wait(code: str, words: list[str]) -> None:
    text = f"void f(int *p, int n) {{ {code} }}"
    found = sorted({*loops(Unit(text.encode()))})
    assert [text[at:].split("(", maxsplit=1)[0].split(maxsplit=1)[0] for at in found] == words


MACROS = b"""#define SPIN(p) while (!*(p)) {}
#define ONCE(x) do { x; } while (0)
#define WAIT(p) SPIN(p)
#define ADD(a, b) ((a) + (b))
"""


def test_macros_that_loop_and_that_use_them() -> None:
    assert set(looping_macros(Unit(MACROS))) == {b"SPIN", b"WAIT"}


def test_where_they_are_used() -> None:
    code = MACROS + b"void f(int *p) { WAIT(p); ONCE(SPIN(p)); ADD(1, 2); int SPIN = 0; }"
    found = [*uses(Unit(code))]
    assert [code[at : at + 4] for at in found] == [b"WAIT", b"SPIN"]
    assert found[0] == code.index(b"WAIT(p);")
