"""What decides of several ways out of a loop."""

from __future__ import annotations

from hipify_py.lanes.hazards.loop_kinds import DECIDES, Kind, first


def test_what_moves_on_decides_then_locks_then_flags() -> None:
    assert first({"flag", "moves", "lock"}) == "moves"
    assert first({"flag", "turn", "lock"}) == "lock"
    assert first({"flag", "turn"}) == "turn"
    assert first({"still", "flag"}) == "flag"


def test_nothing_decides() -> None:
    assert first(()) == first({"still"}) == "still"
    assert "still" not in DECIDES


def test_nothing_is_asked_for_behind_what_moves_on() -> None:
    kinds: list[Kind] = ["flag", "moves", "lock"]
    left = iter(kinds)
    assert first(left) == "moves"
    assert [*left] == ["lock"]
