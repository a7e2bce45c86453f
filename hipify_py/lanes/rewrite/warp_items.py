"""Where a kernel takes its item by the number of its warp in the grid, or by its block of one warp.

A grid that was laid out for warps of 32 has half as many wavefronts of 64: with `row = blockIdx.x * warps +
threadIdx.x / warpSize`, half of the items are never worked on, unless warps take them in turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.followed import by_assignments, followed, held
from hipify_py.lanes.rewrite.items_in_turn import OF_GRID, WIDTH, in_turn, words_of
from hipify_py.lanes.rewrite.warp_elements import is_warp
from hipify_py.model import Span
from hipify_py.source.expression_reading import expressions
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model, names
from hipify_py.source.search import places
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Loop
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

BLOCK = b"blockIdx"
THREAD = b"threadIdx"
RANK = b"thread_rank"  # of a group, in it


def items(unit: Unit, function: Function) -> Iterator[Span]:
    """Find where a kernel takes such an item, and goes on to no other."""
    if not holds_part(unit, WIDTH):
        return
    for span in _by_shares(unit, function):
        if not in_turn(unit, function, span, scaled=True):
            yield span
    for span, of_block in _by_block_and_warp(unit, function):
        scaled = WIDTH in words_of(unit, function, of_block)
        if not in_turn(unit, function, span, scaled=scaled):
            yield span
    yield from (loop.head for loop in model(unit, function).loops if _is_of_one_warp(unit, function, loop))


def _by_shares(unit: Unit, function: Function) -> Iterator[Span]:
    """Find where a thread's number in the grid is divided by the width, or its block's before that."""
    for start, root in expressions(unit.code, function.body, places(unit.code, b"/", within=function.body)):
        grid = next((one.span.start for one in root.walk() if one.text == BLOCK), None)
        shares = (one for one in root.walk() if (one.kind, one.text) == ("binary", b"/"))
        for share in shares:
            if held(unit.code, names(unit, function), bare(share.parts[1]), start).text != WIDTH:
                continue
            if grid is not None and grid < share.span.end:
                if not _is_rest(unit, function, share):
                    yield Span(start + grid, start + share.span.end)
            elif _is_of_grid(unit, function, share.parts[0].within(start)):
                yield share.within(start)


def _is_of_grid(unit: Unit, function: Function, divided: Span) -> bool:
    """Say whether names hold a thread's number in the grid, and not what a block has left."""
    words = words_of(unit, function, divided, calculated=True)
    by_group = RANK in words and not words.isdisjoint(OF_GRID)
    return by_group or {BLOCK, THREAD} <= words


def _by_block_and_warp(unit: Unit, function: Function) -> Iterator[tuple[Span, Span]]:
    """Find where a block's number and a warp's in its block make the item: `blockIdx.x * 4 + warp`.

    Each is given with what is made of the block's number.
    """
    for start, root in expressions(unit.code, function.body, places(unit.code, b"+", within=function.body)):
        for node in root.walk():
            if (node.kind, node.text) == ("binary", b"+"):
                yield from _sum(unit, function, start, node)


def _sum(unit: Unit, function: Function, start: int, node: Expression) -> Iterator[tuple[Span, Span]]:
    for one, other in (node.parts, node.parts[::-1]):
        warp = bare(one)
        if is_warp(unit, function, warp, start + warp.span.start):
            words = words_of(unit, function, other.within(start), calculated=True)
            if BLOCK in words and THREAD not in words:
                yield node.within(start), other.within(start)
                return


def _is_of_one_warp(unit: Unit, function: Function, loop: Loop) -> bool:
    """Say whether a loop begins with the thread's number and steps by the width: of a block of one warp.

    Where a condition around it asks for the threads of one warp, a block may have more of them.
    """
    read, code = model(unit, function), unit.code
    begins = (code[slice(*one.value)] for one in read.assigned_in(loop.start))
    steps = (one for one in read.assigned_in(loop.step) if one.operator == b"+")
    if not any(code[slice(*one.value)].strip() == WIDTH for one in steps):
        return False
    asked = (words_of(unit, function, one.span) for one in read.path(loop.whole.start))
    return any(b"".join(text.split()) == b"threadIdx.x" for text in begins) and not any(
        {WIDTH, THREAD} <= words for words in asked
    )


def _is_rest(unit: Unit, function: Function, share: Expression) -> bool:
    """Say whether what a block has left is divided: `(n - blockIdx.x * blockDim.x) / warpSize`.

    What a thread has left is the item of its warp, counted from the end.
    """
    divided = share.parts[0]
    lessened = (one for one in divided.walk() if (one.kind, one.text) == ("binary", b"-"))
    if not any(part.text == BLOCK for one in lessened for part in one.parts[1].walk()):
        return False
    said, given = {one.text for one in divided.walk()}, by_assignments(model(unit, function).assignments)
    behind = followed(unit.code, [span for name in said for span in given(name)], given)
    return THREAD not in said.union(*(words for _, words in behind))
