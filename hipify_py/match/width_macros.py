"""Macros for the width of a wavefront, which compilers of HIP have given up."""

from __future__ import annotations

from itertools import dropwhile, islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Related, Span
from hipify_py.outcomes import Match, beside, report
from hipify_py.resolve.hip_conditions import chains
from hipify_py.resolve.macros import defined, defines
from hipify_py.source.conditions import branches_around, in_condition, innermost
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.conditions import Branch
    from hipify_py.source.unit import Unit

SINCE = [7, 2]  # the release of ROCm whose compiler is clang 22
WIDTH = re.compile(rb"__AMDGCN_WAVEFRONT_SIZE(?:__)?\b")  # clang 22 does not define them

IS_DEFINED = re.compile(rb"\s*+(?:defined\s*+\(?\s*+)?%b\s*+\)?\s*+" % WIDTH.pattern)
OF_GPUS = re.compile(rb"__(?:gfx|GFX)\w+__")  # what compilers define by the GPU


def width_macros(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report macros for the width of a wavefront, which HIP has given up: once, with all places.

    The first is a condition that leads to an `#error` then, if there is one, and else a value.
    """
    found = word_matches(unit, WIDTH, b"__AMDGCN_WAVEFRONT_SIZE")
    uses = [_use(unit, Span(*one.span())) for one in found if not defines(unit, Span(*one.span()))]
    uses = [one for one in uses if one.refused or not _has_another_way(unit, one.span)]
    if not uses:
        return
    first = min(uses, key=lambda one: (one.refused is None, one.asked, one.span))
    others = (one.span for one in uses if one is not first)
    related = (Related(first.refused, "newer compilers come to this"),) if first.refused else ()
    said = report(rule, first.span, {"name": unit.code[slice(*first.span)].decode()})
    said = said._replace(related=(*related, *beside(others)))
    if first.refused or not first.asked:
        said = said._replace(fails="compile")
    if first.certain and [int(one) for one in rules.rocm.split(".")] >= SINCE:
        said = said._replace(severity="error")
    yield Match(findings=(said,))


def _has_another_way(unit: Unit, span: Span) -> bool:
    """Say whether a macro is read only where it is defined, by a chain that asks for GPUs where it is not."""
    told = _told_apart(unit)
    return any(
        one.opened in told and one.directive.name in {b"if", b"ifdef"}
        for one in branches_around(unit, span.start)
    )


@fact
def _told_apart(unit: Unit) -> frozenset[int]:
    """Give the chains that ask for such a macro, and then for GPUs, by the index of their `#if`."""
    found = ((indices[0], [unit.directives[one] for one in indices]) for indices in chains(unit))
    return frozenset(
        opened
        for opened, (first, *others) in found
        if IS_DEFINED.fullmatch(unit.code, *first.body)
        and any(one.name == b"elif" and OF_GPUS.search(unit.code, *one.body) for one in others)
    )


class Use(NamedTuple):
    """Where a macro stands, in a condition or not, and the `#error` that hangs on it, certainly or not."""

    span: Span
    asked: bool
    refused: Span | None
    certain: bool


def _use(unit: Unit, span: Span) -> Use:
    branch = innermost(unit, span.start) if in_condition(unit, span.start) else None
    refused = _refusals(unit).get(branch.opened) if branch else None
    if branch is None or refused is None or refused.start < span.start:
        return Use(span, branch is not None, None, certain=False)
    around = dropwhile(lambda one: _is_usual(unit, one), branches_around(unit, refused.start))
    inner = next(around, None)
    alone = branch.around is None or not branch.around.conditional
    certain = alone and inner is not None and inner.opened == branch.opened
    return Use(span, asked=True, refused=refused, certain=certain)


def _is_usual(unit: Unit, branch: Branch) -> bool:
    """Say whether a branch is compiled unless a build makes a macro that the file does not make."""
    name = unit.code[slice(*branch.directive.body)].strip()
    return branch.directive.name == b"ifndef" and name not in defined(unit)


@fact
def _refusals(unit: Unit) -> dict[int, Span]:
    """Give the last `#error` of each chain of conditions, three deep at most, by the index of its `#if`."""
    directives = [one for one in unit.directives if one.name == b"error"]
    around = ((one, islice(branches_around(unit, one.span.start), 3)) for one in directives)
    return {branch.opened: one.span for one, outer in around for branch in outer}
