"""What one look at a file answers, whichever of its places it is about: told once, with the other places.

What a compiler refuses is told at each place: each has to be changed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hipify_py.match.sides_taken import STANDS, without_side
from hipify_py.model import Related

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.model import Finding
    from hipify_py.source.unit import Unit

ABOUT: Final = frozenset({"M001", "M003", "M037", "M371"})
"""Rules of which a file's findings with one text have one cause."""
DIFFERS: Final = "N002"
VALUES: Final = "M103"
NAME: Final = re.compile(r"(\w+) (.*)", re.DOTALL)
BUT: Final = ", but differs: "


def together(unit: Unit, findings: Sequence[Finding]) -> list[Finding]:
    """Give findings, in order, of those with one cause the first, which has the places of the others."""
    kept: dict[object, Finding] = {}
    for at, one in enumerate(findings):
        key = _cause(unit, one) if not one.related else None
        if key is None or key not in kept:
            kept[at if key is None else key] = one
            continue
        first = kept[key]
        kept[key] = first._replace(related=(*first.related, Related(one.span, _beside(first, one))))
    return [*kept.values()]


def _cause(unit: Unit, one: Finding) -> tuple[object, ...] | None:
    """Give what findings with one cause have in common; None for one that is told by itself."""
    if one.origin:
        return None
    if one.rule == VALUES:  # of numbers that one line asks for
        return *_of(one), _without_name(one), unit.code.rfind(b"\n", 0, one.span.start)
    if one.fails == "compile":
        return None
    if one.rule == DIFFERS and BUT in one.message:
        return *_of(one), one.message.partition(BUT)[2]
    return (*_of(one), without_side(one.message)) if one.rule in ABOUT else None


def _of(one: Finding) -> tuple[str, str, str]:
    return one.rule, one.severity, one.fails


def _without_name(one: Finding) -> str:
    found = NAME.fullmatch(one.message)
    return found[2] if found else one.message


def _beside(first: Finding, one: Finding) -> str:
    """Say of another place what is there: the same, or another name of which the same is said."""
    plain = without_side(one.message)
    if plain == without_side(first.message):
        return "and here" + one.message.removeprefix(plain).replace(STANDS, ", where HIP ")
    found = NAME.match(one.message)
    return f"{found[1]}, too" if found else "and here"
