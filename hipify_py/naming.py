"""What the matchers have in common: a match, the finding of an engine rule, the rename of a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Edit, Finding
from hipify_py.releases import arrival

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.rules import Name, RuleSet

LATER = "N011"  # the rule about names that a newer release brings


class Match(NamedTuple):
    """What one construct in a source calls for."""

    edits: tuple[Edit, ...] = ()
    findings: tuple[Finding, ...] = ()


def finding(rules: RuleSet, rule_id: str, span: Span, **values: str) -> Finding:
    """Make a finding of an engine rule, whose words stand in `rules/engine.toml`."""
    rule = rules.by_id[rule_id]
    message = rule.message.format(**values)
    return Finding(rule.id, rule.severity, span, message, rule.fails, origin=rule.origin)


def rename(rules: RuleSet, span: Span, name: bytes, known: Name) -> tuple[Edit | None, list[Finding]]:
    """Give the edit that renames a name, if it has another one in HIP, and what its rule says about it."""
    shown = name.decode("utf-8", "replace")
    said = [one._replace(origin=known.origin or one.origin) for one in _said(rules, span, shown, known)]
    if known.to is None or known.to == name:
        return None, said
    return Edit(span, (known.to,), "N000", "rename", known.origin), said


def _said(rules: RuleSet, span: Span, shown: str, known: Name) -> Iterator[Finding]:
    if known.to is None:
        if known.note:
            yield finding(rules, "N001", span, name=shown, why=known.note)
        return
    to = known.to.decode()
    becomes = "is in HIP too" if to == shown else f"becomes {to}"
    if known.since:
        what = "keeps its name" if to == shown else becomes
        when = arrival(known.since, rules.rocm)
        yield finding(rules, LATER, span, name=shown, becomes=what, when=when)
    if known.note:
        yield finding(rules, "N002", span, name=shown, becomes=becomes, why=known.note)
