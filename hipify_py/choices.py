"""What may be chosen for a run: each set of values in the one place that knows it."""

from __future__ import annotations

from typing import Literal, get_args

Launch = Literal["keep", "macro"]
Warp = Literal["32", "native"]
RunMode = Literal["dry-run", "diff", "in-place", "output", "memory"]
LAUNCHES: tuple[Launch, ...] = get_args(Launch)
WARPS: tuple[Warp, ...] = get_args(Warp)
MODES: tuple[RunMode, ...] = get_args(RunMode)
SIZE_LIMIT = 10_000_000
"""The largest file, in bytes, that is read unless told otherwise; memory is about 100 times as much."""
WARP_HEADER = "hipify_warp32.h"
"""The header with what `--warp 32` cannot say in plain HIP."""
