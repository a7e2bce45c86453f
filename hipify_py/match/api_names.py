"""What becomes of a name of the API where it stands: what rules for its calls say, or its rename."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.calls import Applied, apply, takes
from hipify_py.match.carried_arguments import carried
from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.model import Edit, Span
from hipify_py.outcomes import LATER, Match, finding, rename, renamed
from hipify_py.resolve.declarations import declares_variable, makes
from hipify_py.resolve.macros import defined, defines
from hipify_py.resolve.pasted_arguments import is_pasted
from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.brackets import MOST, arguments
from hipify_py.source.conditions import in_condition
from hipify_py.source.search import before

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hipify_py.model import Finding
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.rules.names import Name
    from hipify_py.settings import Options
    from hipify_py.source.call_parts import Call
    from hipify_py.source.unit import Unit

STATUS = re.compile(rb"cudaError[A-Z]\w*|CUDA_ERROR_\w+|CUFFT_\w+")  # what calls return where they fail
SCOPED = re.compile(rb"\w\s*::\s*\Z")  # an enumeration, as in `cudaError_t::cudaErrorTimeout`
CALLED = re.compile(rb"\s*\(")
FOLLOWED, MACRO_BEFORE = re.compile(rb"\s*,"), re.compile(rb"\b[A-Z][A-Z0-9_]*\s*\Z")
CAPABILITY = re.compile(
    rb"cudaDevAttrComputeCapability\w+|CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_\w+|cuDeviceComputeCapability"
)
SYMBOL = b"HIP_SYMBOL("
WRAPPED = re.compile(r"HIP_SYMBOL\((\{\w+\})\)")
BLANKS = re.compile(rb"[ \t]*")
SLASH_BEFORE = re.compile(rb"/\s*\Z")  # code has blanks for a line's splice


def converted(unit: Unit, span: Span, name: bytes, rules: RuleSet, options: Options) -> Match:
    """Apply to a name of the API the rules for its calls, and where none of them edits, its rename.

    What a header of ours stands in for is not renamed.
    """
    reading = (rule for rule in rules.for_call(name) if rule.reads(as_c=options.in_c_alone))
    speakers = [one for rule in reading if (one := _with_ours(rule, polyfill=options.polyfill))]
    known = rules.names.get(name)
    known = known and known.meant(options.archs)
    call = unit.call(span) if speakers or (known is not None and known.fits) else None
    plain = defines(unit, span) or in_condition(unit, span.start)
    made = apply(unit, name, call, speakers) if call else Applied()
    if made.edit and (options.project.cxx or not for_device_compiler(unit, options)):
        made = made._replace(edit=_without_symbol(made.edit))
    polyfill = b"" if made.edit or plain else _polyfill(unit, span, name, known, options)
    if polyfill:
        never = (finding(rules, "N017", span, name=name.decode()),) if STATUS.fullmatch(name) else ()
        return Match((Edit(span, (polyfill,), "N012", "polyfill"),), (*made.findings, *never))
    moved = renamed(span, name, known) if known and known.to else None
    if moved and call is None and declares_variable(unit, span):  # which M086 speaks of
        return Match((moved,))
    findings = [*made.findings]
    writing = [rule for rule in speakers if rule.fix and not (writes_ours(rule) or only_wraps(rule, known))]
    declared = known is not None and known.to == name and call is None and not plain and makes(unit, span)
    if call is None and not (plain or declared) and _may_need(unit, span, writing):
        findings.append(finding(rules, "N007", span, name=name.decode()))
    edit = made.edit
    if known is not None:
        plain_edit, said = rename(rules, span, name, known)
        if edit is None:
            edit = _dropped(unit, plain_edit) if plain_edit and known.to == b"" else plain_edit
            fits = call is not None and _fits(unit, name, call, known)
            # a rule's own words are more precise
            silent = known.to is not None and (findings or fits or plain)
            findings += [] if silent else _refused(said, known, called=call is not None)
        if not made.settled and name not in defined(unit):  # then no release has to bring it
            findings += [one for one in said if one.rule == LATER]
        own = name in defined(unit) or name in options.project.names
        findings = _as_it_stands(findings, known, own=own, zero=_counts_as_0(unit, span))
        if declared and known.fails != "compile":  # what a call does is no matter of a declaration
            findings = [one for one in findings if one.rule != "N002"]
        if CAPABILITY.fullmatch(name) and _is_shown(unit, span, options):
            findings = [one._replace(severity="note") for one in findings]
    return Match((edit,) if edit else (), tuple(findings))


def _is_shown(unit: Unit, span: Span, options: Options) -> bool:
    """Say whether what a device is asked for by a name is shown, and decides nothing."""
    from hipify_py.match.shown_values import both_filled_and_shown, filled_and_shown

    return filled_and_shown(unit, span.start, options) or both_filled_and_shown(unit, span.end)


def _polyfill(unit: Unit, span: Span, name: bytes, known: Name | None, options: Options) -> bytes:
    """Give what a header of ours has in place of a name; nothing where it has none or cannot stand there."""
    filled = known.filled(name) if known and options.polyfill and not options.in_c else b""
    if not filled or SCOPED.search(unit.code, max(0, span.start - 64), span.start) or is_pasted(unit, span):
        return b""
    return filled


def writes_ours(rule: Rule) -> bool:
    """Say whether a rule writes a call of a header of ours, for types that HIP's function does not take."""
    return rule.fix.startswith(("hipify_compat::", "hipify_half::"))


def _with_ours(rule: Rule, *, polyfill: bool) -> Rule | None:
    """Give a rule as it holds with headers of ours, or without: one that writes their calls says so no more.

    Without them it says what it has a message for, and one that has none is left out.
    """
    if not writes_ours(rule):
        return rule
    if polyfill:
        return rule._replace(message="")
    return rule._replace(fix="") if rule.message else None


def _fits(unit: Unit, name: bytes, call: Call, known: Name) -> bool:
    """Say whether a call has as many arguments as HIP's function takes."""
    return len(call.arguments) in known.fits or carried(unit, name, call) != b""


def _refused(said: Iterable[Finding], known: Name, *, called: bool) -> list[Finding]:
    """Give what is said of a name but for later releases: of a call that HIP's function refuses an error."""
    listed = [one for one in said if one.rule != LATER]
    refused = called and known.fits != () and known.fails == "compile"
    return [one._replace(severity="error") for one in listed] if refused else listed


def _as_it_stands(findings: list[Finding], known: Name, *, own: bool, zero: bool) -> list[Finding]:
    """Give what is said of a name that is the program's `own` macro, too, or counts as 0 where it stands."""
    if known.note and own:  # for releases that lack the name: HIP's is used where no such is
        findings = [one._replace(severity="note") if one.rule == "N002" else one for one in findings]
    if known.to is None and zero:
        findings = [one._replace(severity="warning", fails="silent") for one in findings]
    return findings


def _may_need(unit: Unit, span: Span, writing: Sequence[Rule]) -> bool:
    """Say whether one of the rules that write calls anew could speak of one that the tree does not see.

    In a macro `f(&a##b)` is none, but that it has one argument can be told. So it can of a function that a
    macro is given with the arguments of its call, as in `CHECK(f, &a)`.
    """
    called = CALLED.match(unit.code, span.end)
    opens = called.end() - 1 if called else _opened_before(unit, span)
    end = bracket_ends(unit).get(opens)
    if end is None or end > span.end + MOST:
        return bool(writing)
    count = len(arguments(unit.code, opens, end)) - (called is None)
    return any(takes(rule, count) for rule in writing)


def _opened_before(unit: Unit, span: Span) -> int:
    """Give where the bracket opens of which a name is the first argument, and not the only one; else -1."""
    at = before(unit.code, span.start, b" \t\r\n") - 1
    is_first = unit.code[at : at + 1] == b"(" and FOLLOWED.match(unit.code, span.end) is not None
    return at if is_first and at > 0 and MACRO_BEFORE.search(unit.code, max(0, at - 64), at) else -1


def only_wraps(rule: Rule, known: Name | None) -> bool:
    """Say whether a rule does no more than wrap a symbol in HIP_SYMBOL: calls compile without."""
    if known is None or not known.to or "HIP_SYMBOL(" not in rule.fix:
        return False
    listed = ", ".join(f"{{{one.rstrip('*')}}}" for one in rule.args)
    name, _, given = WRAPPED.sub(r"\1", rule.fix).partition("(")
    return given == f"{listed})" and (name == known.to.decode() or "$" in name)  # of a rule for several names


def _without_symbol(edit: Edit) -> Edit:
    """Give an edit without HIP_SYMBOL, which is its argument, and which HIP's compiler alone knows."""
    parts, opened = list[bytes | Span](), 0
    for part in edit.parts:
        if isinstance(part, bytes):
            closed = min(opened, len(part) - len(part.lstrip(b")")))
            opened += part.count(SYMBOL) - closed
            parts.append(part[closed:].replace(SYMBOL, b""))
        else:
            parts.append(part)
    return edit._replace(parts=tuple(parts))


def _counts_as_0(unit: Unit, span: Span) -> bool:
    """Say whether a name stands in a condition, where it is 0 if nothing defines it, and builds go on."""
    return in_condition(unit, span.start) and CALLED.match(unit.code, span.end) is None


def _dropped(unit: Unit, edit: Edit) -> Edit:
    """Give the edit that drops a name with the blanks behind it.

    Behind a slash one blank stays, or the slash would open a comment with what follows.
    """
    start, end = edit.span
    behind = BLANKS.match(unit.source, end)  # not `code`, where comments look blank
    blank = b" " if SLASH_BEFORE.search(unit.code, max(0, start - 64), start) else b""
    return edit._replace(span=Span(start, behind.end() if behind else end), parts=(blank,))
