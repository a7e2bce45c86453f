"""One place that works on a warp: its kind, its name, and the call it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.source.call_parts import Call

Kind = Literal[
    "shuffle",
    "vote",
    "active",  # the mask of the active lanes
    "match",
    "reduce",
    "sync",  # the barrier of a warp
    "size",  # `warpSize`
    "cub",  # a class of CUB's for warps
    "cub vote",  # a function of CUB's that votes, or waits, for the lanes of a mask: its last argument
    "cub lane",  # a lane register that a function of CUB's reads
    "register",  # one that a function of libcu++ reads
    "group",  # `coalesced_threads`
    "collective",  # a function for groups that HIP lacks, or an operator for one
    "header",  # the include of what those are declared in
    "member",  # of a group, for which the header has a function
    "unset",  # a shuffle of other groups than tiles, of a value that only some lanes may have
    "generic",  # a shuffle of a coalesced group, of a value of which the file does not tell the type
    "voted",  # a vote or a match of other groups, which HIP has where all their lanes are there
    "passed",  # one of a tile, or its shuffle of a value that HIP's own may not take
    "tile",  # a partition of a group
    "spelling",  # a member of a group that HIP spells otherwise
    "lacking",  # what nothing stands for in a release of ROCm
    "own",  # a stand-in of the program's own for an intrinsic
]
StandIn = Literal["", "overload", "stand-in", "macro"]


class WarpOp(NamedTuple):
    """One place that works on a warp.

    `call` is None where no sound call stands behind the name, or one that HIP's own intrinsic might not take.
    `before` is what a member is called on; `spelled` what one becomes that HIP spells otherwise. `stand_in`
    tells of a program's own function for an intrinsic: an "overload" that the header replaces, a call of a
    "stand-in", or of a "macro" that is always there. `group` is the kind of group that a collective is given.
    `hidden` says that a macro of the program's own may have the name of a shuffle without its mask.
    """

    kind: Kind
    name: bytes
    span: Span
    call: Call | None = None
    before: Span | None = None
    spelled: bytes = b""
    stand_in: StandIn = ""
    group: str = ""
    hidden: bool = False


def is_sync(op: WarpOp) -> bool:
    """Say whether an intrinsic takes a mask of lanes as its first argument."""
    return op.name.endswith((b"_sync", b"__syncwarp"))
