"""What a program decides by the compute capability of a device, which HIP fills with digits of a gfx name."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.match.capability_floors import is_floor
from hipify_py.match.hardware import PRINTED, STATEMENT
from hipify_py.match.kept_capabilities import keeps
from hipify_py.match.shown_values import given_and_ranked, given_and_shown
from hipify_py.model import Span
from hipify_py.outcomes import Match, beside, report
from hipify_py.resolve.declared_types import declared_type
from hipify_py.resolve.macros import parameters
from hipify_py.resolve.said_values import is_said
from hipify_py.source.definitions import in_function
from hipify_py.source.lexer import DEFINE
from hipify_py.source.macro_expansion import everywhere
from hipify_py.source.macro_meanings import meanings, meanings_given
from hipify_py.source.search import last_of
from hipify_py.source.tokens import A_NAME, token_before
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing, holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.macro_meanings import Macro
    from hipify_py.source.unit import Unit

CAPABILITY = re.compile(
    rb"\b(?!(?:return|if|while|switch|case|else)\b)(\w+)\s*"
    rb"(?:\[[^\[\];]{0,80}\]\s*|\([^();]{0,80}\)\s*|\)\s*){0,3}"
    rb"(?:\.|->)\s*(?:major|minor)\b(?!\s*(?:\(|=(?!=)))"
)
OLD = re.compile(rb"\s*(?:[<>]=?|[=!]=)\s*(?:[0-4]|9999)\b")
"""Compares a major version with one of before 5, where CUDA 12 begins; HIP gives 9 to 12."""
PROPERTIES = (b"cudaDeviceProp", b"DeviceProperties")
OF_DEVICE = re.compile(rb"(?i)prop|devices?\Z")
# Between the capabilities of two devices that are compared with each other.
COMPARED = re.compile(rb"\s*+(?:[<>]=?|[!=]=)\s*+(?:\w++(?:\[[^\[\];]{0,80}\])?\s*+(?:\.|->)\s*+)*+")
GIVEN = re.compile(rb"\b(\w+)\s*\((?:[^(),;{}]*,)*\s*\Z")  # the macro or function that is given an argument
MOST_GIVEN = 200  # bytes of what stands before it
MEMBER = re.compile(rb"(?:\.|->)\s*+(?:major|minor)\b")
TUNED = re.compile(
    rb"\s*+(?:(?:const|constexpr|static|unsigned|int|auto|size_t|u?int\d\d_t)\s++)++(\w++)\s*+=\s*+[^?:;{}]++"
    rb"\?\s*+(\d{1,9})\s*+:\s*+(\d{1,9})\s*+;"
)
LIMITS = re.compile(rb"(?i)shared|sh_?mem|smem|lds|limit|max|warp|lane|wave|version|arch|kind|mode|type")
SIGN = re.compile(rb"\s*+(?:[<>]=?|[!=]=)\s*+")


class Decision(NamedTuple):
    """A statement that asks for a capability.

    It `is_minor` where it only ranks devices, keeps old ones out or keeps what nothing is decided by, and it
    `is_tuning` where it chooses one of two sizes.
    """

    span: Span
    is_minor: bool
    is_tuning: bool = False


def capability(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report what a program decides by the compute capability of a device, once a function.

    Not that it prints it; to put devices in order by it is a note, and to leave where it is below AMD's.
    """
    if not holds_part(unit, *PROPERTIES):
        return
    found: dict[Span, list[Decision]] = {}
    for one in (*_decisions(unit, options), *_by_macros(unit, options)):
        found.setdefault(in_function(unit, one.span.start) or one.span, []).append(one)
    for decisions in found.values():
        first, *others = sorted(decisions, key=lambda one: one.is_minor)
        said = report(rule, first.span, {})
        related = beside(one.span for one in others)
        severity = "note" if first.is_minor else said.severity
        fails = "speed" if all(one.is_tuning for one in decisions) else said.fails
        yield Match(findings=(said._replace(related=related, severity=severity, fails=fails),))


def _decisions(unit: Unit, options: Options) -> Iterator[Decision]:
    """Give the statements that decide something by a capability, or keep it for what may."""
    last = -1  # the statement that was judged
    for found in _named(unit):
        name, at = found[1], found.start()
        start = last_of(unit.code, b";{}", at) + 1
        if start == last or not (OF_DEVICE.search(name) or declared_type(unit, name, b"cudaDeviceProp", at)):
            continue
        if not (PRINTED.search(unit.code, start, at) or is_said(unit, start, at)):
            last = start
            asked = _asked(unit, start)
            if not (_only_old(unit, asked) or given_and_shown(unit, start, at, options)):
                minor = _compares(unit, asked) or all(is_floor(unit, one.start()) for one in asked)
                minor = minor or given_and_ranked(unit, start, at)
                minor = minor or keeps(unit, start, found.end()) in options.project.only_kept
                yield Decision(Span(*found.span()), minor, _is_tuning(unit, start))


def _by_macros(unit: Unit, options: Options) -> Iterator[Decision]:
    """Give the uses of macros in which something is decided by a capability of what they are given."""
    made = everywhere(unit, _asking(unit, options.project.macros))
    uses = [use.at for use in made.uses] if made else []
    for one in _decisions(made.unit, options) if made else ():
        at = made.original(one.span) if made else one.span
        if at in uses:
            yield Decision(at, one.is_minor or _are_compared(unit, uses, at))


def _asking(unit: Unit, given: Mapping[bytes, bytes]) -> dict[bytes, tuple[Macro, ...]]:
    """Give the macros that ask for a capability of what they are given, and those that use such a macro."""
    texts = {**meanings_given(unit, given), **meanings(unit)}
    todo = [name for name, made in texts.items() if any(MEMBER.search(one.text.code) for one in made)]
    users: dict[bytes, list[bytes]] = {}
    for name, made in texts.items() if todo else ():
        for word in {word for one in made for word in A_NAME.findall(one.text.code)}:
            users.setdefault(word, []).append(name)
    found: dict[bytes, tuple[Macro, ...]] = {}
    while todo:
        name = todo.pop()
        if name not in found:
            found[name] = texts[name]
            todo += users.get(name, ())
    return found


def _are_compared(unit: Unit, uses: list[Span], at: Span) -> bool:
    """Say whether the macros of a statement, this its first, are only compared with each other."""
    first = bisect_left(uses, at)
    end = STATEMENT.match(unit.code, at.start).end()  # type: ignore[union-attr]  # it matches anywhere
    there = uses[first : bisect_left(uses, Span(end, end))]
    pairs = zip(there[::2], there[1::2], strict=False)
    return len(there) % 2 == 0 and all(SIGN.fullmatch(unit.code, a.end, b.start) for a, b in pairs)


def _named(unit: Unit) -> Iterator[re.Match[bytes]]:
    """Give where a capability is asked for: only between two semicolons around one of its words."""
    end = 0
    for word in all_standing(unit, b"major", b"minor"):
        if word.start >= end and token_before(unit.code, word.start).text in {b".", b"->"}:
            begin, end = unit.code.rfind(b";", end, word.start) + 1, unit.code.find(b";", word.end)
            end = end if end >= 0 else len(unit.code)
            yield from CAPABILITY.finditer(unit.code, begin, end)


def _asked(unit: Unit, start: int) -> list[re.Match[bytes]]:
    """Give where a statement asks for a capability."""
    end = STATEMENT.match(unit.code, start).end()  # type: ignore[union-attr]  # it matches anywhere
    return [*CAPABILITY.finditer(unit.code, start, end)]


def _only_old(unit: Unit, asked: list[re.Match[bytes]]) -> bool:
    """Say whether a statement asks only whether a device is one of those that nobody compiles for."""
    major = [one for one in asked if one[0].endswith(b"major")]
    end = asked[0].endpos
    compared = all(OLD.match(unit.code, one.end(), end) for one in major)
    return bool(major) and compared and (len(major) == len(asked) or b"==" in unit.code[major[0].end() : end])


def _is_tuning(unit: Unit, start: int) -> bool:
    """Say whether a statement makes a number one of two sizes, both of which a kernel would work with.

    What is 0 or 1 says rather whether there is something, and of shared memory and warps there is not more.
    """
    found = TUNED.match(unit.code, start)
    return found is not None and not LIMITS.search(found[1]) and min(map(int, found.groups()[1:])) > 1


def _compares(unit: Unit, asked: list[re.Match[bytes]]) -> bool:
    """Say whether a statement only compares capabilities of devices with each other, itself or by a macro."""
    if len(asked) == 1:
        return _is_macros(unit, asked[0])
    pairs = [*zip(asked[::2], asked[1::2], strict=False)]
    return len(asked) % 2 == 0 and all(COMPARED.fullmatch(unit.code, a.end(), b.start()) for a, b in pairs)


def _is_macros(unit: Unit, asked: re.Match[bytes]) -> bool:
    """Say whether a macro of the file is given a member's name, which it compares of two objects."""
    given = GIVEN.search(unit.code, max(0, asked.start() - MOST_GIVEN), asked.start())
    behind = unit.code[asked.end() : asked.end() + 1]
    return given is not None and behind in {b",", b")"} and given[1] in _comparing(unit)


@fact
def _comparing(unit: Unit) -> frozenset[bytes]:
    """Give the macros of a file that compare a member of two of its arguments, whatever member that is."""
    found = set()
    for one in unit.directives:
        head = DEFINE.match(unit.code, *one.body) if one.name == b"define" else None
        for name in parameters(unit, one):
            member = rb"\w++\s*+\)?\s*+(?:\.|->)\s*+" + re.escape(name) + rb"\b"
            compares = member + rb"\s*+(?:[<>]=?|[!=]=)\s*+\(?\s*+" + member
            if head and name and re.search(compares, unit.code[head.end() : one.body.end]):
                found.add(head[1])
    return frozenset(found)
