"""Between whom the value of an expression may differ, and whether it is an index of a lane or a thread.

The terms are those of LLVM's uniformity analysis (https://llvm.org/docs/ConvergenceAndUniformity.html): a
value is uniform, alike in each warp, or varies by lane. What an expression comes to is worked out node by
node from what its names hold.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from hipify_py.lanes.flow.constant_folding import TOLD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.expressions import Expression

Level = Literal["uniform", "warp", "lane"]
LEVELS: tuple[Level, ...] = ("uniform", "warp", "lane")
UNIFORM, WARP, LANE = range(3)
WIDTH = 32
SHIFT = 5
THREAD_INDEX, LANE_INDEX, WARP_INDEX = 1, 2, 4

SAYS_LANE = re.compile(rb"\w*(?:[lL]ane_?[iI][dD]|LANE_?ID)")
SHUFFLE = re.compile(rb"(?:(?:__|hipify_warp32::)shfl(_up|_down|_xor)?(_sync)?|shfl(_up|_down|_xor)?)")
KEEPS = re.compile(rb"min|max|abs|__u?mul24|u?(?:min|max)")
COMPARES = {b"<": 0, b">=": 0, b"<=": 1, b">": 1}
MIRRORED = {b"<": b">", b">": b"<", b"<=": b">=", b">=": b"<="}
SPLITS = frozenset((b"&", b"%", b">>", b"/"))
ONE_LANE = ("value", "lane")  # what a shuffle is given behind its mask, before the width
TRUTHS = frozenset((b"==", b"!=", b"&&", b"||", b"!", *COMPARES))


class Value(NamedTuple):
    """What is known of a value: its level, and of which indices it is made, as the sum of their marks."""

    level: int = UNIFORM
    indices: int = 0


NOTHING = Value()
THREAD = Value(LANE, THREAD_INDEX)
OF_LANE = Value(LANE, LANE_INDEX)
OF_WARP = Value(WARP, WARP_INDEX)
WARP_ALONE = Value(WARP)
VARIES = Value(LANE)
RANK = Value(LANE, THREAD_INDEX | LANE_INDEX)  # in a group of which only its name is known
SCOPED = rb"(?:\w+::)*"
BY_CALL = {
    re.compile(rb"(?:__|hipify_warp32::)(?:(?:ballot|any|all)(?:_sync)?|activemask|reduce_\w+)"): WARP_ALONE,
    re.compile(rb"__syncthreads_\w+"): NOTHING,
    re.compile(SCOPED + rb"thread_rank"): RANK,
    re.compile(SCOPED + rb"thread_index"): THREAD,
    re.compile(SCOPED + SAYS_LANE.pattern): OF_LANE,
}


class Evaluator(NamedTuple):
    """Works out expressions: `named` gives what a name holds, `returned` what a function returns, or None.

    What a function returns is asked for some value of its parameters, or for None by what it does alone.
    """

    constants: ConstantTable
    named: Callable[[bytes], Value | None]
    returned: Callable[[bytes, Value | None], Value | None]

    def value(self, node: Expression) -> Value:
        """Give the value of an expression."""
        if node.kind == "name":
            return self._name(node.name)
        parts = [self.value(part) for part in node.parts]
        if node.kind == "binary":
            return self._binary(node, parts)
        if node.kind == "call":
            return self._call(node, parts)
        if node.kind == "member":
            return _member(node, parts[0])
        return _others(node, parts)

    def _name(self, name: bytes) -> Value:
        known = self.named(name)
        if known is not None:
            return known
        if name == b"threadIdx":
            return THREAD
        return OF_LANE if SAYS_LANE.fullmatch(name) else NOTHING

    def _binary(self, node: Expression, parts: list[Value]) -> Value:
        left, right = node.parts
        sign, found = node.text, joined(parts)
        if sign in COMPARES:
            at_edge = self._at_edge(sign, left, right, parts) or self._at_edge(
                MIRRORED[sign], right, left, parts[::-1]
            )
            return OF_WARP._replace(indices=0) if at_edge else found._replace(indices=0)
        if sign in TRUTHS:
            return found._replace(indices=0)
        if sign in SPLITS and parts[0].indices & (THREAD_INDEX | LANE_INDEX) and parts[1].level == UNIFORM:
            return self.split(sign, parts[0], right)
        return found._replace(indices=parts[0].indices) if sign in {b"<<", b">>"} else found

    def split(self, sign: bytes, index: Value, by: Expression) -> Value:
        """Give what is left of an index behind an operator with a constant."""
        number = self.constants.of(by, TOLD)
        if number is None:
            return index
        width = 2**number.value if sign == b">>" and number.value < SHIFT * 2 else number.value
        if sign in {b"/", b">>"}:
            return index if width % WIDTH else OF_WARP if width == WIDTH else WARP_ALONE
        width += sign == b"&"
        if sign == b"&" and not number.value % WIDTH:
            return WARP_ALONE
        return OF_LANE if width <= WIDTH else index

    def _at_edge(self, sign: bytes, left: Expression, right: Expression, parts: list[Value]) -> bool:
        """Say whether a comparison of a thread's index divides a block between two warps."""
        if left.kind not in {"name", "member"} or not parts[0].indices & THREAD_INDEX:
            return False
        number = self.constants.of(right, TOLD)
        edge = number.value + COMPARES[sign] if number else 0
        return edge > 0 and edge % WIDTH == 0

    def _call(self, node: Expression, parts: list[Value]) -> Value:
        found = joined(parts)
        if shuffle := SHUFFLE.fullmatch(node.text):
            first = shuffle[2] is not None or not node.text.startswith((b"__", b"hipify"))
            return self._shuffled(node.parts[first:], parts[first:], one=not (shuffle[1] or shuffle[3]))
        known = next((value for hint, value in BY_CALL.items() if hint.fullmatch(node.text)), None)
        if known:
            return known
        returned = self.returned(node.name, None)
        if returned and found.level > returned.level:
            at_most = self.returned(node.name, VARIES) or found
            return Value(max(returned.level, min(found.level, at_most.level)), returned.indices)
        if returned:
            return returned
        return found if KEEPS.fullmatch(node.name) else found._replace(indices=0)

    def _shuffled(self, given: Sequence[Expression], parts: Sequence[Value], *, one: bool) -> Value:
        """Give the value of a shuffle: of `one` lane's it is as alike as which lane of the warp is asked."""
        width = self.constants.of(given[2], TOLD) if len(given) > len(ONE_LANE) else TOLD
        whole = one and width is not None and width.value >= WIDTH
        asked = parts[1:2] if whole else parts[: len(ONE_LANE)]
        return Value(max(WARP, *(part.level for part in asked), UNIFORM))


def _others(node: Expression, parts: list[Value]) -> Value:
    """Give the value of what is made of others: a number, a cast, a choice, what is read of memory."""
    found = joined(parts)
    if node.kind == "?":
        return found._replace(indices=joined(parts[1:]).indices)
    read = node.kind == "subscript" or (node.kind == "unary" and node.text in {b"!", b"*", b"&"})
    return found._replace(indices=0) if read else found


def _member(node: Expression, of: Value) -> Value:
    """Give the value of a member: a thread's index along `x` is one, along the others alike in a warp."""
    if node.text in {b"y", b"z"} and of == THREAD:
        return OF_WARP
    if node.text == b"x" and of.indices == THREAD_INDEX:
        return of
    return OF_LANE if SAYS_LANE.fullmatch(node.text) else of._replace(indices=0)


def joined(values: Iterable[Value]) -> Value:
    """Give what is known of what may be any of several values."""
    level = indices = 0
    for one in values:
        level, indices = max(level, one.level), indices | one.indices
    return Value(level, indices)
