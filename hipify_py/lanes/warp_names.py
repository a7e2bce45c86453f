"""Which names and words speak of warps: the one place that knows.

What a search finds fast comes first: an expression is only tried where one of its literals stands. Whoever
uses one compiles it: few files need more than the first.
"""

from __future__ import annotations

from hipify_py.lazy import re

INTRINSIC = re.compile(
    rb"__(?:shfl(?:_up|_down|_xor)?(?:_sync)?|(?:ballot|any|all)(?:_sync)?|activemask|match_(?:any|all)_sync"
    rb"|reduce_(?:add|min|max|and|or|xor)_sync|syncwarp)\b"
)
"""CUDA's own intrinsics for warps."""
ON_WARP = tuple(b"__shfl __ballot __any __all __match __reduce __syncwarp __activemask".split())
"""What their names begin with."""
OF_GROUPS = re.compile(rb"(?:\.|->)\s*(?:ballot|match_any|match_all|shfl(?:_up|_down|_xor)?)\s*\(")
"""Members that groups of lanes alone have: a header may work on groups and never name their header."""
WORDS = tuple(
    b"""__shfl __ballot __any __all __activemask __match_a __reduce_ __sync warp Warp WARP_ LaneId LaneMask
    coalesced_threads tiled_partition cooperative_groups volatile atomicCAS atomicExch Shfl shfl huffle
    allot SHFL SHUFFLE BALLOT __atomic_ __hip_atomic_ __nv_atomic_ compare_exchange_ test_and_set""".split()
)
"""Of device code that has to do with warps each piece holds one of these."""
IN_PTX = tuple(
    b"laneid warpid lanemask_ bar.sync bar.arrive bar.red barrier. shfl. vote. match. redux. atom.".split()
)
"""The same for inline assembly."""
HINTS = (b"arp", b"WARP_", b"hfl", b"SHFL", b"huffle", b"SHUFFLE", b"allot", b"BALLOT")
FUNCTION = rb"[wW]arp(?:[A-Z_\d]|\Z)|WARP_|[sS]hfl|SHFL|[sS]huffle|SHUFFLE|[bB]allot|BALLOT"
"""In the name of a function or a macro: it may work on a warp. Each such name holds one of `HINTS`."""
NO_FUNCTION = (b"__", b"_mm", b"_MM_")
"""What intrinsics begin with; those of Intel's shuffle what a register of the host holds."""
OF_HEADER = frozenset(
    b"""ballot any all activemask syncwarp match_any match_all shfl shfl_up shfl_down shfl_xor lane_id
    lanemask_eq lanemask_lt lanemask_le lanemask_gt lanemask_ge ballot_sync any_sync all_sync match_any_sync
    match_all_sync shfl_sync shfl_up_sync shfl_down_sync shfl_xor_sync reduce_add_sync reduce_min_sync
    reduce_max_sync reduce_and_sync reduce_or_sync reduce_xor_sync plus less greater bit_and bit_or bit_xor
    reduce inclusive_scan exclusive_scan coalesced_threads tiled_partition binary_partition
    labeled_partition memcpy_async wait wait_prior""".split()
)
"""The functions and operators of hipify_warp32.h."""
COLLECTIVES = (b"reduce", b"inclusive_scan", b"exclusive_scan", b"labeled_partition", b"binary_partition")
"""The functions for groups that CUDA has and HIP lacks; programs have functions of these names, too."""
WAYS = (b"", b"_up", b"_down", b"_xor")
"""What tells shuffles apart: from which lane of those around each lane takes what it is given."""
SHUFFLES = frozenset(b"__shfl" + way for way in WAYS)
"""The shuffles without a mask: CUDA's before 9, and HIP's."""
HEADER = b"hipify_warp32::"
"""The namespace of hipify_warp32.h."""
SHUFFLES_BY_NAME = frozenset(
    head + b"shfl" + way + end for head in (b"__", HEADER) for way in WAYS for end in (b"", b"_sync")
)
"""All functions that shuffle, with a mask by `_sync`, under CUDA's names and those of the header."""
SHUFFLES_OF_GROUPS = frozenset(b"shfl" + way for way in WAYS)
VOTES = frozenset((b"ballot", b"any", b"all", b"activemask"))
"""What lanes vote by, without what begins and ends such a name: see `bare_name`."""
GIVE_MASKS = frozenset(
    b"""__ballot __ballot_sync __activemask __match_any __match_any_sync __match_all
    __match_all_sync""".split()
)
"""The intrinsics that give a mask of lanes."""
MACRO = b"#"
"""Behind such a name where files tell of a macro that has it: no other name holds one."""
TABLE = b"["
"""Behind the name of a table of functions, of which one comes to a barrier of the block."""
LEADS = b">"
"""Behind the name of a function that takes values of lanes which half of a wavefront lacks."""
REACHES = b"<"
"""Behind the name of a function, before the number of the parameter that is how far its shuffle reaches."""
CONSTANT_HINTS = (*HINTS, b"MASK", b"ask", b"ane")
CONSTANT_WORDS = (b"warp", b"wave", b"lane", b"mask", b"shfl", b"shuffle", b"ballot")
SIZES = frozenset((b"warpsize", b"warpthreads", b"warpwidth"))
SIZE_CONSTANT = rb"(?:[A-Z0-9]+_)*WARP_?SIZE|(?:[A-Z0-9]+_)*THREADS_PER_WARP|k_?[wW]arp_?[sS]ize"
"""A whole name, spelled as that of a constant for it, which some file has to define."""


def bare_name(name: bytes) -> bytes:
    """Give an intrinsic's name, or that of its like in hipify_warp32.h, without `__` and `_sync`."""
    for head in (b"__", HEADER):
        if name.startswith(head):
            return name[len(head) :].removesuffix(b"_sync")
    return b""


def is_about_warps(name: bytes) -> bool:
    """Say whether a constant or a type may be about warps, lanes or masks, by its name."""
    small = name.lower()
    return any(word in small for word in CONSTANT_WORDS)


def names_size(name: bytes) -> bool:
    """Say whether a name is one for the number of lanes of a warp, be it a constant or CUDA's own."""
    return name.lower().replace(b"_", b"").removeprefix(b"k") in SIZES
