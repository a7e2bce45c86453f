"""Steps that reach over 32 lanes, one by one or in loops, where whole wavefronts are meant: W011.

A step is a shuffle, or a call of a function of the file that passes on how far its shuffle reaches.
"""

from __future__ import annotations

from bisect import bisect_left
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.halving_trees import HALVES
from hipify_py.lanes.rewrite.growing_steps import Growing
from hipify_py.lanes.rewrite.listed_distances import farthest
from hipify_py.lanes.rewrite.source_lanes import leads_by_half
from hipify_py.lanes.rewrite.turned_distances import TurnedDistances
from hipify_py.model import Span
from hipify_py.source.brackets import unbracketed
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import model
from hipify_py.source.functions import functions
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.function_model import Assignment, Loop
    from hipify_py.source.unit import Unit

    Confined = Callable[[WarpOp, Unit, ConstantTable], bool]

WARP = 32
DEEPEST = 3  # functions that pass a distance on
NOBODY: Mapping[bytes, int] = MappingProxyType({})


class Step(NamedTuple):
    """What takes values of other lanes, and how far."""

    at: Span
    distance: Span


def reaching(
    unit: Unit,
    all_facts: Sequence[FunctionFacts],
    confined: Confined,
    elsewhere: Mapping[bytes, int] = NOBODY,
) -> Mapping[bytes, int]:
    """Give the functions that pass on how far a shuffle reaches, by their names: as which parameter.

    `confined` says of a shuffle that it works on 32 lanes at most; `elsewhere` are those of other files.
    """
    found = {**elsewhere}
    homes = [facts for facts in all_facts if facts.function and facts.function.kind != "kernel"]
    for _ in range(DEEPEST):
        known = len(found)
        for facts in homes:
            assert facts.function is not None
            if facts.function.called in found:
                continue
            taken = model(unit, facts.function).parameters
            for one in steps(unit, facts, found, confined):
                name = unbracketed(unit.code[slice(*one.distance)])
                if name and name in taken:
                    found[facts.function.called] = taken.index(name)
                    break
        if len(found) == known:
            break
    return found


def in_macros(unit: Unit, ops: Sequence[int]) -> Iterator[int]:
    """Give where macros call what has one of some intrinsics in it, and what such macros are called by.

    In a function its words tell that it may count on the width of a warp.
    """
    homes = functions(unit, ops).values()
    left = {home.called for home in homes if home.kind in {"device", "macro"}}
    known: set[bytes] = set()
    for _ in range(DEEPEST):
        known |= left
        calls = (
            [one.start for one in all_standing(unit, *left) if unit.directive_at(one.start)] if left else []
        )
        around = functions(unit, calls)
        yield from around
        left = {home.called for home in around.values()} - known


def steps(
    unit: Unit, facts: FunctionFacts, reaches: Mapping[bytes, int], confined: Confined
) -> Iterator[Step]:
    """Give the steps of a function."""
    assert facts.function is not None
    for op in facts.ops:
        given = op.call.arguments[1 + is_sync(op) :] if op.call and op.kind == "shuffle" else ()
        if given and not confined(op, unit, facts.constants):
            yield Step(op.span, given[0])
    for call in model(unit, facts.function).calls if reaches else ():
        number = reaches.get(unit.code[slice(*call.name)])
        if number is not None and number < len(call.arguments):
            yield Step(call.name, call.arguments[number])


def short_steps(
    unit: Unit, facts: FunctionFacts, made: Sequence[Step], *, untold: bool = False
) -> Iterator[Hazard]:
    """Report what reaches as far as 32 lanes go, and loops that do so in their turns.

    Bounds of 32 lanes in the function are told by themselves, but where they are `untold`.
    """
    assert facts.function is not None
    for one in made:
        number = facts.constants.number(unit.code[slice(*one.distance)])
        far = number.value if number else farthest(unit, facts.function, one.distance, facts.constants)
        if WARP // 2 <= far < WARP or leads_by_half(unit, facts, one.distance):
            yield Hazard("W011", one.at)
    inside, growing = _Distances(unit, made), Growing(unit, facts.function, facts.constants, untold=untold)
    turned = TurnedDistances(unit, facts)
    for loop in model(unit, facts.function).loops:
        known = _halves(unit, loop, facts, inside) or _to_half(turned.of(loop, inside.within(loop.body)))
        if known or _grows(unit, loop, facts, growing, inside):
            begins = _begins(unit, loop, facts)
            end = unit.code.find(b";", begins[-1].value.end if begins else loop.whole.start)
            yield Hazard("W011", Span(loop.whole.start, end + 1))


def _begins(unit: Unit, loop: Loop, facts: FunctionFacts) -> Sequence[Assignment]:
    assert facts.function is not None
    return model(unit, facts.function).assigned_in(loop.start)


class _Distances:
    """Where the distances of a function's steps stand, and by what they name.

    Loops ask for those in their bodies: one that looked at all steps would take as long as there are loops.
    """

    def __init__(self, unit: Unit, made: Sequence[Step]) -> None:
        """Read each distance once."""
        self.named: dict[bytes, list[int]] = {}
        self.spans = sorted(one.distance for one in made)
        for span in self.spans:
            for name in {*OWN_NAME.findall(unit.code, *span)}:
                self.named.setdefault(name, []).append(span.start)

    def within(self, body: Span) -> Sequence[Span]:
        """Give those in the body of a loop."""
        return self.spans[bisect_left(self.spans, (body.start,)) : bisect_left(self.spans, (body.end,))]


def _grows(unit: Unit, loop: Loop, facts: FunctionFacts, growing: Growing, far: _Distances) -> bool:
    """Say whether a loop goes over 1, 2, 4, 8, 16, or begins at 16 as half of what another does."""
    assert facts.function is not None
    counted = {one.name for one in model(unit, facts.function).assigned_in(loop.whole)} & far.named.keys()
    inside = (name for name in counted if _is_inside(far.named[name], loop.body))
    return any(WARP // 2 <= growing.farthest(loop, name) < WARP for name in inside)


def _is_inside(places: Sequence[int], body: Span) -> bool:
    """Say whether one of some places, in their order, stands in a part of the code."""
    return bisect_left(places, body.start) < bisect_left(places, body.end)


def _halves(unit: Unit, loop: Loop, facts: FunctionFacts, far: _Distances) -> bool:
    """Say whether a loop goes over 16, 8, 4, 2, 1."""
    assert facts.function is not None
    begins = _begins(unit, loop, facts)
    texts = [unbracketed(unit.code[slice(*one.value)]) for one in begins]
    halved = model(unit, facts.function).assigned_in(loop.step)
    if not any(_is_half(unit.code, one, facts.constants) for one in halved) or not any(
        b"warpSize" not in text and facts.constants.worth(text) == WARP // 2 for text in texts
    ):
        return False
    return bool(facts.ops) or any(_is_inside(far.named.get(one.name, ()), loop.body) for one in begins)


def _is_half(code: bytes, step: Assignment, constants: ConstantTable) -> bool:
    """Say whether a step of a loop takes half of what it counts with."""
    node = expression(code[slice(*step.value)])
    if step.operator:
        number = constants.of(node)
        return step.operator in HALVES and number is not None and number.value == HALVES[step.operator]
    if node.kind != "binary" or node.text not in HALVES or node.parts[0].kind != "name":
        return False
    number = constants.of(node.parts[1])
    return number is not None and number.value == HALVES[node.text]


def _to_half(distances: frozenset[int]) -> bool:
    """Say whether distances are powers of 2 up to half of a warp's width."""
    return max(distances, default=0) == WARP // 2 and all(one & (one - 1) == 0 for one in distances)
