"""Which statements are read for what counts by the width of a warp."""

from __future__ import annotations

import pytest

from hipify_py.lanes.rewrite.calculated_nodes import nodes
from hipify_py.model import Span
from hipify_py.source.search import places
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("code", "read"),
    [
        ("dim3 b(32); f(32, g[32], ~n, !n ? 32 : n);", set()),
        ("dim3 b(32); n / 32; f(32);", {b"/"}),
        ("std::min(n, 32);", {b"min"}),
        ("return max(n, 32);", {b"max"}),
        ("n /\\\n 32;", {b"/"}),
        ("int n = 32;", {b"="}),
        ("n ^ 32;", set()),
        ("32; return 31 - n;", {b"-"}),
    ],
)
def test_statements_without_an_operator_are_not_read(code: str, read: set[bytes]) -> None:
    unit = Unit(code.encode())
    signs = sorted(places(unit.code, b"32", b"31"))
    found = [node for _, node in nodes(unit, Span(0, len(unit.code)), signs)]
    named = {one.name if one.kind == "call" else one.text for one in found if one.kind in {"call", "binary"}}
    assert (named, bool(found)) == (read, bool(read))
