"""Functions for two types of CUDA's, as of runtime and driver, which HIP makes one and the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.function_heads import parameter_types
from hipify_py.match.optional_parts import TYPES, in_vain, without_makers
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.linkage import scope_of
from hipify_py.resolve.macros import defined
from hipify_py.source.conditions import branches_around
from hipify_py.source.word_places import all_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

DEFINED = re.compile(rb"\b([A-Za-z_]\w*+)\s*\(([^(){};]{1,500})\)\s*(?:const\s*|noexcept\s*)*\{")
CONVERTS = re.compile(
    rb"\boperator\s++((?:const\s++)?)(\w+)\s*+([*&]*)\s*+\(\s*+\)\s*+((?:const)?)\s*+(?:noexcept\s*+)?[{;]"
)
ASKED = re.compile(rb"\s*+(defined\s*+)?\(?\s*+([A-Za-z]\w*+)\s*+\)?\s*+")
NO_NAME = frozenset({b"if", b"while", b"for", b"switch", b"catch"})
IN_HIP = {
    b"hipDeviceptr_t": b"void*",
    b"hipDevice_t": b"int",
    b"hipblasHandle_t": b"void*",
    b"hipsolverDnHandle_t": b"void*",
    b"hipsolverHandle_t": b"void*",
    b"hipsolverSpHandle_t": b"void*",
    b"hipsparseHandle_t": b"void*",
}  # driver_types.h, hip_runtime_api.h, and the headers of the libraries, of ROCm 7.2


def twins(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report a function that takes what another of its name takes, once types have HIP's names."""
    if not any(map(TYPES.match, all_words(unit))):
        return
    seen: dict[tuple[bytes, tuple[bytes, ...], bytes], dict[tuple[bytes, ...], int]] = {}
    for name, types, span in _functions(unit):
        scope = scope_of(unit, span)
        if scope is None:
            continue
        renamed = tuple(_renamed(kind, rules) for kind in types)
        last = seen.setdefault((name, renamed, scope), {})  # of each form
        others = (kinds for kinds, at in last.items() if _together(unit, at, span.start))
        other = next((kinds for kinds in others if kinds != types), None)
        if other is not None:
            first, second = (b", ".join(kinds).decode("utf-8", "replace") for kinds in (other, types))
            given = {"name": name.decode(), "first": first, "second": second}
            said = report(rule, span, given)
            if macro := _unmade(unit, last[other], span.start, options):
                said = in_vain(said, macro)
            elif macro := _asked_for(unit, last[other], span.start, rules):
                when = f"where {macro.decode()} is defined, {said.message}"
                said = said._replace(severity="warning", message=when)
            yield Match(findings=(said,))
        last[types] = span.start


def _functions(unit: Unit) -> Iterator[tuple[bytes, tuple[bytes, ...], Span]]:
    """Give the functions that a file defines, with their types, and the conversions that classes declare."""
    for found in DEFINED.finditer(unit.code):
        types = parameter_types(unit.code, found.end(1), found.end())
        if types and found[1] not in NO_NAME:
            yield found[1], types, Span(*found.span(1))
    for found in CONVERTS.finditer(unit.code):
        name = b" ".join((found[1] + b"operator" + b" " + found[4]).split())
        yield name, (found[2] + found[3],), Span(found.start(), found.end(3))


def _renamed(kind: bytes, rules: RuleSet) -> bytes:
    name = kind.rstrip(b"*&")
    known = rules.names.get(name)
    to = (known.to if known else None) or name
    return IN_HIP.get(to, to) + kind[len(name) :]


def _together(unit: Unit, first: int, second: int) -> bool:
    """Say whether one compiler may read both places: they stand in no two branches of one condition."""
    chains = {branch.opened: branch.directive for branch in branches_around(unit, first)}
    return all(
        chains.get(branch.opened, branch.directive) == branch.directive
        for branch in branches_around(unit, second)
    )


def _unmade(unit: Unit, first: int, second: int, options: Options) -> bytes:
    """Give a macro that nothing of the project makes and without which one of two places is not read."""
    unmade = options.project.unmade
    return without_makers(unit, first, unmade) or without_makers(unit, second, unmade)


def _asked_for(unit: Unit, first: int, second: int, rules: RuleSet) -> bytes:
    """Give the macro without which one of two places is not read, if nothing here is known to make it."""
    both = {branch.directive.span for branch in branches_around(unit, first)}
    both ^= {branch.directive.span for branch in branches_around(unit, second)}
    for span in sorted(both):
        directive = unit.directive_at(span.start)
        asked = ASKED.fullmatch(unit.code, *directive.body) if directive else None
        if directive is None or asked is None or directive.name not in {b"ifdef", b"if"}:
            continue
        is_there = directive.name == b"ifdef" or asked[1]
        if is_there and asked[2] not in rules.names and asked[2] not in defined(unit):
            return asked[2]
    return b""
