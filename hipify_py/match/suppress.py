"""Comments that turn a rule off where they stand: `// hipify: ignore[ID] reason`.

A comment behind code speaks of its own line; one alone on its line speaks of the next line of code.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Edit, Finding, Span, Suppressed
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import RuleSet
    from hipify_py.source.unit import Unit

COMMENT = re.compile(rb"hipify:[ \t]*ignore\b(?:\[([^\]\n]*)\])?[ \t]*([^\n]*)")


class Ignore(NamedTuple):
    """One id of one comment: the span of the comment, the bytes it speaks of and the reason it gives."""

    comment: Span
    scope: Span
    rule: str
    reason: str


def ignores(unit: Unit) -> Iterator[Ignore]:
    """Give what the comments of a source turn off; `rule` is empty where a comment names none."""
    for comment in unit.text.comments if b"hipify:" in unit.source else ():
        found = COMMENT.search(unit.source, *comment)
        if found is None:
            continue
        span = Span(found.start(), found.end())
        reason = found[2].decode("utf-8", "replace").removesuffix("*/").strip()
        for rule in re.split(r"[,\s]+", (found[1] or b"").decode("utf-8", "replace").strip()):
            yield Ignore(span, _scope(unit, comment), rule, reason)


def _scope(unit: Unit, comment: Span) -> Span:
    """Give the line of code that a comment speaks of."""
    start = unit.code.rfind(b"\n", 0, comment.start) + 1
    end = _line_end(unit.code, comment.end)
    if unit.code[start:end].strip():
        return Span(start, end)
    code = re.compile(rb"\S").search(unit.code, end)
    if code is None:
        return Span(end, end)
    return Span(unit.code.rfind(b"\n", 0, code.start()) + 1, _line_end(unit.code, code.start()))


def _line_end(code: bytes, at: int) -> int:
    found = code.find(b"\n", at)
    return found if found >= 0 else len(code)


def suppress(
    unit: Unit, edits: list[Edit], findings: list[Finding], rules: RuleSet
) -> tuple[list[Edit], list[Finding], list[Suppressed]]:
    """Take out what comments turn off; report comments that are unused, unknown or name no rule."""
    hushed: list[Suppressed] = []
    for ignore in ignores(unit):
        old = rules.by_old_id.get(ignore.rule, ())
        if ignore.rule not in rules.by_id and not old:
            message = "S002" if ignore.rule else "S003"
            findings.append(finding(rules, message, ignore.comment, id=ignore.rule))
            continue
        hits: set[str] = set()
        for rule in (ignore.rule, *old):
            kept_edits, kept_findings, quiet = _without(ignore, rule, edits, findings)
            edits, findings = kept_edits, kept_findings
            hushed += quiet
            hits |= {each.rule for each in quiet}
        if not hits:
            findings.append(finding(rules, "S001", ignore.comment, id=ignore.rule))
        elif ignore.rule not in hits:
            now = ", ".join(sorted(hits))
            findings.append(finding(rules, "S004", ignore.comment, id=ignore.rule, now=now))
    return edits, findings, hushed


def _without(
    ignore: Ignore, rule: str, edits: list[Edit], findings: list[Finding]
) -> tuple[list[Edit], list[Finding], list[Suppressed]]:
    """Part from the edits and findings of a rule what a comment speaks of."""

    def covers(item: Edit | Finding) -> bool:
        return item.rule == rule and ignore.scope.start <= item.span.start <= ignore.scope.end

    items: list[Edit | Finding] = [*edits, *findings]
    quiet = [Suppressed(rule, item.span, ignore.reason) for item in items if covers(item)]
    return [e for e in edits if not covers(e)], [f for f in findings if not covers(f)], quiet
