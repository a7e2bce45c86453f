"""Findings by their cause: what one look, and mostly one change or one decision, answers together."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import AGAIN
from hipify_py.report.order import badness, concerns_of, files_of, is_aside
from hipify_py.report.places import again, weight
from hipify_py.report.rule_texts import FAILING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hipify_py.model import Fails, Place, Severity
    from hipify_py.report.model import Concern, Report

URGENCY: Final = tuple(FAILING)
"""What comes first of findings that are as severe: what stops the build, then what goes wrong unseen."""
LONGEST: Final = 80  # characters of what a message may be about
GAP: Final = "\0"  # stands in a message for what it is about
PREFIX: Final = re.compile(r"([\w:~]+(?:, [\w:~]+)*(?: and \d+ more)?): ")
TALLY: Final = re.compile(r": \d+ [A-Za-z]+(?: [a-z]+)*(?:, \d+ [A-Za-z]+(?: [a-z]+)*)*\Z")
"""What a message about a function ends in that counts what is in it."""
NAMED: Final = re.compile(rf"{AGAIN}, (\S+)(?::.*)?\Z")
"""What a further place says that is about something else."""


class Cause(NamedTuple):
    """Findings of one rule that say the same of one or more subjects: names, headers, functions.

    `message` is what is said of the most frequent subject, `subjects` are all of them, that one first, those
    of further places too, and none where the message is about nothing that it names. `sites` are the findings
    with the paths of their files, in path and then source order, those in tests, examples and the like last.
    """

    rule: str
    severity: Severity
    fails: Fails
    message: str
    subjects: tuple[str, ...]
    sites: tuple[tuple[str, Concern], ...]

    @property
    def spots(self) -> tuple[tuple[str, Place], ...]:
        """All places that its findings are about alike, with the paths of their files."""
        return tuple(
            (path, at) for path, one in self.sites for at in (one.start, *(at for at, _ in again(one)))
        )

    @property
    def places(self) -> int:
        """How many these are."""
        return sum(weight(one) for _, one in self.sites)

    @property
    def stops(self) -> bool:
        """Say whether nothing that has it can be built."""
        return self.severity == "error" and self.fails in {"compile", "link"}


def causes(report: Report, hushed: Iterable[str] = ()) -> list[Cause]:
    """Group the findings of a report, but for those of the rules in `hushed`; worst and widest first.

    Worst is what is most severe, then what stops the build, goes wrong without a word, fails at run time, and
    is slow; widest what is in most places, and then in most files. What is in tests, examples and the like
    alone comes behind what is as bad.
    """
    groups: dict[tuple[str, str, str, str], list[tuple[str, Concern, str]]] = {}
    left_out = frozenset(hushed)
    for file in sorted(files_of(report), key=lambda each: is_aside(each.path)):
        for one in concerns_of(file):
            if one.rule not in left_out:
                groups.setdefault(key_of(one), []).append((file.path, one, _parted(one)[0]))
    return sorted(map(_cause, groups.values()), key=_rank)


def key_of(one: Concern) -> tuple[str, str, str, str]:
    """Give what findings with one cause have in common: all but what their messages are about."""
    return one.severity, one.rule, one.fails, _parted(one)[1]


def foremost(ranked: Sequence[Cause], most: int) -> tuple[list[Cause], list[Cause]]:
    """Part causes into those to tell of first, at most so many, and the rest, each in their order.

    Each rule's first comes before the second of any: what is rare is not hidden by what is frequent. Where
    there are more rules than that, three quarters are the firsts of the rules that have most places, with all
    of their causes, and the others what has most places: many causes of one rule are not hidden by rules that
    have one of a few places each.
    """
    told = _told(ranked, most)
    parts: tuple[list[Cause], list[Cause]] = ([], [])
    for at, cause in enumerate(ranked):
        parts[at not in told].append(cause)
    return parts


def _told(ranked: Sequence[Cause], most: int) -> set[int]:
    """Give the indices of the foremost causes."""
    places = Counter[str]()
    firsts: dict[str, int] = {}
    for at, cause in enumerate(ranked):
        places[cause.rule] += cause.places
        firsts.setdefault(cause.rule, at)
    order = sorted(firsts, key=lambda rule: (-places[rule], firsts[rule]))
    kept = [firsts[rule] for rule in (order if len(order) <= most else order[: most - most // 4])]
    widest = sorted(range(len(ranked)), key=lambda at: (is_aside(ranked[at].sites[0][0]), -ranked[at].places))
    return set([*kept, *(at for at in widest if at not in kept)][:most])


def _rank(cause: Cause) -> tuple[int, int, bool, int, int, str, str]:
    files = len({path for path, _ in cause.sites})
    how, aside = (badness(cause.severity), URGENCY.index(cause.fails)), is_aside(cause.sites[0][0])
    return *how, aside, -cause.places, -files, cause.rule, cause.message


def _cause(found: list[tuple[str, Concern, str]]) -> Cause:
    counts = Counter(subject for *_, subject in found)
    most = min(counts, key=lambda each: (-counts[each], each))
    first = next(one for _, one, subject in found if subject == most)
    named_again = (NAMED.match(said) for _, one, _ in found for _, said in again(one) if most)
    counts.update(named[1] for named in named_again if named)
    subjects = sorted(filter(None, counts), key=lambda each: (each != most, -counts[each], each))
    sites = tuple((path, one) for path, one, _ in found)
    return Cause(first.rule, first.severity, first.fails, first.message, tuple(subjects), sites)


def _parted(one: Concern) -> tuple[str, str]:
    """Give what a message is about, and the message without it.

    That is what the message begins with and a colon parts from it, functions or names of headers, else the
    text at the finding's place, where the message has it as a word.
    """
    text, found = _at_place(one), PREFIX.match(one.message)
    if found and found[1] != text:
        return found[1], GAP + TALLY.sub(GAP, one.message[found.end(1) :])
    if text and text in one.message:
        shape = re.sub(rf"(?<!\w){re.escape(text)}(?!\w)", GAP, one.message)
        if shape != one.message:
            return text, shape
    return "", one.message


def _at_place(one: Concern) -> str:
    """Give the text at a finding's place; "" where that is over lines, or long."""
    if one.start.line != one.end.line:
        return ""
    text = one.excerpt[one.start.column - 1 : one.end.column - 1].strip()
    return text if len(text) <= LONGEST else ""
