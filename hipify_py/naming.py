"""What the matchers have in common: a match, the finding of an engine rule, the rename of a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Edit, Finding

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.rules import Name, RuleSet


class Match(NamedTuple):
    """What one construct in a source calls for."""

    edits: tuple[Edit, ...] = ()
    findings: tuple[Finding, ...] = ()


def finding(rules: RuleSet, rule_id: str, span: Span, **values: str) -> Finding:
    """Make a finding of an engine rule, whose words stand in `rules/engine.toml`."""
    rule = rules.by_id[rule_id]
    return Finding(rule.id, rule.severity, span, rule.message.format(**values), rule.fails)


def rename(rules: RuleSet, span: Span, name: bytes, known: Name) -> tuple[Edit | None, list[Finding]]:
    """Give the edit that renames a name, if it has another one in HIP, and what its rule says about it."""
    said = []
    shown = name.decode("utf-8", "replace")
    if known.note and known.to is None:
        said.append(finding(rules, "N001", span, name=shown, why=known.note))
    elif known.note and known.to is not None:
        becomes = "is in HIP too" if known.to == name else f"becomes {known.to.decode()}"
        said.append(finding(rules, "N002", span, name=shown, becomes=becomes, why=known.note))
    if known.to is None or known.to == name:
        return None, said
    return Edit(span, (known.to,), "N000", "rename"), said
