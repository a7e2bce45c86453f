"""Shared arrays of 32 elements, or so many times fewer than threads, with one for each lane or group of data.

Of these it does not matter how many wavefronts a block has. Each place that names the array has to tell it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.array_uses import asked, indices
from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.flow.lattice import LANE, LANE_INDEX, THREAD_INDEX, UNIFORM
from hipify_py.lanes.hazards.block_widths import most_threads
from hipify_py.lanes.hazards.width_queries import launches_of
from hipify_py.lanes.rewrite.warp_elements import element_stores
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import model, names
from hipify_py.source.tokens import A_NAME, token_at, words

if TYPE_CHECKING:
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WARP = 32
INDEX = LANE_INDEX | THREAD_INDEX
LONGEST = 200  # bytes of an index that is read
MOST = 64  # places that name an array
DEEPEST = 4  # names that are followed, one from the other
OTHER_ROWS = frozenset((b"threadIdx.y", b"threadIdx.z"))  # of a block, which may be warps


def is_by_lane(unit: Unit, home: Function, name: Span, values: LazyValues | None) -> bool:
    """Say whether the elements of a function's array are for lanes, threads or groups of less than a warp."""
    text = unit.code[slice(*name)]
    used = [one for one in words(unit.code, text, within=home.body) if one.start != name.start]
    if values is None or not used or len(used) > MOST:
        return False
    reading = _Reading(unit, home, values)
    kinds = {reading.kind(one.end) for one in used}
    return "lane" in kinds and kinds <= {"lane", "number"}


def is_by_thread(unit: Unit, facts: FunctionFacts, name: Span, size: bytes) -> bool:
    """Say whether threads of a kernel store an element each, by their numbers: no block has more of them.

    All of them do, or the array's size is the name that launches give their blocks.
    """
    home, values, text = facts.function, facts.values, unit.code[slice(*name)]
    if home is None or values is None or home.kind != "kernel":
        return False
    ends = [one.end for one in element_stores(unit, home).get(text, ()) if _is_of_thread(unit, home, one.end)]
    is_named = bool(ends) and _is_of_block(unit, facts, size)
    return is_named or any(_come_all(unit, home, end, values) for end in ends)


def _is_of_block(unit: Unit, facts: FunctionFacts, size: bytes) -> bool:
    """Say whether a name is what all launches of a kernel give as the threads of a block, of one warp."""
    kernel = facts.function.called if facts.function else b""
    if not A_NAME.fullmatch(size) or not 0 < most_threads(unit, kernel, facts.constants) <= WARP:
        return False
    return all(unit.code[slice(*one.threads)].strip() == size for one in launches_of(unit, kernel))


def _is_of_thread(unit: Unit, home: Function, end: int) -> bool:
    index = next(indices(unit, end), None)
    node = bare(expression(unit.code[slice(*index)])) if index else None
    node = node and held(unit.code, names(unit, home), node, end)
    is_one = node is not None and (node.kind, node.text) == ("member", b"x")
    return is_one and node is not None and node.parts[0].text == b"threadIdx"


def _come_all(unit: Unit, home: Function, at: int, values: LazyValues) -> bool:
    """Say whether all threads of a block come to a place, or none."""
    read = model(unit, home)
    loops = [read.loop(one.span) for one in read.path(at) if one.keyword in LOOPS]
    heads = (one.condition for one in loops if one)
    uniform = all(
        values.at(one.start).level(unit.code[slice(*one)]) == "uniform"
        for one in (*heads, *asked(unit, home, at))
    )
    return uniform and None not in loops and read.home(at) == home.body


class _Reading:
    def __init__(self, unit: Unit, home: Function, values: LazyValues) -> None:
        self.unit, self.values, self.names = unit, values, names(unit, home)

    def kind(self, end: int) -> str:
        """Say of what the index behind an array's name is: a "lane", a "number", or else nothing."""
        opens = token_at(self.unit.code, end)
        closes = self.unit.code.find(b"]", opens.end, opens.end + LONGEST) if opens.text == b"[" else -1
        if closes < 0 or b"[" in self.unit.code[opens.end : closes]:
            return ""
        node = bare(expression(self.unit.code[opens.end : closes]))
        known = self.values.at(opens.end)
        if known.value(node).level == UNIFORM:
            return "number" if self.values.constants.plain(node) is not None else ""
        return "lane" if self._is_of_lane(node, opens.end) and not self._names_rows(node) else ""

    def _is_of_lane(self, node: Expression, at: int) -> bool:
        """Say whether an index differs between the lanes of a warp by a thread's number, or by data."""
        found = self.values.at(at).value(node)
        if found.level != LANE:
            return False
        if (node.kind, node.text) == ("binary", b"/"):
            by = self.values.constants.plain(bare(node.parts[1]))
            return by is not None and 0 < by < WARP and self._is_of_lane(bare(node.parts[0]), at)
        is_part = node.kind == "binary" and node.text in {b"&", b"%"}
        return found.indices & INDEX != 0 or is_part

    def _names_rows(self, node: Expression) -> bool:
        """Say whether an index is made of where a thread is in other directions of its block."""
        now, seen = {one.text for one in node.walk() if one.kind == "name"}, set[bytes]()
        texts = [*self._members(node)]
        for _ in range(DEEPEST):
            values = [one for name in sorted(now - seen) for one in self.names.values_of(name)][:MOST]
            seen |= now
            nodes = [expression(self.unit.code[slice(*one)]) for one in values]
            texts += [text for one in nodes for text in self._members(one)]
            now = {part.text for one in nodes for part in one.walk() if part.kind == "name"}
        return not OTHER_ROWS.isdisjoint(texts)

    def _members(self, node: Expression) -> list[bytes]:
        members = (one for one in node.walk() if one.kind == "member")
        return [one.parts[0].text + b"." + one.text for one in members]
