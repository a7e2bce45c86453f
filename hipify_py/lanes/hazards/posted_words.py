"""Flags of which each warp sets its own before it waits for another's: no lane that waits holds one back.

All lanes of a wavefront that come to such a wait have come by the store before it. What counts is that this
store alone ends the wait, and that no role, no turn and no call has one half wait before the other has
stored.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.integers import COMPARED
from hipify_py.lanes.flow.leads import aliases
from hipify_py.lanes.hazards.arrivals import called_by_all, leads_warp
from hipify_py.lanes.hazards.call_roles import does_nothing, role_of
from hipify_py.lanes.hazards.lane_exits import level_of
from hipify_py.lanes.hazards.stored_elements import addressed, naming, stores
from hipify_py.model import Span
from hipify_py.source.conditions import goes_with
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import MIRRORED, bare
from hipify_py.source.function_model import LOOPS
from hipify_py.source.functions import functions
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazards.loop_exits import LoopExits
    from hipify_py.lanes.hazards.stored_elements import Stored
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Loop

DEEPEST = 4  # names that stand for one another
FENCES = (b"__threadfence", b"__syncwarp", b"__syncthreads")
MOST = 64  # stores to one name


def has_posted(of: LoopExits, loop: Loop, values: LazyValues) -> bool:
    """Say whether whoever waits in a loop has set before what the loop asks of another."""
    if of.leaving.get(loop.head) or of.model.home(loop.whole.start) != of.model.function.body:
        return False  # what it is left by besides is not read, nor where a lambda is called
    wait = _Wait(of, loop, values)
    node = wait.followed(expression(of.unit.code[slice(*loop.condition)]))
    names = {wait.flag(part) for part in node.walk()} - {b""}
    if len(names) != 1:
        return False
    name = names.pop()
    made = [*islice(stores(of, name), MOST + 1)]
    if len(made) > MOST or None in made or not _is_alone(of, name):
        return False
    found = [one for one in made if one]
    posts = [one for one in found if wait.is_ended(node, name, one) and wait.is_before(one)]
    if not posts or not all(one in posts or wait.goes_on(node, name, one) for one in found):
        return False
    last = max(one.at.start for one in posts)
    reset = any(last < one.at.start < loop.whole.end for one in found)
    alike = of.model.function.kind == "kernel" or called_by_all(of.unit, of.model, values, alike=False)
    return not reset and alike and wait.comes_evenly(min(one.at.start for one in posts))


class _Wait:
    """One loop that waits: what it asks, and what is done before."""

    def __init__(self, of: LoopExits, loop: Loop, values: LazyValues) -> None:
        self.of, self.loop, self.values, self.code = of, loop, values, of.unit.code

    def followed(self, node: Expression, left: int = DEEPEST) -> Expression:
        """Give an expression with what the loop gives its names in their place."""
        if node.kind == "name":
            given = [one for one in self.of.model.assigned_in(self.loop.whole) if one.name == node.text]
            once = len(given) == 1 and not given[0].operator and given[0].target.strip() == node.text
            value = expression(self.code[slice(*given[0].value)]) if once and left else None
            return self.followed(value, left - 1) if value else node
        return node._replace(parts=tuple(self.followed(one, left) for one in node.parts))

    def flag(self, node: Expression) -> bytes:
        """Give the name of the array of which an element is read; nothing of what else an expression is."""
        if node.kind == "subscript" and node.parts[0].kind == "name":
            return node.parts[0].text
        role = role_of(node.name) if node.kind == "call" and node.parts else ""
        added = self.of.constants.plain(bare(node.parts[-1])) if role == "add" else None
        nothing = added is not None and does_nothing(node.name, added)
        if role != "load" and not nothing:
            return b""
        return addressed(node.parts[0])

    def is_ended(self, node: Expression, name: bytes, stored: Stored) -> bool:
        """Say whether a condition to wait does not hold where all elements that it reads are as stored."""
        return self._truth(node, name, stored) is False

    def goes_on(self, node: Expression, name: bytes, stored: Stored) -> bool:
        """Say whether a condition to wait holds where the elements are as stored: a store to begin with."""
        return self._truth(node, name, stored) is True

    def _truth(self, node: Expression, name: bytes, stored: Stored) -> bool | None:
        node = bare(node)
        if node.kind == "binary" and node.text in {b"&&", b"||"}:
            told = [self._truth(part, name, stored) for part in node.parts]
            decides = node.text == b"||"
            return decides if decides in told else None if None in told else not decides
        if (node.kind, node.text) == ("unary", b"!"):
            told_of = self._truth(node.parts[0], name, stored)
            return None if told_of is None else not told_of
        if node.kind == "binary" and node.text in COMPARED:
            return self._compared(node, name, stored)
        worth = self._number(stored.value) if self.flag(node) == name else None
        return None if worth is None else worth != 0

    def _compared(self, node: Expression, name: bytes, stored: Stored) -> bool | None:
        """Compare what was stored with what an element is held against."""
        left, right = map(bare, node.parts)
        sign = node.text
        if self.flag(right) == name:
            left, right, sign = right, left, MIRRORED.get(sign, sign)
        if self.flag(left) != name or stored.value is None:
            return None
        numbers = self._number(stored.value), self._number(right)
        if numbers[0] is not None and numbers[1] is not None:
            return COMPARED[sign](numbers[0], numbers[1])
        return COMPARED[sign](0, 0) if self._is_same(stored, right) else None

    def _is_same(self, stored: Stored, other: Expression) -> bool:
        """Say whether what was stored is an expression that is alike for all, and is the same at the wait."""
        value = bare(stored.value) if stored.value else other
        if value.text != other.text or (value.kind, other.kind) != ("name", "name"):
            return False
        between = (one for one in self.of.model.assignments if stored.at.end <= one.value.start)
        changed = any(one.name == value.text and one.value.start < self.loop.whole.end for one in between)
        return not changed and level_of(value.text, stored.at, self.values) == "uniform"

    def _number(self, node: Expression | None) -> int | None:
        return self.of.constants.plain(bare(node)) if node else None

    def is_before(self, stored: Stored) -> bool:
        """Say whether whoever comes to the loop came by a store, but for conditions of the store's own."""
        around, own = self.of.model.path(self.loop.whole.start), self.of.model.path(stored.at.start)
        further = own[len(around) :]
        is_before = stored.at.end <= self.loop.whole.start and own[: len(around)] == around
        is_before = is_before and self._is_made(stored)
        known = all(one.keyword in LOOPS | {"if"} for one in around)
        led = all(leads_warp(self.of.unit, one, self.values) for one in further)
        return is_before and known and led and self._is_seen(stored)

    def _is_made(self, stored: Stored) -> bool:
        """Say whether a store is compiled wherever the loop is, and in no lambda that may not be called."""
        unit, loop = self.of.unit, self.loop.whole
        inner = (node for node in unit.around(stored.at) if node.type == "lambda_expression")
        is_run = all(node.end_byte >= loop.end for node in inner)
        return is_run and goes_with(unit, stored.at.start, loop.start)

    def _is_seen(self, stored: Stored) -> bool:
        """Say whether a store is done before the loop: by an atomic, to what is volatile, or with a fence."""
        asked = OWN_NAME.findall(self.code, *stored.at)
        made = (one for name in asked for one in self.of.names.declared.get(name, ()))
        volatile = any(b"volatile" in self.code[slice(*one.statement)] for one in made)
        between = self.of.model.called_in(Span(stored.at.end, self.loop.whole.start))
        fenced = any(self.code[slice(*one.name)].startswith(FENCES) for one in between)
        return stored.atomic or volatile or fenced

    def comes_evenly(self, first: int) -> bool:
        """Say whether all that store go on to the wait in the same turn of each loop around it."""
        of, start = self.of.model, self.loop.whole.start
        known = naming(self.of)
        if known.jumps_about:
            return False
        asked = [one.span for one in of.path(start) if one.keyword in LOOPS]
        begins = min([first, start, *(known.loops[one].start for one in asked if one in known.loops)])
        asked += [one.span for jump in of.jumps_in(Span(begins, start)) for one in of.path(jump.at)]
        return all(level_of(self.code[slice(*one)], one, self.values) == "uniform" for one in asked)


def _is_alone(of: LoopExits, name: bytes) -> bool:
    """Say whether nothing else leads to an array: no name of the function, and no other function."""
    made = of.names.declared.get(name, ())
    led = any(name in to for to in aliases(of.unit, of.model).values())
    elsewhere = False
    if not made:
        homes = functions(of.unit, [one.start for one in standing(of.unit, name)]).values()
        elsewhere = any(one.span != of.model.function.span for one in homes)
    return not led and not elsewhere and all(not one.value for one in made)
