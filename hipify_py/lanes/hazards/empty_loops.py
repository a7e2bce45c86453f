"""Loops that a constant keeps from a second turn, or from any: `while (!true)`, be it by a macro's name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.source.conditions import conditional, opens_guard
from hipify_py.source.lexer import DEFINE
from hipify_py.source.search import places
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

TRUTHS = frozenset({b"true", b"false"})


class _Text(NamedTuple):
    """The text of a macro, and from where to where in the file its name stands for it."""

    text: bytes
    start: int
    end: int


def is_never(unit: Unit, condition: Span, constants: ConstantTable) -> bool:
    """Say whether a condition is 0 by numbers and by macros that have one text from above it on."""
    text = unit.code[slice(*condition)]
    number = constants.number(text)
    return number is not None and not number.value and _is_settled(text, condition.start, _settled(unit))


def _is_settled(text: bytes, at: int, settled: Mapping[bytes, _Text]) -> bool:
    todo, seen = A_NAME.findall(text), set[bytes](TRUTHS)
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        if name not in settled or not settled[name].start < at < settled[name].end:
            return False
        seen.add(name)
        todo += A_NAME.findall(settled[name].text)
    return True


@fact
def _settled(unit: Unit) -> dict[bytes, _Text]:
    """Give the texts of the macros without parameters that a file defines once, whoever compiles it."""
    found = dict[bytes, list[_Text | None]]()
    ends = dict[bytes, list[int]]()
    for at, one in enumerate(unit.directives):
        head = DEFINE.match(unit.code, *one.body) if one.name == b"define" else None
        if head:
            chosen = conditional(unit, one.span.start) or (at and opens_guard(unit, at - 1))
            text = unit.code[head.end() : one.body.end]
            plain = _Text(text, one.span.start, len(unit.code)) if not head[2] and not chosen else None
            found.setdefault(head[1], []).append(plain)
        elif one.name == b"undef":
            for name in A_NAME.findall(unit.code, *one.body):
                ends.setdefault(name, []).append(one.span.start)
    kept = _kept_aside(unit)
    once = ((name, each[0]) for name, each in found.items() if len(each) == 1 and name not in kept)
    return {name: _until(one, ends.get(name, ())) for name, one in once if one}


def _until(one: _Text, ends: Iterable[int]) -> _Text:
    """Give a macro's text up to the first of some ends behind it."""
    return one._replace(end=min((end for end in ends if end > one.start), default=one.end))


def _kept_aside(unit: Unit) -> frozenset[bytes]:
    """Give the names on lines that keep the text of a macro, or take a kept one again."""
    found = set[bytes]()
    for at in places(unit.source, b"push_macro", b"pop_macro"):
        end = unit.source.find(b"\n", at)
        found.update(A_NAME.findall(unit.source, at, end if end >= 0 else len(unit.source)))
    return frozenset(found)
