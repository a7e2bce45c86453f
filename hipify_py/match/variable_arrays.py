"""Arrays as long as a variable says: g++, and so nvcc, fills them from a list, clang does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declared_types import varies
from hipify_py.source.conditions import inside
from hipify_py.source.definitions import in_function
from hipify_py.source.search import before, matches, word_start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

FILLED = re.compile(rb"\[[ \t]*+([A-Za-z_]\w*+)[ \t]*+\](?:[ \t]*+\[[^\[\]\n]*+\])*+\s*+(?:=\s*+)?\{")
DECLARES = frozenset({"init_declarator", "declaration"})


def filled(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report arrays of as many members as a parameter or variable says that a list gives their values."""
    if not for_device_compiler(unit, options):
        return
    for found in matches(unit.code, FILLED, b"["):
        end = before(unit.code, found.start(), b" \t")
        name, size = Span(word_start(unit.code, end), end), found[1]
        home = in_function(unit, name.start) if name.start < name.end else None
        if home is None or inside(dead(unit), name.start) or not varies(unit, home, size):
            continue
        nodes = [node.type for node in unit.around(name)]
        if nodes[-2:-1] == ["array_declarator"] and not DECLARES.isdisjoint(nodes):
            shown = {"name": unit.code[slice(*name)].decode(), "size": size.decode()}
            yield Match(findings=(report(rule, name, shown),))
