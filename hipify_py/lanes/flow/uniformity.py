"""Between whom the value of an expression may differ, and whether it is an index of a lane or a thread.

The terms are those of LLVM's uniformity analysis (https://llvm.org/docs/ConvergenceAndUniformity.html): a
value is uniform, alike in each warp, or varies by lane. What an expression comes to is worked out node by
node from what its names hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.lanes.flow.grid_indices import counts_blocks
from hipify_py.lanes.flow.index_names import ends_in_lane_id
from hipify_py.lanes.flow.index_parts import SPLITS, WIDTH, kept_bits, part_of, split
from hipify_py.lanes.flow.lattice import (
    BEHIND_WARPS,
    LANE,
    LANE_INDEX,
    MOST_SLOPE,
    NEUTRAL,
    NOTHING,
    OF_LANE,
    OF_WARP,
    OPEN,
    RANK,
    THREAD,
    THREAD_INDEX,
    UNIFORM,
    UNKNOWN,
    VARIES,
    WARP_ALONE,
    WHOLE,
    Value,
    joined,
    mixed,
    once,
    summed,
    without_indices,
)
from hipify_py.lanes.flow.pieces import pieces
from hipify_py.lanes.warp_names import SHUFFLES_BY_NAME, SHUFFLES_OF_GROUPS, VOTES, bare_name
from hipify_py.source.expressions import MIRRORED, bare

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.expressions import Expression

# What gives what was there before, in an order of the lanes' own.
ATOMICS = frozenset(b"atomic" + what for what in b"Add Sub Exch Min Max Inc Dec CAS And Or Xor".split())
KEEPS = frozenset(b"min max umin umax abs __mul24 __umul24".split())
COMPARES = {b"<": 0, b">=": 0, b"<=": 1, b">": 1}
ONE_LANE = ("value", "lane")  # what a shuffle is given behind its mask, before the width
SUMS = {b"+": 1, b"-": -1}
PARALLEL = frozenset((b"-", b"==", b"!=", *COMPARES))  # is alike in a warp for values of one slope
OF_TYPES = frozenset((b"sizeof", b"alignof", b"noexcept", b"decltype"))  # work nothing out
TRUTHS = frozenset((b"==", b"!=", b"&&", b"||", b"!", *COMPARES))


MOST_ADDED = 2**16  # to an index, without it going round
BY_NAME = {
    b"thread_rank": RANK,
    b"thread_index": THREAD,
    b"meta_group_rank": WARP_ALONE,  # of a tile that is as wide as a warp
    b"meta_group_size": NOTHING,
}


class Evaluator(NamedTuple):
    """Works out expressions: `named` gives what a name holds, `returned` what a function returns, or None.

    A name is asked for with the scopes before it.
    `of_member` gives what members of a name hold, of the object that bears one or of all, `of_made` what the
    constructor of the object gives a member, if that is all, and `class_of` the class of the object, or for
    none that of the function itself. A name that is given one value `stands_for` that.
    What a function returns is asked for some values of its parameters, or for None by what it does alone; and
    of all that it is made of, or for a part of that by its number.
    """

    constants: ConstantTable
    named: Callable[[bytes], Value | None]
    returned: Callable[[bytes, tuple[Value, ...] | None, int | None], Value | None]
    of_member: Callable[[bytes, bytes], Value | None] = lambda *_: None
    class_of: Callable[[bytes], bytes] = lambda _: b""
    of_made: Callable[[bytes, bytes], Value | None] = lambda *_: None
    stands_for: Callable[[Expression], Expression] = bare

    def value(self, node: Expression) -> Value:
        """Give the value of an expression."""
        if node.kind == "name":
            return self._name(node)
        if (not node.parts and node.kind != "call") or node.text in OF_TYPES:
            return NOTHING
        parts = [self.value(part) for part in node.parts]
        if node.kind == "binary":
            return self._binary(node, parts)
        if node.kind == "call":
            return self._call(node, parts)
        if node.kind == "member":
            return self._of_member(node, parts[0])
        made = self.returned(node.text, None, None) if node.kind == "other" and node.text else None
        return joined((_others(node, parts), made)) if made else _others(node, parts)

    def _name(self, node: Expression) -> Value:
        known = self.named(node.text)
        if known is not None:
            return known
        name = node.name
        if name == b"threadIdx":
            return THREAD
        return _by_name(name) or NOTHING

    def _of_member(self, node: Expression, of: Value) -> Value:
        if node.text.isdigit():
            fields = [self.of_member(one.name, b"") for one in node.parts[1:]]
            return joined((self._part(node.parts[0], int(node.text)), *filter(None, fields)))
        name = node.parts[0].name if node.parts[0].kind == "name" else b""
        if of.level > UNIFORM and name and (made := self.of_made(node.text, name)):
            return made
        found, stored = _member(node, of), self.of_member(node.text, name) if of.level == UNIFORM else None
        return joined((found, stored)) if stored else found

    def _binary(self, node: Expression, parts: list[Value]) -> Value:
        left, right = node.parts
        sign, found = node.text, mixed(parts)
        if sign in PARALLEL or sign in SUMS:
            found = _side_by_side(sign, parts, found)
            if sign == b"+" and self._is_behind_warps(node.parts, parts):
                found = found._replace(slope=BEHIND_WARPS)
        if sign in COMPARES:
            at_edge = self._at_edge(sign, left, right, parts) or self._at_edge(
                MIRRORED[sign], right, left, parts[::-1]
            )
            return WARP_ALONE._replace(by_name=found.by_name) if at_edge else without_indices(found)
        if sign in TRUTHS:
            return without_indices(found)
        if sign in SPLITS and parts[0].indices & (THREAD_INDEX | LANE_INDEX) and parts[1].level == UNIFORM:
            if bits := kept_bits(node, self.constants):
                return part_of(b"&", self.value(bare(left).parts[0]), 2**bits - 1)
            return split(self.constants, sign, parts[0], self.stands_for(right))
        return found._replace(indices=parts[0].indices) if sign in {b"<<", b">>"} else found

    def _is_behind_warps(self, nodes: Sequence[Expression], parts: Sequence[Value]) -> bool:
        """Say whether a sum is the index of a thread and the threads of the blocks before its own."""
        return any(
            one.slope in {WHOLE, BEHIND_WARPS}
            and other.level == UNIFORM
            and counts_blocks(node, self.constants)
            for one, other, node in zip(parts, reversed(parts), reversed(nodes), strict=True)
        )

    def _at_edge(self, sign: bytes, left: Expression, right: Expression, parts: list[Value]) -> bool:
        """Say whether a comparison of a thread's index divides a block between two warps."""
        left, more = self._without_constant(left)
        if left.kind not in {"name", "member"} or not parts[0].indices & THREAD_INDEX:
            return False
        number = self.constants.of(right, TOLD)
        edge = number.value - more + COMPARES[sign] if number else 0
        return edge > 0 and edge % WIDTH == 0

    def _without_constant(self, node: Expression) -> tuple[Expression, int]:
        """Give what a sum adds a constant to, and that; anything else with 0."""
        if (node.kind, node.text) != ("binary", b"+"):
            return node, 0
        for one, other in (node.parts, node.parts[::-1]):
            number = self.constants.of(other, TOLD)
            if number is not None and 0 <= number.value < MOST_ADDED:
                return bare(one), number.value
        return node, 0

    def _call(self, node: Expression, parts: list[Value]) -> Value:
        found = mixed(parts)
        of_group = node.text in SHUFFLES_OF_GROUPS
        if of_group or node.text in SHUFFLES_BY_NAME:
            first = of_group or node.text.endswith(b"_sync")  # behind the group, or the mask
            one = node.text.removesuffix(b"_sync").endswith(b"shfl")
            return self._shuffled(node.parts[first:], parts[first:], one=one)
        known = _of_all(node.text) or BY_NAME.get(node.name) or _by_name(node.name)
        if known:
            return known
        returned = self._returned(node, parts, None)
        if returned:
            return returned
        if node.text.partition(b"_")[0] in ATOMICS:
            return VARIES
        if node.name in KEEPS:
            return found
        held = self.named(node.text)  # a lambda, or an object: what it holds is what a call of it gives
        return without_indices(joined((found, held)) if held else found)

    def _returned(self, node: Expression, parts: Sequence[Value], part: int | None) -> Value | None:
        """Give what a call of a function returns, or a part of it; None where that is not known."""
        name = node.text
        if b"::" not in name:  # a method's object stands first
            first = node.parts[0] if node.parts and node.parts[0].span.start == node.span.start else None
            name = b"%b::%b" % (self.class_of(first.text if first else b"") if _is_name(first) else b"", name)
        found = self.returned(name, None, part)
        if found and (most := mixed(parts)).level > found.level:
            return self.returned(name, tuple(map(_settled, parts)), part) or most
        return found

    def _part(self, node: Expression, number: int) -> Value:
        """Give a part of what is put together, by its number; of what is not known so, all that is in it."""
        listed = pieces(node)
        if number < len(listed):
            return self.value(listed[number])
        if node.kind == "?":
            chosen = joined(self._part(one, number) for one in node.parts[1:])
            return joined((chosen, without_indices(self.value(node.parts[0]))))
        given = tuple(map(self.value, node.parts)) if node.kind == "call" else ()
        found = self._returned(node, given, number) if node.kind == "call" else None
        return found or self.value(node)

    def _shuffled(self, given: Sequence[Expression], parts: Sequence[Value], *, one: bool) -> Value:
        """Give the value of a shuffle: of `one` lane's it is as alike as which lane of the warp is asked."""
        width = self.constants.of(given[2], TOLD) if len(given) > len(ONE_LANE) else TOLD
        whole = one and width is not None and width.value >= WIDTH
        asked = parts[1:2] if whole else parts[: len(ONE_LANE)]
        return without_indices(mixed((WARP_ALONE, *asked)))


def _of_all(name: bytes) -> Value | None:
    """Give what a function gives to all lanes of a warp, or to all threads of a block, alike."""
    plain = bare_name(name)
    if plain in VOTES or plain.startswith(b"reduce_"):
        return WARP_ALONE
    return NOTHING if name.startswith(b"__syncthreads_") else None


def _by_name(name: bytes) -> Value | None:
    """Give what a name that nothing tells of says by itself."""
    return OF_LANE._replace(by_name=name) if ends_in_lane_id(name) else None


def _is_name(node: Expression | None) -> bool:
    return node is None or node.kind == "name"


def _settled(given: Value) -> Value:
    """Give what is given to a function, of what is uniform no more than that."""
    return given if given.level > UNIFORM else NOTHING


def _others(node: Expression, parts: list[Value]) -> Value:
    """Give the value of what is made of others: a number, a cast, a choice, what is read of memory."""
    found = mixed(parts)
    if node.kind == "?":
        chosen = joined(parts[1:])
        return found._replace(indices=chosen.indices, slope=max(chosen.slope, _decided(parts[0])))
    if node.kind == "cast" or (node.kind == "unary" and node.text in {b"++", b"--", b"+"}):
        return found._replace(slope=parts[0].slope) if len(parts) == 1 else found
    read = node.kind == "subscript" or (node.kind == "unary" and node.text in {b"!", b"*", b"&"})
    return without_indices(found) if read else found


def _member(node: Expression, of: Value) -> Value:
    """Give the value of a member: a thread's index along `x` is one, along the others alike in a warp."""
    if node.text in {b"y", b"z"} and of == THREAD:
        return OF_WARP
    if node.text == b"x" and of.indices == THREAD_INDEX:
        return of
    return _by_name(node.text) or without_indices(mixed((of,)))


def _side_by_side(sign: bytes, parts: Sequence[Value], found: Value) -> Value:
    """Give what is known of a sum, a difference or a comparison, in which what varies may fall away."""
    one, other = (part.slope for part in parts)
    if sign in PARALLEL and OPEN in (one, other):
        return NEUTRAL
    if sign in PARALLEL and found.level == LANE and 0 != once(one) == once(other) < OPEN:
        return WARP_ALONE._replace(by_name=found.by_name)
    return found._replace(slope=summed(one, other, SUMS[sign])) if sign in SUMS else found


def _decided(condition: Value) -> int:
    """Give the least that the slope of what is chosen comes to."""
    if condition.slope == OPEN:
        return OPEN
    return UNKNOWN if condition.level == LANE else -MOST_SLOPE
