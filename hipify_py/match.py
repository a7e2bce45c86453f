"""Find what the rules speak about: names and their calls here, the rest in modules of their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py import constructs, headers, namespaces
from hipify_py.context import declared_type, defines, makes, own_scopes, owner, stands_for_hip
from hipify_py.expand import expand
from hipify_py.headers import candidates
from hipify_py.lexer import DEFINE
from hipify_py.model import Edit, Finding, Span
from hipify_py.naming import LATER, Match, finding, rename

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Options
    from hipify_py.rules import Rule, RuleSet
    from hipify_py.syntax import Call, Unit

BLANKS = re.compile(rb"[ \t]*")
OBJECT = re.compile(rb"\A&\s*(\w+)(?:\s*\[[^\]]*\])?\Z")  # the address of an object or of an element


def find(unit: Unit, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Give every match of every rule in a source, in no particular order."""
    yield from names(unit, rules, options)
    yield from headers.headers(unit, rules, options)
    yield from headers.header_macros(unit, rules)
    yield from namespaces.namespaces(unit, rules)
    for rule in rules.queries:
        if rule.word.encode() in unit.code:
            yield from query(unit, rule)
    for rule in rules.coded:
        for edits, findings in constructs.MATCHERS[rule.code](unit, rule, rules, options):
            yield _marked(Match(tuple(edits), tuple(findings)), rule)


def _marked(match: Match, rule: Rule) -> Match:
    """Give a match that names the user's own rule which it comes of, if it is one."""
    if not rule.origin:
        return match
    edits = tuple(edit._replace(origin=rule.origin) for edit in match.edits)
    return Match(edits, tuple(finding._replace(origin=rule.origin) for finding in match.findings))


def names(unit: Unit, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Rename what has a counterpart, report what has none and what is the program's own.

    A macro that the file defines under a CUDA name is renamed with its uses, so that it keeps its meaning;
    a macro or function without a counterpart stays where the file makes it itself.
    """
    found = [(s, n) for s, n in candidates(unit, rules) if _acts(rules, n)]
    scopes = own_scopes(unit, found)
    made = {name for span, name in found if not rules.names[name].to and makes(unit, span)}
    for span, name in found:
        why = owner(unit, span, rules)
        if why == "" and any(scope.start <= span.start < scope.end for scope in scopes.get(name, ())):
            why = "declared by the program in this scope"
        if not why and name in made:
            why = "made by the program in this file"
        if not why and rules.names[name].to is None and name in options.project.names:
            why = "defined in another file of the project"
        if not why and defines(unit, span) and stands_for_hip(unit, span):
            why = "a macro that stands for HIP's name already"
        if not why and rules.names[name].to == b"" and constructs.in_condition(unit, span.start):
            why = "asked for in a condition"
        if why:
            yield Match((), (finding(rules, "N004", span, name=name.decode(), why=why),))
        else:
            yield _speak(unit, span, name, rules)


def _acts(rules: RuleSet, name: bytes) -> bool:
    known = rules.names.get(name)
    return name in rules.calls or (known is not None and known.acts(name))


def _speak(unit: Unit, span: Span, name: bytes, rules: RuleSet) -> Match:
    """Apply to a name of the API the rules for its calls, and where none of them edits, its rename."""
    findings: list[Finding] = []
    edit, arrives = None, True  # what is made for older releases need not wait for a newer one
    speakers = rules.for_call(name)
    known = rules.names.get(name)
    asks = speakers or (known is not None and known.fits)
    called = unit.call(span) if asks else None
    plain = defines(unit, span) or constructs.in_condition(unit, span.start)
    if called is None and not plain and any(rule.fix for rule in speakers):
        findings.append(finding(rules, "N007", span, name=name.decode()))
    for rule in speakers if called else ():
        captures = _bind(unit, rule, called) if called else None
        if called is None or captures is None or (rule.fix and edit):
            continue
        arrives &= not rule.until
        if rule.message:
            findings.append(_report(unit, rule, span, {"fn": span, **captures}))
        if rule.fix:
            parts = expand(unit, rule, name, captures, called)
            edit = Edit(Span(span.start, called.close), parts, rule.id, "call", rule.origin)
    if edit is None and known is not None:
        if known.to == b"":
            span = Span(span.start, BLANKS.match(unit.code, span.end).end())  # type: ignore[union-attr]
        edit, said = rename(rules, span, name, known)
        fits = called is not None and known is not None and len(called.arguments) in known.fits
        silent = known.to is not None and (findings or fits or plain)  # a rule's own words are more precise
        findings += [one for one in said if (arrives if one.rule == LATER else not silent)]
    elif known is not None and arrives:
        findings += [one for one in rename(rules, span, name, known)[1] if one.rule == LATER]
    if any(one.rule == LATER for one in findings) and _is_made(unit, name):
        findings = [one for one in findings if one.rule != LATER]
    return Match((edit,) if edit else (), tuple(findings))


def _is_made(unit: Unit, name: bytes) -> bool:
    """Say whether a file makes a macro by a name, so that no release has to bring it."""
    heads = (DEFINE.match(unit.code, *one.body) for one in unit.directives if one.name == b"define")
    return any(head and head[1] == name for head in heads)


def _bind(unit: Unit, rule: Rule, call: Call) -> dict[str, Span] | None:
    """Give the spans of a rule's captures in a call; None where number or conditions do not fit."""
    listed = list(rule.args)
    rest = listed.pop().rstrip("*") if listed and listed[-1].endswith("*") else None
    given = call.arguments
    if rule.args and (len(given) < len(listed) or (rest is None and len(given) > len(listed))):
        return None
    captures = dict(zip(listed, given, strict=False))
    if rest is not None:
        more = given[len(listed) :]
        captures[rest] = Span(more[0].start, more[-1].end) if more else Span(call.close, call.close)
    return captures if _fits(unit, rule, captures) else None


def _fits(unit: Unit, rule: Rule, captures: dict[str, Span]) -> bool:
    for name, condition in rule.where:
        text = unit.code[slice(*captures[name])].strip()
        wanted = condition.removeprefix("!")
        if wanted.startswith("type:"):
            types = wanted.removeprefix("type:").encode().split(b"|")
            named = OBJECT.sub(rb"\1", text)
            hit = any(declared_type(unit, named, one) for one in types)
        else:
            hit = re.fullmatch(wanted.encode(), text) is not None
        if hit == condition.startswith("!"):
            return False
    return True


def _report(unit: Unit, rule: Rule, span: Span, captures: dict[str, Span]) -> Finding:
    def text(found: re.Match[str]) -> str:
        place = captures.get(found[1])
        return unit.source[slice(*place)].decode("utf-8", "replace") if place else found[0]

    message = re.sub(r"\{(\w+)\}", text, rule.message)
    return Finding(rule.id, rule.severity, span, message, rule.fails, origin=rule.origin)


def query(unit: Unit, rule: Rule) -> Iterator[Match]:
    """Apply a query rule; its capture `@place` is what is reported and, with a fix, replaced."""
    of_type = any(rule.word in condition for _, condition in rule.where if "type:" in condition)
    for spans in unit.captures(rule.query, b"" if of_type else rule.word.encode()):
        captures = {name: found[0] for name, found in spans.items()}
        if not _fits(unit, rule, captures):
            continue
        place = captures["place"]
        findings = (_report(unit, rule, place, captures),) if rule.message else ()
        parts = expand(unit, rule, b"", captures, None) if rule.fix else ()
        edits = (Edit(place, parts, rule.id, "call", rule.origin),) if rule.fix else ()
        yield Match(edits, findings)
