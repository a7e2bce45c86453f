"""What of a finding is new beside findings that are known: of its places, those that nobody knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import AGAIN
from hipify_py.report.fingerprint import fingerprint
from hipify_py.report.places import again, weight

if TYPE_CHECKING:
    from collections import Counter

    from hipify_py.report.model import Concern


def known_by(one: Concern) -> list[tuple[str, str]]:
    """Give what each place of a finding is known by, with its rule, the first place first."""
    first, count = fingerprint(one), weight(one)
    marks = one.marks if len(one.marks) == count - 1 else (first,) * (count - 1)
    return [(one.rule, mark) for mark in (first, *marks)]


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
    if not new:
        return None
    if len(new) == len(marks) or len(one.marks) != len(marks) - 1:
        return one
    places = [(one.start, AGAIN), *again(one)]
    others = tuple(each for each in one.related if not each[1].startswith(AGAIN))
    left_over = one._replace(
        related=(*(places[at] for at in new[1:]), *others), marks=tuple(marks[at][1] for at in new[1:])
    )
    if new[0] == 0:
        return left_over
    start = places[new[0]][0]
    return left_over._replace(start=start, end=start, excerpt="", fingerprint=marks[new[0]][1])
