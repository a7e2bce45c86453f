"""Guards: conditions that ask for the CUDA compiler or its device pass."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.arch_ladders import led_to_errors
from hipify_py.match.cuda_releases import written_out
from hipify_py.match.portable_conditions import is_portable
from hipify_py.match.version_macros import ARCH, COUNTERPARTS, makes_versions, pass_questions
from hipify_py.match.workarounds import takes_std, works_around
from hipify_py.model import Edit, Related, Span
from hipify_py.outcomes import Match, beside, finding, report
from hipify_py.resolve.answering_sides import answered_by_switches
from hipify_py.resolve.candidates import candidates
from hipify_py.resolve.dead_branches import with_hip_side
from hipify_py.resolve.declarations import makes
from hipify_py.resolve.for_hip import answered
from hipify_py.resolve.hip_conditions import SPEAKS_OF_HIP, chains
from hipify_py.resolve.linkage import MACRO, includes_before
from hipify_py.resolve.macros import HIP_GUARD, defined, defines, made_by
from hipify_py.resolve.told import Told
from hipify_py.resolve.told_apart import asks_for_hip, for_cuda_alone, marking
from hipify_py.source.conditions import CONDITIONS, inside
from hipify_py.source.lexer import DEFINE
from hipify_py.source.spans import merged
from hipify_py.source.tokens import A_NAME
from hipify_py.source.word_places import all_standing, vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

GUARD = re.compile(
    rb"(defined\s*+(\(\s*+)?)?\b(__CUDACC(?:_RTC|_VER_MAJOR)?__|__NVCC__|__CUDA(?:_ARCH)?__)\b(?(2)\s*\))"
)

OLD = b"__HIP_PLATFORM_HCC__"
OLD_PLATFORM = re.compile(rb"(defined\s*+\(?+\s*+)?\b(%b)\b(?!\s*+(?:[=!]=|[<>]))" % OLD)
OF_OLD = re.compile(rb"#\s*+include\s*+<(?:hip/hcc_detail/|hc\.hpp|hcc/)")  # headers that went with it
NOT_BOTH = re.compile(rb"\|\||!")
PLATFORM = b"__HIP_PLATFORM_AMD__"
OF_HIP = re.compile(
    rb"\b(?:__HIP(?:CC)?__|__HIP_PLATFORM_AMD__|__HIP_DEVICE_COMPILE__|__AMDGCN__|USE_ROCM)\b"
)


def guards(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Let conditions that ask for the CUDA compiler or its device pass ask for HIP's as well.

    Not in a file that tells the two compilers apart by itself, nor where one works around nvcc's faults.
    Where no more than a hint says that CUDA alone may be meant, a note tells of it.
    """
    beside = answered(unit)
    opened: list[bool] = []  # for each open condition, whether what HIP takes is written already
    for directive in unit.directives:
        if directive.name == b"endif" and opened:
            opened.pop()
        if directive.name not in CONDITIONS:
            continue
        if directive.name.startswith(b"if") or not opened:
            opened.append(directive.span.start in beside)
        body = unit.code[slice(*directive.body)]
        opened[-1] = opened[-1] or SPEAKS_OF_HIP.search(body) is not None
        edits = tuple(_widen(unit, directive, body, rule))
        start = directive.span.start
        if not edits or not is_portable(unit, directive):
            continue
        if not opened[-1] and start in answered_by_switches(unit):
            said = finding(rules, "N035", _asked(directive, body))
            yield Match(findings=(said._replace(related=(_switch(unit, start),)),))
        elif not (opened[-1] or _is_apart(unit, start)):
            yield _opened(unit, directive, edits, rules, options)


def _is_apart(unit: Unit, start: int) -> bool:
    """Say whether a condition that begins at a place stays as it is, for which nothing has to be said."""
    return any(start in of(unit) for of in (with_hip_side, makes_versions, led_to_errors, takes_std))


def _opened(
    unit: Unit, directive: Directive, edits: tuple[Edit, ...], rules: RuleSet, options: Options
) -> Match:
    """Let a condition ask for HIP's compiler by some edits, or say why it is left as it is."""
    at = _asked(directive, unit.code[slice(*directive.body)])
    if (own := for_cuda_alone(unit, directive)) is not None:
        related = (Related(own, "HIP's compiler is asked for here"),)
        return Match(findings=(finding(rules, "N035", at)._replace(related=related),))
    if works_around(unit, directive, rules):
        return Match(findings=(finding(rules, "N041", at),))
    if _may_be_for_cuda_alone(unit, directive, options):
        return Match(edits, (finding(rules, "M159", at),))
    return Match(edits)


def _switch(unit: Unit, start: int) -> Related:
    """Give where the chain of the condition at `start` asks for HIP by a macro of the program's own."""
    at = answered_by_switches(unit)[start]
    is_made = not defined(unit).isdisjoint(A_NAME.findall(unit.code, *at))
    return Related(at, "HIP is asked for here" + ("" if is_made else ": see that its build sets that"))


def _may_be_for_cuda_alone(unit: Unit, directive: Directive, options: Options) -> bool:
    """Say whether a condition of more than marks may mean CUDA alone, as somebody asks for HIP's compiler."""
    return directive.span.start not in marking(unit) and (asks_for_hip(unit) or options.project.told_apart)


def old_platform(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Let conditions that ask for HIP's platform by its old name ask for it by the one that it has.

    Not in a chain that asks for HIP in another way too, nor where the program makes the old name itself, or
    includes headers of the compiler of that name, which is gone. HIP's headers give the new name no value.
    """
    if OLD in defined(unit) or OLD in options.project.names:
        return
    gone = [one.start() for one in OF_OLD.finditer(unit.source)]
    for indices in chains(unit):
        chain = [unit.directives[at] for at in indices if unit.directives[at].name in CONDITIONS]
        at = bisect_left(gone, unit.directives[indices[0]].span.start)
        is_gone = at < len(gone) and gone[at] < unit.directives[indices[-1]].span.end
        of_hip = [one for one in chain if OF_HIP.search(unit.code, *one.body)]
        if is_gone or (of_hip and not (len(of_hip) == 1 and _asks_both(unit, of_hip[0]))):
            continue
        for one in chain:
            for found in OLD_PLATFORM.finditer(unit.code, *one.body):
                is_asked = found[1] or one.name not in {b"if", b"elif"}
                text = PLATFORM if is_asked else b"defined(" + PLATFORM + b")"
                yield Match((Edit(Span(*found.span(2)), (text,), rule.id, "guard"),))


def _asks_both(unit: Unit, directive: Directive) -> bool:
    """Say whether a condition asks for the old name beside another of HIP's, both of which must be there."""
    body = unit.code[slice(*directive.body)]
    return b"&&" in body and OLD in body and PLATFORM not in body and not NOT_BOTH.search(body)


def old_platform_told(unit: Unit) -> Iterator[Told]:
    """Tell of the old name of HIP's platform where a file makes it a macro."""
    at = next((one.span.start for one in unit.directives if made_by(unit, one) == OLD), None)
    if at is not None:
        yield Told("name", OLD, MACRO, includes_before(unit, at))


def _asked(directive: Directive, body: bytes) -> Span:
    """Give where a condition names CUDA's macro."""
    found = GUARD.search(body)
    start = directive.body.start
    return Span(start + found.start(3), start + found.end(3)) if found else directive.body


def _widen(unit: Unit, directive: Directive, body: bytes, rule: Rule) -> Iterator[Edit]:
    """Give the edits that add HIP's macro to each CUDA macro of one condition."""
    start = directive.body.start
    first, last = len(body) - len(body.lstrip()), len(body.rstrip())
    settled = [span for span, _ in written_out(unit).get(directive.span.start, ())]
    for question, holds in pass_questions(body):
        span = Span(start + question.start(1), start + question.end(1))
        settled.append(span)
        test = (b" || " if holds else b" && !") + b"defined(" + COUNTERPARTS[ARCH] + b")"
        alone = _is_alone(body, *question.span(1))
        yield Edit(span, (span, test) if alone else (b"(", span, test + b")"), rule.id, "guard")
    done = merged(settled)
    for found in GUARD.finditer(body):
        if inside(done, start + found.start()):
            continue
        cuda, hip = found[3], COUNTERPARTS[found[3]]
        if directive.name.endswith(b"def"):
            yield _spelled_out(directive, found, cuda, hip, rule)
            return
        asks = found[1] is not None
        test = b"defined(%s) || defined(%s)" if asks else b"%s || %s"
        alone = found.start() <= first and found.end() >= last
        text = test % (cuda, hip) if alone else b"(" + test % (cuda, hip) + b")"
        yield Edit(Span(start + found.start(), start + found.end()), (text,), rule.id, "guard")


def _is_alone(body: bytes, start: int, end: int) -> bool:
    """Say whether a part of a condition is the whole of it, or of what stands in its brackets."""
    before, behind = body[:start].rstrip(), body[end:].lstrip()
    return not (before or behind) or (before.endswith(b"(") and behind.startswith(b")"))


def _spelled_out(directive: Directive, found: re.Match[bytes], cuda: bytes, hip: bytes, rule: Rule) -> Edit:
    """Write `#ifdef` and its like as the `#if` that can ask for two macros."""
    name = directive.name.removesuffix(b"ndef").removesuffix(b"def")
    negative = directive.name.endswith(b"ndef")
    test = b"!defined(%s) && !defined(%s)" if negative else b"defined(%s) || defined(%s)"
    start = directive.body.start
    gap = Span(start, start + found.start())
    span = Span(start - len(directive.name), start + found.end())
    return Edit(span, (name, gap, test % (cuda, hip)), rule.id, "guard")


def header_guards(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report where a file defines the include guard of a header of CUDA, in place of which it stands.

    Not where it has none of CUDA's names beside it: then it is HIP's own already.
    """
    known_names = (rules.names.get(name) for _, name in candidates(unit, rules))
    if all(one is None or not one.to or HIP_GUARD.fullmatch(one.to) for one in known_names):
        return
    for directive in unit.directives:
        head = DEFINE.match(unit.code, *directive.body) if directive.name == b"define" else None
        known = rules.names.get(head[1]) if head else None
        if head and known and known.to and HIP_GUARD.fullmatch(known.to):
            said = report(rule, Span(*head.span(1)), {"name": head[1].decode()})
            yield Match(findings=(said._replace(related=beside(_declared(unit, rules))),))
            return


def _declared(unit: Unit, rules: RuleSet) -> Iterator[Span]:
    """Give where a file makes types and functions that HIP's headers have, too."""
    words = (one[0] for one in A_NAME.finditer(vocabulary(unit)))
    known = (word for word in words if (one := rules.names.get(word)) and one.to)
    spans = (Span(start, end) for _, start, end in all_standing(unit, *known))
    return (span for span in spans if makes(unit, span) and not defines(unit, span))
