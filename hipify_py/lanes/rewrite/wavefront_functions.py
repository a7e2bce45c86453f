"""Which functions work on all lanes of a wavefront, by themselves or by others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.index_splits import arithmetic
from hipify_py.lanes.rewrite.shuffle_widths import is_half, stays_in_group
from hipify_py.lanes.rewrite.small_blocks import is_of_few
from hipify_py.lanes.rewrite.warp32 import has_width
from hipify_py.source.function_reading import model, names
from hipify_py.source.tokens import OWN_NAME, token_before
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit


MEMBER = frozenset((b".", b"->"))


def is_confined(op: WarpOp, unit: Unit, constants: ConstantTable) -> bool:
    """Say whether a place works on 32 lanes at most, whatever the wavefront's width."""
    if op.kind == "shuffle":
        return is_half(unit, op, constants)
    # What is left has findings of its own.
    return op.kind not in {"vote", "active", "match", "reduce", "register"}


def spans_wavefronts(unit: Unit, facts: FunctionFacts) -> bool:
    """Say whether a function has a place that works on all lanes of a wavefront, or asks for its own."""
    if any(one.kind == "register" for one in facts.assemblies):
        return True
    if all(is_confined(op, unit, facts.constants) for op in facts.ops):
        return False
    return not is_of_few(unit, facts) and not _is_of_groups(unit, facts)


def _is_of_groups(unit: Unit, facts: FunctionFacts) -> bool:
    """Say whether a function only crosses lanes of small groups, and knows nothing of lanes and warps."""
    if holds_part(unit, b"warpSize"):  # a lane's number may come of another function
        return False
    crossed = all(op.kind == "shuffle" and stays_in_group(unit, op, facts.constants) for op in facts.ops)
    return crossed and facts.values is not None and not any(arithmetic(facts.values))


def connected(
    unit: Unit, all_facts: Iterable[FunctionFacts], elsewhere: frozenset[bytes] = frozenset()
) -> set[bytes]:
    """Give the names of the functions that work on a wavefront, by themselves or by others that they call.

    These are of their file, or `elsewhere`.
    """
    homes = [(facts.function.called, facts) for facts in all_facts if facts.function]
    return with_users(
        unit, homes, {*elsewhere} | {name for name, facts in homes if spans_wavefronts(unit, facts)}
    )


def stepping_with_cub(unit: Unit, all_facts: Iterable[FunctionFacts]) -> set[bytes]:
    """Give the names of the functions that count by `warpSize` what CUB's classes without a width work on."""
    homes = [(facts.function.called, facts) for facts in all_facts if facts.function]
    without = {
        name for name, facts in homes if any(op.kind == "cub" and not has_width(unit, op) for op in facts.ops)
    }
    sized = {name for name, facts in homes if any(op.kind == "size" for op in facts.ops)}
    return with_users(unit, homes, without) & sized


def with_users(unit: Unit, homes: Sequence[tuple[bytes, FunctionFacts]], found: set[bytes]) -> set[bytes]:
    """Give the names of some functions, and of those in which these are named, by however many others."""
    users: dict[bytes, list[bytes]] = {}  # of each name, the functions in which it stands
    for name, facts in homes if found else ():
        for word in _named_in(unit, facts.function):
            users.setdefault(word, []).append(name)
    found, left = {*found}, [*found]
    while left:
        more = {name for name in users.get(left.pop(), ()) if name not in found}
        found |= more
        left += more
    return found


def with_callees(unit: Unit, all_facts: Iterable[FunctionFacts], found: set[bytes]) -> set[bytes]:
    """Give the names of some functions, and of those that they name, through however many others."""
    homes: dict[bytes, list[FunctionFacts]] = {}
    for facts in all_facts if found else ():
        if facts.function:
            homes.setdefault(facts.function.called, []).append(facts)
    reached, left = {*found}, [*found]
    while left:
        named = [_named_in(unit, facts.function) for facts in homes.get(left.pop(), ())]
        more = {name for one in named for name in one if name in homes} - reached
        reached |= more
        left += more
    return reached


def calls(unit: Unit, function: Function, joined: set[bytes]) -> bool:
    """Say whether a function names one of some others, or one of its own name."""
    return not joined.isdisjoint(_named_in(unit, function))


def _named_in(unit: Unit, function: Function | None) -> set[bytes]:
    """Give what a function names, but for what it declares itself, as an index of the name `lane_id`."""
    if function is None:
        return set()
    calls = {one.name.start: unit.code[slice(*one.name)] for one in model(unit, function).calls}
    own = {*names(unit, function).declared} - {name.rpartition(b"::")[2] for name in calls.values()}
    members = {name for at, name in calls.items() if _is_member(unit.code, at)}
    return {*OWN_NAME.findall(unit.code, *function.body)} - own | members


def _is_member(code: bytes, at: int) -> bool:
    """Say whether a name stands behind an object: `a.f`, `a.template f`."""
    word = token_before(code, at)
    return (token_before(code, word.start) if word.text == b"template" else word).text in MEMBER
