"""The first lane of a group's ballot."""

from __future__ import annotations

import pytest

from hipify_py.edits import render, settle
from hipify_py.lanes.rewrite.ballot_leaders import leaders
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = __ffs(t.ballot(p));", "x = __ffs(static_cast<unsigned>(t.ballot(p)));"),
        ("x = __ffs(t->match_any(p));", "x = __ffs(static_cast<unsigned>(t->match_any(p)));"),
        ("auto m = t.ballot(p); x = __ffs(m);", "auto m = t.ballot(p); x = __ffs(static_cast<unsigned>(m));"),
        ("auto m = t.ballot(p); x = __ffs(n);", None),
        ("unsigned m = t.ballot(p); x = __ffs(m);", None),
        ("x = __ffs(static_cast<unsigned>(t.ballot(p)));", None),
        ("x = __ffs((unsigned)t.ballot(p));", None),
        ("x = __ffsll(t.ballot(p));", None),
        ("x = __ffs(__ballot(p)) + t.any(p);", None),
    ],
)
def test_the_first_lane_of_a_tiles_ballot(code: str, expected: str | None) -> None:
    unit = Unit(b"__device__ void f() { " + code.encode() + b" }")
    kept, _ = settle(edit for pair in leaders(unit) for edit in pair)
    assert render(unit.source, kept) == b"__device__ void f() { " + (expected or code).encode() + b" }"
