"""CUDA version and architecture numbers: what compares them goes by a numbering that HIP does not share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.arch_choices import is_choice
from hipify_py.match.arch_ladders import led_to_errors
from hipify_py.match.cuda_releases import left_off, written_out
from hipify_py.match.host_bodies import in_host_body
from hipify_py.match.idle_sides import idle
from hipify_py.match.lacking_sides import is_of_hints, is_of_lacking, is_of_loads
from hipify_py.match.portable_conditions import is_portable
from hipify_py.match.unused_macros import is_never_used
from hipify_py.match.version_conditions import conditions_by_name
from hipify_py.match.version_errors import refusals
from hipify_py.match.version_macros import (
    ARCH,
    ARCH_WORD,
    COUNTERPARTS,
    VERSIONS,
    makes_versions,
    versions_in,
)
from hipify_py.match.version_stand_ins import stand_in
from hipify_py.model import Edit, Related, Span
from hipify_py.outcomes import Match, beside, finding, report
from hipify_py.resolve.dead_branches import closed_chains, dead
from hipify_py.resolve.hip_conditions import SPEAKS_OF_HIP, chains, read_in_room
from hipify_py.resolve.macros import defined, defines
from hipify_py.resolve.unread_branches import NEWEST_OR_NONE
from hipify_py.rules.linear import expression
from hipify_py.source.conditions import CONDITIONS, any_around, innermost, inside
from hipify_py.source.definitions import in_function
from hipify_py.source.tokens import A_NAME, token_at, token_before
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.model import Fails, Finding
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.conditions import Branch
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

DEFINED = re.compile(rb"\bdefined\s*+\(?\s*+\Z")
BEYOND = re.compile(
    rb"\s*+(?:defined\s*+(\()?\s*+__CUDA_ARCH__\s*+(?(1)\))\s*+&&\s*+)?__CUDA_ARCH__\s*+>=?\s*+(\d{4,9})\s*+"
)
HIGHEST = 2000  # above the numbers of all architectures: that of sm_121 is 1210
# Macros that write what they are given as a text, by their usual names.
TEXT_OF = re.compile(rb"\b[A-Z_]*(?:STRINGI[FZ]|TO_?STR|X?STR(?![A-Z])|QUOTE)[A-Z_]*\s*\(\s*\Z")
OF_CUDA = re.compile(rb"CUDA|__CUDA")
OF_HIP = ", such as HIP_VERSION"
OF_ITS_LIBRARY = ", such as the version of ROCm's library, which counts otherwise"
BEFORE_VALUES = frozenset(b"return co_return case else do throw and or not".split())
NEAR = 80  # bytes before a name in which the macro is named that it is given to


def versions(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report conditions that ask for a CUDA version or architecture number; `word` says which macro.

    A condition is reported once, for the first number that it asks for, whichever rule that one is of, and a
    chain of conditions on the same number once. Where its sides do the same it is a note, and where HIP is to
    take the one without inline PTX. On the host CUDA's compiler has no number of the architecture either.
    """
    wanted = expression(rule.word, own=bool(rule.origin))
    for span, name in _asked(unit):
        if wanted.fullmatch(name) and not (_is_arch(unit, span) and in_host_body(unit, span.start, options)):
            said = report(rule, span, {"name": name.decode()})
            if right := _rightly_taken(unit, rules, span, options):
                why, fails = right
                told = f"{name.decode()} is undefined {why}"
                said = said._replace(severity="note", fails=fails, message=told)
            yield Match(findings=(_defined_again(unit, span, rules, _refused(unit, span, name, said)),))


def _rightly_taken(unit: Unit, rules: RuleSet, span: Span, options: Options) -> tuple[str, Fails] | None:
    """Say why HIP takes the side of a condition that it should, and what fails at most; None in doubt."""
    directive = unit.directive_at(span.start)
    if span.start in _choices(unit) or (directive is not None and is_of_loads(unit, directive)):
        return "on AMD: HIP takes the side that does the same without it", "speed"
    if directive is None:
        return None
    if is_of_lacking(unit, rules, directive):
        return "in HIP, which lacks what stands behind it: that is right", "never"
    if is_of_hints(unit, directive):
        return "in HIP, which so leaves out a hint to the cache: it may", "never"
    if directive.span.start in left_off(unit):
        return "in HIP: it takes the program's own side without inline PTX", "speed"
    return idle(unit, rules, directive, options)


def _is_arch(unit: Unit, span: Span) -> bool:
    """Say whether the condition at a place asks for the architecture's number, and for no other of CUDA's."""
    directive = unit.directive_at(span.start)
    return directive is not None and {*VERSIONS.findall(unit.code, *directive.body)} == {ARCH}


def _refused(unit: Unit, span: Span, name: bytes, said: Finding) -> Finding:
    """Say of a condition on a version by which HIP comes to an `#error` that the compiler will refuse it."""
    directive = unit.directive_at(span.start)
    refusal = refusals(unit).get(directive.span.start) if directive else None
    if refusal is None or ARCH_WORD.match(name):
        return said
    told = f"{name.decode()} is undefined in HIP, so that compilers come to the #error that hangs on it"
    return _does_not_compile(said, told, Related(refusal.span, "this refuses HIP"), certain=refusal.certain)


def _defined_again(unit: Unit, span: Span, rules: RuleSet, said: Finding) -> Finding:
    """Say of a condition by which HIP comes to a stand-in for a function that it has that it is refused."""
    directive = unit.directive_at(span.start)
    made = stand_in(unit, directive, rules) if directive and said.fails != "compile" else None
    if made is None or said.severity == "note":
        return said
    name, of_hip = unit.code[slice(*span)].decode(), unit.code[slice(*made.name)].decode()
    told = f"{name} is undefined in HIP, so that {of_hip} is defined again here, which HIP has"
    return _does_not_compile(said, told, Related(made.name, "this is HIP's, too"), certain=made.certain)


def _does_not_compile(said: Finding, told: str, related: Related, *, certain: bool) -> Finding:
    return said._replace(
        severity="error" if certain else said.severity,
        fails="compile",
        message=f"{told}: decide by feature and add a HIP condition",
        related=(related,),
    )


@fact
def _asked(unit: Unit) -> list[tuple[Span, bytes]]:
    """Give of each condition the number that it asks for, rather one that it compares, if HIP lacks it."""
    found: dict[int, list[tuple[Span, bytes]]] = {}
    settled = {*_decided(unit), *written_out(unit), *led_to_errors(unit), *makes_versions(unit)}
    for span, name in versions_in(unit):
        directive = unit.directive_at(span.start)
        if directive is None or directive.name not in CONDITIONS or directive.span.start in settled:
            continue
        is_left_out = inside(dead(unit), directive.span.end)  # whatever the number
        if is_left_out or NEWEST_OR_NONE.fullmatch(unit.code, *directive.body) or _is_beyond(unit, directive):
            continue
        if name not in COUNTERPARTS or not is_portable(unit, directive):
            found.setdefault(directive.span.start, []).append((span, name))
    asked = {at: min(several, key=lambda one: _is_there(unit, one[0])) for at, several in found.items()}
    again = {at for chain in closed_chains(unit) for at in _asked_before(chain, asked)}
    return [one for at, one in asked.items() if at not in again]


def _is_beyond(unit: Unit, directive: Directive) -> bool:
    """Say whether a condition asks for a number that no GPU has, so that CUDA decides it as HIP does."""
    asked = BEYOND.fullmatch(unit.code, *directive.body) if directive.name in {b"if", b"elif"} else None
    return asked is not None and int(asked[2]) > HIGHEST


def _asked_before(chain: Sequence[Directive], asked: Mapping[int, tuple[Span, bytes]]) -> Iterator[int]:
    """Give where the conditions of a chain begin that ask for a number that one before them asks for."""
    done: set[bytes] = set()
    for one in chain:
        if (found := asked.get(one.span.start)) and found[1] in done:
            yield one.span.start
        elif found:
            done.add(found[1])


@fact
def _choices(unit: Unit) -> frozenset[int]:
    """Give the places of numbers of the architecture in chains whose sides do the same."""
    of_arch = {unit.directive_at(span.start): span for span, name in _asked(unit) if name == ARCH}
    asking = (one for one in closed_chains(unit) if not of_arch.keys().isdisjoint(one))
    free = (one for one in read_in_room(unit, asking) if is_choice(unit, one))
    return frozenset(of_arch[each].start for chain in free for each in chain if each in of_arch)


def _is_there(unit: Unit, span: Span) -> bool:
    """Say whether a condition asks no more than whether a name is defined."""
    return DEFINED.search(unit.code, max(0, span.start - 64), span.start) is not None


@fact
def _decided(unit: Unit) -> set[int]:
    """Give where those conditions begin of which one of the same chain says what HIP takes."""
    found = ([unit.directives[index] for index in indices] for indices in chains(unit))
    hip = (chain for chain in found if any(SPEAKS_OF_HIP.search(unit.code, *one.body) for one in chain))
    return {one.span.start for chain in hip for one in chain}


def version_values(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report version and architecture numbers outside of conditions, where they are values.

    What uses a number several times in one branch of a function is told once, with all of its places. A macro
    that conditions alone ask for is a part of these: it is told once, as they are.
    """
    yield from (Match(findings=(one,)) for one in _of_conditions(unit, rule, rules))
    in_functions: dict[tuple[Branch | None, Finding], list[Span]] = {}
    for span, name, directive in _numbers(unit, rule):
        if directive is None and name == ARCH:
            continue  # what arch_values does
        made = directive is not None and directive.span.start in makes_versions(unit)
        if made or _is_condition(unit, span, name):
            continue
        if directive is None or (directive.name == b"define" and not defines(unit, span)):
            said = _of_library(report(rule, span, {"name": name.decode()}), name)
            if settled := _is_read_by_none(unit, span, name, directive, options):
                said = said._replace(severity="note", fails=settled[1], message=name.decode() + settled[0])
            home = in_function(unit, span.start) if directive is None else None
            if unit.code[span.start - 1 : span.start] == b"@":  # a template's, which configuring fills in
                continue
            if home is None:
                yield Match(findings=(said,))
            else:
                in_functions.setdefault((innermost(unit, span.start), said._replace(span=home)), []).append(
                    span
                )
    for (_, said), (first, *others) in in_functions.items():
        yield Match(findings=(said._replace(span=first, related=beside(others)),))


def _is_read_by_none(
    unit: Unit, span: Span, name: bytes, directive: Directive | None, options: Options
) -> tuple[str, Fails] | None:
    """Give what is told of a number that no compiler reads as one, and how it fails."""
    if _is_asked_for(unit, span, name):
        return " is used only where it is defined, which no build for HIP comes to", "never"
    if directive is not None and is_never_used(unit, directive, options):
        return " stands in a macro that nothing uses, which no compiler reads", "never"
    if TEXT_OF.search(unit.code, max(0, span.start - NEAR), span.start):
        return " is made a text, which is its name where HIP does not define it", "silent"
    return None


def _of_library(said: Finding, name: bytes) -> Finding:
    """Give what is said of a number; of a library's, that ROCm's library has one of its own."""
    if OF_CUDA.match(name):
        return said
    return said._replace(message=said.message.partition(OF_HIP)[0] + OF_ITS_LIBRARY)


def _is_condition(unit: Unit, span: Span, name: bytes) -> bool:
    """Say whether a number stands in a macro that is a condition, where a build for HIP may come to it."""
    directive = unit.directive_at(span.start)
    is_one = directive is not None and directive.span.start in conditions_by_name(unit)
    return is_one and not _is_asked_for(unit, span, name)


def _of_conditions(unit: Unit, rule: Rule, rules: RuleSet) -> Iterator[Finding]:
    """Say of each macro that stands for a condition what is said of such, by the first number in it."""
    told: dict[tuple[int, bytes], list[Span]] = {}
    for span, name, directive in _numbers(unit, rule):
        if directive is not None and _is_condition(unit, span, name):
            told.setdefault((directive.span.start, name), []).append(span)
    for (_, name), (first, *others) in told.items():
        said = finding(rules, "M001" if name == ARCH else "M003", first, name=name.decode())
        yield said._replace(related=beside(others))


def _is_asked_for(unit: Unit, span: Span, name: bytes) -> bool:
    """Say whether a number stands where its macro is defined, which no build for HIP comes to."""
    return any_around(unit, span.start, _asks_for_name, name)


def _asks_for_name(unit: Unit, branch: Branch, name: bytes) -> bool:
    asked = b"".join(unit.code[slice(*branch.directive.body)].split())
    if branch.directive.name in {b"ifdef", b"elifdef"}:
        return asked == name
    parts = asked.split(b"&&") if b"||" not in asked and branch.directive.name in {b"if", b"elif"} else []
    return not {b"defined(" + name + b")", b"defined" + name}.isdisjoint(parts)


def arch_values(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Write the number of the architecture in code as 0, which it is in conditions for HIP, and say so."""
    if ARCH in defined(unit):
        return
    for found in word_matches(unit, ARCH_WORD, ARCH):
        span = Span(*found.span())
        if unit.directive_at(span.start) is None:
            edits = (Edit(span, (b"0",), rule.id, "value"),) if _is_value(unit, span) else ()
            yield Match(edits, (report(rule, span, {}),))


def _is_value(unit: Unit, span: Span) -> bool:
    """Say whether a name stands where a number may, and is neither a type nor what one declares."""
    before, behind = token_before(unit.code, span.start).text, token_at(unit.code, span.end).text
    declared = A_NAME.match(before) is not None and before not in BEFORE_VALUES
    return not declared and behind != b"(" and A_NAME.match(behind) is None


def _numbers(unit: Unit, rule: Rule) -> Iterator[tuple[Span, bytes, Directive | None]]:
    wanted = expression(rule.word, own=bool(rule.origin))
    for span, name in versions_in(unit):
        if wanted.fullmatch(name):
            yield span, name, unit.directive_at(span.start)
