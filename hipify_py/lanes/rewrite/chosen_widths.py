"""Functions that count by a width which a condition chooses for HIP, and call what is kept to 32 lanes.

`for (d = WARP / 2; d > 0; d /= 2) v += down(v, d);` goes over 64 lanes where HIP's WARP is 64, and `down`,
which says nothing of that, is a shuffle within 32.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.outcomes import Match, finding
from hipify_py.source.function_reading import defined_functions, model
from hipify_py.source.functions import functions
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.model import Span
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WHOLE = frozenset(("vote", "match", "active"))
VALUE_AND_LANE = 2  # what a shuffle is given before its width


def beside_chosen(
    unit: Unit, kept: Sequence[FunctionFacts], told: Sequence[FunctionFacts], rules: RuleSet
) -> Iterator[Match]:
    """Report calls of the functions that were `kept` to 32 lanes, beside a width that is HIP's own.

    Of the functions that are `told` of already nothing is said.
    """
    names = kept[0].constants.chosen | kept[0].constants.returned if kept else frozenset[bytes]()
    helpers = {
        one.function.called
        for one in kept
        if names and one.function and one.function.kind == "device" and any(map(_is_whole, one.ops))
    }
    if not helpers:
        return
    known = {one.function.span for one in (*kept, *told) if one.function and one.ops}
    said: dict[Function, bytes] = {}
    uses = {one.start: one.text for one in all_standing(unit, *names)}
    for at, home in functions(unit, uses).items():
        if home.of_device and home.span not in known:
            said.setdefault(home, uses[at])
    for home, name in said.items():
        if call := _calls(unit, home, helpers):
            yield Match(findings=(finding(rules, "W054", call, name=home.name, said=name.decode()),))


def _is_whole(op: WarpOp) -> bool:
    """Say whether an intrinsic goes over the whole warp: it is given no width."""
    given = len(op.call.arguments) - is_sync(op) if op.call else 0
    return op.kind in WHOLE or (op.kind == "shuffle" and given <= VALUE_AND_LANE)


def _calls(unit: Unit, home: Function, helpers: set[bytes]) -> Span | None:
    """Give the first call in a function of what the file defines under one of some names."""
    for call in model(unit, home).calls:
        name = unit.code[slice(*call.name)]
        if name in helpers and defined_functions(unit).get(name):
            return call.name
    return None
