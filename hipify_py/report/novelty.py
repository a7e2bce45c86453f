"""The places of a finding one by one: what each is known by, and which of them nobody knows yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import AGAIN
from hipify_py.report.fingerprint import fingerprint
from hipify_py.report.places import again, weight

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

    from hipify_py.model import Place
    from hipify_py.report.model import Concern


def known_by(one: Concern) -> list[tuple[str, str]]:
    """Give what each place of a finding is known by, with its rule, the first place first."""
    first, count = fingerprint(one), weight(one)
    marks = one.marks if len(one.marks) == count - 1 else (first,) * (count - 1)
    return [(one.rule, mark) for mark in (first, *marks)]


def by_place(one: Concern) -> list[Concern]:
    """Give a finding once for each of its places; whole where one name stands for all of them."""
    if not _is_marked(one):
        return [one]
    first = one._replace(related=_notes(one), marks=())
    return [first, *(_at(first, *place, mark) for place, mark in zip(again(one), one.marks, strict=True))]


def _is_marked(one: Concern) -> bool:
    """Say whether each place of a finding with several has a name of its own."""
    return len(one.marks) == weight(one) - 1 > 0


def _notes(one: Concern) -> tuple[tuple[Place, str], ...]:
    """Give what is said beside a finding that is no further place of it."""
    return tuple(each for each in one.related if not each[1].startswith(AGAIN))


def _at(one: Concern, place: Place, said: str, mark: str) -> Concern:
    """Give a finding at a further place of it, with what is said there, as of another name."""
    here = said.removeprefix(AGAIN)
    message = f"{one.message} (here{here})" if here else one.message
    return one._replace(start=place, end=place, message=message, excerpt="", fingerprint=mark)


def parted(one: Concern, left: Counter[tuple[str, str]]) -> tuple[Concern | None, Concern | None]:
    """Take the known places of a finding out of those left; give it with the new ones, and with the known.

    One whose places all have one name is new as a whole where it has more of them than are known.
    """
    new, known = [], []
    for at, mark in enumerate(known_by(one)):
        if left[mark] > 0:
            left[mark] -= 1
            known.append(at)
        else:
            new.append(at)
    if not new:
        return None, one
    if not known or not _is_marked(one):
        return one, None
    return _with(one, new), _with(one, known)


def _with(one: Concern, kept: Sequence[int]) -> Concern:
    """Give a finding with some of its places, by their numbers, the first of which it is at then."""
    others = again(one)
    first = _at(one, *others[kept[0] - 1], one.marks[kept[0] - 1]) if kept[0] else one
    return first._replace(
        related=(*(others[at - 1] for at in kept[1:]), *_notes(one)),
        marks=tuple(one.marks[at - 1] for at in kept[1:]),
    )
