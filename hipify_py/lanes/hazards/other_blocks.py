"""Waits of some blocks of a kernel for what others of them set, by a condition on the number of the block.

As in `if (blockIdx.x & 1) { while (!flag[lane]) ; } else flag[lane] = 1;`: blocks share no wavefront.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.handed_arguments import handed
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.lanes.flow.storage import led_to
from hipify_py.lanes.hazards.block_numbers import hangs_on_blocks
from hipify_py.lanes.hazards.call_roles import KNOWN, role_of
from hipify_py.lanes.hazards.lane_exits import level_of
from hipify_py.lanes.hazards.loop_exits import LoopExits
from hipify_py.lanes.hazards.posted_before import MOST, first_posts, flags_of
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import defined_functions, model
from hipify_py.source.tokens import words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.model import Span
    from hipify_py.source.function_model import Condition, Loop
    from hipify_py.source.functions import Function

READS = KNOWN | {"barrier"}


def set_by_other_blocks(of: LoopExits, loop: Loop, values: LazyValues) -> bool:
    """Say whether what a loop asks for is set on the other side of a condition on the block.

    Not where that side waits itself, as for the first lane that has left the loop. The loop may stand in a
    function that kernels call on the one side alone.
    """
    if of.model.function.kind == "device":
        return _is_set_for(of, loop)
    sides = _sides(of, loop.whole.start, values)
    flags = flags_of(of, loop) if sides and of.model.function.kind == "kernel" else frozenset()
    made = first_posts(of.unit, of, flags) if flags else ()
    if not made or len(made) > MOST or not all(one.name for one in made):
        return False
    others = (one._replace(otherwise=not one.otherwise) for one in sides)
    return any(all(one in of.model.path(post.at) for post in made) and _ends(of, one) for one in others)


def _sides(of: LoopExits, at: int, values: LazyValues) -> list[Condition]:
    """Give the conditions on the block around a place."""
    return [one for one in of.model.path(at) if one.keyword == "if" and _parts(of, one, values)]


def _is_set_for(of: LoopExits, loop: Loop) -> bool:
    """Say whether kernels alone call a function that sets no such flag, and others of their blocks set it."""
    flags = flags_of(of, loop)
    if len(flags) != 1 or first_posts(of.unit, of, flags):
        return False
    calls = handed(of.unit, of.model.function, *flags)
    return bool(calls) and all(_is_set_beside(of, *one) for one in calls)


def _is_set_beside(of: LoopExits, argument: Span, home: Function) -> bool:
    """Say whether a kernel has what it hands a function set on the other side of a condition on the block."""
    read = LoopExits(of.unit, model(of.unit, home), of.constants)
    name = led_to(expression(of.unit.code[slice(*argument)])).name
    if home.kind != "kernel" or not name or name not in read.model.parameters:
        return False
    uses = [one.start for one in words(of.unit.code, name, within=home.body)]
    uses = [at for at in uses if not argument.start <= at < argument.end]
    sides = _sides(read, argument.start, LazyValues(of.unit, home, of.constants))
    others = (one._replace(otherwise=not one.otherwise) for one in sides)
    return bool(uses) and any(
        all(_under(read, side, at) for at in uses) and _ends(read, side) for side in others
    )


def _parts(of: LoopExits, condition: Condition, values: LazyValues) -> bool:
    """Say whether a condition parts blocks, and nobody within one."""
    text = of.unit.code[slice(*condition.span)]
    return hangs_on_blocks(of, condition.span) and level_of(text, condition.span, values) == "uniform"


def _ends(of: LoopExits, side: Condition) -> bool:
    """Say whether what stands under a condition waits for nobody, as far as its calls are known."""
    loops = (one for one in of.model.loops if _under(of, side, one.whole.start))
    calls = (one.name for one in of.model.calls if _under(of, side, one.name.start))
    return all(of.kind(one) == "moves" for one in loops) and _are_known(of, calls)


def _are_known(of: LoopExits, names: Iterable[Span]) -> bool:
    called = {of.unit.code[slice(*one)] for one in names}
    return all(role_of(one) in READS or _waits_for_nobody(of, one) for one in called)


def _waits_for_nobody(of: LoopExits, name: bytes) -> bool:
    """Say whether a function of the file moves on by itself, and calls nothing else than what is known."""
    made = defined_functions(of.unit).get(name)
    if made is None or made.kind != "device" or made == of.model.function:
        return False
    read = LoopExits(of.unit, model(of.unit, made), of.constants)
    calls = (of.unit.code[slice(*one.name)] for one in read.model.calls)
    return all(role_of(one) in READS for one in calls) and all(
        read.kind(one) == "moves" for one in read.model.loops
    )


def _under(of: LoopExits, side: Condition, at: int) -> bool:
    return side in of.model.path(at)
