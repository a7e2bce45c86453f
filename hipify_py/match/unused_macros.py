"""Macros of a source that nothing in it uses: what they stand for is read by no compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.choices import CXX
from hipify_py.resolve.macros import made_by
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from hipify_py.settings import Options
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

SOURCES = (*CXX, ".c", ".cu", ".hip")
MOST_USES = 64  # of a macro that are looked at


def is_never_used(unit: Unit, directive: Directive, options: Options) -> bool:
    """Say whether a directive makes a macro that nothing uses, in a source that no file includes.

    What a header makes who includes it may use, and so may a file that a source includes behind the macro.
    """
    name = made_by(unit, directive)
    if not name or not options.name.endswith(SOURCES) or options.project.included:
        return False
    behind = any(one.path.start > directive.span.end for one in unit.text.includes)
    return not behind and name in _unused(unit)


@fact
def _unused(unit: Unit) -> frozenset[bytes]:
    """Give the macros of a file that stand in nothing but macros that nothing uses."""
    if b"##" in unit.code:  # which may put together the name of any
        return frozenset()
    uses: dict[bytes, set[bytes]] = {}
    used: list[bytes] = []
    for name in {made for one in unit.directives if (made := made_by(unit, one))}:
        uses.setdefault(name, set())
        for number, word in enumerate(standing(unit, name)):
            there = unit.directive_at(word.start)
            if there and there.name == b"undef":
                continue
            by = made_by(unit, there) if there and there.name == b"define" else b""
            if by and number < MOST_USES:
                uses.setdefault(by, set()).add(name)
            else:
                used.append(name)
                break
    seen = set(used)
    while used:
        more = uses.get(used.pop(), set()) - seen
        seen |= more
        used += more
    return frozenset(uses.keys() - seen)
