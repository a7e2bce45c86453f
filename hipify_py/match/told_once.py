"""One cause, one finding: told at the first place, with the others beside it.

So it is with what a file uses of a library that HIP lacks, with what one function reads of textures, and with
what one look at a file answers whichever of its places it is about. What else a compiler refuses is told at
each place: each has to be changed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hipify_py.match.sides_taken import STANDS, without_side
from hipify_py.model import AGAIN, Related

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.model import Finding

ABOUT: Final = frozenset({"M001", "M003", "M037", "M371"})
"""Rules of which a file's findings with one text have one cause."""
DIFFERS: Final = "N002"
VAGUE: Final = "N007"
"""What says that a call may be needed: an error about the same name says what is."""
VALUES: Final = "M103"
NAME: Final = re.compile(r"(\w+) (.*)", re.DOTALL)
BUT: Final = ", but differs: "
LONGEST = 60  # bytes of a place's text that is shown
LINE = 4096  # bytes of a line before a place that are looked through for where it begins


def told_once(source: bytes, findings: Sequence[Finding]) -> list[Finding]:
    """Give findings, which are in order, of those with one cause the first, with the places of the others.

    Comments have turned off what they do by now: the first is the first that is left.
    """
    refused = {one.span for one in findings if one.severity == "error"}
    causes: dict[object, list[Finding]] = {}
    for at, one in enumerate(findings):
        if one.rule == VAGUE and one.span in refused:
            continue
        cause = _cause(source, one)
        causes.setdefault(at if cause is None else cause, []).append(one)
    return [
        first._replace(
            related=(*first.related, *_places(source, first, others)),
            also=tuple(sorted({one.rule for one in others} - {first.rule})),
        )
        if others
        else first
        for first, *others in causes.values()
    ]


def _cause(source: bytes, one: Finding) -> tuple[object, ...] | None:
    """Give what findings with one cause have in common; None for one that is told by itself."""
    alike = (one.severity, one.fails, one.origin)
    if one.family:
        return one.family, *alike
    if one.origin or one.related:
        return None
    if one.rule == VALUES:  # of numbers that one line asks for
        at = one.span.start
        line = max(source.rfind(end, max(0, at - LINE), at) for end in (b"\n", b"\r"))
        return one.rule, *alike, _without_name(one), line
    if one.fails == "compile":
        return None
    if one.rule == DIFFERS and BUT in one.message:
        return one.rule, *alike, one.message.partition(BUT)[2]
    return (one.rule, *alike, without_side(one.message)) if one.rule in ABOUT else None


def _without_name(one: Finding) -> str:
    found = NAME.fullmatch(one.message)
    return found[2] if found else one.message


def _places(source: bytes, first: Finding, others: Sequence[Finding]) -> Iterator[Related]:
    """Say of other places what is there, where that is not what the first is about, and what HIP does."""
    of_first = _named(source, first)
    for one in others:
        named, side = _named(source, one), one.message.removeprefix(without_side(one.message))
        is_other = one.family or (named != of_first and one.rule not in ABOUT)
        text = (f", {named}" if named and is_other else "") + side.replace(STANDS, ", where HIP ")
        yield Related(one.span, AGAIN + text)
        yield from one.related


def _named(source: bytes, one: Finding) -> str:
    text = b" ".join(source[slice(*one.span)].split())
    return text.decode("utf-8", "replace") if len(text) <= LONGEST else ""
