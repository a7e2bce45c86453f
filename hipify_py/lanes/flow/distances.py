"""How far a shuffle reaches: whether its distance is known to be less than the 32 lanes of a warp.

PTX's `shfl` takes the low five bits of one (PTX ISA, shfl.sync: `bval[4:0] = b`); HIP's takes all of it.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Protocol

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_names import CHANGED
from hipify_py.source.function_reading import model, names
from hipify_py.source.spans import holds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.integers import Number
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Declaration, Loop
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

LANES = 32
REACHING = frozenset(b"__shfl_" + way + end for way in (b"up", b"down", b"xor") for end in (b"", b"_sync"))
SHRINKING = frozenset((b">>", b"/", b"&"))


class Worth(Protocol):
    """What says which value an expression has."""

    def of(self, node: Expression, width: Number | None = None, /) -> Number | None:
        """Give the value of a node, with `width` for names of a warp's size that nothing tells."""


def distance(op: WarpOp) -> Span | None:
    """Give the argument that says how far a shuffle reaches; none where it names a lane."""
    if op.call is None or op.name not in REACHING:
        return None
    given = op.call.arguments[1 + is_sync(op) :]
    return given[0] if given else None


def may_be_far(
    unit: Unit, op: WarpOp, function: Function | None, constants: Worth, lanes: int = LANES
) -> bool:
    """Say whether a shuffle may reach over 32 lanes or more, or so many, as far as its function tells."""
    reach = distance(op)
    return reach is not None and is_far(unit, reach, function, constants, lanes)


def is_far(unit: Unit, reach: Span, function: Function | None, constants: Worth, lanes: int = LANES) -> bool:
    """Say whether a distance in a function may be so many lanes or more, as far as that tells."""
    node = expression(unit.code[slice(*reach)])
    if (value := constants.of(node, TOLD)) is not None:
        return value.value >= lanes
    if (node.kind, node.text) == ("binary", b"&") and _less(constants, node.parts[-1], lanes):
        return False
    if function is None or function.kind == "macro":
        return True
    one_bit = (node.kind, node.text) == ("binary", b"<<") and node.parts[0].text.rstrip(b"uU") == b"1"
    counted, most = (node.parts[1], lanes.bit_length() - 1) if one_bit else (node, lanes)
    if counted.kind != "name":
        return True
    return not _Counts(unit, function, constants, most).stay_below(counted.text, reach.start)


def _less(constants: Worth, node: Expression, most: int) -> bool:
    value = constants.of(node, TOLD)
    return value is not None and value.value < most


class _Counts:
    """What the counts of one function's loops come to."""

    def __init__(self, unit: Unit, function: Function, constants: Worth, most: int) -> None:
        self.unit, self.constants, self.most = unit, constants, most
        self.model, self.names = model(unit, function), names(unit, function)

    def stay_below(self, name: bytes, at: int) -> bool:
        """Say whether a name is less than the bound at a place, whatever turn of its loops it is."""
        made = self.names.declaration(name, at)
        if made is None or made.kind == "parameter" or made.pointers:
            return False
        around = [loop for loop in self._loops(at) if loop.body.start <= at < loop.body.end]
        return (
            self._only_shrinks(name, made, made.scope)
            or any(self._is_bound(name, loop) for loop in around)
            or any(self._begins_in(name, made, loop) for loop in around)
        )

    def _loops(self, at: int) -> Iterator[Loop]:
        """Give the loops around a place: each is the last that begins before its body and its condition."""
        for region in self.model.regions.around(at):
            head = region.condition.span if region.condition else region.span
            begin = min(head.start, region.span.start)
            before = bisect_left(self.model.loops, begin, key=lambda one: one.whole.start)
            if before and self.model.loops[before - 1].head == head:
                yield self.model.loops[before - 1]

    def _begins_in(self, name: bytes, made: Declaration, loop: Loop) -> bool:
        """Say whether a loop begins with a small number in a name, and does no more than make that less."""
        begun = [
            one
            for one in self.model.assigned_in(loop.start)
            if one.name == name
            and not any(holds(loop.start, at.span) for at in self.model.path(one.value.start))
        ]
        lent = any(one.operator == CHANGED for one in self.names.given.get(name, ()))
        jumped = any(one.kind == "goto" for one in self.model.jumps)  # perhaps into the loop
        return bool(begun) and not (lent or jumped) and self._only_shrinks(name, made, loop.whole)

    def _only_shrinks(self, name: bytes, made: Declaration, within: Span) -> bool:
        """Say whether a name begins with a small number, and is shifted right or divided from there on."""
        begins, given = False, self.names.given.get(name, [])
        first, last = (bisect_left(given, at, key=lambda one: one.value.start) for at in within)
        for one in given[first:last]:
            if one.operator in SHRINKING or self.names.declaration(name, one.value.start) != made:
                continue
            node = self._node(one.value)
            small = _less(self.constants, node, self.most)
            shrunk = node.kind == "binary" and node.text in SHRINKING and node.parts[0].text == name
            if one.operator or not (small or shrunk):
                return False
            begins = begins or small
        return begins

    def _is_bound(self, name: bytes, loop: Loop) -> bool:
        """Say whether a loop goes on only while a name is below the bound, which its turns leave alone."""
        if any(one.name == name for one in self.model.assigned_in(loop.body)):
            return False
        return self._keeps_below(name, self._node(loop.condition))

    def _keeps_below(self, name: bytes, node: Expression) -> bool:
        """Say whether a condition that holds bounds a name."""
        if node.kind != "binary":
            return False
        left, right = node.parts
        if node.text == b"&&":
            return self._keeps_below(name, left) or self._keeps_below(name, right)
        below = self.most + (node.text == b"<")
        bounds = node.text in {b"<", b"<="} and (left.kind, left.text) == ("name", name)
        return bounds and _less(self.constants, right, below)

    def _node(self, span: Span) -> Expression:
        return expression(self.unit.code[slice(*span)])
