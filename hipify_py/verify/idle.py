"""Units that compile because nothing of them is compiled: all they hold stands under conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.conditions import PASS, opens_guard
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.lexer import Directive

SAID = b"hipify-py: nothing of this unit is compiled"
MAKES = frozenset((b"define", b"undef"))
MOST = 20  # conditions beside one another that are asked for


def conditions(text: bytes) -> tuple[bytes, ...]:
    """Give the conditions under one of which all of a source stands; none where something always counts.

    What it includes and defines is not looked at. A condition that has another side always holds something.
    """
    unit, found, behind, depth = Unit(text), list[bytes](), 0, 0
    made = {word for one in unit.directives if one.name in MAKES for word in _words(unit, one)[:1]}
    for number, one in enumerate(unit.directives):
        opens, closes = one.name.startswith(b"if"), one.name == b"endif"
        if depth == 0 and unit.code[behind : one.span.start].strip():
            return ()
        if opens and depth == 0:
            if opens_guard(unit, number) or PASS.search(unit.code, *one.body):
                return ()
            if not made.isdisjoint(_words(unit, one)):  # behind the unit it may not be what it was
                return ()
            found.append(_condition(unit, one))
        elif depth == 1 and not closes and one.name.startswith(b"el"):
            return ()
        depth += opens - closes
        behind = one.span.end
    whole = depth == 0 and not unit.code[behind:].strip()
    return tuple(found) if whole and len(found) <= MOST else ()


def _words(unit: Unit, one: Directive) -> list[bytes]:
    return A_NAME.findall(unit.code, *one.body)


def _condition(unit: Unit, one: Directive) -> bytes:
    body = b" ".join(unit.code[slice(*one.body)].replace(b"\\\n", b" ").split())
    said = {b"ifdef": b"defined(%b)", b"ifndef": b"!defined(%b)"}.get(one.name, b"%b")
    return said % body


def probe(path: bytes, asked: tuple[bytes, ...]) -> Iterator[bytes]:
    """Give the lines of a source that compiles unless none of some conditions holds behind a unit."""
    yield b'#include "%b"\n' % path
    yield b"#if !(%b)\n" % b" || ".join(b"(%b)" % one for one in asked)
    yield b"#error %b\n#endif\n" % SAID
