"""The threads of the blocks before a thread's own: `blockDim.x * blockIdx.x`, which are whole warps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.source.expressions import bare

if TYPE_CHECKING:
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.expressions import Expression

WARP = 32


def counts_blocks(node: Expression, constants: ConstantTable) -> bool:
    """Say whether something is a block's number times its threads.

    These are `blockDim.x`, a number of whole warps, or a name that is spelled as a constant is.
    """
    node = bare(node)
    factors = node.parts if (node.kind, node.text) == ("binary", b"*") else ()
    blocks = [_is_along_x(one, b"blockIdx") for one in factors]
    return blocks.count(True) == 1 and all(
        is_block or _is_of_warps(bare(one), constants) for is_block, one in zip(blocks, factors, strict=True)
    )


def _is_of_warps(node: Expression, constants: ConstantTable) -> bool:
    number = constants.of(node, TOLD)
    if number is not None:
        return number.value % WARP == 0
    return _is_along_x(node, b"blockDim") or (node.kind == "name" and node.text == node.text.upper())


def _is_along_x(node: Expression, of: bytes) -> bool:
    node = bare(node)
    return (node.kind, node.text) == ("member", b"x") and node.parts[0].text == of
