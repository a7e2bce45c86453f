"""What operators with a constant leave of an index: the lane, the warp, or some of its bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.lanes.flow.lattice import BEHIND_WARPS, OF_LANE, OF_WARP, UNKNOWN, VAGUE, WARP_ALONE, WHOLE
from hipify_py.source.expressions import bare

if TYPE_CHECKING:
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.lattice import Value
    from hipify_py.source.expressions import Expression

WIDTH = 32
SHIFT = 5
WIDTH_OF_INT = 32
SPLITS = frozenset((b"&", b"%", b">>", b"/"))


def split(constants: ConstantTable, sign: bytes, index: Value, by: Expression) -> Value:
    """Give what is left of an index behind an operator with a constant."""
    number = constants.of(by, TOLD)
    return part_of(sign, index, number.value) if number else index._replace(slope=UNKNOWN)


def part_of(sign: bytes, index: Value, by: int) -> Value:
    """Give what is left of an index behind an operator with a number."""
    found = _part_of(sign, index, by)
    return found._replace(by_name=index.by_name) if index.by_name else found


def _part_of(sign: bytes, index: Value, by: int) -> Value:
    lane = OF_LANE if index.slope in {WHOLE, BEHIND_WARPS} else VAGUE
    index = index._replace(slope=UNKNOWN)
    width = 2**by if sign == b">>" and by < SHIFT * 2 else by
    if sign in {b"/", b">>"}:
        return index if width % WIDTH else OF_WARP if width == WIDTH else WARP_ALONE
    width += sign == b"&"
    if sign == b"&" and not by % WIDTH:
        return WARP_ALONE
    if width > WIDTH:
        return index
    return lane if width == WIDTH else VAGUE


def kept_bits(node: Expression, constants: ConstantTable) -> int:
    """Give how many of the last bits are left where a value goes to the left and back: `(i << 27) >> 27`."""
    if (node.kind, node.text) != ("binary", b">>"):
        return 0
    inner, by = bare(node.parts[0]), constants.of(node.parts[1])
    if by is None or (inner.kind, inner.text) != ("binary", b"<<") or constants.of(inner.parts[1]) != by:
        return 0
    return WIDTH_OF_INT - by.value if 0 < by.value < WIDTH_OF_INT else 0
