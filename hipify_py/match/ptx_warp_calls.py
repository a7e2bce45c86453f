"""Inline PTX that works on the warp, as calls of CUDA's functions, which is what it is read as further on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.ptx_registers import is_block_barrier, is_register
from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.resolve.for_hip import is_hip, sides
from hipify_py.resolve.macros import defines
from hipify_py.source.assembly import OPENS
from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.conditions import inside
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.edits import Part
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.unit import Unit

ASSEMBLY = "D001"
SPEAKS = re.compile(
    rb"(?:(?<![\w.])|(?<=\\[nt]))(?:shfl|vote|match|redux|bar\.warp|activemask)\.\w"
    rb"|%(?:laneid|lanemask_[a-z]{2})\b"
)


def may_call(source: bytes) -> bool:
    """Say whether a source may hold inline PTX that works on the warp."""
    return b"asm" in source and SPEAKS.search(source) is not None


def warp_calls(unit: Unit, rules: RuleSet) -> Iterator[Edit]:
    """Give the edits that write such statements as calls of CUDA's functions.

    A lane's register alone stays, which is known as it is; and so does what is HIP's own.
    """
    if ASSEMBLY not in rules.by_id or is_hip(unit, rules):
        return
    ends = bracket_ends(unit)
    for found in word_matches(unit, OPENS, b"asm", b"__asm__"):
        span = Span(found.start(), ends.get(found.end() - 1, found.end()))
        directive = unit.directive_at(span.start)
        if directive and (directive.name != b"define" or defines(unit, Span(*found.span(1)))):
            continue
        if is_block_barrier(unit, span.start) or is_register(unit, span.start):
            continue
        if made := calls(unit, span):
            yield Edit(span, made, ASSEMBLY, "call")


def calls(unit: Unit, span: Span) -> tuple[Part, ...] | None:
    """Give what a statement calls that works on the warp; None where it does not, or is HIP's own."""
    if inside(sides(unit).own, span.start) or not SPEAKS.search(unit.uncommented, *span):
        return None
    from hipify_py.match.ptx_blocks import block  # thirty modules, for few files

    return block(unit, span, of_warp=True)
