"""Counts of what is left of a word behind a lane or an offset: `hi << (32 - off)`, by 32 where that is 0.

An offset is a part of a number, `at & 31` or `at % 32`, or such a part times a number, as the first bit of a
byte is; in a word of 64 bits alike. What is shifted both ways and put together again by `|`, as a rotation
does, comes to the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.index_names import names_lane_of_warp
from hipify_py.lanes.flow.lattice import LANE, LANE_INDEX, THREAD_INDEX
from hipify_py.lanes.hazards.group_objects import tile_size
from hipify_py.lanes.hazards.kept_away import KeptAway
from hipify_py.lanes.hazards.thread_counts import is_thread
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import alike, bare, names_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.held_values import Values
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazards.lane_counts import LaneCounts
    from hipify_py.source.expressions import Expression

DEEPEST = 4  # names that are followed, one from the other
PARTS, TIMES = frozenset((b"&", b"%")), frozenset((b"*", b"<<"))
OPPOSITE = {b"<<": b">>", b">>": b"<<", b"<<=": b"", b">>=": b""}
RETURN = b"return"
LANES, ASM = 32, b"asm"
RANKS, SIZES = frozenset((b"thread_rank",)), frozenset((b"num_threads", b"size"))  # of whatever group
INDICES = frozenset((b"threadIdx", b"blockIdx")) | RANKS


class Offset(NamedTuple):
    """What may be 0: how it is said, the names it goes by, and those of which it is a part."""

    said: str
    about: frozenset[bytes]
    whole: frozenset[bytes] = frozenset()


class Offsets:
    """The offsets in one function, whose `counts` by masks know its names and what is asked in it."""

    def __init__(self, code: bytes, values: LazyValues, counts: LaneCounts) -> None:
        """Remember where to look."""
        self.code, self.values, self.counts = code, values, counts
        self.names, self.number = counts.names, counts.number

    def said(self, node: Expression, at: int, bits: int, root: Expression) -> str:
        """Say when a shift's count is all bits of what is shifted.

        Nothing where that is not known, or a condition asks for it.
        """
        count, place, by = self._held(node.parts[1], at)
        if (count.kind, count.text) != ("binary", b"-"):
            return ""
        whole, less = map(bare, count.parts)
        if self.number(whole) != bits and not self._is_size(whole, less, bits):
            return ""
        is_index = True
        if is_lane(less, self.values.at(place)):
            found: Offset | None = Offset(f"{bits} in lane 0", names_in(less))
        elif is_thread(less, self.values, place, or_lane=True):
            found = Offset(f"{bits} in thread 0", names_in(less))
        elif self._held(less, place)[0].name in RANKS or self._is_from_register(less, place):
            found = Offset(_said(less, bits), names_in(less))
        else:
            found, is_index = self._zero(less, place, bits, DEEPEST), False
        if found is None or _is_rotated(node, less, root):
            return ""
        questions, away = self.counts.asks, KeptAway(self.counts.asks, found.about, least=True)
        of_count = frozenset[bytes]() if is_index else found.about

        def asks(to: int) -> bool:
            if questions.is_asked(of_count | by, frozenset(), to) or questions.is_parted(found.whole, to):
                return True
            return is_index and questions.is_asked(found.about, frozenset(), to) and away.may_be(to)

        return "" if self.counts.is_known(at, asks) else found.said

    def counts_lanes(self, node: Expression, at: int) -> bool:
        """Say whether an expression is the number of a lane by a group's rank, or by PTX."""
        held, *_ = self._held(node, at)
        part = held.parts[0] if held.text in PARTS and self.number(held.parts[1]) in {31, 32} else None
        if part is not None:
            return self._held(part, at)[0].name in RANKS
        return self._tile(held) == LANES or self._is_from_register(node, at)

    def _tile(self, rank: Expression) -> int:
        """Give of how many threads a tile is whose rank is asked; 0 if that is not known."""
        if rank.kind != "call" or rank.name not in RANKS or not rank.parts:
            return 0
        return tile_size(self.values.unit, rank.parts[0], self.names, self.values.constants)

    def _is_size(self, whole: Expression, less: Expression, bits: int) -> bool:
        """Say whether the rank in a tile of as many threads is taken from their number."""
        sizes = whole.kind == "call" and whole.name in SIZES and len(whole.parts) == 1
        return sizes and self._tile(less) == bits and alike(whole.parts[0], less.parts[0])

    def _is_from_register(self, node: Expression, at: int) -> bool:
        """Say whether PTX gives a name the index of a lane."""
        given = self.names.given.get(node.text, ()) if node.kind == "name" else ()
        found = self.values.at(at).value(node) if given else None
        return found is not None and found.indices == LANE_INDEX and all(one.operator == ASM for one in given)

    def _held(self, node: Expression, at: int) -> tuple[Expression, int, frozenset[bytes]]:
        """Give what a name holds that is given its value once, where that stands, and the names for it."""
        node, by = bare(node), frozenset[bytes]()
        for _ in range(DEEPEST):
            once = self.names.once(node.text, at) if node.kind == "name" else None
            if once is None:
                break
            at, by = once.value.start, by | {node.text}
            node = bare(expression(self.code[slice(*once.value)]))
        return node, at, by

    def _zero(self, less: Expression, at: int, bits: int, left: int) -> Offset | None:
        """Read something as a part of a number that is not told, which may be a whole one."""
        node, at, by = self._held(less, at)
        if node.kind != "binary" or not left:
            return None
        of, number = node.parts[0], self.number(bare(node.parts[1]))
        if node.text in TIMES:
            if node.text == b"*" and number is None:
                of, number = node.parts[1], self.number(bare(of))
            found = self._zero(of, at, bits, left - 1) if number else None
            return found and found._replace(said=_said(less, bits), about=found.about | by)
        if node.text not in PARTS or not number or number == 1 or not self._is_any(bare(of), at):
            return None
        return Offset(_said(less, bits), by, names_in(of))

    def _is_any(self, node: Expression, at: int) -> bool:
        """Say whether an expression hangs on what the function is given or makes, and has no bit set."""
        sets = (node.kind, node.text) == ("binary", b"|") and any(map(self.number, node.parts))
        known = (one in INDICES or self.names.declaration(one, at) is not None for one in names_in(node))
        return not sets and self.number(node) is None and any(known)


def is_lane(node: Expression, values: Values) -> bool:
    """Say whether an expression is the index of a lane in its warp, and not that of a thread."""
    if node.kind == "binary" and node.text not in {b"&", b"%"}:
        return False
    found = values.value(node)
    is_known = found.level or found.indices
    if not is_known and (node.kind == "name" or (node.kind == "call" and not node.parts)):
        return values.says(node.name, names_lane_of_warp)
    is_index = found.indices & (LANE_INDEX | THREAD_INDEX) == LANE_INDEX
    return is_index and found.level == LANE and found.slope == 1


def _is_rotated(node: Expression, less: Expression, root: Expression) -> bool:
    """Say whether a shift's other half is of the same value, so that both together are that value for 0."""
    other = OPPOSITE[node.text]
    for joined in root.walk():
        sides = [*_sides(joined)] if (joined.kind, joined.text) == ("binary", b"|") else []
        if any(one is node for one in sides) and any(
            (one.kind, one.text) == ("binary", other)
            and alike(one.parts[0], node.parts[0])
            and alike(one.parts[1], less)
            for one in sides
        ):
            return True
    return False


def _sides(node: Expression) -> Iterator[Expression]:
    """Give what is put together by `|`; a `return` with a bracket behind it reads as a call."""
    todo = [node]
    while todo:
        one = bare(todo.pop())
        if (one.kind, one.text) == ("binary", b"|") or (one.parts and one.parts[0].text == RETURN):
            todo += one.parts
        else:
            yield one


def _said(less: Expression, bits: int) -> str:
    named = less.text if less.kind == "name" else b"that"
    return f"{bits} where {named.decode('utf-8', 'replace')} is 0"
