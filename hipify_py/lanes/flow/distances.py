"""How far a shuffle reaches: whether its distance is known to be less than the 32 lanes of a warp.

PTX's `shfl` takes the low five bits of one (PTX ISA, shfl.sync: `bval[4:0] = b`); HIP's takes all of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.source.brackets import unbracketed
from hipify_py.source.function_reading import model, names

if TYPE_CHECKING:
    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.model import Span
    from hipify_py.source.function_model import Declaration, Loop
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

LANES = 32
REACHING = re.compile(rb"__shfl_(?:up|down|xor)(?:_sync)?")
NAME = re.compile(rb"[A-Za-z_]\w*")
MASKED = re.compile(rb"[^&|^?:,]*&([^&|^?:,]*)")
POWER = re.compile(rb"[(\s]*1[uU]?[\s)]*<<[\s(]*([A-Za-z_]\w*)[\s)]*")
SHRINKING = {b">>", b"/", b"&"}
SHRUNK = re.compile(rb"[(\s]*([A-Za-z_]\w*)[\s)]*(?:>>|/)[\s(]*\w+[\s)]*")
BOUND = re.compile(rb"(?<![\w.>])([A-Za-z_]\w*)[\s)]*(<=?)(?![<=])([^&|;]+)")


def distance(op: WarpOp) -> Span | None:
    """Give the argument that says how far a shuffle reaches; none where it names a lane."""
    if op.call is None or REACHING.fullmatch(op.name) is None:
        return None
    given = op.call.arguments[1 + is_sync(op) :]
    return given[0] if given else None


def may_be_far(unit: Unit, op: WarpOp, function: Function | None, constants: ConstantTable) -> bool:
    """Say whether a shuffle may reach over 32 lanes or more, as far as its function tells."""
    reach = distance(op)
    if reach is None:
        return False
    text = unbracketed(unit.code[slice(*reach)])
    if (value := constants.worth(text)) is not None:
        return not 0 <= value < LANES
    if (masked := MASKED.fullmatch(text)) and _less(constants, masked[1], LANES):
        return False
    if function is None or function.kind == "macro":
        return True
    power = POWER.fullmatch(text)
    counted, most = (power[1], 5) if power else (text, LANES)
    if NAME.fullmatch(counted) is None:
        return True
    return not _Counts(unit, function, constants, most).stay_below(counted, reach.start)


def _less(constants: ConstantTable, text: bytes, most: int) -> bool:
    value = constants.worth(text.strip())
    return value is not None and 0 <= value < most


class _Counts:
    """What the counts of one function's loops come to."""

    def __init__(self, unit: Unit, function: Function, constants: ConstantTable, most: int) -> None:
        self.unit, self.constants, self.most = unit, constants, most
        self.model, self.names = model(unit, function), names(unit, function)

    def stay_below(self, name: bytes, at: int) -> bool:
        """Say whether a name is less than the bound at a place, whatever turn of its loops it is."""
        made = self.names.declaration(name, at)
        if made is None or made.kind == "parameter" or made.pointers:
            return False
        return self._only_shrinks(name, made) or any(
            self._is_bound(name, loop) for loop in self.model.loops if loop.body.start <= at < loop.body.end
        )

    def _only_shrinks(self, name: bytes, made: Declaration) -> bool:
        """Say whether a name begins with a small number, and is shifted right or divided from there on."""
        begins = False
        for one in self.names.given.get(name, ()):
            if one.operator in SHRINKING or self.names.declaration(name, one.value.start) != made:
                continue
            text = unbracketed(self._text(one.value))
            small = _less(self.constants, text, self.most)
            shrunk = SHRUNK.fullmatch(text)
            if one.operator or not (small or (shrunk and shrunk[1] == name)):
                return False
            begins = begins or small
        return begins

    def _is_bound(self, name: bytes, loop: Loop) -> bool:
        """Say whether a loop goes on only while a name is below the bound, which its turns leave alone."""
        if any(one.name == name for one in self.model.assigned_in(loop.body)):
            return False
        for bound in BOUND.finditer(self._text(loop.condition)):
            below = self.most + (bound[2] == b"<")
            limit = bound[3].strip()
            limit = limit[: len(limit) + min(0, limit.count(b"(") - limit.count(b")"))]
            if bound[1] == name and _less(self.constants, limit, below):
                return True
        return False

    def _text(self, span: Span) -> bytes:
        return self.unit.code[slice(*span)]
