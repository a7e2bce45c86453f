"""The releases of ROCm that the rules know, and what is said of a name that one of them brings."""

from __future__ import annotations

import pytest

from hipify_py.model import HipifyError
from hipify_py.releases import CHECKED, NEWEST, OLDEST, RELEASES, arrival, chosen, holds, is_older


def test_releases_stand_in_order_and_the_checked_ones_are_among_them() -> None:
    numbers = [tuple(map(int, release.split("."))) for release in RELEASES]
    assert numbers == sorted(set(numbers))
    assert (RELEASES[0], RELEASES[-1]) == (OLDEST, NEWEST)
    assert [release for release in RELEASES if release in CHECKED] == list(CHECKED)


def test_the_newest_is_chosen_where_none_is_named() -> None:
    assert chosen(None) == NEWEST
    assert [chosen(release) for release in RELEASES] == list(RELEASES)


@pytest.mark.parametrize("rocm", ["", "7", "6.3", "7.20", "newest"])
def test_a_release_that_is_not_known_is_refused(rocm: str) -> None:
    with pytest.raises(HipifyError) as caught:
        chosen(rocm)
    assert str(caught.value) == f"no rules for ROCm {rocm!r}: use one of 6.4, 7.0, 7.1, 7.2"


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("6.4", "7.0", True), ("6.4", "7.2", True), ("7.2", "7.1", False), ("7.1", "7.1", False)],
)
def test_which_came_first(one: str, other: str, *, expected: bool) -> None:
    assert is_older(one, other) is expected


@pytest.mark.parametrize(
    ("since", "until", "expected"),
    [
        ("", "", "6.4 7.0 7.1 7.2"),
        ("7.0", "", "7.0 7.1 7.2"),
        ("", "7.0", "6.4"),
        ("7.0", "7.2", "7.0 7.1"),
        ("7.2", "", "7.2"),
        ("7.1", "7.1", ""),
    ],
)
def test_the_first_limit_counts_and_the_second_does_not(since: str, until: str, expected: str) -> None:
    assert [release for release in RELEASES if holds(release, since, until)] == expected.split()


@pytest.mark.parametrize(
    ("since", "rocm", "said"),
    [
        ("7.2", "6.4", "ROCm has from 7.2 on; you convert for 6.4"),
        ("7.1", "6.4", "ROCm has from 7.1 on; you convert for 6.4"),
        ("7.1", "7.0", "ROCm has from 7.1 on; you convert for 7.0"),
        ("7.2", "7.0", "is in ROCm 7.2 and not in 6.4; whether 7.0 has it is not known"),
        ("7.2", "7.1", "is in ROCm 7.2 and not in 6.4; whether 7.1 has it is not known"),
    ],
)
def test_nothing_is_promised_of_a_release_that_nobody_has_looked_into(
    since: str, rocm: str, said: str
) -> None:
    assert arrival(since, rocm) == said
