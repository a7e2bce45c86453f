"""Functions of a file that say by `true` and `false` whether they found what a loop waits for.

They may take it, too: what a function writes only where it then says what ends the loop moves nothing while
the loop waits, as `head = h + 1; return true;` of a queue that is polled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.hazards.loop_kinds import first
from hipify_py.source.function_model import LOOPS
from hipify_py.source.spans import holds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.lanes.hazards.loop_kinds import Kind
    from hipify_py.lanes.hazards.one_loop import Turn
    from hipify_py.source.function_model import Jump

TRUTHS = {b"true": True, b"1": True, b"false": False, b"0": False}
MOST_RETURNS = 16


def of_truths(body: Turn, *, ends: bool | None) -> Kind | None:
    """Say on what it hangs which truth a function returns; None where it returns anything else.

    `ends` is the one that ends the loop that asks, if that is known.
    """
    inside = body.model.jumps_in(body.loop.body)
    returns = [one for one in inside if one.kind == "return" and one.home == body.loop.body]
    said = [TRUTHS.get(body.text(one.value).strip(b"() \t\r\n")) if one.value else None for one in returns]
    if None in said or len({*said}) != 2 or len(said) > MOST_RETURNS:
        return None
    others = [one for one, truth in zip(returns, said, strict=True) if truth != ends]
    ending = [one for one in returns if one not in others]
    frozen = body.frozen | {name for name in body.given if _is_taken(body, name, others, ending)}
    asked = {
        one.span
        for each in returns
        for one in body.model.path(each.at)
        if one.keyword not in LOOPS and holds(body.loop.body, one.span)
    }
    kind = first(body.of_frozen(one, frozen) for one in asked)
    return "moves" if kind == "flag" and not any(map(body.awaited.is_by_others, asked)) else kind


def _is_taken(body: Turn, name: bytes, others: Sequence[Jump], ending: Sequence[Jump]) -> bool:
    """Say whether a name is only written where the function then says what ends the loop."""
    places = [one.value.start for one in body.given[name]]
    return all(any(_leads(body, at, one.at) for one in ending) for at in places) and not any(
        one.at > at and not _is_cut_off(body, at, one, ending) for at in places for one in others
    )


def _is_cut_off(body: Turn, at: int, other: Jump, ending: Sequence[Jump]) -> bool:
    """Say whether one never comes from a place to a return: another ends it before, or a condition does."""
    path, around = body.model.path(other.at), body.model.path(at)
    excluded = any(one._replace(otherwise=not one.otherwise) in path for one in around)
    return excluded or any(_leads(body, at, one.at) and one.at < other.at for one in ending)


def _leads(body: Turn, at: int, to: int) -> bool:
    """Say whether one comes from a place to one behind it for certain, as far as conditions go."""
    path = body.model.path(to)
    return to > at and body.model.path(at)[: len(path)] == path
