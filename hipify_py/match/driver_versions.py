"""The version of the driver or the runtime as a number: what compares or divides it counts as CUDA does."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.match.version_macros import VERSIONS
from hipify_py.model import Span
from hipify_py.outcomes import Match, beside, report
from hipify_py.resolve.declaration_signs import may_declare
from hipify_py.resolve.declarations import own_scope
from hipify_py.resolve.ownership import owner
from hipify_py.source.conditions import inside
from hipify_py.source.definitions import in_function
from hipify_py.source.spans import merged
from hipify_py.source.tokens import words
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

VALUE = rb"\w++(?:(?:\.|->)\w++)*+"
ASKS = re.compile(rb"\b(?:cuda(?:Driver|Runtime)|cuDriver)GetVersion\s*+\(\s*+&?\s*+(%b)\s*+\)" % VALUE)
ASKED = (b"cudaDriverGetVersion", b"cudaRuntimeGetVersion", b"cuDriverGetVersion")
SIGN = rb"(?P<sign>[<>]=?|[=!]=)"
COMPARED = re.compile(
    rb"(?<![\w.>])(?P<left>%b)(?:\s*+(?P<part>[/%%])\s*+\d++)?\s*+%b\s*+(?:(?P<with>\w++)|\()" % (VALUE, SIGN)
)
BACKWARDS = re.compile(
    rb"\b(?:(?P<of>%b)\s*+(?P<part>[/%%])\s*+)?(?P<with>\w++)\s*+%b\s*+(?P<right>%b)(?!\s*+\()"
    % (VALUE, SIGN, VALUE)
)
NUMBER = re.compile(rb"\d{1,5}")  # a version of CUDA's: less than any of HIP's, and than a 1000th of that
WORD = re.compile(rb"\w++")
# CUDA's are major * 1000 + minor * 10.
DECODED = re.compile(rb"(?<![\w.>])(%b)\s*+[/%%]=?+\s*+(?:10{1,3})(?:\.0?+f?)?\b" % VALUE)
DECIDE = "compare it with HIP's (7.2 is 70200000 and more), or decide by feature"
HOLDS = "any of HIP's is newer than what it is held against, which is right where a newer CUDA may do more"


class Comparison(NamedTuple):
    """Where a version is compared, and its name; `is_newer` says that HIP's is always the newer one."""

    span: Span
    name: bytes
    is_newer: bool


class Home(NamedTuple):
    """Where versions that one function asks for are known, by the names in which they stand."""

    function: Span
    known: Mapping[bytes, int]


def driver_versions(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report where the version that a driver or runtime says is compared in the function that asks for it.

    Once for a name in a function. Not with another one that is asked for there, which is HIP's too, nor with
    a macro of CUDA's: that such is used is told by itself. It is a note where all that is asked is whether
    the version is older or newer than a number of CUDA's: HIP's is newer.
    """
    for home in _homes(unit, rules):
        found: dict[bytes, list[Comparison]] = {}
        for one in sorted(_compared(unit, home)):
            found.setdefault(one.name, []).append(one)
        for name, compared in found.items():
            first = next((one for one in compared if not one.is_newer), compared[0])
            others = [one.span for one in compared if one is not first]
            values = {"name": name.decode(), "way": HOLDS if first.is_newer else DECIDE}
            said = report(rule, first.span, values)._replace(related=beside(others))
            yield Match(findings=(said._replace(severity="note", fails="never") if first.is_newer else said,))


def decoded_versions(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report where such a version is parted into numbers as CUDA's is, once for a name in a function.

    Where that is compared at once the comparison is what is told.
    """
    for home in _homes(unit, rules):
        compared = merged(one.span for one in _compared(unit, home))
        found: dict[bytes, list[Span]] = {}
        for one in DECODED.finditer(unit.code, *home.function):
            told = inside(compared, one.start()) or inside(_hidden(unit, home, one[1]), one.start())
            if one.start() >= home.known.get(one[1], one.end()) and not told:
                found.setdefault(one[1], []).append(Span(*one.span()))
        for name, (first, *others) in found.items():
            said = report(rule, first, {"name": name.decode()})
            yield Match(findings=(said._replace(related=beside(others)),))


def _homes(unit: Unit, rules: RuleSet) -> Iterator[Home]:
    """Give the functions that ask for versions, with the place behind which each name holds one."""
    found: dict[Span, dict[bytes, int]] = {}
    for one in word_matches(unit, ASKS, *ASKED):
        function = in_function(unit, one.start())
        if function is not None and not owner(unit, Span(one.start(), one.start() + 1), rules):
            found.setdefault(function, {}).setdefault(one[1], one.end())
    return (Home(*each) for each in found.items())


def _compared(unit: Unit, home: Home) -> Iterator[Comparison]:
    """Give where a version of HIP's is compared with what is none."""
    for expression in (COMPARED, BACKWARDS):
        for one in expression.finditer(unit.code, *home.function):
            backwards = expression is BACKWARDS
            name, other = one["right" if backwards else "left"], one["with"]
            other = (one["of"] or other) if backwards else other
            if one.start() < home.known.get(name, one.end()) or _is_told(other, home.known):
                continue
            if not inside(_hidden(unit, home, name), one.start()):
                number = other is not None and NUMBER.fullmatch(other) is not None
                is_newer = number and one["part"] != b"%" and one["sign"] not in {b"==", b"!="}
                yield Comparison(Span(*one.span()), name, is_newer)


def _hidden(unit: Unit, home: Home, name: bytes) -> tuple[Span, ...]:
    """Give the blocks of a function in which a name is another variable's, which hides the version."""
    return _blocks_hiding(unit).get((home.function, name, home.known.get(name, -1)), ())


@fact
def _blocks_hiding(unit: Unit) -> dict[tuple[Span, bytes, int], tuple[Span, ...]]:
    """Give the blocks that declare names anew in which functions have got a version, and not around that."""
    asked: dict[tuple[Span, bytes, int], None] = {}
    for one in word_matches(unit, ASKS, *ASKED):
        function = in_function(unit, one.start())
        if function is not None and WORD.fullmatch(one[1]):
            asked.setdefault((function, one[1], one.end()))
    found: dict[tuple[Span, bytes, int], tuple[Span, ...]] = {}
    for function, name, at in asked:
        again = (Span(one.start, one.end) for one in words(unit.code, name, within=function))
        scopes = (own_scope(unit, span) for span in again if may_declare(unit.code, span))
        blocks = [span for span in scopes if span is not None and not span.start <= at < span.end]
        if blocks:
            found[function, name, at] = merged(blocks)
    return found


def _is_told(other: bytes | None, asked: Collection[bytes]) -> bool:
    """Say whether what a version is compared with is another that HIP says, or one of CUDA's macros."""
    return other is not None and (other in asked or VERSIONS.fullmatch(other) is not None)
