"""What is worked out of a file is worked out once a file."""

from __future__ import annotations

from hipify_py.source.unit import Unit
from hipify_py.source.unit_facts import fact, fact_of


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


def test_a_fact_of_something_is_worked_out_once_for_each_thing_and_unit() -> None:
    asked: list[tuple[bytes, bytes, int]] = []

    @fact_of
    def counted(unit: Unit, word: bytes, most: int) -> int | None:
        asked.append((unit.source, word, most))
        return min(unit.source.count(word), most) or None

    first, second = Unit(b"a b a a"), Unit(b"b")
    assert [counted(first, b"a", 2), counted(first, b"a", 9), counted(first, b"c", 2)] == [2, 3, None]
    assert [counted(first, b"a", 2), counted(first, b"c", 2), counted(second, b"a", 2)] == [2, None, None]
    assert asked == [(b"a b a a", b"a", 2), (b"a b a a", b"a", 9), (b"a b a a", b"c", 2), (b"b", b"a", 2)]


def test_a_fact_of_something_may_hang_on_that_of_another() -> None:
    @fact_of
    def sums(unit: Unit, upto: int) -> int:
        return unit.source[upto] + (sums(unit, upto - 1) if upto else 0)

    assert sums(Unit(b"\1\2\3"), 2) == 6
