"""Pointers to rows whose length a variable says: g++, and so nvcc, takes the cast to one, clang does not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.match.runtime_include import read_for_device
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declared_types import varies
from hipify_py.source.conditions import inside
from hipify_py.source.definitions import in_function
from hipify_py.source.search import matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

TYPE = rb"([\w:]++(?:\s++[\w:]++)*+(?:\s*+\*)*+)\s*+"
EXTENTS = rb"((?:\[[^][;{}()]++\]\s*+)++)"
DECLARED = re.compile(
    rb"\(\s*+\*\s*+(\w++)\s*+\)\s*+"
    + EXTENTS
    + rb"=\s*+\(\s*+"
    + TYPE
    + rb"\(\s*+\*\s*+\)\s*+"
    + EXTENTS
    + rb"\)"
)
TYPE_BEFORE = re.compile(rb"(?<![^\s;{}(])" + TYPE + rb"\Z")
REST = re.compile(rb"[^,;{}]*+;")  # one alone is declared: `auto` is one type for all
NEAR = 100  # bytes before a declarator in which its type stands


def rows(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Write `auto` for the type that the cast gives as well."""
    if not read_for_device(unit, options):
        return
    for found in matches(unit.code, DECLARED, b"("):
        at = found.start()
        kind = TYPE_BEFORE.search(unit.code, max(0, at - NEAR), at)
        is_one = kind is not None and REST.match(unit.code, found.end()) is not None
        home = in_function(unit, at) if kind and is_one and _plain(kind[1]) == _plain(found[3]) else None
        if kind is None or home is None or _plain(found[2]) != _plain(found[4]) or inside(dead(unit), at):
            continue
        span = Span(kind.start(1), found.end(2))
        if not unit.directive_at(at) and any(
            varies(unit, home, word) for word in re.findall(rb"[A-Za-z_]\w*", found[2])
        ):
            yield Match(
                (Edit(span, (b"auto ", Span(*found.span(1)), b" "), rule.id, "type", dropped=(span,)),)
            )


def _plain(text: bytes) -> bytes:
    """Give a text without the blanks that mean nothing."""
    return re.sub(rb" ?([^\w ]) ?", rb"\1", b" ".join(text.split()))
