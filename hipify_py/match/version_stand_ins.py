"""Functions that a program makes for old releases of CUDA, and that HIP has: HIP's compiler meets them twice.

A condition on a release that HIP does not have holds for it as for the oldest. So a stand-in for one of plain
numbers, as behind `#if !defined(CUDART_VERSION) || CUDART_VERSION < 5000`, meets that of HIP's headers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.dead_branches import closed_chains
from hipify_py.resolve.linkage import scope_of
from hipify_py.resolve.unread_branches import side_for_hip
from hipify_py.source.conditions import innermost
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

# Of parameters of plain numbers, or pointers to such, and a body.
MADE = re.compile(
    rb"\b(?P<result>void|float|double|int|unsigned|long)\s++(?P<name>[A-Za-z_]\w*+)\s*+"
    rb"\((?:\s*+(?:const\s++)?(?:float|double|int|unsigned(?:\s++int)?)\b[\s*]*+\w*+\s*+,?)++\)\s*+\{"
)
OTHERS = re.compile(rb"atomic|__ffs|__shfl")  # which are kept from HIP, or widened, where they stand


class StandIn(NamedTuple):
    """The name of a function that HIP has, and whether at most an include guard is around its condition."""

    name: Span
    certain: bool


def stand_in(unit: Unit, directive: Directive, rules: RuleSet) -> StandIn | None:
    """Give a function that HIP has and that a condition lets a build for HIP define again; None for none."""
    made = _taken(unit).get(directive.span.start, ())
    return next((one for one in made if _is_there(unit, one.name, rules)), None)


@fact
def _taken(unit: Unit) -> dict[int, list[StandIn]]:
    """Give for each condition of a chain, by its start, the functions right in the side that HIP takes."""
    within: dict[int, list[StandIn]] = {}
    for found in MADE.finditer(unit.code):
        name = Span(*found.span("name"))
        branch = innermost(unit, name.start)
        if branch is not None:
            certain = branch.around is None or not branch.around.conditional
            within.setdefault(branch.directive.span.start, []).append(StandIn(name, certain))
    taken: dict[int, list[StandIn]] = {}
    for chain in closed_chains(unit) if within else ():
        side = side_for_hip(unit, chain)
        made = None if side is None else within.get(chain[side].span.start)
        if made:
            taken.update((one.span.start, made) for one in chain[:-1])
    return taken


def _is_there(unit: Unit, name: Span, rules: RuleSet) -> bool:
    """Say whether HIP has a function of the global scope by its name."""
    text = unit.code[slice(*name)]
    known = rules.names.get(text)
    is_there = known is not None and known.to == text and not OTHERS.match(text)
    return is_there and scope_of(unit, name) == b""
