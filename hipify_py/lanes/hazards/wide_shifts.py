"""Shifts of 32 bits, or 64, by as many: PTX's give zero, those of AMD GPUs take the count modulo the width.

For C++ such a shift is undefined, so no compiler has to say anything. What PTX does is in its manual under
`shl` and `shr`: shift amounts greater than the register width are clamped to it.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import takewhile
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.lanes.flow.lattice import LANE_INDEX, THREAD_INDEX
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.count_ranges import LESS
from hipify_py.lanes.hazards.far_counts import FarCounts
from hipify_py.lanes.hazards.kept_away import KeptAway
from hipify_py.lanes.hazards.lane_counts import LaneCounts, finders
from hipify_py.lanes.hazards.shift_helpers import shift_helpers
from hipify_py.lanes.hazards.shifted_bits import SHIFTS, ShiftedBits
from hipify_py.lanes.hazards.thread_counts import ThreadCounts
from hipify_py.lanes.hazards.word_offsets import Offsets, is_lane
from hipify_py.lanes.prefilter import far_shifts
from hipify_py.lanes.warp_names import GIVE_MASKS
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.expression_reading import NO_NODE, expression, expressions
from hipify_py.source.expressions import bare, names_in
from hipify_py.source.function_reading import model, names, path
from hipify_py.source.search import matches, places
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing, standing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

# By a difference, a sum or a product, or by a name; what else is in brackets counts no lanes.
COUNTED = re.compile(
    rb"(?:(?<!<)<<(?!<)|(?<!>)>>(?!>))=?\s*"
    rb"(?:[\w.:]+(?:\(\s*\))?\s*(?:[-+](?![-+=>])|\*(?!=))|\(\s*(?:\(\s*)?[\w.:]+(?:\(\s*\))?\s*[-+*/]|(?:\(\s*)?(?:std\s*::\s*)?(?:u?min|numeric_limits)\b"
    rb"|(?:\(\s*)?(?:__popc|sizeof)\b|\(?\s*threadIdx\s*\.\s*x\b"
    rb"|([A-Za-z_]\w*)\b)"
)
GIVEN = re.compile(rb"\b([A-Za-z_]\w*)\s*=\s*(?:[^;={}]{1,200}[?:]\s*)?32[uU]?\s*[;,):]")
# A name that is given what may be 32: the less of two, or how many lanes a mask has.
COUNTS = re.compile(rb"\b([A-Za-z_]\w*+)\s*+[={(]\s*+(?:\(\w++\)\s*+)?(?:std\s*+::\s*+)?(?:u?min|__popc)\b")
# A name that is given what is left of a number: `back = 32 - lane`.
LEFT = re.compile(
    rb"\b([A-Za-z_]\w*+)\s*+[={(]\s*+(?:\(\w++\)\s*+)?\(?\s*+"
    rb"(?:sizeof\s*+\([^()]*+\)\s*+\*\s*+)?\w++\s*+-(?![=\->])"
)
# A name that is given one more than something: `next = lane + 1`.
MORE = re.compile(rb"\b\w++\s*+[={(](?:[^;={}]{1,80}\+\s*+1[uU]?\s*+[;,)}]|\s*+1[uU]?\s*+\+)")
# A name that is given the index of a thread, or one of the parameters whose values are given elsewhere.
OF_THREAD = re.compile(rb"\b\w++\s*+(?:[={(]\s*+(?:\(\w++\)\s*+)?threadIdx\s*+\.\s*+x\b|[,)])")
LANES_OF = b"__popc"
VOTES = GIVE_MASKS | {b"__reduce_or_sync"}
LAST, UNFOLDED = "32 in lane 31", "32 in lane 31 at -O0, where no compiler makes 2u << lane of it"
WIDTH = 32
FULL = 0xFFFFFFFF


@fact
def suspects(unit: Unit) -> tuple[int, ...]:
    """Give the places of the shifts whose count may be 32, and of what finds a lane in a mask, in order."""
    counted = [*matches(unit.code, COUNTED, b"<<", b">>")]
    given = {name for name in {found[1] for found in counted if found[1]} if _may_be_given(unit, name)}
    shifts = (found.start() for found in counted if found[1] is None or found[1] in given)
    called = (word.start for word in all_standing(unit, *finders(unit), *shift_helpers(unit)))
    return tuple(sorted({*shifts, *far_shifts(unit), *called}))


def _may_be_given(unit: Unit, name: bytes) -> bool:
    """Say whether a name is given somewhere what may be 32."""
    places = (word.start for word in standing(unit, name))
    by_thread = (OF_THREAD,) if unit.launches else ()  # which say how many threads a block has
    return any(by.match(unit.code, at) for at in places for by in (GIVEN, COUNTS, LEFT, MORE, *by_thread))


def wide_shifts(
    unit: Unit, function: Function, values: LazyValues, meant: Callable[[bytes], bytes]
) -> Iterator[Hazard]:
    """Report shifts of 32 bits whose count is 32 in some lane, or by what the function gives it.

    `meant` says what names for types of other files stand for.
    """
    body = function.body
    suspected = suspects(unit)
    first = bisect_left(suspected, body.start)
    if first == len(suspected) or suspected[first] >= body.end:
        return
    read = _Reading(unit, function, values, meant)
    for start, root in expressions(unit.code, body, places(unit.code, b"<<", b">>", within=body)):
        for node in root.walk():
            if node.kind == "binary" and node.text in SHIFTS and len(node.parts) == 2:
                at = start + node.span.start
                if (bits := read.bits.of(node.parts[0], at)) and (said := read.count(node, at, bits, root)):
                    yield Hazard("W053", node.within(start), said)
    yield from _helped(unit, read)


def _helped(unit: Unit, read: _Reading) -> Iterator[Hazard]:
    """Report the calls of functions that do nothing but shift by what they are given, where that is 32."""
    helpers, known = shift_helpers(unit), dict[bytes, int]()
    for call in read.model.calls if helpers else ():
        name = unit.code[slice(*call.name)]
        helper = helpers.get(name)
        if helper is None or len(call.arguments) != helper.taken:
            continue
        if name not in known:
            of_helper = LazyValues(unit, helper.home, read.values.constants)
            inner = _Reading(unit, helper.home, of_helper, read.meant)
            base, by = helper.shift.parts
            known[name] = 0 if inner.is_asked(by, helper.at) else inner.bits.of(base, helper.at)
        count = expression(unit.code[slice(*call.arguments[helper.number])])
        shift = helper.shift._replace(parts=(helper.shift.parts[0], count))
        if known[name] and (said := read.count(shift, call.name.start, known[name])):
            yield Hazard("W053", Span(call.name.start, call.arguments[-1].end + 1), said)


class _Reading:
    """What a function says of its counts and of what it shifts."""

    def __init__(
        self, unit: Unit, function: Function, values: LazyValues, meant: Callable[[bytes], bytes]
    ) -> None:
        self.unit, self.code, self.values, self.meant = unit, unit.code, values, meant
        self.model: Model = model(unit, function)
        self.names: FunctionNames = names(unit, function)
        self.by_masks = LaneCounts(unit, self.model, self.names, self._number)
        self.offsets = Offsets(unit.code, values, self.by_masks)
        self.far = FarCounts(self.model, values, self.by_masks)
        self.threads = ThreadCounts(values, self.by_masks)
        self.bits = ShiftedBits(unit, self.names, values.constants, meant)

    def count(self, node: Expression, at: int, bits: int, root: Expression = NO_NODE) -> str:
        """Say when a shift's count is the width of what has some bits; nothing where that is not known.

        Nor is it where a condition asks for the count. `root` is the statement in which the shift stands.
        """
        if bits != WIDTH:
            return self.offsets.said(node, at, bits, root) or self._far(node, at, bits)
        said = self._count(node, at)
        if said and not (self.is_asked(node.parts[1], at) and self._may_lack(said, node.parts[1], at)):
            return said
        said = self.by_masks.said(node, at) or self.offsets.said(node, at, bits, root)
        return said or self._far(node, at, bits)

    def _may_lack(self, said: str, count: Expression, at: int) -> bool:
        """Say whether what is asked may keep the lane away in which it is too much."""
        if said not in {LAST, UNFOLDED}:
            return True
        return KeptAway(self.by_masks.asks, names_in(count), least=False).may_be(at)

    def _far(self, node: Expression, at: int, bits: int) -> str:
        return self.far.said(node, at, bits) or self.threads.said(node.parts[1], at, bits)

    def _count(self, node: Expression, at: int) -> str:
        """Say when a shift's count is 32, whatever is asked around it."""
        count = bare(node.parts[1])
        if count.kind == "name":
            said, count = self._given(count.name, at), held(self.code, self.names, count, at)
            if said or (count.kind, count.text) != ("binary", b"+"):
                return said
        if count.kind != "binary" or count.text not in {b"-", b"+", b"*"}:
            return "what may be 32" if self._may_be_whole(count, at) else ""
        left, right = map(bare, count.parts)
        known = self.values.at(at)
        if count.text == b"*" and (self._ends(left, right, at) or self._ends(right, left, at)):
            return "32 in the last part of the warp"
        # At -O1 and more `2u << lane` is made of `1u << (lane + 1)`, which is right; at -O0 it is not.
        if count.text == b"+":
            for lane, one in ((left, right), (right, left)):
                if self._number(one) == 1 and (is_lane(lane, known) or self.offsets.counts_lanes(lane, at)):
                    return LAST if self._number(bare(node.parts[0])) is None else UNFOLDED
        return ""

    def _ends(self, ends: Expression, size: Expression, at: int) -> bool:
        """Say whether a product is where a lane's part of the warp ends: `(lane / size + 1) * size`."""
        if (ends.kind, ends.text) != ("binary", b"+"):
            return False
        left, right = map(bare, ends.parts)
        part = held(self.code, self.names, left if self._number(right) == 1 else right, at)
        if 1 not in map(self._number, (left, right)) or (part.kind, part.text) != ("binary", b"/"):
            return False
        index, by = map(bare, part.parts)
        found = self.values.at(at).value(index).indices & (LANE_INDEX | THREAD_INDEX)
        return bool(found) and (by.kind, by.text) == ("name", size.text)

    def is_asked(self, count: Expression, at: int) -> bool:
        """Say whether a condition around a place, or one on which others left before, names what counts."""
        said = names_in(count) - {b"warpSize"}
        if bare(count).kind == "call":  # what else is asked of its arguments does not keep it below 32
            return self._is_compared(said, at)
        around = path(self.unit, self.model, at)
        jumps = (jump.at for jump in self.model.jumps if jump.at < at)
        left = [one for each in jumps for one in self.model.path(each) if one not in around]
        conditions = [one.span for one in (*around, *left) if one.keyword != "do"]
        return any(said & self._named(span) for span in conditions)

    def _is_compared(self, said: frozenset[bytes], at: int) -> bool:
        """Say whether a condition around a place holds what counts, or its parts, against 32 or 31."""
        for one in path(self.unit, self.model, at):
            asked = expression(self.code[slice(*one.span)])
            numbers = {self._number(part) for part in asked.walk() if part.kind in {"number", "name"}}
            if said & names_in(asked) and numbers & {WIDTH - 1, WIDTH, FULL}:
                return True
        return False

    def _given(self, name: bytes, at: int) -> str:
        """Say the same of a name that was given 32 before, and nothing else since for certain."""
        around = set(self.model.path(at))
        given = takewhile(lambda one: one.value.start < at, self.names.given.get(name, ()))
        for one in reversed([*given]):
            if self._may_give(one):
                return f"{name.decode()}, which may be 32"
            if around.issuperset(self.model.path(one.value.start)):
                break
        return ""

    def _may_give(self, one: Assignment) -> bool:
        if one.operator or one.name != one.target.strip():
            return False
        node = bare(expression(self.code[slice(*one.value)]))
        options = node.parts[1:] if node.kind == "?" else (node,)
        at = one.value.start
        return any(
            self._number(bare(part)) == WIDTH or self._may_be_whole(bare(part), at) for part in options
        )

    def _may_be_whole(self, node: Expression, at: int) -> bool:
        """Say whether a call gives as much as 32: the less of that and more, or how many lanes have a bit."""
        while node.kind == "cast":
            node = bare(node.parts[-1])
        if node.kind != "call" or not node.parts:
            return False
        if node.name in LESS:
            about = frozenset(part.name for part in node.walk() if part.kind == "name")
            told = self.by_masks.asks.is_compared(about, at, 0)
            return not told and WIDTH in map(self._number, map(bare, node.parts))
        return node.name == LANES_OF and self._may_be_full(bare(node.parts[0]), at)

    def _may_be_full(self, mask: Expression, at: int) -> bool:
        """Say whether a mask may be of all lanes: one of which nothing is left out where it is made."""
        if mask.kind == "call":
            return mask.name in VOTES
        if self.by_masks.is_member(mask, at):
            made = self.by_masks.stored(mask)
            return any(_votes(one) or self._number(one) == FULL for one in made)
        given = [one for one in self.names.given.get(mask.name, ()) if one.value.start < at]
        made = [bare(expression(self.code[slice(*one.value)])) for one in given if mask.kind == "name"]
        return any(map(_votes, made)) and not any(one.operator == b"&" for one in given)

    def _number(self, node: Expression) -> int | None:
        if node.kind == "name" and node.name == b"warpSize":
            return WIDTH
        return self.values.constants.plain(node)

    def _named(self, span: Span) -> frozenset[bytes]:
        return names_in(expression(self.code[slice(*span)]))


def _votes(node: Expression) -> bool:
    return node.kind == "call" and node.name in VOTES
