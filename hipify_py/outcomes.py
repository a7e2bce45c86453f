"""What matchers give: a match, the finding of a rule or of the engine, the rename of a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import AGAIN, Edit, Finding, Related, readable
from hipify_py.releases import arrival

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hipify_py.model import Span
    from hipify_py.rules.model import Message, Rule, RuleSet
    from hipify_py.rules.names import Name

LATER = "N011"  # the message about names that a newer release brings
CAPTURE = re.compile(r"\{(\w+)\}")
NEAREST = re.compile(r"(?<=\bmakes it )\w+|(?<=; the nearest is )\w+")
"""What a note says of one name alone: of names that are otherwise told the same it parts no cause."""


class Match(NamedTuple):
    """What one construct in a source calls for."""

    edits: tuple[Edit, ...] = ()
    findings: tuple[Finding, ...] = ()


def report(entry: Rule | Message, span: Span, values: Mapping[str, str]) -> Finding:
    """Make the finding of a rule or of a message of the engine: the only maker of findings.

    `values` fill the `{captures}` of its text; one that they lack stays as it is written. Of a text that is
    very long, for a source may name what it likes, the middle is left out.
    """
    message = readable(CAPTURE.sub(lambda found: values.get(found[1], found[0]), entry.message))
    return Finding(entry.id, entry.severity, span, message, entry.fails, origin=entry.origin)


def finding(rules: RuleSet, message_id: str, span: Span, **values: str) -> Finding:
    """Make the finding of a message, or of a rule, by its id: what the engine says by itself."""
    return report(rules.by_id[message_id], span, values)


def beside(spans: Iterable[Span]) -> tuple[Related, ...]:
    """Give the further places of a finding that is about each of them as about its first."""
    return tuple(Related(span, AGAIN) for span in spans)


def in_passing(match: Match, text: str = "") -> Match:
    """Give a match with notes: what a program has chosen already, or cannot choose, is nothing to be done.

    With a `text` that is what they say, of what is slower at most.
    """
    notes = (one._replace(severity="note") for one in match.findings)
    said = (one._replace(message=text, fails="speed") if text else one for one in notes)
    return match._replace(findings=tuple(said))


def rename(rules: RuleSet, span: Span, name: bytes, known: Name) -> tuple[Edit | None, list[Finding]]:
    """Give the edit that renames a name, if it has another one in HIP, and what its entry says about it."""
    return renamed(span, name, known), said(rules, span, name, known)


def renamed(span: Span, name: bytes, known: Name) -> Edit | None:
    """Give the edit that renames a name, if it has another one in HIP."""
    if known.to is None or known.to == name:
        return None
    return Edit(span, (known.to,), "N000", "rename", known.origin)


def said(rules: RuleSet, span: Span, name: bytes, known: Name) -> list[Finding]:
    """Give what the entry of a name says about it."""
    found = _said(rules, span, name.decode("utf-8", "replace"), known)
    return [one._replace(origin=known.origin) for one in found] if known.origin else list(found)


def _said(rules: RuleSet, span: Span, shown: str, known: Name) -> Iterator[Finding]:
    if known.to is None:
        if known.note:
            lacking = finding(rules, "N001", span, name=shown, why=known.note)
            yield lacking._replace(cause=NEAREST.sub("", known.note))
        return
    to = known.to.decode()
    becomes = "is in HIP too" if to == shown else f"becomes {to}"
    if known.since:
        what = "keeps its name" if to == shown else becomes
        when = arrival(known.since, rules.rocm)
        yield finding(rules, LATER, span, name=shown, becomes=what, when=when)
    if known.note:
        told = finding(rules, "N002", span, name=shown, becomes=becomes, why=known.note)
        yield told._replace(fails=known.fails, severity="note" if known.fails == "never" else told.severity)


def of_release(rules: RuleSet, findings: Iterable[Finding]) -> list[Finding]:
    """Leave out what the engine says of other releases than the one that is converted for."""
    return [one for one in findings if one.rule not in rules.of_others]
