"""Loops that ask another place in each turn, as from level to level: they wait for no flag.

As in `while (*in->count > 0) { work(*in, *out); t = in; in = out; out = t; }`, which ends by what it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.spans import holds
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from hipify_py.source.function_model import Assignment, Loop, Model

POINTER = re.compile(rb"(?<![\w.>])([A-Za-z_]\w*+)\s*+(?:->|\[)|(?<![\w)\]])\s*+\*\s*+([A-Za-z_]\w*+)")


def asks_another_place(of: Model, code: bytes, loop: Loop) -> bool:
    """Say whether each turn swaps a pointer, behind which a loop's condition reads, with others."""
    asked = {one[1] or one[2] for one in POINTER.finditer(code, *loop.condition)}
    given: dict[bytes, set[bytes]] = {}
    for one in of.assigned_in(loop.body) if asked else ():
        value = code[slice(*one.value)].strip()
        if one.target == one.name and not one.operator:
            is_swap = A_NAME.fullmatch(value) and _is_of_each_turn(of, loop, one)
            given.setdefault(one.name, set()).add(value if is_swap else b"")
    return any(_comes_back(name, given) for name in asked)


def _comes_back(name: bytes, given: dict[bytes, set[bytes]]) -> bool:
    """Say whether a name gets the value of others, one after the other, up to its own."""
    now, seen = name, set[bytes]()
    while now not in seen and len(given.get(now, ())) == 1:
        seen.add(now)
        (now,) = given[now]
    return now == name and len(seen) > 1


def _is_of_each_turn(of: Model, loop: Loop, one: Assignment) -> bool:
    """Say whether no condition in the loop but its own is around an assignment."""
    inner = (each for each in of.path(one.value.start) if holds(loop.whole, each.span))
    return all(each.span in {loop.head, loop.condition} for each in inner)
