"""The further places of a finding: which are as its first is, how many they are, and how they are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hipify_py.model import AGAIN

if TYPE_CHECKING:
    from hipify_py.model import Place
    from hipify_py.report.model import Concern

FIRST: Final = 3  # places that are told one by one where there are many
MANY: Final = 6
LINES: Final = 12  # of the others that are named


def again(one: Concern) -> list[tuple[Place, str]]:
    """Give the places that a finding is about as it is about its first."""
    return [(at, said) for at, said in one.related if said.startswith(AGAIN)]


def weight(one: Concern) -> int:
    """Give for how many findings one counts: it is about so many places alike."""
    return 1 + len(again(one))


def counted_message(one: Concern) -> str:
    """Give a finding's message for a form that shows one place, with the number of the others."""
    more = weight(one) - 1
    return f"{one.message} (and at {more} more place{'s' * (more > 1)} in this file)" if more else one.message


def shown_places(one: Concern) -> list[tuple[Place, str]]:
    """Give the further places as text tells them: of many the first, and the lines of the others at once."""
    alike = again(one)
    if len(alike) <= MANY:
        return list(one.related)
    (at, _), *_ = rest = alike[FIRST:]
    lines = list(dict.fromkeys(place.line for place, _ in rest))
    listed = ", ".join(map(str, lines[:LINES])) + ", ..." * (len(lines) > LINES)
    others = [each for each in one.related if not each[1].startswith(AGAIN)]
    return [*alike[:FIRST], (at, f"{AGAIN}, as in {len(rest)} places on lines {listed}"), *others]
