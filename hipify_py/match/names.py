"""Names of the API: rename what has a counterpart, apply the rules for calls, report the rest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.match.calls import Applied, apply, takes
from hipify_py.match.carried_arguments import carried
from hipify_py.match.read_digits import decided_for_hip
from hipify_py.model import Edit, Related, Span
from hipify_py.outcomes import LATER, Match, finding, rename, renamed
from hipify_py.resolve.candidates import candidates
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declarations import declares, declares_variable, makes, may_enumerate
from hipify_py.resolve.for_hip import declares_for_hip, stands_for_hip
from hipify_py.resolve.loaders import is_loaded, loader
from hipify_py.resolve.macros import defined, defines, is_own_guard
from hipify_py.resolve.member_macros import member_arguments
from hipify_py.resolve.ownership import own_here, owner
from hipify_py.resolve.pasted_arguments import is_pasted
from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.brackets import MOST, arguments
from hipify_py.source.conditions import CONDITIONS, in_condition, inside
from hipify_py.source.search import before

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.rules.names import Name
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

STATUS = re.compile(rb"cudaError[A-Z]\w*|CUDA_ERROR_\w+|CUFFT_\w+")  # what calls return where they fail
SCOPED = re.compile(rb"\w\s*::\s*\Z")  # an enumeration, as in `cudaError_t::cudaErrorTimeout`
CALLED = re.compile(rb"\s*\(")
FOLLOWED, MACRO_BEFORE = re.compile(rb"\s*,"), re.compile(rb"\b[A-Z][A-Z0-9_]*\s*\Z")
WRAPPED = re.compile(r"HIP_SYMBOL\((\{\w+\})\)")
BLANKS = re.compile(rb"[ \t]*")
SLASH_BEFORE = re.compile(rb"/\s*\Z")  # code has blanks for a line's splice
MARKED, MARK_BEFORE = re.compile(rb"\w+[ \t]*#"), re.compile(rb"#[ \t]*\Z")  # of a directive


def names(unit: Unit, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Rename what has a counterpart, report what has none and what is the program's own.

    A macro that the file defines under a CUDA name is renamed with its uses, so that it keeps its meaning;
    a macro or function without a counterpart stays where the file makes it itself.
    """
    unread = dead(unit)
    found = [(s, n) for s, n in candidates(unit, rules) if _acts(rules, n) and not inside(unread, s.start)]
    is_own = own_here(unit, found)
    lacking = {name for _, name in found if lacks(name, rules.names[name], options)}
    made = {name for span, name in found if name in lacking and replaces(unit, span, name, rules, options)}
    widened = ((span, name) for span, name in found if is_widened(rules, name))
    overloaded = {name for span, name in widened if name in options.project.names or makes(unit, span)}
    slow = {name for _, name in found if rules.names[name].fails == "speed" and rules.names[name].note}
    calls: list[Span] = []  # of functions that HIP lacks, with their arguments, but for those behind us
    members, from_header = member_arguments(unit, options), loader(unit, options)
    for span, name in found:
        if from_header and is_loaded(name):
            why: str | None = f"declared by {from_header}, which loads CUDA's driver itself"
        elif span.start in members:
            why = "a member of an object"
        else:
            why = _own(unit, span, name, rules, is_own, made, options)
        if why:
            yield Match((), (finding(rules, "N004", span, name=name.decode(), why=why),))
        else:
            own = options._replace(polyfill=False) if name in overloaded else options
            match = _converted(unit, span, name, rules, own)
            if (slow == {name} and _is_given(unit, span)) or decided_for_hip(unit, span, name):
                match = _in_passing(match)
            while calls and calls[-1].end <= span.start:
                calls.pop()
            yield _within(unit, match, calls)
            calls += _lacking_call(unit, span, match)


def _is_given(unit: Unit, span: Span) -> bool:
    """Say whether a name alone is an argument of a call."""
    nodes = unit.around(span)
    return len(nodes) > 1 and nodes[-1].type == "identifier" and nodes[-2].type == "argument_list"


def _in_passing(match: Match) -> Match:
    """Give a match with notes: what a program has chosen already, or cannot choose, is nothing to be done."""
    return match._replace(findings=tuple(one._replace(severity="note") for one in match.findings))


def _lacking_call(unit: Unit, span: Span, match: Match) -> Iterator[Span]:
    """Give a call that HIP lacks, from its name to the bracket behind its arguments."""
    called = CALLED.match(unit.code, span.end) if any(one.rule == "N001" for one in match.findings) else None
    if called is not None and unit.directive_at(span.start) is None:
        most = min(len(unit.code), span.end + MOST)
        yield Span(span.start, min(bracket_ends(unit).get(called.end() - 1, most), most))


def _within(unit: Unit, match: Match, calls: Sequence[Span]) -> Match:
    """Give a match with notes of names that HIP lacks among the arguments of a call that it lacks."""
    if match.edits or not calls or all(one.rule != "N001" for one in match.findings):
        return match
    at, end = match.findings[0].span
    call = next((one for one in reversed(calls) if one.start < at < one.end), None)
    if call is None or CALLED.match(unit.code, end):
        return match
    related = (Related(Span(call.start, call.start), "an argument of this call, which goes as well"),)
    said = (
        one._replace(severity="note", fails="never", related=related) if one.rule == "N001" else one
        for one in match.findings
    )
    return match._replace(findings=tuple(said))


def replaces(unit: Unit, span: Span, name: bytes, rules: RuleSet, options: Options) -> bool:
    """Say whether the file makes there what all calls of a name then go to.

    An overload for one type is none of that where a polyfill takes any.
    """
    generic = options.polyfill and name in rules.names and rules.names[name].generic
    return defines(unit, span) if generic else makes(unit, span) or _is_of_own_type(unit, span)


def _is_of_own_type(unit: Unit, span: Span) -> bool:
    """Say whether a name is an enumerator of the file's, or what a `typedef` calls what it makes."""
    behind = before(unit.code, span.start, b" \t\r\n")
    listed = unit.code[behind - 1 : behind] == b"}" or may_enumerate(unit, span)
    return listed and declares(unit, span)


def writes_ours(rule: Rule) -> bool:
    """Say whether a rule writes a call of a header of ours, for types that HIP's function does not take."""
    return rule.fix.startswith(("hipify_compat::", "hipify_half::"))


def is_widened(rules: RuleSet, name: bytes) -> bool:
    """Say whether a header of ours has a function of HIP for more types, as a program may have it too."""
    return any(writes_ours(rule) for rule in rules.for_call(name))


def lacks(name: bytes, known: Name, options: Options) -> bool:
    """Say whether HIP has nothing that a name is renamed to, so that a program may have one of its own."""
    return not known.to or (options.polyfill and bool(known.filled(name)))


def _acts(rules: RuleSet, name: bytes) -> bool:
    known = rules.names.get(name)
    return name in rules.calls or (known is not None and known.acts(name))


def _own(  # noqa: C901, PLR0911, PLR0913, PLR0917  one question after the other, the cheapest first
    unit: Unit,
    span: Span,
    name: bytes,
    rules: RuleSet,
    is_own: Callable[[Span, bytes], bool],
    made: set[bytes],
    options: Options,
) -> str | None:
    """Say what makes a name the program's own; nothing where it is the API's."""
    why = owner(unit, span, rules)
    if why == "" and is_own(span, name):
        return "declared by the program in this scope"
    if why:
        return why
    known = rules.names[name]
    if name in made or (known.generic and options.polyfill and makes(unit, span)):
        return "made by the program in this file"
    if known.to != b"" and lacks(name, known, options) and name in options.project.names:
        return "defined in another file of the project"
    if is_own_guard(unit, name, known, options):
        return "the guard of a header that takes the place of CUDA's"
    if defines(unit, span) and stands_for_hip(unit, span):
        return "a macro that stands for HIP's name already"
    if known.to and declares_for_hip(unit, span, known.to):
        return "declared for HIP already"
    directive = unit.directive_at(span.start) if known.to == b"" else None
    if known.to == b"" and (
        MARKED.match(unit.code, span.start, span.end + 80)
        or MARK_BEFORE.search(unit.code, max(0, span.start - 64), span.start)
    ):
        return "beside the mark of a directive"
    if known.to == b"" and unit.code[span.start - 1 : span.start] == b"\\":
        return "behind a backslash, which would continue the line"
    if directive and directive.name in CONDITIONS:
        return "asked for in a condition"
    if directive and directive.name in {b"include", b"include_next", b"import"}:
        return "part of what is included"
    return None


def _converted(unit: Unit, span: Span, name: bytes, rules: RuleSet, options: Options) -> Match:
    """Apply to a name of the API the rules for its calls, and where none of them edits, its rename.

    What a header of ours stands in for is not renamed.
    """
    speakers = [
        rule
        for rule in rules.for_call(name)
        if (options.polyfill or not writes_ours(rule)) and rule.reads(as_c=options.in_c_alone)
    ]
    known = rules.names.get(name)
    call = unit.call(span) if speakers or (known is not None and known.fits) else None
    plain = defines(unit, span) or in_condition(unit, span.start)
    made = apply(unit, name, call, speakers) if call else Applied()
    stays = options.in_c or plain or SCOPED.search(unit.code, max(0, span.start - 64), span.start) is not None
    polyfill = known.filled(name) if known and options.polyfill and not stays else b""
    if polyfill and is_pasted(unit, span):
        polyfill = b""
    if polyfill and made.edit is None:
        never = (finding(rules, "N017", span, name=name.decode()),) if STATUS.fullmatch(name) else ()
        return Match((Edit(span, (polyfill,), "N012", "polyfill"),), (*made.findings, *never))
    moved = renamed(span, name, known) if known and known.to else None
    if moved and call is None and declares_variable(unit, span):  # which M086 speaks of
        return Match((moved,))
    findings = [*made.findings]
    writing = [rule for rule in speakers if rule.fix and not (writes_ours(rule) or _only_wraps(rule, known))]
    if call is None and not plain and _may_need(unit, span, writing):
        findings.append(finding(rules, "N007", span, name=name.decode()))
    edit = made.edit
    if known is not None:
        plain_edit, said = rename(rules, span, name, known)
        if edit is None:
            edit = _dropped(unit, plain_edit) if plain_edit and known.to == b"" else plain_edit
            fits = call is not None and (
                len(call.arguments) in known.fits or carried(unit, name, call) != b""
            )
            silent = known.to is not None and (
                findings or fits or plain
            )  # a rule's own words are more precise
            refused = call is not None and known.fits != () and known.fails == "compile"  # by HIP's function
            findings += [
                one._replace(severity="error") if refused else one
                for one in said
                if one.rule != LATER and not silent
            ]
        later = [one for one in said if one.rule == LATER]
        if later and not made.settled and name not in defined(unit):  # then no release has to bring it
            findings += later
    if known is not None and known.note and (name in defined(unit) or name in options.project.names):
        # a macro of the program's, for releases that lack the name: HIP's is used where no such is
        findings = [one._replace(severity="note") if one.rule == "N002" else one for one in findings]
    if known is not None and known.to is None and _counts_as_0(unit, span):
        findings = [one._replace(severity="warning", fails="silent") for one in findings]
    return Match((edit,) if edit else (), tuple(findings))


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


def _only_wraps(rule: Rule, known: Name | None) -> bool:
    """Say whether a rule does no more than wrap a symbol in HIP_SYMBOL: calls compile without."""
    if known is None or not known.to or "HIP_SYMBOL(" not in rule.fix:
        return False
    listed = ", ".join(f"{{{one.rstrip('*')}}}" for one in rule.args)
    return WRAPPED.sub(r"\1", rule.fix) == f"{known.to.decode()}({listed})"


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
