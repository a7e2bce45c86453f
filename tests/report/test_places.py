"""The further places of a finding: how many they are, and how they are told."""

from __future__ import annotations

from helpers.reports import SYMBOL

from hipify_py.model import Place
from hipify_py.report.model import Concern
from hipify_py.report.places import counted_message, shown_places, weight


def used(times: int) -> Concern:
    """Give a finding that is about so many places, each two lines below the other, and tells of one more."""
    places = [(Place(10 + 2 * number, 1, 0), f"and here, {number}") for number in range(1, times)]
    return SYMBOL._replace(related=(*places, (Place(99, 1, 0), "this asks for it")))


def test_a_finding_counts_for_its_places_alike() -> None:
    assert [weight(SYMBOL), weight(used(1)), weight(used(9))] == [1, 1, 9]


def test_a_form_that_shows_one_place_counts_the_others() -> None:
    assert counted_message(SYMBOL) == SYMBOL.message
    assert counted_message(used(2)) == f"{SYMBOL.message} (and at 1 more place in this file)"
    assert counted_message(used(9)) == f"{SYMBOL.message} (and at 8 more places in this file)"


def test_few_places_are_told_one_by_one_and_many_by_their_lines() -> None:
    assert shown_places(used(7)) == list(used(7).related)
    assert [(at.line, said) for at, said in shown_places(used(9))] == [
        (12, "and here, 1"),
        (14, "and here, 2"),
        (16, "and here, 3"),
        (18, "and here, as in 5 places on lines 18, 20, 22, 24, 26"),
        (99, "this asks for it"),
    ]
    many = shown_places(used(40))[3][1]
    assert many == "and here, as in 36 places on lines 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, ..."
