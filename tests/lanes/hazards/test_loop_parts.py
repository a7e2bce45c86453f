"""What stands in one loop."""

from __future__ import annotations

from helpers.turns import turn


def test_what_a_loop_assigns_and_calls() -> None:
    found = turn("before(v); while (v < n) { v = f[0]; p[v]++; step(v); } behind(v);")
    assert set(found.given) == {b"v", b"p"}
    assert [found.text(one.name) for one in found.calls] == [b"step"]
    assert found.called == {b"step"}
