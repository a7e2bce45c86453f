"""Calls and other expressions that a rule describes: by arguments, their texts and types, or by a query."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.fixes import expand
from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.declared_types import declared_type
from hipify_py.rules.linear import expression, holds, linear_query
from hipify_py.rules.model import OF_TYPE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.model import Finding
    from hipify_py.rules.model import Rule
    from hipify_py.source.call_parts import Call
    from hipify_py.source.unit import Unit

# The address of an object or of an element, and an element's place counted from a pointer.
OBJECT = re.compile(rb"\A(?:&\s*(\w+)(?:\s*\[[^\]]*\])?|(\w+)\s*\+(?![+=])[^?:;]*)\Z")
ELEMENT = re.compile(rb"\*\s*+(\w++)|(\w++)\s*+\[[^][]*+\]")
STARS = {"type": None, "value": 0, "pointer": 1}
"""How often what a condition speaks of must be a pointer to the type."""
Captures = dict[str, Span]


class Applied(NamedTuple):
    """What the rules for calls make of one: the edit of the first that has one, and what they all say.

    `settled` says that a rule for older releases spoke, so that nothing needs to wait for a newer one.
    """

    edit: Edit | None = None
    findings: tuple[Finding, ...] = ()
    settled: bool = False


def apply(unit: Unit, name: bytes, call: Call, rules: Sequence[Rule]) -> Applied:
    """Apply to a call the rules that speak about calls of its name."""
    made = Applied()
    for rule in rules:
        captures = _bind(unit, rule, call)
        if captures is None or (rule.fix and made.edit):
            continue
        made = made._replace(settled=made.settled or bool(rule.until))
        if rule.message:
            said = _report(unit, rule, call.name, {"fn": call.name, **captures})
            made = made._replace(findings=(*made.findings, said))
        if rule.fix:
            parts = expand(unit, rule, name, captures, call)
            span = Span(call.name.start, call.close)
            known = {about for about, condition in rule.where if not OF_TYPE.match(condition)}
            dropped = tuple(captures[one] for one in captures if one.startswith("_") or one in known)
            made = made._replace(edit=Edit(span, parts, rule.id, "call", rule.origin, dropped))
    return made


def query(unit: Unit, rule: Rule) -> Iterator[Match]:
    """Apply a query rule; its capture `@place` is what is reported and, with a fix, replaced."""
    of_type = any(rule.word in condition for _, condition in rule.where if OF_TYPE.match(condition))
    text, predicate = (linear_query(rule.query), holds) if rule.origin else (rule.query, None)
    for spans in unit.captures(text, b"" if of_type else rule.word.encode(), predicate):
        captures = {name: found[0] for name, found in spans.items()}
        if not _fits(unit, rule, captures):
            continue
        place = captures["place"]
        findings = (_report(unit, rule, place, captures),) if rule.message else ()
        parts = expand(unit, rule, b"", captures, None) if rule.fix else ()
        edits = (Edit(place, parts, rule.id, "call", rule.origin),) if rule.fix else ()
        yield Match(edits, findings)


def takes(rule: Rule, count: int) -> bool:
    """Say whether a rule may speak of a call with so many arguments."""
    if not rule.args:
        return True
    rest = rule.args[-1].endswith("*")
    return count >= len(rule.args) - 1 if rest else count == len(rule.args)


def _bind(unit: Unit, rule: Rule, call: Call) -> Captures | None:
    """Give the spans of a rule's captures in a call; None where number or conditions do not fit."""
    given = call.arguments
    if not takes(rule, len(given)):
        return None
    listed = list(rule.args)
    rest = listed.pop().rstrip("*") if listed and listed[-1].endswith("*") else None
    captures = dict(zip(listed, given, strict=False))
    if rest is not None:
        more = given[len(listed) :]
        captures[rest] = Span(more[0].start, more[-1].end) if more else Span(call.close, call.close)
    return captures if _fits(unit, rule, captures) else None


def _fits(unit: Unit, rule: Rule, captures: Captures) -> bool:
    """Say whether the captures fulfil what a rule's `where` asks of their text or type."""
    for name, condition in rule.where:
        text = unit.code[slice(*captures[name])].strip()
        wanted = condition.removeprefix("!")
        if asked := OF_TYPE.match(wanted):
            hit = _is_of(unit, text, captures[name].start, asked[1], wanted[asked.end() :].encode())
        else:
            hit = expression(wanted, own=bool(rule.origin)).fullmatch(text) is not None
        if hit == condition.startswith("!"):
            return False
    return True


def _is_of(unit: Unit, text: bytes, at: int, asked: str, types: bytes) -> bool:
    """Say whether an argument is of one of some types, as a rule's `where` asks for it."""
    named, stars = (OBJECT.sub(rb"\1\2", text) if asked == "type" else text), STARS[asked]
    element = ELEMENT.fullmatch(text) if asked == "value" else None
    if element:
        named, stars = element[1] or element[2], 1
    return any(declared_type(unit, named, one, at, stars) for one in types.split(b"|"))


def _report(unit: Unit, rule: Rule, span: Span, captures: Captures) -> Finding:
    texts = {name: unit.source[slice(*place)].decode("utf-8", "replace") for name, place in captures.items()}
    return report(rule, span, texts)
