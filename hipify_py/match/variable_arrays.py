"""Arrays as long as a variable says: g++, and so nvcc, fills them from a list, clang does not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.source.conditions import inside
from hipify_py.source.definitions import in_function
from hipify_py.source.number_types import types_in
from hipify_py.source.search import before, matches, word_start
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

FILLED = re.compile(rb"\[[ \t]*+([A-Za-z_]\w*+)[ \t]*+\](?:[ \t]*+\[[^\[\]\n]*+\])*+\s*+(?:=\s*+)?\{")
CONSTANT, WORD = re.compile(rb"\b(?:const|constexpr)\b([^;{}()]*+)"), re.compile(rb"\w+")
DECLARES = frozenset({"init_declarator", "declaration"})


def filled(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report arrays of as many members as a parameter or variable says that a list gives their values."""
    if not for_device_compiler(unit, options):
        return
    for found in matches(unit.code, FILLED, b"["):
        end = before(unit.code, found.start(), b" \t")
        name, size = Span(word_start(unit.code, end), end), found[1]
        home = in_function(unit, name.start) if name.start < name.end else None
        if home is None or inside(dead(unit), name.start) or not _varies(unit, home, size):
            continue
        nodes = [node.type for node in unit.around(name)]
        if nodes[-2:-1] == ["array_declarator"] and not DECLARES.isdisjoint(nodes):
            shown = {"name": unit.code[slice(*name)].decode(), "size": size.decode()}
            yield Match(findings=(report(rule, name, shown),))


def _varies(unit: Unit, home: Span, size: bytes) -> bool:
    """Say whether a name is a parameter, or a variable that no word calls a constant."""
    kind = types_in(unit, home).get(size, "?auto")
    return not kind.startswith("?") and size not in _constants(unit, home)


def _constants(unit: Unit, home: Span) -> set[bytes]:
    """Give the words behind `const` in a function's body; what is const in its head varies by call."""
    known = _by_function(unit)
    if home not in known:
        body = unit.code.find(b"{", *home)
        known[home] = {
            word for found in CONSTANT.finditer(unit.code, body, home.end) for word in WORD.findall(found[1])
        }
    return known[home]


@fact
def _by_function(_unit: Unit) -> dict[Span, set[bytes]]:
    """Keep the constants of those functions that were asked for."""
    return {}
