"""What the name of an index tells of it, where nothing else does: names are hints of the last resort."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def _spelt(*parts: Iterable[str]) -> frozenset[bytes]:
    """Give the names that some parts make, one of each."""
    return frozenset("".join(chosen).encode() for chosen in product(*parts))


BUILT_IN = frozenset((b"threadIdx", b"blockIdx", b"blockDim", b"gridDim", b"warpSize"))
"""CUDA's own variables, which no function gives a value, and which are no objects of a file's classes."""
GAP = ("", "_")
LANES = _spelt(["lane"]) | _spelt(["lane"], GAP, ["id", "idx", "index"])
"""Names of the index of a lane, in small letters, as are those below."""
THREADS = (
    _spelt(["tid", "tidx", "tid_x", "tx"])
    | _spelt(["thread"], GAP, ["id", "idx", "index"])
    | _spelt(["thread"], GAP, ["id", "idx", "index"], GAP, ["x"])
)
"""Names of the index of a thread in its block."""
WARPS = _spelt(["warp", "wid"]) | _spelt(["warp", "wid"], GAP, ["id", "idx", "index", "num"])
"""Names of the index of a warp in its block."""
IN_WARPS = ("laneidx", "laneindex", "lanerank", "warptid", "warplane", "warpthread")
OF_A_WARP = tuple((name + end).encode() for name in IN_WARPS for end in ("", "id"))


def index_named(name: bytes) -> str:
    """Say which index a name is taken for."""
    small = name.lower()
    if small in WARPS:
        return "a warp's index"
    return "a lane's index" if speaks_of_lane(name) or names_lane_of_warp(name) else "a thread's index"


def names_lane(name: bytes) -> bool:
    """Say whether a name is one of those of a lane's index."""
    return name.lower() in LANES


def ends_in_lane_id(name: bytes) -> bool:
    """Say whether a name ends in the words for a lane's number: `getLaneId`, `my_lane_id`."""
    return name.lower().replace(b"_", b"").endswith(b"laneid")


def names_lane_of_warp(name: bytes) -> bool:
    """Say whether a name ends in the words for a lane's place in its warp: `warp_tid`, `laneIndex`."""
    return name.lower().replace(b"_", b"").endswith(OF_A_WARP)


def speaks_of_lane(name: bytes) -> bool:
    """Say whether a lane is spoken of in a name."""
    return b"lane" in name.lower()


def names_thread(name: bytes) -> bool:
    """Say whether a name may be that of any index of a thread, or of a lane."""
    small = name.lower()
    by_begin = small in {b"t", b"tx", b"lid"} or small.startswith((b"tid", b"thread"))
    return by_begin or small.endswith(b"_tid") or speaks_of_lane(name)
