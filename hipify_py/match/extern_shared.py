"""Shared memory that is declared `extern` with a size, which nvcc takes for a definition."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.for_hip import sides
from hipify_py.source.conditions import inside
from hipify_py.source.search import matches
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

WORD = b"extern"
INNER = rb"(?:[^()]|\((?:[^()]|\([^()]*+\))*+\))*+"
ALIGNED = rb"\w++\s*+\(" + INNER + rb"\)"  # __align__(16), or a macro for that
EXTENTS = rb"(?:\[\s*+[^][;{}\s][^][;{}]*+\]\s*+)"
DECLARED = re.compile(
    rb"extern\s++((?:" + ALIGNED + rb"|[\w:\s*<>]){1,200}+)"
    rb"(" + EXTENTS + rb"*+)(?:,\s*+\w++\s*+" + EXTENTS + rb"++)*+;"
)
SHARED = re.compile(rb"\b__shared__\b")
SHARED_BEFORE = re.compile(rb"\b__shared__\s++\Z")
UNSIZED = re.compile(
    rb"typedef\b[^;{}]{1,200}?\b(\w+)\s*+\[\s*+\]|using\s++(\w++)\s*+=[^;{}]{1,200}?\[\s*+\]\s*+;"
)


def extern_shared(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Write `static` for `extern` where the size of the variable is given, as nvcc does itself."""
    for found in matches(unit.code, DECLARED, WORD):
        at, words = found.start(), re.findall(rb"\w+", found[1])
        if not (SHARED.search(found[1]) or SHARED_BEFORE.search(unit.code, max(0, at - 40), at)):
            continue
        if inside(sides(unit).own, at) or inside(dead(unit), at):
            continue
        if not found[2] and not _unsized(unit).isdisjoint(words[:-1]):
            continue
        span, name = Span(at, at + len(WORD)), words[-1]
        edit = Edit(span, (b"static",), rule.id, "storage")
        yield Match((edit,), (report(rule, span, {"name": name.decode()}),))


@fact
def _unsized(unit: Unit) -> frozenset[bytes]:
    """Give the names of a file for arrays without a size."""
    return frozenset(found[1] or found[2] for found in matches(unit.code, UNSIZED, b"typedef", b"using"))
