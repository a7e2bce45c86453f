"""Conditions on releases of CUDA: HIP is like a newer one than those of which programs mostly ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.ptx_switches import turns_on_ptx
from hipify_py.match.version_macros import COUNTERPARTS, THERE, VERSIONS, makes_versions, without_questions
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.hip_conditions import SPEAKS_OF_HIP, chains
from hipify_py.resolve.macros import defined
from hipify_py.source.search import before
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.edits import Part
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

COMPILER = b"__CUDACC_VER_MAJOR__"
# The release of CUDA that HIP's names are like, or older than, as each macro counts it.
OLDEST = {b"CUDA_VERSION": 11080, b"CUDART_VERSION": 11080, COMPILER: 11}
NAMES = b"|".join(OLDEST)
RELEASES = re.compile(rb"\b(?:%b)\b" % NAMES)
RELEASE = re.compile(rb"(?<=[(&|])\s*(%b)\s*([<>]=?)\s*(\d{1,9})(?=\s*(?:\)|&&|\|\|))" % NAMES)
CLOSES, BLANK = re.compile(rb"\s*\)"), b" \t\r\n\f\v"
PLATFORM = b"__HIP_PLATFORM_AMD__"


def releases(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Let conditions that ask for a release of CUDA as old as 11.8 hold for HIP as for a newer one."""
    for edits in written_out(unit).values():
        yield Match(tuple(Edit(span, parts, rule.id, "guard") for span, parts in edits))


def written_out(unit: Unit) -> Mapping[int, list[tuple[Span, tuple[Part, ...]]]]:
    """Give for each condition on releases of CUDA, by its start, what asks for HIP as well."""
    return _read(unit)[0]


def left_off(unit: Unit) -> frozenset[int]:
    """Give where those conditions on releases begin that HIP fails, for the sake of its side without PTX."""
    return _read(unit)[1]


@fact
def _read(unit: Unit) -> tuple[dict[int, list[tuple[Span, tuple[Part, ...]]]], frozenset[int]]:
    """Give what asks for HIP in conditions on releases of CUDA, and those that are left off.

    Not where a chain of conditions speaks of HIP, or asks for something else about the release too. Which
    compiler or pass it is may be asked beside that: this is what `guards` see to.
    """
    made: dict[int, list[tuple[Span, tuple[Part, ...]]]] = {}
    off: set[int] = set()
    if not RELEASES.search(unit.code) or not defined(unit).isdisjoint(OLDEST):
        return made, frozenset()
    for indices in chains(unit):
        chain = [unit.directives[index] for index in indices]
        if any(SPEAKS_OF_HIP.search(unit.code, *one.body) for one in chain):
            continue
        for one in chain:
            asks = one.name in {b"if", b"elif"} and one.span.start not in makes_versions(unit)
            edits = list(_with_hip(unit, one)) if asks else []
            if not edits or VERSIONS.search(without_releases(unit, one, edits)):
                continue
            if one is chain[0] and _holds_for_newer(edits) and turns_on_ptx(unit, chain):
                off.add(one.span.start)
            else:
                made[one.span.start] = edits
    return made, frozenset(off)


def _holds_for_newer(edits: list[tuple[Span, tuple[Part, ...]]]) -> bool:
    """Say whether all that asks for HIP in a condition lets it hold."""
    return all(isinstance(part, Span) or b"!" not in part for _, parts in edits for part in parts)


def without_releases(unit: Unit, directive: Directive, edits: list[tuple[Span, tuple[Part, ...]]]) -> bytes:
    """Give the rest of a condition: what it asks beside the releases in `edits`, and beside the compiler."""
    start, body = directive.body.start, unit.code[slice(*directive.body)]
    for span, _ in edits:
        body = body[: span.start - start] + b" " * (span.end - span.start) + body[span.end - start :]
    return THERE.sub(lambda found: b" " * len(found[0]), without_questions(body))


def _with_hip(unit: Unit, directive: Directive) -> Iterator[tuple[Span, tuple[Part, ...]]]:
    """Give the comparisons of a condition that any newer release decides alike, and what asks for HIP too."""
    start, end = directive.body
    body = b"(" + unit.code[start:end].rstrip() + b")"  # as if the whole stood in brackets
    for found in RELEASE.finditer(body):
        sign, number = found[2], int(found[3])
        if number > OLDEST[found[1]] - (sign in {b">", b"<="}):
            continue
        span = Span(start + found.start(1) - 1, start + found.end() - 1)
        test = b" || " if sign[:1] == b">" else b" && !"
        opens = body.startswith(b"(", before(body, found.start(1), BLANK) - 1)
        # What the compiler says of itself is asked before HIP's headers are read, too.
        asked = test + b"defined(" + COUNTERPARTS.get(found[1], PLATFORM) + b")"
        alone = opens and CLOSES.match(body, found.end())
        yield span, (span, asked) if alone else (b"(", span, asked + b")")
