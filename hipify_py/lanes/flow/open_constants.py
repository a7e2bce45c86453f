"""Constants that are another number in another build: a default that `-D` replaces, one of two branches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.constant_folding import written_constants
from hipify_py.lanes.warp_names import is_about_warps
from hipify_py.source.conditions import conditional, innermost
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

WIDTH = b"32"
ASKS = frozenset((b"if", b"ifndef"))
MOST_NAMES = 64  # that hang on one another


def is_open(unit: Unit, node: Expression, constants: ConstantTable) -> bool:
    """Say whether an expression hangs on a constant that a build may give another value."""
    names = open_constants(unit)
    todo, seen = [one.name for one in node.walk() if one.kind == "name"] if names else [], set[bytes]()
    while todo and len(seen) < MOST_NAMES:
        name = todo.pop()
        if name in names:
            return True
        if name not in seen:
            seen.add(name)
            todo += OWN_NAME.findall(constants.texts.get(name, b""))
    return False


@fact
def open_constants(unit: Unit) -> frozenset[bytes]:
    """Give the names of the constants of a file that a condition of the preprocessor decides.

    A macro that is made only where there is none of its name is one, `#ifndef N`, but for the 32 of a warp.
    """
    if not any(one.name.startswith(b"if") for one in unit.directives):
        return frozenset()
    found: dict[bytes, set[bytes]] = {}
    decided, defaults = set[bytes](), set[bytes]()
    for at, name, text in written_constants(unit):
        found.setdefault(name, set()).add(text)
        branch = innermost(unit, at)
        asked = branch.directive if branch else None
        if asked and asked.name in ASKS and name in OWN_NAME.findall(unit.code, *asked.body):
            defaults.add(name)
        elif conditional(unit, at):
            decided.add(name)
    told = {*defaults, *(name for name in decided if len(found[name]) > 1)}
    return frozenset(name for name in told if found[name] != {WIDTH} or not is_about_warps(name))
