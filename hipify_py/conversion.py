"""The spine: bytes in, `Result` out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.edits import keep_comments, render, settle
from hipify_py.lanes import matcher
from hipify_py.match.find import find
from hipify_py.match.own_includes import own_includes
from hipify_py.match.suppress import suppress
from hipify_py.match.unmatched import unmatched
from hipify_py.model import Related, Result
from hipify_py.outcomes import finding
from hipify_py.settings import Options
from hipify_py.source.unit import Unit

if TYPE_CHECKING:
    from hipify_py.model import Edit, Finding
    from hipify_py.rules.model import RuleSet

MOST_PARSE_ERRORS = 4


def convert(source: bytes, rules: RuleSet, options: Options = Options()) -> Result:  # noqa: B008  frozen
    """Convert one source. Raises nothing for any input: what cannot be understood becomes a finding."""
    edits: list[Edit] = []
    findings: list[Finding] = []
    unit = Unit(source)
    for match in find(unit, rules, options):
        edits += match.edits
        findings += match.findings
    for match in own_includes(unit, edits, rules, options):
        edits += match.edits
        findings += match.findings
    findings = matcher.superseded(findings, edits)
    findings += unmatched(unit, rules, options, edits, findings)
    findings += parse_errors(unit, rules, bool(edits or findings))
    edits, findings, hushed = suppress(unit, edits, findings, rules)
    edits, lost = settle(edits)
    findings += [finding(rules, "N009", edit.span, id=edit.rule) for edit in lost]
    edits = keep_comments(source, unit.text.comments, edits)
    findings.sort(key=lambda f: (f.span, f.rule, f.message))
    return Result(source, render(source, edits), tuple(edits), tuple(findings), tuple(hushed))


def parse_errors(unit: Unit, rules: RuleSet, something_found: bool) -> list[Finding]:  # noqa: FBT001
    """Give one finding for all places where the grammar lost its way, if the file has anything to convert."""
    if not something_found or not (unit.tree.root_node.has_error or unit.too_deep or unit.given_up):
        return []
    places = sorted(unit.errors())
    related = tuple(Related(span, "and here") for span in places[1:MOST_PARSE_ERRORS])
    return [finding(rules, "P001", place)._replace(related=related) for place in places[:1]]
