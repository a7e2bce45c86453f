"""What leaves the loops of a function from inside, and on which conditions."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from hipify_py.source.function_model import LOOPS
from hipify_py.source.spans import holds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.model import Span
    from hipify_py.source.function_model import Condition, Model, Path


def leaving(model: Model) -> dict[Span, list[Sequence[Span]]]:
    """Give for each loop, by its head, the conditions in it on which each jump hangs that leaves it.

    These are those around the jump, and around what goes on with the next turn before it.
    """
    found: dict[Span, list[Sequence[Span]]] = {}
    skipped: dict[Span, list[Condition]] = {}
    for jump in model.jumps:
        around = [one for one in model.path(jump.at) if holds(jump.home, one.span)]
        heads = [at for at, one in enumerate(around) if one.keyword in LOOPS or one.keyword == "switch"]
        if jump.kind == "continue":
            inner = [at for at in heads if around[at].keyword in LOOPS][-1:]
            for at in inner:
                skipped.setdefault(around[at].span, []).extend(around[at + 1 :])
            continue
        for at in heads[-1:] if jump.kind == "break" else heads:
            head = around[at]
            if head.keyword in LOOPS:
                asked = dict.fromkeys(chain(around[at + 1 :], skipped.get(head.span, ())))
                found.setdefault(head.span, []).append([one.span for one in asked])
    return found


def once(model: Model) -> frozenset[Span]:
    """Give the heads of the loops of which every path leaves in the first turn: blocks that can be left.

    In none of them anything goes on with the next turn, nor jumps elsewhere.
    """
    left: dict[Span, set[Path]] = {}
    going_on: set[Span] = set()
    for jump in model.jumps:
        around = [one for one in model.path(jump.at) if holds(jump.home, one.span)]
        loops = [at for at, one in enumerate(around) if one.keyword in LOOPS]
        if jump.kind in {"continue", "goto"}:
            going_on.update(around[at].span for at in (loops[-1:] if jump.kind == "continue" else loops))
            continue
        heads = loops if jump.kind == "return" else loops[-1:]
        for at in heads:
            inner = tuple(around[at + 1 :])
            if all(one.keyword == "if" for one in inner):
                left.setdefault(around[at].span, set()).add(inner)
    return frozenset(head for head, paths in left.items() if head not in going_on and _covers(paths))


def _covers(paths: set[Path]) -> bool:
    """Say whether one of some paths is taken whatever the conditions are: both sides of each lead to one."""
    queue = list(paths)
    while queue and () not in paths:
        *outer, last = queue.pop()
        other = (*outer, last._replace(otherwise=not last.otherwise))
        if other in paths and tuple(outer) not in paths:
            paths.add(tuple(outer))
            queue.append(tuple(outer))
    return () in paths
