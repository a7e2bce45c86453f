"""Which of the parts of a group the caller's is: HIP's own `binary_partition` does not tell.

CUDA's gives the part for which the predicate holds the rank 1 of 2 (`details/partitioning.h`), HIP's makes a
group of the lanes alone, the first of one (`amd_hip_cooperative_groups.h` of ROCm 7.2).
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lanes.hazard import Hazard
from hipify_py.model import Span
from hipify_py.source.brackets import opening
from hipify_py.source.function_reading import model
from hipify_py.source.search import places, word_start
from hipify_py.source.tokens import token_before

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

PARTS = b"binary_partition"
ASKS = b"meta_group_"  # how the names of both members begin
CALLED = frozenset((b".", b"->"))


def untold_places(unit: Unit, function: Function, ops: Iterable[WarpOp]) -> Iterator[Hazard]:
    """Report where a part that HIP's own `binary_partition` makes is asked for its place among the parts."""
    made = sorted(op.span.start for op in ops if op.name == PARTS)
    asked = [*places(unit.code, ASKS, within=function.body)] if made else []
    if not asked:
        return
    values = model(unit, function).assignments
    named = {one.name for one in values if one.name and _has(made, one.value)}
    for at in asked:
        name = Span(at, at + len(ASKS) + len(b"rank"))  # as long as `size`
        if _on(unit.code, at) & named or _on_the_call(unit.code, at):
            yield Hazard("W056", name, unit.code[slice(*name)].decode())


def _has(made: list[int], value: Span) -> bool:
    return bisect_left(made, value.start) < bisect_left(made, value.end)


def _on(code: bytes, at: int) -> set[bytes]:
    """Give the name that a member is called on."""
    sign = token_before(code, at)
    return {token_before(code, sign.start).text} if sign.text in CALLED else set()


def _on_the_call(code: bytes, at: int) -> bool:
    """Say whether a member is called on what a partition gives, in the same expression."""
    sign = token_before(code, at)
    closing = token_before(code, sign.start)
    if sign.text not in CALLED or closing.text != b")":
        return False
    opens = opening(code, closing.start, max(0, closing.start - 400))
    return opens >= 0 and code[word_start(code, opens) : opens] == PARTS
