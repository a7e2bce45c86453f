"""The names and parts of which a value is made, and those that it is a copy of."""

from __future__ import annotations

import re

import pytest
from helpers.sources import function_at

from hipify_py.lanes.rewrite.copied_values import MOST_COPIES, copied
from hipify_py.model import Span
from hipify_py.source.unit import Unit


def parts(code: str, value: str, *, with_addresses: bool = False) -> list[str]:
    """Give the parts of the last place at which a value stands, as they are spelt."""
    source = f"__device__ void f(int *p, S s) {{ {code} here({value}); }}"
    unit = Unit(source.encode())
    start = source.rindex(value)
    span = Span(start, start + len(value))
    found = copied(unit, function_at(unit), span, with_addresses=with_addresses)
    return [f"{node.text.decode() or node.kind}" if node.kind != "subscript" else "[]" for node, _ in found]


@pytest.mark.parametrize(
    ("code", "value", "found"),
    [
        ("int v;", "v", ["v"]),
        ("int v, w;", "v + 3 * w", ["v", "w"]),
        ("int v;", "-v", ["v"]),
        ("int v;", "(v)", ["v"]),
        ("int v;", "p[v]", ["[]"]),
        ("", "s.x", ["x"]),
        ("int v;", "&v", []),
        ("int v, w;", "v && w", []),
        ("int v;", "g(v)", []),
        ("int v; int w = v;", "w", ["w", "v"]),
        ("int v; int w = v; int z = w + 1;", "z", ["z", "w", "v"]),
        ("int v; int w = v; w = 3;", "w", ["w", "v"]),
        ("int v; int w = 0; w += v;", "w", ["w", "v"]),
        ("int v, w; here(w); ", "w", ["w"]),
    ],
)
def test_of_what_a_value_is_made(code: str, value: str, found: list[str]) -> None:
    assert parts(code, value) == found


def test_what_an_address_leads_to_counts_where_it_is_asked_for() -> None:
    assert parts("int v;", "&v", with_addresses=True) == ["v"]
    assert parts("int v; int *q = &v;", "q") == parts("int v; int *q = &v;", "q", with_addresses=True)


def test_what_is_written_alike_is_a_copy_of_what_was_given_before_it() -> None:
    source = b"__device__ void f(int v, int w, int z) { z = v; here(z); z = w; here(z); here(&z); }"
    unit = Unit(source)
    home, starts = function_at(unit), [one.start() for one in re.finditer(rb"(?<=here\()", source)]
    found = [
        [node.text for node, _ in copied(unit, home, Span(at, source.index(b")", at)), with_addresses=by)]
        for at, by in zip([*starts, starts[-1]], [False, False, False, True], strict=True)
    ]
    assert found == [[b"z", b"v"], [b"z", b"w", b"v"], [], [b"z", b"w", b"v"]]


def test_so_many_copies_are_followed() -> None:
    code = "int v0; " + "".join(f"int v{i} = v{i - 1}; " for i in range(1, 3 * MOST_COPIES))
    assert len(parts(code, f"v{3 * MOST_COPIES - 1}")) == MOST_COPIES
