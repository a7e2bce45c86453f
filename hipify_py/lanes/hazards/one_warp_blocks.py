"""Barriers in blocks of one warp, which is in one wavefront: some lanes may skip the rest of a turn there.

No other wavefront waits for these, and they go on with the next turn together with the others. That is told
of the one barrier of a kernel that its file alone starts, in blocks of a number that is written there; lanes
that skip it may store nothing in that turn and come to it in no later one: on NVIDIA GPUs they go on as far
as to a barrier or to the end, and others may count on what they do before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.call_sites import is_own
from hipify_py.lanes.flow.storage import is_shared
from hipify_py.lanes.hazards.block_meetings import BARRIER_WORD
from hipify_py.lanes.hazards.block_widths import literal_threads
from hipify_py.lanes.hazards.lasting_bounds import LastingBounds
from hipify_py.model import Span
from hipify_py.resolve.pasted_arguments import any_paste
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import names
from hipify_py.source.functions import head
from hipify_py.source.includes import is_guarded
from hipify_py.source.tokens import A_NAME, words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.function_model import Condition, Jump, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WARP = 32
LINKAGE = "linkage_specification"  # `extern "C"`: who loads a module finds a kernel by its name
ASSEMBLY = (b"asm", b"__asm__", b"__asm")
ALONE = frozenset((b")", b"){"))  # between a condition and what is all that is done where it holds


def skips_alone(
    unit: Unit,
    read: Model,
    barriers: Sequence[Span],
    parts: Callable[[Condition], bool],
    constants: ConstantTable,
) -> bool:
    """Say whether threads that miss the barrier of a kernel in blocks of one warp do no more than skip it.

    `parts` says of a condition whether it differs between threads.
    """
    if read.function.kind != "kernel" or [unit.code[slice(*one)] for one in barriers] != [BARRIER_WORD]:
        return False
    at = barriers[0].start
    around = read.path(at)
    if read.home(at) != read.function.body or any(parts(one) for one in around):
        return False
    if next(words(unit.code, *ASSEMBLY, within=read.function.body), None):
        return False
    parted = (one for one in read.jumps if any(parts(each) for each in read.path(one.at)))
    return all(_skips(unit, read, one, at, constants) for one in parted) and _is_of_one_warp(
        unit, read.function
    )


def _skips(unit: Unit, read: Model, jump: Jump, barrier: int, constants: ConstantTable) -> bool:
    """Say whether a jump does no more than to go on with the next turn of a loop around a later barrier."""
    way = read.path(jump.at)
    if jump.kind != "continue" or jump.at > barrier or not way:
        return False
    condition = way[-1]
    is_alone = b"".join(unit.code[condition.span.end : jump.at].split()) in ALONE
    loops = [one for one in way if one.keyword in LOOPS]
    in_loop = way[:-1] == read.path(barrier)[: len(way) - 1] and way[-2:-1] == (*loops[-1:],)
    is_skip = condition.keyword == "if" and not condition.otherwise and is_alone and in_loop
    loop = read.loop(loops[-1].span) if is_skip else None
    if loop is None or not LastingBounds(unit, read, loop, constants).lasts(condition.span):
        return False
    before = Span(loop.body.start, jump.at)
    return all(_stores_nothing(unit, read, one) for one in (loop.head, before))


def _stores_nothing(unit: Unit, read: Model, span: Span) -> bool:
    """Say whether a part of a function calls nothing, and gives values to its own variables alone."""
    known = names(unit, read.function)
    for one in read.assigned_in(span):
        made = known.declaration(one.name, one.value.start) if one.name == one.target else None
        if made is None or made.sign_in(unit.code) or made.pointers or is_shared(unit, made):
            return False
    return not read.called_in(span)


def _is_of_one_warp(unit: Unit, kernel: Function) -> bool:
    """Say whether a file alone starts a kernel of its own, and in blocks of 32 threads at most.

    No other file can name it, nor is one included that might, behind the first place where its name stands.
    """
    if unit.read_by_others or is_guarded(unit) or any_paste(unit) or not is_own(unit, kernel):
        return False
    start = kernel.body.start
    is_linked = b"extern" in A_NAME.findall(head(unit, kernel))
    is_linked = is_linked or any(one.type == LINKAGE for one in unit.around(Span(start, start)))
    named = unit.code.find(kernel.called)
    is_seen = any(one.path.start > named for one in unit.text.includes)
    return not is_linked and not is_seen and 0 < literal_threads(unit, kernel.called) <= WARP
