"""`__align__` in what plain C++ reads: HIP makes it for a HIP compiler alone, CUDA for every one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.choices import CXX
from hipify_py.lazy import re
from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.macros import defined
from hipify_py.source.conditions import inside
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

WORD = b"__align__"
ALIGNED = re.compile(rb"\b__align__(?=\s*\(([^()\n]*+)\))")


def for_all_compilers(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Write the attribute that CUDA's `__align__` is in files that sources of plain C++ read."""
    plain = options.name.endswith(CXX) and not for_device_compiler(unit, options)
    if not (plain or options.project.cxx) or WORD in defined(unit):
        return
    of_hip = sides(unit).own
    for found in word_matches(unit, ALIGNED, WORD):
        if not inside(of_hip, found.start()):
            opened, closed = found.start(1) - 1, found.end(1) + 1
            edits = (
                Edit(Span(*found.span()), (b"__attribute__",), rule.id, "alignment"),
                Edit(Span(opened, opened), (b"((aligned",), rule.id, "alignment"),
                Edit(Span(closed, closed), (b"))",), rule.id, "alignment"),
            )
            yield Match(edits)
