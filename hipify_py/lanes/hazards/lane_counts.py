"""Counts that a mask of lanes gives: where its first bit stands, or its last, and what is made of that.

`__ffs` is 32 where lane 31 alone has a bit, `__clz` where none has one; `__ffs(m) - 1` is -1 where none has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.call_classes import own_class
from hipify_py.lanes.flow.class_fields import fields
from hipify_py.lanes.flow.index_names import speaks_of_lane
from hipify_py.lanes.flow.member_stores import stores
from hipify_py.lanes.hazards.lane_questions import LaneQuestions
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_names import CHANGED
from hipify_py.source.function_reading import defined_functions, model
from hipify_py.source.functions import functions
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

WIDTH = 32
FIRST, LAST = b"__ffs", b"__clz"
VOTE = (b"__ballot_sync", b"__ballot")  # of which no lane may have a bit
MASKS = frozenset((*VOTE, b"__activemask", b"__match_any_sync", b"__match_any"))
# What says which lanes vote by their numbers alone; of those, one has its bit in a whole warp.
OF_A_LANE = frozenset({b"threadidx", b"tid", b"true"})  # in small letters
# What makes 0 of 0: of the left side, of either, of both.
SCALES, PICKS, JOINS = (
    frozenset({b"<<", b">>", b"/", b"%"}),
    frozenset({b"&", b"*"}),
    frozenset({b"|", b"^", b"+"}),
)
SIGNS = {b"+": 1, b"-": -1}
DEEPEST = 3  # names and functions that are followed, one from the other
MOST = 32  # values of a name that are read
EMPTY = "where no lane has a bit in the mask"
# Of each, what it is of an empty mask, and where lane 31 has a bit that decides, or lane 0.
ENDS = {
    FIRST: (0, ((WIDTH, "where lane 31 alone has a bit in the mask"),)),
    LAST: (
        WIDTH,
        ((0, "where lane 31 has a bit in the mask"), (31, "where lane 0 alone has a bit in the mask")),
    ),
}


class Found(NamedTuple):
    """`less + sign * which(mask)`, as a part of a function that stands at a place."""

    which: bytes
    mask: Expression
    sign: int
    less: int


@fact
def finders(unit: Unit) -> frozenset[bytes]:
    """Give what finds a lane in a mask, with the names of the functions of a file that do."""
    homes = functions(unit, [one.start for one in all_standing(unit, FIRST, LAST)])
    return frozenset((FIRST, LAST, *(one.called for one in homes.values() if one.kind == "device")))


class LaneCounts:
    """The counts by masks in one function; `number` gives what an expression is worth."""

    def __init__(
        self, unit: Unit, of: Model, names: FunctionNames, number: Callable[[Expression], int | None]
    ) -> None:
        """Remember where to look."""
        self.unit, self.names, self.number = unit, names, number
        self.asks = LaneQuestions(unit, of, names, number)

    def said(self, node: Expression, at: int) -> str:
        """Say when a shift's count is 32 or more, or less than 0; nothing where it is not known to be."""
        base, count = node.parts
        found = self._found(count, at, DEEPEST)
        if found is None or not self._is_of_lanes(found.mask, at):
            return ""
        about = frozenset({*_names(count), *_names(found.mask)})
        empty, ends = ENDS[found.which]
        worths = ((found.less + found.sign * end, when) for end, when in ends)
        far = next((f"{worth} {when}" for worth, when in worths if not 0 <= worth < WIDTH), "")
        if far and not self.is_known(at, lambda to: self.asks.is_compared(about, to)):
            return far
        worth = found.less + found.sign * empty
        if 0 <= worth < WIDTH or not self._may_be_empty(found.mask, about, at):
            return ""
        return "" if self._is_nothing(base, found.mask, at, DEEPEST) else f"{worth} {EMPTY}"

    def is_known(self, at: int, asks: Callable[[int], bool]) -> bool:
        """Say whether something is asked before a shift, or wherever what comes of it is used."""
        uses = self.asks.uses(at)
        return asks(at) or (bool(uses) and all(map(asks, uses)))

    def _found(self, node: Expression, at: int, left: int) -> Found | None:
        """Read a count: a call, more or less than that by a number, or a name or a function's for one."""
        node = bare(node)
        while node.kind == "cast":
            node = bare(node.parts[-1])
        if node.kind == "call" and node.name in ENDS:
            return Found(node.name, bare(node.parts[0]), 1, 0) if node.parts else None
        if node.kind == "binary" and node.text in SIGNS:
            return self._sum(node, at, left)
        if not left:
            return None
        return self._held(node.name, at, left) if node.kind == "name" else self._returned(node, left)

    def _sum(self, node: Expression, at: int, left: int) -> Found | None:
        """Read what is more or less by a number, or is taken from one."""
        one, other = map(bare, node.parts)
        sign, number, behind = SIGNS[node.text], self.number(one), self.number(other)
        if behind is not None:
            found = self._found(one, at, left)
            return found._replace(less=found.less + sign * behind) if found else None
        found = self._found(other, at, left) if number is not None else None
        if number is None or found is None:
            return None
        return found._replace(sign=sign * found.sign, less=number + sign * found.less)

    def _held(self, name: bytes, at: int, left: int) -> Found | None:
        """Read what a name holds that is given its value once."""
        given = self.names.once(name, at)
        if given is None:
            return None
        return self._found(expression(self.unit.code[slice(*given.value)]), given.value.start, left - 1)

    def _returned(self, call: Expression, left: int) -> Found | None:
        """Read what a function of the file gives back that does nothing else with a mask it is given."""
        made = defined_functions(self.unit).get(call.name)
        read = model(self.unit, made) if made else None
        values = [one.value for one in read.jumps if one.value] if read else []
        if read is None or len(values) != 1 or read.assignments:
            return None
        inner = LaneCounts(self.unit, read, self.names, self.number)
        found = inner._found(expression(self.unit.code[slice(*values[0])]), 0, left - 1)
        number = (
            read.parameters.index(found.mask.text) if found and found.mask.text in read.parameters else -1
        )
        if found is None or not 0 <= number < len(call.parts):
            return None
        return found._replace(mask=bare(call.parts[number]))

    def _is_of_lanes(self, mask: Expression, at: int) -> bool:
        """Say whether a mask is of a vote, and of all that the vote gives it."""
        if mask.kind == "call":
            return mask.name in MASKS
        made = [*self._made(mask, at)]
        return any(one.kind == "call" and one.name in MASKS for one in made)

    def is_member(self, mask: Expression, at: int) -> bool:
        """Say whether a mask is held in a member of an object, or of the class that the function is of."""
        if mask.kind == "member":
            return True
        named = mask.kind == "name" and self.names.declaration(mask.text, at) is None
        return named and mask.text in fields(self.unit, own_class(self.unit, self.names.function))

    def stored(self, member: Expression) -> list[Expression]:
        """Give what places of the file store in a member, in whatever object."""
        found = stores(self.unit).get(member.text, [])[:MOST]
        return [bare(expression(self.unit.code[slice(*one.value)])) for one in found]

    def _made(self, mask: Expression, at: int) -> Iterator[Expression]:
        """Give what a name is given before a place; nothing where a part of it is picked, or of much."""
        if self.is_member(mask, at):
            yield from self.stored(mask)
            return
        given = self.names.given.get(mask.text, []) if mask.kind == "name" else []
        if len(given) > MOST or any(one.operator == b"&" and not self._clears(one) for one in given):
            return
        written = (one for one in given if one.value.start < at and one.operator != CHANGED)
        yield from (bare(expression(self.unit.code[slice(*one.value)])) for one in written)

    def _clears(self, given: Assignment) -> bool:
        """Say whether bits are cleared one by one: `m &= m - 1`, `m &= ~bit`."""
        node = bare(expression(self.unit.code[slice(*given.value)]))
        less = node.kind == "binary" and node.text == b"-" and node.parts[0].text == given.name
        return less or (node.kind, node.text) == ("unary", b"~")

    def _may_be_empty(self, mask: Expression, about: frozenset[bytes], at: int) -> bool:
        """Say whether nothing that is asked before a place tells that some lane has a bit in a mask."""
        made = [mask] if mask.kind == "call" else [*self._made(mask, at)]
        if any(one.kind != "call" or one.name not in VOTE or self._has_own_bit(one) for one in made):
            return False
        also = frozenset(part.name for one in made for part in one.walk() if part.kind == "name")
        return not self.is_known(at, lambda to: self.asks.is_asked(about, also, to))

    def _has_own_bit(self, vote: Expression) -> bool:
        """Say whether some lane votes for sure: all that come there, or those of some numbers."""
        if not vote.parts:
            return True
        asked = vote.parts[-1]
        named = [part for part in asked.walk() if part.kind in {"name", "call"}]
        others = (one for one in named if not (one.name.lower() in OF_A_LANE or speaks_of_lane(one.name)))
        return bool(self.number(asked)) or all(self.number(one) is not None for one in others)

    def _is_nothing(self, node: Expression, mask: Expression, at: int, left: int) -> bool:
        """Say whether a value is 0 where a mask is empty: that mask itself, and what is picked of it."""
        node = bare(node)
        if node.kind == mask.kind == "name" and node.text == mask.text:
            return True
        parts = [self._is_nothing(one, mask, at, left) for one in node.parts if left]
        if node.kind == "binary" and parts:
            first = node.text in SCALES and parts[0]
            return first or (node.text in PICKS and any(parts)) or (node.text in JOINS and all(parts))
        given = [one for one in self.names.given.get(node.text, [])[:MOST] if one.value.start < at]
        if node.kind != "name" or not given or not left:
            return False
        return all(
            one.operator in SCALES | PICKS
            or self._is_nothing(expression(self.unit.code[slice(*one.value)]), mask, at, left - 1)
            for one in given
        )


def _names(node: Expression) -> Iterator[bytes]:
    """Give what an expression names, but for that on which lanes vote, and who votes."""
    if node.kind == "call" and node.name in {*MASKS, *ENDS}:
        parts = () if node.name in MASKS else node.parts
    else:
        parts = node.parts
        if node.kind in {"name", "call"}:
            yield node.name
    for part in parts:
        yield from _names(part)
