"""Masks of shuffles that may be a macro of the program's own, which drops them, or HIP's, which want 64 bits.

`#if X` `#define __shfl_xor_sync(mask, v, lane, width) __shfl_xor(v, lane, width)` `#endif`: a mask of all
lanes in 64 bits suits both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.lanes.rewrite.native import FULL, FULL_64
from hipify_py.lanes.rewrite.warp32 import edited
from hipify_py.lanes.warp_names import SHUFFLES
from hipify_py.source.function_reading import model
from hipify_py.source.functions import macros
from hipify_py.source.statements import written_call
from hipify_py.source.tokens import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.model import Edit, Span
    from hipify_py.source.unit import Unit

WIDE = 64


def stand_in_masks(
    unit: Unit, left: Sequence[WarpOp], constants: ConstantTable
) -> tuple[list[list[Edit]], list[WarpOp]]:
    """Give the edits that write masks of all lanes in 64 bits, and the shuffles whose masks may have 32.

    They are written so where the macro names its mask nowhere.
    """
    made: list[list[Edit]] = []
    narrow: list[WarpOp] = []
    for op in left:
        mask = _mask(unit, op)
        number = constants.number(unit.code[slice(*mask)].strip()) if mask else None
        if mask is None or (number and number.bits == WIDE):
            continue
        if number and number.value == FULL and _drops_mask(unit, op.name):
            made.append([edited(mask, FULL_64)])
        else:
            narrow.append(op)
    return made, narrow


def _mask(unit: Unit, op: WarpOp) -> Span | None:
    """Give the mask of a shuffle that may be the program's own."""
    if op.stand_in != "stand-in" or op.name.removesuffix(b"_sync") not in SHUFFLES or not is_sync(op):
        return None
    call = written_call(unit.code, op.span)
    return call.arguments[0] if call and len(call.arguments) > 2 else None


def _drops_mask(unit: Unit, name: bytes) -> bool:
    """Say whether a file's macro of a name names its first parameter in its head alone."""
    made = macros(unit).get(name)
    taken = model(unit, made).parameters if made else ()
    return made is not None and bool(taken) and len([*words(unit.code, taken[0], within=made.body)]) == 1
