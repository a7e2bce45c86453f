"""One cause, one finding: told at the first of its worst places, with the others beside it.

So it is with what a file uses of a library that HIP lacks, with what one function reads of textures, with
what one look at a file answers whichever of its places it is about, and with whatever has the same words: who
has read them once needs the places alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hipify_py.lazy import re
from hipify_py.match.launches import OF_LAUNCHES
from hipify_py.match.sides_taken import STANDS, without_side
from hipify_py.model import AGAIN, SEVERITIES, Related

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.model import Finding

ABOUT: Final = frozenset({"M001", "M003", "M037", "M371", "R006", "R018"})
"""Rules of which a file's findings with one text have one cause."""
DIFFERS: Final = "N002"
VAGUE: Final = "N007"
"""What says that a call may be needed: an error about the same name says what is."""
VALUES: Final = "M103"
BY_NAME: Final = frozenset({"M157"})
"""Rules that name a variable first, of which the file's findings have one cause."""
GONE: Final = "N005"
LACKING: Final = "N001"
BY_HAND: Final = ": port the call by hand"
"""What is said of a name when there is no more to say of it than of its library."""
SAID_BETTER: Final = {("N002", b"cublas.h"): "L064", ("N001", b"CUctxCreateParams"): "R401"}
"""What is said of names, and the rules that say it better where they speak of a file."""
LAUNCH: Final = "D007"
BETTER: Final = frozenset({*SAID_BETTER.values(), GONE, LAUNCH})
PARTED: Final = ": "
NO_COUNTERPART: Final = " has no HIP counterpart: "
MOST_HEADERS = 16  # that HIP lacks, of a file
NAMED_FIRST: Final = frozenset({"W031", "M061", "M073"})
"""Rules that name functions or a file and say then, what is one cause with whatever they name."""
OWN: Final = re.compile(
    r"\w+ is the program's own beside HIP's: which of them a call takes cannot be told(?:, )?"
)
"""What one look at the overloads of a file answers for all of them."""
PTX: Final = "D001"
LETTERS: Final = re.compile(rb"[A-Za-z]++")
NAME: Final = re.compile(r"(\w+) (.*)", re.DOTALL)
BUT: Final = ", but differs: "
INSTRUCTION: Final = re.compile(r"inline assembly: (.*?) has no meaning")
LONGEST = 60  # bytes of a place's text that is shown
LONGEST_WRITTEN = 1000  # bytes, with blanks, of one that is looked at: many findings may name one place
LINE = 4096  # bytes of a line before a place that are looked through for where it begins


def told_once(source: bytes, findings: Sequence[Finding]) -> list[Finding]:
    """Give findings, which are in order, of those with one cause the first, with the places of the others.

    Comments have turned off what they do by now: the first is the first that is left.
    """
    refused = {one.span for one in findings if one.severity == "error"}
    first = {one.rule: at for at, one in reversed([*enumerate(findings)])}
    headers, lacking = _headers(source, findings), {one.family for one in findings if one.rule == GONE}
    reasons = {_reason(one): at for at, one in reversed([*enumerate(findings)]) if one.rule == GONE}
    causes: dict[object, list[Finding]] = {}
    for at, one in enumerate(findings):
        if one.rule == VAGUE and one.span in refused:
            continue
        better = first.get(_better(source, one), headers.get(_stem(source, one, headers), at))
        better = reasons.get(_reason(one), better) if one.rule == LACKING else better
        cause = _cause(source, findings[better])
        if one.family and _library(one) in lacking:
            cause = _library(one), one.origin
        causes.setdefault(better if cause is None else cause, []).append(one)
    told = [_together(source, alike) for alike in causes.values()]
    return sorted(told, key=lambda one: one.span.start)


def _library(one: Finding) -> str:
    """Give the library of a name; behind it may stand what takes the place of that name alone."""
    return one.family.partition(PARTED)[0]


def _better(source: bytes, one: Finding) -> str:
    """Give the rule by which the same is said of a file, and more."""
    start, end = one.span
    return SAID_BETTER.get((one.rule, source[start : min(end, start + LONGEST)]), "")


def _reason(one: Finding) -> tuple[str, str]:
    """Give what is said of what HIP lacks, a header or a name, but for what that is, and whose rule it is."""
    return one.message.partition(NO_COUNTERPART)[2], one.origin


def _headers(source: bytes, findings: Sequence[Finding]) -> dict[bytes, int]:
    """Give the first findings about headers that HIP lacks, by the letters with which their names begin.

    So begin the names of what they declare, of which there may be no more to say than of the library.
    """
    found: dict[bytes, int] = {}
    for at, one in enumerate(findings):
        letters = LETTERS.match(source, *one.span) if one.rule == GONE and len(found) < MOST_HEADERS else None
        if letters:
            found.setdefault(letters[0].lower(), at)
    return found


def _stem(source: bytes, one: Finding, headers: Iterable[bytes]) -> bytes:
    """Give the header of the library of a name of which there is no more to say; nothing of another."""
    if one.rule != LACKING or not one.message.endswith(BY_HAND) or one.origin:
        return b""
    name = source[slice(*one.span)].lower()
    return next(filter(name.startswith, headers), b"")


def _together(source: bytes, alike: Sequence[Finding]) -> Finding:
    """Give what has one cause as one finding: at the first of the worst places, with the others beside it."""
    worst = max(alike, key=lambda one: (SEVERITIES.index(one.severity), one.rule in BETTER))
    others = [one for one in alike if one is not worst]
    return worst._replace(
        related=(*worst.related, *_places(source, worst, others)),
        also=tuple(sorted({one.rule for one in others} - {worst.rule})),
    )


def _cause(source: bytes, one: Finding) -> tuple[object, ...] | None:
    """Give what findings with one cause have in common; None for one that is told by itself."""
    if one.family:  # how bad a use is matters little: who has replaced the library has all of it
        return one.family, one.origin
    alike = (one.severity, one.fails, one.origin)
    if one.rule in BY_NAME and not one.origin:
        return one.rule, *alike, _without_name(one)
    if one.rule in NAMED_FIRST and not one.origin:
        return one.rule, *alike, OWN.sub("", one.message.partition(": ")[2])
    alone = one.related if one.rule == VALUES else [at for at in one.related if not _is_again(at)]
    if one.origin or alone:
        return None
    if one.rule == VALUES:  # of numbers that one line asks for
        at = one.span.start
        line = max(source.rfind(end, max(0, at - LINE), at) for end in (b"\n", b"\r"))
        return one.rule, *alike, _without_name(one), line
    said = _said(one)
    return (LAUNCH if said == OF_LAUNCHES else one.rule, *alike, said) if said else None


def _is_again(place: Related) -> bool:
    return place.message.startswith(AGAIN)


def _said(one: Finding) -> str:
    """Give what a finding says but for what is its own; "" for notes, each of which stands where it is."""
    if one.rule == DIFFERS and BUT in one.message:
        return one.message.partition(BUT)[2]
    if one.rule in ABOUT and one.fails != "compile":
        return without_side(one.message)
    return "" if one.severity == "note" else one.cause or one.message


def _without_name(one: Finding) -> str:
    found = NAME.fullmatch(one.message)
    return found[2] if found else one.message


def _places(source: bytes, first: Finding, others: Sequence[Finding]) -> Iterator[Related]:
    """Say of other places what is there, where that is not what the first is about, and what HIP does."""
    of_first, told = _named(source, first), set[str]()
    for one in others:
        named, side = _named(source, one), one.message.removeprefix(without_side(one.message))
        text = f", {named}" if named and named != of_first and one.rule not in ABOUT else ""
        remedy = one.family.partition(PARTED)[2] if one.family != first.family else ""
        if remedy and remedy not in told:
            told.add(remedy)
            side = PARTED + remedy
        yield Related(one.span, AGAIN + text + side.replace(STANDS, ", where HIP "))
        yield from one.related


def _named(source: bytes, one: Finding) -> str:
    if one.rule == PTX and (found := INSTRUCTION.match(one.message)):
        return found[1]
    if one.rule in NAMED_FIRST:
        return one.message.partition(": ")[0]
    if one.span.end - one.span.start > LONGEST_WRITTEN:
        return ""
    text = b" ".join(source[slice(*one.span)].split())
    return text.decode("utf-8", "replace") if len(text) <= LONGEST else ""
