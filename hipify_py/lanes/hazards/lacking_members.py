"""Members of groups that a release of ROCm lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.group_members import NEVER, SHUFFLES, is_old
from hipify_py.lanes.hazard import Hazard
from hipify_py.releases import NEWEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.rules.model import RuleSet


def lacking(ops: Iterable[WarpOp], rules: RuleSet, *, native: bool = False) -> Iterator[Hazard]:
    """Report what a release lacks of groups; in `native` code nothing stands for members and partitions.

    Nor for the header's shuffles there, which take a value that is not set for what it is.
    """
    kinds = {"lacking", "member", "tile"} if native else {"lacking"}
    for op in ops:
        partition = native and op.name == b"binary_partition" and is_old(rules)
        if op.kind in kinds or partition:
            later = op.name not in NEVER and op.name not in SHUFFLES
            yield Hazard("G017", op.span, op.name.decode() + (f" (ROCm {NEWEST} has it)" if later else ""))
        elif native and op.kind == "unset":
            yield Hazard("W045", op.span, op.name.decode())
