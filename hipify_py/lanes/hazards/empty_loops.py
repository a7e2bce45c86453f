"""Loops that a constant keeps from a second turn, or from any: `while (!true)`, be it by a macro's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.conditions import conditional, opens_guard
from hipify_py.source.lexer import DEFINE
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.unit import Unit

TRUTHS = frozenset({b"true", b"false"})


def is_never(unit: Unit, condition: bytes, constants: ConstantTable) -> bool:
    """Say whether a condition is 0 by numbers and by macros that have one text throughout."""
    number = constants.number(condition)
    return number is not None and not number.value and _is_settled(condition, _settled(unit))


def _is_settled(text: bytes, settled: Mapping[bytes, bytes]) -> bool:
    todo, seen = A_NAME.findall(text), set[bytes](TRUTHS)
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        if name not in settled:
            return False
        seen.add(name)
        todo += A_NAME.findall(settled[name])
    return True


@fact
def _settled(unit: Unit) -> dict[bytes, bytes]:
    """Give the texts of the macros without parameters that a file defines once, whoever compiles it."""
    found = dict[bytes, list[bytes | None]]()
    for at, one in enumerate(unit.directives):
        head = DEFINE.match(unit.code, *one.body) if one.name == b"define" else None
        if head:
            chosen = conditional(unit, one.span.start) or (at and opens_guard(unit, at - 1))
            plain = not head[2] and not chosen
            found.setdefault(head[1], []).append(unit.code[head.end() : one.body.end] if plain else None)
    return {name: texts[0] for name, texts in found.items() if len(texts) == 1 and texts[0] is not None}
