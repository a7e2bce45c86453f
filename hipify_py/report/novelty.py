"""The places of a finding one by one: what each is known by, and which of them nobody knows yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import AGAIN
from hipify_py.report.fingerprint import fingerprint
from hipify_py.report.places import again, weight

if TYPE_CHECKING:
    from collections import Counter

    from hipify_py.model import Place
    from hipify_py.report.model import Concern


def known_by(one: Concern) -> list[tuple[str, str]]:
    """Give what each place of a finding is known by, with its rule, the first place first."""
    first, count = fingerprint(one), weight(one)
    marks = one.marks if len(one.marks) == count - 1 else (first,) * (count - 1)
    return [(one.rule, mark) for mark in (first, *marks)]


def by_place(one: Concern) -> list[Concern]:
    """Give a finding once for each of its places; whole where one name stands for all of them."""
    others = again(one)
    if not others or len(one.marks) != len(others):
        return [one]
    first = one._replace(related=tuple(each for each in one.related if each not in others), marks=())
    return [first, *(_at(first, *place, mark) for place, mark in zip(others, one.marks, strict=True))]


def _at(one: Concern, place: Place, said: str, mark: str) -> Concern:
    """Give a finding at a further place of it, with what is said there, as of another name."""
    here = said.removeprefix(AGAIN)
    message = f"{one.message} (here{here})" if here else one.message
    return one._replace(start=place, end=place, message=message, excerpt="", fingerprint=mark)


def new_in(one: Concern, left: Counter[tuple[str, str]]) -> Concern | None:
    """Take the known places of a finding out of those left, and give it with the others; None without any.

    One whose places all have one name is given whole where it has more of them than are known.
    """
    marks = known_by(one)
    new = []
    for at, mark in enumerate(marks):
        if left[mark] > 0:
            left[mark] -= 1
        else:
            new.append(at)
    places = by_place(one)
    if not new:
        return None
    if len(new) == len(marks) or len(places) == 1:
        return one
    first, others = places[new[0]], again(one)
    return first._replace(
        related=(*(others[at - 1] for at in new[1:]), *first.related),
        marks=tuple(marks[at][1] for at in new[1:]),
    )
