"""Names of the API: rename what has a counterpart, apply the rules for calls, report the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.api_names import CALLED, converted, writes_ours
from hipify_py.match.doubtful_owners import DoubtfulOwners
from hipify_py.match.read_digits import decided_for_hip
from hipify_py.match.settled_uses import settled
from hipify_py.model import Related, Span
from hipify_py.outcomes import Match, finding, in_passing
from hipify_py.resolve.c_functions import own_c_functions
from hipify_py.resolve.candidates import candidates
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declaration_signs import may_enumerate
from hipify_py.resolve.declarations import declares, introduces, makes
from hipify_py.resolve.for_hip import declares_for_hip, stands_for_hip
from hipify_py.resolve.heirs import seen_of
from hipify_py.resolve.loaders import is_loaded, loader
from hipify_py.resolve.macros import defines, is_own_guard
from hipify_py.resolve.member_macros import member_arguments
from hipify_py.resolve.ownership import own_here, owner
from hipify_py.resolve.reach import read_at
from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.brackets import MOST
from hipify_py.source.conditions import CONDITIONS, inside
from hipify_py.source.search import before

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hipify_py.rules.model import RuleSet
    from hipify_py.rules.names import Name
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

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
    replaced = [one for one in found if one[1] in lacking and replaces(unit, *one, rules, options)]
    made = DoubtfulOwners(unit, replaced, is_own)
    widened = ((span, name) for span, name in found if is_widened(rules, name))
    overloaded = {name for span, name in widened if name in options.project.names or makes(unit, span)}
    slow = {name for _, name in found if rules.names[name].fails == "speed" and rules.names[name].note}
    calls: list[Span] = []  # of functions that HIP lacks, with their arguments, but for those behind us
    members, from_header = member_arguments(unit, options), loader(unit, options)
    of_c = own_c_functions(unit, rules, options)
    for span, name in found:
        if from_header and is_loaded(name):
            why: str | None = f"declared by {from_header}, which loads CUDA's driver itself"
        elif span.start in members:
            why = "a member of an object"
        elif name in of_c:
            why = "a function of the program's, which returns another type than CUDA's"
        else:
            why = _own(unit, span, name, rules, is_own, made, options)
        doubt = made.said(rules, span, name) if why == "" else None
        if doubt is not None:
            yield doubt
        elif why:
            yield Match((), (finding(rules, "N004", span, name=name.decode(), why=why),))
        else:
            own = options._replace(polyfill=False) if name in overloaded else options
            match = converted(unit, span, name, rules, own)
            if (slow == {name} and _is_given(unit, span)) or decided_for_hip(unit, span, name):
                match = in_passing(match)
            match = settled(unit, span, name, rules, match)
            while calls and calls[-1].end <= span.start:
                calls.pop()
            yield _within(unit, match, calls)
            calls += _lacking_call(unit, span, match)


def _is_given(unit: Unit, span: Span) -> bool:
    """Say whether a name alone is an argument of a call."""
    nodes = unit.around(span)
    return len(nodes) > 1 and nodes[-1].type == "identifier" and nodes[-2].type == "argument_list"


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
    """Say whether a name is an enumerator or tag of the file's, or what a `typedef` calls what it makes."""
    if introduces(unit, span):
        return True
    behind = before(unit.code, span.start, b" \t\r\n")
    listed = unit.code[behind - 1 : behind] == b"}" or may_enumerate(unit, span)
    return listed and declares(unit, span)


def is_widened(rules: RuleSet, name: bytes) -> bool:
    """Say whether a header of ours has a function of HIP for more types, as a program may have it too."""
    return any(writes_ours(rule) for rule in rules.for_call(name))


def lacks(name: bytes, known: Name, options: Options) -> bool:
    """Say whether HIP has nothing that a name is renamed to, so that a program may have one of its own."""
    return not known.to or (options.polyfill and bool(known.filled(name)))


def _is_of_project(unit: Unit, span: Span, name: bytes, options: Options) -> bool:
    """Say whether a name that HIP lacks is made by another file, and what that makes is seen at a place."""
    scopes = options.project.scopes.get(name)
    if name not in options.project.names or scopes is None:
        return name in options.project.names
    seen = [seen_of(unit, scope, name) for scope in scopes]
    return all(any(inside(one, at) for one in seen) for at in read_at(unit, span.start))


def _acts(rules: RuleSet, name: bytes) -> bool:
    known = rules.names.get(name)
    return name in rules.calls or (known is not None and known.acts(name))


def _own(  # noqa: C901, PLR0911, PLR0913, PLR0917  one question after the other, the cheapest first
    unit: Unit,
    span: Span,
    name: bytes,
    rules: RuleSet,
    is_own: Callable[[Span, bytes], bool],
    made: DoubtfulOwners,
    options: Options,
) -> str | None:
    """Say what makes a name the program's own; nothing where it is the API's, None where `::` tells it."""
    why = owner(unit, span, rules)
    if why == "" and is_own(span, name):
        return "declared by the program in this scope"
    if why:
        return why
    known = rules.names[name]
    if made.makes(span, name) or (known.generic and options.polyfill and makes(unit, span)):
        return "made by the program in this file"
    if known.to != b"" and lacks(name, known, options) and _is_of_project(unit, span, name, options):
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
    return why
