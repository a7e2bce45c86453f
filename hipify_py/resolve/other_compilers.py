"""Branches that HIP's compiler does not read once conditions that ask for CUDA's ask for it, too.

`#ifndef __CUDACC__` holds for the compiler of the host alone then. What a conversion does to
conditions is known here of files that speak of HIP nowhere; in others they count as they are.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.dead_branches import closed_chains
from hipify_py.resolve.hip_conditions import WORDS
from hipify_py.resolve.platform_branches import Known, left_out
from hipify_py.source.spans import merged
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.unit import Unit

ASKS = re.compile(rb"\s*+(!)?\s*+(?:defined\b\s*+(\(\s*+)?)?__(?:CUDACC|NVCC)__\s*+(?(2)\))\s*+")
# With one of these a condition may be left as it is: versions that a file makes, and comments that say so.
KEPT = (b"__CUDACC_VER", b"hipify:")


@fact
def unread_by_hip(unit: Unit) -> tuple[Span, ...]:
    """Give what stands in such branches, in order."""
    speaks = holds_part(unit, *WORDS)
    return left_out(unit, (), Known(hip_alone=True)) if speaks else merged([*_of_host(unit)])


def _of_host(unit: Unit) -> Iterator[Span]:
    fails = any(one.name == b"error" for one in unit.directives)
    if fails or any(one in unit.source for one in KEPT):
        return
    for chain in closed_chains(unit):
        asked = ASKS.fullmatch(unit.code, *chain[0].body)
        sides = [Span(one.span.end, other.span.start) for one, other in pairwise(chain)]
        if asked and all(one.name == b"else" for one in chain[1:-1]):
            is_for_host = (asked[1] is not None) != (chain[0].name == b"ifndef")
            yield from sides[:1] if is_for_host else sides[1:]
