"""Functions of the program's own that clang has built in: g++ declares them in a header, clang by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.source.search import matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

# Those without parameters; another signature is an overload, which clang takes.
DEFINED = re.compile(
    rb"(?<!\w)(__rdtsc|_mm_(?:pause|[lms]fence|getcsr))\s*+\(\s*+(?:void\s*+)?\)\s*+(?:noexcept\s*+)?\{"
)
SCOPES = frozenset({"namespace_definition", "class_specifier", "struct_specifier", "union_specifier"})


def own_builtins(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report definitions outside of all scopes, in files that the HIP compiler reads."""
    if not (options.name.endswith((".cu", ".cuh", ".hip")) or options.project.in_cuda):
        return
    for found in matches(unit.code, DEFINED, *rule.words):
        span = Span(*found.span(1))
        if not any(node.type in SCOPES for node in unit.around(span)):
            yield Match(findings=(report(rule, span, {"name": found[1].decode()}),))
