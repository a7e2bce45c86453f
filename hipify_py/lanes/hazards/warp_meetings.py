"""Calls that bring lanes to a vote or a barrier for all lanes of their warp, by functions of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.hazards.meeting_calls import Meeting, leading
from hipify_py.model import Span
from hipify_py.source.functions import functions
from hipify_py.source.statements import written_call
from hipify_py.source.tokens import words
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

BARRIER = b"__syncwarp"
JOINS = (BARRIER, *(b"__%b_sync" % one for one in b"any all ballot match_any match_all".split()))
ALL_LANES = frozenset({0xFFFFFFFF, 2**64 - 1})


def warp_calls(unit: Unit, constants: ConstantTable) -> dict[Span, list[Span]]:
    """Give, by the spans of the functions around, the calls of what has a vote or barrier of the warp."""
    known = _known(unit)
    if constants not in known:
        new = [Meeting(home, at) for home, at in _joins(unit, constants)]
        known[constants] = leading(unit, new).calls if new else {}
    return known[constants]


@fact
def _known(_unit: Unit) -> dict[ConstantTable, dict[Span, list[Span]]]:
    return {}


def _joins(unit: Unit, constants: ConstantTable) -> Iterator[tuple[Function, Span]]:
    """Give the votes and barriers for all lanes of the warp, each with the function that it stands in."""
    found = [Span(word.start, word.end) for word in words(unit.code, *JOINS)]
    homes = functions(unit, [one.start for one in found]) if found else {}
    for one in found:
        call = written_call(unit.code, one) if one.start in homes else None
        if call and all_lanes(unit, call.arguments, constants, bare=unit.code[slice(*one)] == BARRIER):
            yield homes[one.start], one


def all_lanes(unit: Unit, given: Sequence[Span], constants: ConstantTable, *, bare: bool) -> bool:
    """Say whether the mask that an intrinsic is given first is of all lanes; `bare` if it needs none."""
    if not given:
        return bare
    value = constants.number(unit.code[slice(*given[0])])
    return value is not None and value.value in ALL_LANES
