"""Conditions that only ask which compiler or pass it is, which HIP answers as CUDA does."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.cuda_releases import COMPILER, without_releases, written_out
from hipify_py.match.version_macros import ARCH_WORD, MEASURED, VERSIONS, makes_versions, without_questions
from hipify_py.source.conditions import CONDITIONS
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

OWN_ARCH = re.compile(rb"\s*__CUDA_ARCH__\b")


def is_portable(unit: Unit, directive: Directive) -> bool:
    """Say whether a condition only asks which compiler or pass it is, not which version or architecture.

    Nor is one that makes the architecture's number where there is none: what follows uses it as a value. The
    compiler's version asks which that is where the file has no use for its number.
    """
    if directive.span.start in _measuring(unit):
        return False
    is_asked = unit.code.find(COMPILER, *directive.body) >= 0 and directive.span.start not in written_out(
        unit
    )
    if is_asked and not _is_only_asked_for(unit):
        return False
    behind = bisect_right(unit.directives, directive.span.start, key=lambda one: one.span.start)
    made = unit.directives[behind] if behind < len(unit.directives) else None
    if made is None or made.name != b"define" or not OWN_ARCH.match(unit.code, *made.body):
        return True
    return ARCH_WORD.search(unit.code, *directive.body) is None


@fact
def _measuring(unit: Unit) -> frozenset[int]:
    """Give where the conditions begin that hang on a number of CUDA's that HIP lacks."""
    conditions = (one for one in unit.directives if one.name in CONDITIONS)
    return frozenset(one.span.start for one in conditions if _measures(unit, one))


def _measures(unit: Unit, directive: Directive) -> bool:
    """Say whether a condition hangs on a number of CUDA's that HIP lacks, as it will be written."""
    releases = written_out(unit).get(directive.span.start)
    if releases is not None:
        return MEASURED.search(without_releases(unit, directive, releases)) is not None
    return MEASURED.search(without_questions(unit.code[slice(*directive.body)])) is not None


@fact
def _is_only_asked_for(unit: Unit) -> bool:
    """Say whether a file asks for the version of nvcc only by whether there is one, or it is a new one."""
    places = (found.start() for found in word_matches(unit, VERSIONS, b"__CUDACC_VER_"))
    asking = (unit.directive_at(at) for at in places)
    hung = _measuring(unit)
    return all(
        one is not None
        and (
            one.span.start in makes_versions(unit) or (one.name in CONDITIONS and one.span.start not in hung)
        )
        for one in asking
    )
