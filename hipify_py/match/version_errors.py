"""Conditions on a version of CUDA's by which a build for HIP comes to an `#error`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.resolve.dead_branches import closed_chains
from hipify_py.resolve.unread_branches import side_for_hip
from hipify_py.source.conditions import innermost
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.source.unit import Unit


class Refusal(NamedTuple):
    """The directive by which a chain refuses HIP, and whether at most an include guard is around that."""

    span: Span
    certain: bool


@fact
def refusals(unit: Unit) -> dict[int, Refusal]:
    """Give for each condition of a chain of which HIP takes a side with an `#error`, by its start, that."""
    directives = [one for one in unit.directives if one.name == b"error"]
    branches = ((one, innermost(unit, one.span.start)) for one in directives)
    within = {branch.directive.span.start: one.span for one, branch in reversed([*branches]) if branch}
    found: dict[int, Refusal] = {}
    for chain in closed_chains(unit) if within else ():
        side = side_for_hip(unit, chain)
        refused = None if side is None else within.get(chain[side].span.start)
        branch = innermost(unit, chain[0].span.start)
        if refused is not None and branch is not None:
            certain = branch.around is None or not branch.around.conditional
            found.update((one.span.start, Refusal(refused, certain)) for one in chain[:-1])
    return found
