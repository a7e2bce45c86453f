"""Waits before which a block has set all that it sets: nobody who waits holds back what another needs.

A lane that comes to such a wait has come by every store to what is asked, or by the condition of one that
others make, and none stands behind but beyond a barrier that all threads of the block come to first.
"""

from __future__ import annotations

from itertools import islice, takewhile
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.followed import by_assignments, followed
from hipify_py.lanes.flow.leads import aliases
from hipify_py.lanes.flow.storage import led_to
from hipify_py.lanes.flow.value_types import is_number, is_number_type
from hipify_py.lanes.hazards.arrivals import called_by_all
from hipify_py.lanes.hazards.call_roles import KNOWN, role_of
from hipify_py.lanes.hazards.lane_exits import level_of
from hipify_py.lanes.hazards.stores_by_name import assigned_to
from hipify_py.model import Span
from hipify_py.source.conditions import goes_with
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import model
from hipify_py.source.spans import holds
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazards.loop_exits import LoopExits
    from hipify_py.source.function_model import CallText, Declaration, Loop, Path
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

FENCES = (b"__threadfence", b"__syncwarp", b"__syncthreads")
BLOCK_BARRIER = b"__syncthreads"
EXCHANGE = b"atomicExch"
POSTS = frozenset({"add", "swap"})
MOST = 64  # stores to what is asked


class Post(NamedTuple):
    """A place where a function may set what some names lead to.

    `name` is empty where it cannot be told what is set there. `adds` says that the store adds to what is
    there, `number` that it sets a number, and `seen` that others see it at once.
    """

    at: int
    name: bytes
    adds: bool = False
    number: bool = False
    seen: bool = False


def posts_before(of: LoopExits, loop: Loop, values: LazyValues) -> bool:
    """Say whether all that the block sets of what a loop asks is set where any of its lanes comes to it."""
    flags = flags_of(of, loop) if of.model.home(loop.whole.start) == of.model.function.body else frozenset()
    made = first_posts(of.unit, of, flags) if flags else ()
    before = [one for one in made if one.at < loop.whole.start]
    return _is_told(before, flags) and _all_before(of, loop, made, values)


def fills_before(of: LoopExits, loop: Loop, values: LazyValues) -> bool:
    """Say whether a loop takes by exchange what the block has filled in before, and nobody puts back.

    What the loop itself leaves there, as other exchanges of the function do, is that it is empty.
    """
    flags = flags_of(of, loop) if of.model.home(loop.whole.start) == of.model.function.body else frozenset()
    calls = _exchanges(of.unit, of.model.function) if len(flags) == 1 else ()
    left = {_left(of, one) for one in calls if holds(loop.whole, one.name)}
    if len(left) != 1 or None in left or of.model.jumps_in(loop.body):
        return False
    takes = {one.name.start for one in calls if _left(of, one) in left}
    end = _end(of, loop)
    made = [one for one in first_posts(of.unit, of, flags) if one.at not in takes and one.at < end]
    return len(made) == 1 and _all_before(of, loop, made, values)


@fact_of
def _exchanges(unit: Unit, function: Function) -> tuple[CallText, ...]:
    """Give the calls of a function that put one number in the place of another."""
    return tuple(one for one in model(unit, function).calls if _is_exchange(unit, one))


@fact_of
def _called(unit: Unit, function: Function) -> frozenset[bytes]:
    """Give what a function calls."""
    return frozenset(unit.code[slice(*one.name)] for one in model(unit, function).calls)


def _is_exchange(unit: Unit, call: CallText) -> bool:
    return unit.code.startswith(EXCHANGE, call.name.start) and len(call.arguments) == 2


def _left(of: LoopExits, call: CallText) -> int | None:
    """Give the number that an exchange leaves behind."""
    number = of.constants.number(of.unit.code[slice(*call.arguments[1])].strip())
    return number.value if number else None


def _all_before(of: LoopExits, loop: Loop, made: Sequence[Post], values: LazyValues) -> bool:
    """Say whether all that a function sets is so where any lane of the block comes to a loop."""
    end = _end(of, loop)
    before = [one for one in made if one.at < loop.whole.start]
    behind = any(loop.whole.start <= one.at < end for one in made)
    if not before or behind or len(made) > MOST or any(one.kind == "goto" for one in of.model.jumps):
        return False
    if any(not one.name for one in before) or not all(_is_before(of, loop, one, values) for one in before):
        return False
    called = (one for one in of.model.calls if loop.whole.end <= one.name.start < end)
    if not all(role_of(of.unit.code[slice(*one.name)]) in KNOWN | {"barrier"} for one in called):
        return False
    if of.model.function.kind == "kernel":
        return True
    return end < of.model.function.body.end and called_by_all(of.unit, of.model, values, alike=False)


def _is_told(before: Sequence[Post], flags: frozenset[bytes]) -> bool:
    """Say whether each flag is added to, or set once to a number, and so is as it was set at the wait."""
    by_name = {name: [one for one in before if one.name == name] for name in flags}
    others = any(not one.name for one in before)
    return not others and all(
        made and (all(one.adds for one in made) or (len(made) == 1 and made[0].number))
        for made in by_name.values()
    )


def flags_of(of: LoopExits, loop: Loop) -> frozenset[bytes]:
    """Give the parameters that lead to the memory that a loop asks for; none where other names do."""
    asked = [loop.condition, *(one for each in of.leaving.get(loop.head, ()) for one in each)]
    assigned = of.model.assigned_in(loop.whole)
    own = {one.name for one in assigned}
    pieces = followed(of.unit.code, asked, by_assignments(assigned))
    found = {name for _, words in pieces for name in words} - own - _called(of.unit, of.model.function)
    flags = {name for name in found if _is_no_number(of, name)}
    alone = all(is_parameter(of, name) for name in flags)
    led = {name for to in aliases(of.unit, of.model).values() for name in to}
    return frozenset(flags) if alone and flags.isdisjoint(led) else frozenset()


def _is_no_number(of: LoopExits, name: bytes) -> bool:
    made = of.names.declared.get(name, ())
    return bool(made) and not all(is_number(of.unit.code, one) or _is_cast(of, one) for one in made)


def _is_cast(of: LoopExits, made: Declaration) -> bool:
    """Say whether a name of a type that is not told holds what is cast to a number."""
    node = expression(of.unit.code[slice(*made.value)]) if made.value and not made.pointers else None
    told = made.type_in(of.unit.code) != b"auto" or made.sign_in(of.unit.code)
    return node is not None and not told and node.kind == "cast" and is_number_type(node.text)


def is_parameter(of: LoopExits, name: bytes) -> bool:
    """Say whether a name is a pointer that a function is given, and that it leaves as it is."""
    made = of.names.declared.get(name, ())
    taken = len(made) == 1 and made[0].kind == "parameter" and made[0].pointers > 0
    return taken and not any(one.target.strip() == name for one in of.names.given.get(name, ()))


@fact_of
def first_posts(unit: Unit, of: LoopExits, flags: frozenset[bytes]) -> tuple[Post, ...]:  # noqa: ARG001
    """Give the first of such places, one more than are looked at: many loops ask for the same."""
    return tuple(islice(posts(of, flags), MOST + 1))


def posts(of: LoopExits, flags: frozenset[bytes]) -> Iterator[Post]:
    """Give where a function stores to what some names lead to, or hands it to what may."""
    code = of.unit.code
    for one in assigned_to(of.unit, of.model, {*flags, b""}):
        name = led_to(expression(one.target)).name
        is_moved = one.target.strip() == name and (not name or name in of.names.declared)
        if not is_moved:  # else it leads elsewhere then
            number = not one.operator and of.constants.number(code[slice(*one.value)].strip()) is not None
            yield Post(one.value.start, name, bool(one.operator), number, _is_volatile(of, flags))
    for call in of.calls.storing(flags):
        called = code[slice(*call.name)]
        role = role_of(called)
        given = {word for one in call.arguments for word in OWN_NAME.findall(code, *one)} & flags
        if role in POSTS and len(given) == 1:
            last = of.constants.number(code[slice(*call.arguments[-1])].strip())
            yield Post(call.name.start, min(given), role == "add", last is not None, seen=True)
        elif of.of_function(called) != "flag":  # which only asks
            yield Post(call.name.start, b"")


def _is_volatile(of: LoopExits, flags: frozenset[bytes]) -> bool:
    if not flags <= of.names.declared.keys():
        return False  # a variable of the file: it may be anything
    made = (one for name in flags for one in of.names.declared[name])
    return all(b"volatile" in of.unit.code[slice(*one.statement)] for one in made)


def _end(of: LoopExits, loop: Loop) -> int:
    """Give where a barrier of the block follows a loop, for all who leave that, or else the function ends."""
    around = of.model.path(loop.whole.start)
    behind = Span(loop.whole.end + 1, of.model.function.span.end)
    for one in of.model.called_in(behind):
        if of.unit.code.startswith(BLOCK_BARRIER, one.name.start):
            own = of.model.path(one.name.start)
            if own == around[: len(own)]:
                return one.name.start
    return of.model.function.body.end


def _is_before(of: LoopExits, loop: Loop, post: Post, values: LazyValues) -> bool:
    """Say whether all lanes that set something have done so when one comes to a loop.

    They may do it under a condition of their own, but not in place of the wait, in another turn of a loop
    around both, or to leave then; and none that parts warps, of which one may set what nobody waits for.
    """
    around, own = of.model.path(loop.whole.start), of.model.path(post.at)
    shared = in_common(around, own)
    again = any(one.keyword in LOOPS | {"switch"} for one in around[:shared])
    if again or not goes_with(of.unit, post.at, loop.whole.start) or not _keeps_order(around, own, shared):
        return False
    further = (one.span for one in own[shared:])
    if any(level_of(of.unit.code[slice(*one)], one, values) == "warp" for one in further):
        return False
    jumps = (one for one in of.model.jumps if len(own) > shared)
    leaves = any(of.model.path(one.at)[: shared + 1] == own[: shared + 1] for one in jumps)
    between = (one for one in of.model.calls if post.at < one.name.start < loop.whole.start)
    fenced = any(of.unit.code[slice(*one.name)].startswith(FENCES) for one in between)
    return not leaves and (post.seen or fenced)


def in_common(around: Path, own: Path) -> int:
    """Give how many conditions two places have in common, from the outermost on."""
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(around, own, strict=False))
    return sum(1 for _ in alike)


def _keeps_order(around: Path, own: Path, shared: int) -> bool:
    """Say whether one of two places is no side of a condition of which the other is the other side."""
    if shared >= min(len(around), len(own)):
        return True
    one, other = around[shared], own[shared]
    return one.span != other.span and "switch" not in {one.keyword, other.keyword}
