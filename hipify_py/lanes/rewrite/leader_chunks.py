"""Chunks of 32 items that a leader takes for its warp, while its lanes by `warpSize` work on one each.

`if (lane == 0) base = atomicAdd(next, 32); i = __shfl_sync(all, base, 0) + lane;` takes 32 items for 64
lanes: the next warp works on half of them once more. A loop from `base + lane` in steps of `warpSize` is
right for any width.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.array_uses import asked
from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.flow.followed import followed, held
from hipify_py.lanes.flow.lattice import LANE
from hipify_py.lanes.flow.uniformity import COMPARES
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.block_widths import widest
from hipify_py.lanes.hazards.products import operands
from hipify_py.lanes.rewrite.given_widths import is_written_width
from hipify_py.lanes.rewrite.width_lanes import WIDTH, is_width_lane
from hipify_py.lazy import cached_property
from hipify_py.model import Span
from hipify_py.source.conditions import inside
from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.expressions import bare, names_in, with_parents
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import model, names
from hipify_py.source.spans import merged
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.word_places import all_standing, holds_part

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import CallText
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

ADDS = (b"atomicAdd", b"atomicAdd_system", b"atomicAdd_block")
WARP = 32
NO_ITEM = frozenset((b"/", b"%", b">>", b"&", *COMPARES))  # what else is done with a sum
DEEPEST = 4  # names that hand a base on, one to the other
MOST = 8  # terms of a sum, and names that hold a base


class Chunk(NamedTuple):
    """What a leader adds for its warp, and the facts of the function that it stands in."""

    facts: FunctionFacts
    added: Span


def chunks(unit: Unit, all_facts: Sequence[FunctionFacts]) -> list[Chunk]:
    """Give what leaders of a file add to take so many items, one for each lane by the width."""
    if owned(unit) or not holds_part(unit, WIDTH) or not holds_part(unit, *ADDS):
        return []
    read = [(one, one.function) for one in all_facts if one.values and one.function]
    on_device = [(facts, home) for facts, home in read if home.of_device]
    taken = {home: _taken(unit, facts, home) for facts, home in on_device}
    returned = {
        home.called: [Chunk(facts, one) for _, one in taken[home]]
        for facts, home in on_device
        if taken[home] and _gives(unit, home, _bases(unit, home, {name for name, _ in taken[home]}))
    }
    found: list[Chunk] = []
    for facts, home in on_device:
        if taken[home] and _is_one_each(unit, facts, home, {name for name, _ in taken[home]}):
            found += (Chunk(facts, one) for _, one in taken[home])
        for name, given in _called(unit, home, returned).items():
            found += returned[name] if _is_one_each(unit, facts, home, given) else []
    return [*{one.added: one for one in found}.values()]


def told_chunks(all_chunks: Sequence[Chunk]) -> Iterator[tuple[Function, Hazard]]:
    """Report those of them that are 32, each with its function."""
    for facts, added in all_chunks:
        assert facts.function is not None
        assert facts.values is not None
        unit, known = facts.values.unit, names(facts.values.unit, facts.function)
        node = held(unit.code, known, bare(expression(unit.code[slice(*added)])), added.start)
        if facts.constants.chosen.isdisjoint(names_in(node)) and is_written_width(
            unit, node, facts.constants
        ):
            yield facts.function, Hazard("W012", added, "items for lanes")


def chunk_names(unit: Unit, all_chunks: Sequence[Chunk]) -> dict[Function, set[bytes]]:
    """Give the names by which functions hold such chunks, as those of what they are given."""
    found: dict[Function, set[bytes]] = {}
    for facts, added in all_chunks:
        node = bare(expression(unit.code[slice(*added)]))
        if facts.function and node.kind == "name":
            found.setdefault(facts.function, set()).add(node.text)
    return found


def _taken(unit: Unit, facts: FunctionFacts, home: Function) -> list[tuple[bytes, Span]]:
    """Give the names that hold what leaders get for what they add, each with that."""
    read = model(unit, home)
    adds = [one for one in read.calls if unit.code[slice(*one.name)] in ADDS and len(one.arguments) == 2]
    found = []
    for call in (one for one in adds if _is_for_leader(facts, one, home)):
        for one in read.assigned_in(home.body) if len(adds) <= MOST else ():
            target = OWN_NAME.match(one.target.strip())
            if target and not one.operator and _options(unit, one.value, call):
                found.append((target[0], call.arguments[1]))
    return found


def _options(unit: Unit, value: Span, call: CallText) -> bool:
    """Say whether a call gives a value, be it under a condition: `lane == 0 ? atomicAdd(n, 32) : 0`."""
    if not value.start <= call.name.start < value.end:
        return False
    node = bare(expression(unit.code[slice(*value)]))
    options = map(bare, node.parts[1:]) if node.kind == "?" else (node,)
    return any(one.kind == "call" and one.name in ADDS for one in options)


def _is_for_leader(facts: FunctionFacts, call: CallText, home: Function) -> bool:
    """Say whether some lanes of a warp alone come to a call."""
    if facts.values is None:
        return False
    unit = facts.values.unit
    around = [one.span for one in model(unit, home).path(call.name.start) if one.keyword not in LOOPS]
    return any(_level(facts, one) == LANE for one in around)


def _level(facts: FunctionFacts, asked_of: Span) -> int:
    assert facts.values is not None
    node = expression(facts.values.unit.code[slice(*asked_of)])
    return facts.values.at(asked_of.start).value(node).level


def _bases(unit: Unit, home: Function, first: set[bytes]) -> set[bytes]:
    """Give the names that hold a base, with those that take it from others, by a shuffle or as it is."""
    found = {*first}
    for _ in range(DEEPEST):
        more = {
            one.name
            for one in model(unit, home).assignments
            if one.name and one.name not in found and _hands_on(unit, one.value, found)
        }
        if not more or len(found) > MOST:
            break
        found |= more
    return found


def _hands_on(unit: Unit, value: Span, known: set[bytes]) -> bool:
    text = unit.code[slice(*value)]
    if known.isdisjoint(OWN_NAME.findall(text)):
        return False
    node = bare(expression(text))
    if node.kind == "subscript":
        node = bare(node.parts[0])
    return node.text in known if node.kind == "name" else _is_given(node, known)


def _is_given(node: Expression, known: set[bytes]) -> bool:
    return node.kind == "call" and any(bare(one).text in known for one in node.parts)


def _gives(unit: Unit, home: Function, known: set[bytes]) -> bool:
    """Say whether a function returns a base."""
    return any(one.value and _hands_on(unit, one.value, known) for one in model(unit, home).jumps)


def _called(unit: Unit, home: Function, giving: Collection[bytes]) -> dict[bytes, set[bytes]]:
    """Give the names that hold what calls of some functions return, by the names of these."""
    found: dict[bytes, set[bytes]] = {}
    for one in model(unit, home).assignments if giving else ():
        node = bare(expression(unit.code[slice(*one.value)]))
        if node.kind == "call" and node.name in giving and one.name:
            found.setdefault(node.name, set()).add(one.name)
    return found


def _is_one_each(unit: Unit, facts: FunctionFacts, home: Function, first: set[bytes]) -> bool:
    """Say whether each lane by the width works on one item behind a base, and nothing bounds the lane."""
    known = _bases(unit, home, first)
    if 0 < widest(unit, home, facts.constants) <= WARP:
        return False
    begun = merged([one.start for one in model(unit, home).loops])
    signs = sorted(
        word.start for word in all_standing(unit, *known) if home.body.start <= word.start < home.body.end
    )
    bounds = _Bounds(unit, home, known)
    for start, root in expressions(unit.code, home.body, signs):
        for node, around in with_parents(root):
            at = start + node.span.start
            if (node.kind, node.text) != ("binary", b"+") or inside(begun, at):
                continue
            terms = operands(node, b"+")[:MOST]
            is_base = any(_names(one) in known for one in terms)
            is_each = is_base and any(is_width_lane(unit, home, one, at) for one in terms)
            is_other = any(one.kind == "binary" and one.text in NO_ITEM for one in around)
            if is_each and not is_other and not _is_bound(unit, facts, home, at) and not bounds.hold(at):
                return True
    return False


class _Bounds:
    """What a function compares with a base, and what it counts up: an item that is that is bounded."""

    def __init__(self, unit: Unit, home: Function, known: set[bytes]) -> None:
        self.unit, self.home, self.known, self.model = unit, home, known, model(unit, home)

    def hold(self, at: int) -> bool:
        """Say whether a sum at a place is bounded so, or the name that it is given to."""
        if any(one in self._compared[0] for one in asked(self.unit, self.home, at)):
            return True
        made = self.model.assignments
        number = bisect_right(made, at, key=lambda one: one.value.start) - 1
        given = made[number] if number >= 0 and at < made[number].value.end else None
        return given is not None and given.name in self._compared[1]

    @cached_property
    def _compared(self) -> tuple[set[Span], set[bytes]]:
        """Give the conditions that compare two things by a base, and the names that are compared with one."""
        read, spans = self.model, set[Span]()
        bounded = {one.name for one in read.assignments if one.operator and one.name}
        regions = {one.condition.span for one in read.regions.listed if one.condition}
        for span in regions | {one.condition for one in read.loops}:
            for node in expression(self.unit.code[slice(*span)]).walk():
                if node.kind == "binary" and node.text in COMPARES:
                    sides = [{one for one in names_in(part) if self._leads(one)} for part in node.parts]
                    spans |= {span} if all(sides) else set()
                    bounded |= sides[0] | sides[1] if len(sides[0] | sides[1]) > 1 else set()
        return spans, bounded - self.known

    def _leads(self, name: bytes) -> bool:
        """Say whether a name is a base, or made of one."""
        values = names(self.unit, self.home).values_of
        pieces = islice(followed(self.unit.code, values(name), values), MOST)
        return name in self.known or any(not self.known.isdisjoint(named) for _, named in pieces)


def _names(node: Expression) -> bytes:
    """Give the name of a base: that of the array of which it is an element."""
    node = bare(node)
    return bare(node.parts[0]).text if node.kind == "subscript" else node.text


def _is_bound(unit: Unit, facts: FunctionFacts, home: Function, at: int) -> bool:
    """Say whether a condition around a place, or before which lanes leave, compares a lane with a number."""
    read = model(unit, home)
    loops = (read.loop(one.span) for one in read.path(at) if one.keyword in LOOPS)
    spans = (*asked(unit, home, at), *(one.condition for one in loops if one))
    for span in spans:
        for node in expression(unit.code[slice(*span)]).walk():
            if node.kind == "binary" and node.text in COMPARES:
                pairs = (node.parts, node.parts[::-1])
                worth = facts.constants.plain
                if any(worth(to) is not None and _is_index(facts, one, span.start) for one, to in pairs):
                    return True
    return False


def _is_index(facts: FunctionFacts, node: Expression, at: int) -> bool:
    assert facts.values is not None
    return facts.values.at(at).value(node).level == LANE
