"""What leaves the loops of a function from inside, and on which conditions."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from hipify_py.source.function_model import LOOPS
from hipify_py.source.spans import holds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.model import Span
    from hipify_py.source.function_model import Condition, Model


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
