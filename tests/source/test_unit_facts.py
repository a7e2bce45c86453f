"""What is worked out of a file is worked out once a file."""

from __future__ import annotations

from hipify_py.source.unit import Unit
from hipify_py.source.unit_facts import fact


def test_a_fact_is_worked_out_once_for_each_unit() -> None:
    asked: list[bytes] = []

    @fact
    def length(unit: Unit) -> list[int]:
        asked.append(unit.source)
        return [len(unit.source)]

    first, second = Unit(b"a"), Unit(b"bc")
    assert length(first) is length(first)
    assert (length(first), length(second)) == ([1], [2])
    assert asked == [b"a", b"bc"]


def test_what_is_worked_out_to_nothing_is_kept_too() -> None:
    asked: list[bytes] = []

    @fact
    def nothing(unit: Unit) -> None:
        asked.append(unit.source)

    unit = Unit(b"a")
    nothing(unit)
    nothing(unit)
    assert asked == [b"a"]


def test_facts_of_different_functions_are_kept_apart() -> None:
    @fact
    def first(unit: Unit) -> bytes:
        return unit.source[:1]

    @fact
    def last(unit: Unit) -> bytes:
        return unit.source[-1:]

    unit = Unit(b"ab")
    assert (first(unit), last(unit), first(unit)) == (b"a", b"b", b"a")
