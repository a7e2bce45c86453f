"""Masks of 32 bits in branches for HIP: a port by hand, which is left as it is and does not compile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.integers import OF_INT, written
from hipify_py.lanes.warp_names import INTRINSIC
from hipify_py.model import Related, Span
from hipify_py.outcomes import Match, finding
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declarations import makes
from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.ownership import owner
from hipify_py.resolve.platform_branches import Known, left_out
from hipify_py.source.conditions import inside
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import RuleSet
    from hipify_py.source.unit import Unit

SYNC = b"_sync"  # how the names end that take a mask first


def narrow_for_hip(unit: Unit, rules: RuleSet) -> Iterator[Match]:
    """Say which functions of HIP's its own branches give a mask of 32 bits: for each branch at the first."""
    for branch in sides(unit).own:
        narrow = [one for one in _narrow(unit, branch, rules) if not _is_own(unit, unit.code[slice(*one)])]
        found = [one for one in narrow if not inside(_for_others(unit), one.start)]
        if found:
            first, *others = found
            name = unit.code[slice(*first)].decode()
            related = tuple(Related(span, f"and here, {unit.code[slice(*span)].decode()}") for span in others)
            said = finding(rules, "W063", first, name=name)
            yield Match(findings=(said._replace(related=related),))


def _narrow(unit: Unit, branch: Span, rules: RuleSet) -> Iterator[Span]:
    for one in INTRINSIC.finditer(unit.code, *branch):
        span = Span(*one.span())
        if not one[0].endswith(SYNC) or inside(dead(unit), span.start):
            continue
        call = unit.call(span)
        mask = unit.code[slice(*call.arguments[0])].strip(b"() \t\r\n~-") if call and call.arguments else b""
        number = written(mask)
        if number and number.bits == OF_INT and not owner(unit, span, rules):
            yield span


@fact
def _for_others(unit: Unit) -> tuple[Span, ...]:
    """Give what stands in branches for other compilers than HIP's, which HIP's own macros decide as well."""
    return left_out(unit, (), Known())


@fact_of
def _is_own(unit: Unit, name: bytes) -> bool:
    """Say whether a file makes a function or a macro of a name."""
    return any(makes(unit, Span(word.start, word.end)) for word in standing(unit, name))
