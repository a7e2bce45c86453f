"""Values in braces that their type may not hold: nvcc warns of them, and clang refuses them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.model import Edit
from hipify_py.outcomes import Match
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declared_types import WORD, varies
from hipify_py.resolve.for_hip import sides
from hipify_py.source.conditions import inside
from hipify_py.source.definitions import in_function
from hipify_py.source.listed_values import GRID, lists, values
from hipify_py.source.number_types import BUILTIN, FLOATING, NAMED_TYPE, number_type, spelt, types_in
from hipify_py.source.unit import span_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

BITS = {
    "bool": 1,
    "char": 8,
    "signed char": 8,
    "unsigned char": 8,
    "short": 16,
    "unsigned short": 16,
    "int": 32,
    "unsigned": 32,
    "long": 64,
    "unsigned long": 64,
    "long long": 64,
    "unsigned long long": 64,
}
"""On Linux for amd64, where char has a sign."""
REAL = ("float", FLOATING, "double")
WHOLE = re.compile(rb"[+-]?(?:0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*")
FRACTION = re.compile(rb"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFlL]?")


def narrowed(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Cast what a list of values makes narrower, where the types and that it varies are known for certain."""
    if not for_device_compiler(unit, options):
        return
    of_hip = sides(unit).own
    for listed in lists(unit):
        grid = listed.type == GRID
        if not grid and not NAMED_TYPE.fullmatch(listed.type):
            continue
        text, deepest = (b"unsigned", 0) if grid else (listed.type, listed.dimensions)
        target = spelt(text)
        known: dict[bytes, bool] = {}  # whether what is written so narrows: all of a list stands in one place
        for node, depth in values(listed.node):
            value = span_of(node)
            written = unit.code[slice(*value)]
            if _is_plain(written, target):
                continue
            apart = inside(of_hip, value.start) or inside(dead(unit), value.start)
            if depth > deepest or (grid and listed.dimensions) or apart:
                continue
            if written not in known:
                known[written] = _narrows(unit, value, target)
            if known[written]:
                cast = b"static_cast<" + text + b">("
                yield Match((Edit(value, (cast, value, b")"), rule.id, "cast"),))


def _is_plain(text: bytes, target: str) -> bool:
    """Say whether a value is a number that narrows nothing: tables have hundreds of thousands of them."""
    return bool(WHOLE.fullmatch(text) or (target not in BITS and FRACTION.fullmatch(text)))


def _narrows(unit: Unit, value: Span, target: str) -> bool:
    """Say whether a value is known to be of a type that its target does not hold, and is no constant."""
    home = in_function(unit, value.start)
    names = types_in(unit, home) if home else {}
    kind = number_type(unit, value, names)
    if kind in REAL:
        if target in BITS:
            return True
        wider = kind == "double" and target == "float"
    elif kind in BITS:
        wider = target in REAL or not _holds(target, kind)
    else:
        return False
    text = unit.code[slice(*value)]
    return (
        wider
        and home is not None
        and (BUILTIN.search(text) is not None or any(varies(unit, home, name) for name in WORD.findall(text)))
    )


def _holds(target: str, kind: str) -> bool:
    """Say whether an integer type has each value of another."""
    signed, was = (not one.startswith(("unsigned", "bool")) for one in (target, kind))
    if signed == was:
        return BITS[target] >= BITS[kind]
    return signed and BITS[target] > BITS[kind]
