"""The places of a finding one by one, and those of them that nobody knows."""

from __future__ import annotations

from collections import Counter

from hipify_py.model import Place
from hipify_py.report.model import Concern
from hipify_py.report.novelty import by_place, known_by, parted

PLACES = tuple(Place(line, 1, line * 10) for line in (1, 2, 3))
MANY = Concern(
    "N001",
    "error",
    "compile",
    "not here",
    PLACES[0],
    Place(1, 5, 14),
    "line",
    ((PLACES[1], "and here"), (PLACES[2], "and here, b"), (PLACES[0], "its guard")),
    fingerprint="f" * 16,
    marks=("a" * 16, "b" * 16),
)
FIRST, SECOND, THIRD = known_by(MANY)


def test_each_place_is_known_by_itself() -> None:
    assert [mark for _, mark in known_by(MANY)] == ["f" * 16, "a" * 16, "b" * 16]
    assert known_by(MANY._replace(marks=())) == [("N001", "f" * 16)] * 3


def test_nothing_of_it_is_new_where_all_places_are_known() -> None:
    left = Counter({FIRST: 1, SECOND: 2, THIRD: 1})
    assert parted(MANY, left) == (None, MANY)
    assert left.total() == 1


def test_all_of_it_is_new_where_none_is_known() -> None:
    assert parted(MANY, Counter()) == (MANY, None)


def test_what_is_new_begins_at_its_first_new_place() -> None:
    found, known = parted(MANY, Counter({FIRST: 1, SECOND: 1}))
    assert found is not None
    assert known == MANY._replace(related=(MANY.related[0], MANY.related[2]), marks=("a" * 16,))
    assert (found.start, found.end, found.excerpt, found.marks) == (PLACES[2], PLACES[2], "", ())
    assert found.message == "not here (here, b)"
    assert (found.related, found.fingerprint) == (((PLACES[0], "its guard"),), "b" * 16)


def test_known_places_are_left_out_of_what_is_new() -> None:
    found, known = parted(MANY, Counter({SECOND: 1}))
    assert found == MANY._replace(related=(MANY.related[1], MANY.related[2]), marks=("b" * 16,))
    assert known is not None
    assert (known.start, known.fingerprint, known.marks) == (PLACES[1], "a" * 16, ())


def test_one_name_for_all_places_counts_them() -> None:
    alike = MANY._replace(marks=())
    assert parted(alike, Counter({FIRST: 3})) == (None, alike)
    assert parted(alike, Counter({FIRST: 2})) == (alike, None)


def test_a_finding_is_told_once_for_each_place() -> None:
    assert [(one.start, one.message, one.fingerprint, one.related) for one in by_place(MANY)] == [
        (PLACES[0], "not here", "f" * 16, (MANY.related[2],)),
        (PLACES[1], "not here", "a" * 16, (MANY.related[2],)),
        (PLACES[2], "not here (here, b)", "b" * 16, (MANY.related[2],)),
    ]


def test_a_finding_is_whole_where_one_name_stands_for_its_places() -> None:
    whole = MANY._replace(marks=())
    alone = MANY._replace(marks=(), related=())
    assert [by_place(whole), by_place(alone)] == [[whole], [alone]]
