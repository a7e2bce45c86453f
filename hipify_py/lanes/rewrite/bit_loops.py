"""Loops of 32 turns over the bits of a word that each thread has of its own, or the row of 32 that it has.

`for (int b = 0; b < 32; ++b) ones += (v >> b) & 1;` is right for any width of a warp. What such a loop counts
stands for nothing but the bit, or the column of the thread's row: a lane that it met were one of 32. A loop
that joins lanes, whose counter is read behind it or which makes the lane of a shuffle is none of these.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lanes.find.array_uses import asked
from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.followed import followed
from hipify_py.lanes.flow.index_names import BUILT_IN
from hipify_py.lanes.flow.lattice import BEHIND_WARPS, LANE, WHOLE
from hipify_py.lanes.flow.storage import is_shared
from hipify_py.lanes.rewrite.lent_words import lent_names, stores_masks
from hipify_py.lanes.rewrite.warp_elements import element_stores
from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.expressions import bare, names_in, with_parents
from hipify_py.source.function_reading import model, names
from hipify_py.source.spans import holds
from hipify_py.source.tokens import OWN_NAME, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.lanes.rewrite.warp_elements import Store
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Declaration, Loop
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

    Stores = Mapping[bytes, Sequence[Store]]

WORD = 32
SHIFTS = frozenset((b"<<", b">>"))
READS = (b"__ld", b"__float_as", b"__int_as", b"__brev")  # of which no mask of lanes is made, as of these:
CHOOSES = frozenset((b"min", b"max", b"umin", b"umax"))
OF_LANES = (b"mask", b"ballot", b"vote", b"peer", b"lane", b"active")  # in names of what has a bit for each
MOST = 64  # loops of a function that are looked at


def bit_loops(unit: Unit, facts: FunctionFacts) -> list[Span]:
    """Give the heads of such loops in a function, and the indices of such rows."""
    function = facts.function
    if function is None or facts.values is None or not function.of_device:
        return []
    loops = [one for one in model(unit, function).loops if one.keyword == "for"][:MOST]
    stores = element_stores(unit, function) if loops else {}
    return [span for one in loops for span in _Loop(unit, facts, function, one, stores).spans()]


class _Loop:
    def __init__(
        self, unit: Unit, facts: FunctionFacts, function: Function, loop: Loop, stores: Stores
    ) -> None:
        self.unit, self.facts, self.function, self.loop, self.stores = unit, facts, function, loop, stores
        self.names, self.model = names(unit, function), model(unit, function)
        self.number = facts.constants.plain
        self.has_word = False

    def spans(self) -> list[Span]:
        """Give the head of the loop, and the indices of rows in it; nothing if it may be over lanes."""
        counter = self._counter()
        if not counter or any(holds(self.loop.body, one.span) for one in self.facts.ops) or self._leads():
            return []
        used = [one.start for one in words(self.unit.code, counter, within=self.loop.body)]
        if not used:
            return [self.loop.head] if self._shifts_a_word() else []
        rows: list[Span] = []
        known = sum(self._kinds(counter, used, rows))
        return [self.loop.head, *rows] if known == len(used) and (rows or self.has_word) else []

    def _counter(self) -> bytes:
        """Give the name that counts the loop's turns from 0 to 31, or back."""
        begun, step = self.model.assigned_in(self.loop.start), self.model.assigned_in(self.loop.step)
        asked = bare(self._node(self.loop.condition))
        if len(begun) != 1 or len(step) != 1 or begun[0].name != step[0].name or asked.kind != "binary":
            return b""
        left, right = map(bare, asked.parts)
        first, end = self.number(self._node(begun[0].value)), self.number(right)
        whole = {b"<": (0, WORD), b"!=": (0, WORD), b"<=": (0, WORD - 1), b">=": (WORD - 1, 0)}.get(
            asked.text
        )
        made = self.names.declaration(left.text, self.loop.condition.start)
        counts = whole == (first, end) and left.text == begun[0].name and self._is_of_head(made)
        changed = any(one.name == left.text for one in self.model.assigned_in(self.loop.body))
        return begun[0].name if counts and not changed else b""

    def _is_of_head(self, made: Declaration | None) -> bool:
        return made is not None and self.loop.start.start <= made.at.start < self.loop.start.end

    def _leads(self) -> bool:
        """Say whether what the loop changes becomes the lane of a shuffle, or its mask."""
        changed = {one.name or _first_name(one.target) for one in self.model.assigned_in(self.loop.body)}
        shuffles = [one for one in self.facts.ops if one.kind == "shuffle" and one.call]
        for op in shuffles[:MOST]:
            value = is_sync(op)  # which comes behind the mask
            spans = [one for n, one in enumerate(op.call.arguments) if n != value] if op.call else []
            pieces = followed(self.unit.code, spans, self.names.values_of)
            if any(not changed.isdisjoint(named) for _, named in islice(pieces, MOST)):
                return True
        return len(shuffles) > MOST

    def _kinds(self, counter: bytes, used: Sequence[int], rows: list[Span]) -> Iterator[int]:
        """Count where the counter stands for a bit or for a column; note the indices of `rows`."""
        for start, root in expressions(self.unit.code, self.loop.body, used):
            for node, around in with_parents(root):
                if (node.kind, node.text) != ("name", counter):
                    continue
                outer = around[::-1]
                if outer and self._is_bit(outer, node, start):
                    yield 1
                elif len(outer) > 1 and outer[1].kind == "subscript" and self._is_row(outer[1], node, start):
                    rows.append(outer[1].within(start))
                    yield 1

    def _is_bit(self, outer: Sequence[Expression], node: Expression, start: int) -> bool:
        """Say whether a counter says by how far a word is shifted, or 1 that goes to a word's bit."""
        shift = outer[0]
        if shift.kind != "binary" or shift.text not in SHIFTS or bare(shift.parts[1]) is not node:
            return False
        of = bare(shift.parts[0])
        if self.number(of) == 1:
            pair = outer[1] if len(outer) > 1 and outer[1].text == b"&" else None
            others = [one for one in pair.parts if bare(one) is not shift] if pair else []
            is_word = any(self._is_word(one, start) for one in others)
            self.has_word = self.has_word or is_word
            return is_word
        self.has_word = self.has_word or self._is_word(of, start)
        return self._is_word(of, start)

    def _is_word(self, node: Expression, start: int) -> bool:
        """Say whether each thread has a value of its own, and nothing of which it is made may be a mask."""
        assert self.facts.values is not None
        at = node.within(start)
        if self.facts.values.at(at.start).value(node).level != LANE:
            return False
        pieces = [*followed(self.unit.code, [at], self._values_of)]
        named = {(one, span.start) for span, found in pieces for one in found}
        if len(pieces) > MOST or not all(self._is_plain(one, where) for one, where in named):
            return False
        nodes = [(span.start, part) for span, _ in pieces for part in self._node(span).walk()]
        if any(one.kind == "call" and not _is_read(one.name) for _, one in nodes):
            return False
        of_memory = any(_is_memory(one) for _, one in nodes)
        by_lane = any(self._is_by_lane(one, where) for where, one in nodes)
        return not by_lane and not (of_memory and stores_masks(self.unit))

    def _is_by_lane(self, node: Expression, start: int) -> bool:
        """Say whether something is shifted by what lanes differ in: the bit that stays is a lane's."""
        if node.kind != "binary" or node.text not in SHIFTS or self.facts.values is None:
            return False
        return self.facts.values.at(start).value(node.parts[1]).level == LANE

    def _values_of(self, name: bytes) -> list[Span]:
        """Give what a name is given, and what is stored in its elements."""
        return [*self.names.values_of(name), *(one.value for one in self.stores.get(name, ()))]

    def _is_plain(self, name: bytes, at: int) -> bool:
        """Say whether a name is one of CUDA's, a constant, or declared where all that it is given is seen."""
        made = self.names.declaration(name, at)
        if made is None:
            known = name in BUILT_IN or _is_read(name)
            return known or self.facts.constants.number(name) is not None
        handed = made.kind == "parameter" and not made.pointers and self.function.kind != "kernel"
        of_lanes = any(one in name.lower() for one in OF_LANES) or name in lent_names(
            self.unit, self.function
        )
        return not (handed or is_shared(self.unit, made) or of_lanes)

    def _is_row(self, row: Expression, node: Expression, start: int) -> bool:
        """Say whether an index is `thread * 32 + column` of memory that is not the block's own."""
        assert self.facts.values is not None
        index, array = bare(row.parts[1]), bare(row.parts[0])
        if (index.kind, index.text) != ("binary", b"+") or not any(bare(one) is node for one in index.parts):
            return False
        made = self.names.declaration(array.text, start) if array.kind == "name" else None
        if made is None or made.kind != "parameter" or is_shared(self.unit, made):
            return False
        if not self._is_apart(made) or self._is_by_warps(start):
            return False
        of = next((bare(one) for one in index.parts if bare(one) is not node), index)
        if (of.kind, of.text) != ("binary", b"*") or self.number(of.parts[1]) != WORD:
            return False
        return self.facts.values.at(start).value(of.parts[0]).slope in {WHOLE, BEHIND_WARPS}

    def _is_apart(self, made: Declaration) -> bool:
        """Say whether a function only reads what a pointer says is constant, or only stores behind it."""
        stored = len(self.stores.get(made.name, ()))
        if not stored:
            return b"const" in OWN_NAME.findall(self.unit.code[made.statement.start : made.at.start])
        return stored == sum(1 for _ in words(self.unit.code, made.name, within=self.function.body))

    def _is_by_warps(self, at: int) -> bool:
        """Say whether a condition around a place may ask for so many threads as there are warps."""
        nodes = (
            part
            for span in asked(self.unit, self.function, at)
            for one in names_in(self._node(span)) | {b""}
            for each in ([span] if not one else self.names.values_of(one))
            for part in self._node(each).walk()
        )
        return any(part.text in {b"/", b">>", b"warpSize"} for part in nodes)

    def _shifts_a_word(self) -> bool:
        """Say whether each turn shifts a word of the thread's own by one bit."""
        for one in self.model.assigned_in(self.loop.body):
            node = self._node(one.value)
            by_one = one.operator in SHIFTS and self.number(node) == 1
            shifted = any(
                part.kind == "binary"
                and part.text in SHIFTS
                and bare(part.parts[0]).text == one.name
                and self.number(part.parts[1]) == 1
                for part in node.walk()
            )
            at = self.unit.code.rfind(one.name, 0, one.value.start)
            if one.name and (by_one or shifted) and self._is_word(expression(one.name), at):
                return True
        return False

    def _node(self, span: Span) -> Expression:
        return expression(self.unit.code[slice(*span)])


def _first_name(target: bytes) -> bytes:
    found = OWN_NAME.search(target)
    return found[0] if found else b""


def _is_read(name: bytes) -> bool:
    return name.startswith(READS) or name in CHOOSES


def _is_memory(node: Expression) -> bool:
    """Say whether something may be read of memory, or of an object."""
    if node.kind == "member":
        return node.parts[0].text not in BUILT_IN
    return node.kind in {"subscript", "call"} or (node.kind, node.text) == ("unary", b"*")
