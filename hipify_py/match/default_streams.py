"""The macro by which a source asks CUDA's headers for a default stream of each thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.macros import defined, defines
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

HIPS = b"HIP_API_PER_THREAD_DEFAULT_STREAM"
CUDAS = re.compile(rb"\bCUDA_API_PER_THREAD_DEFAULT_STREAM\b")
FOR_NVCC = (".cu", ".cuh")


def of_each_thread(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Let sources of plain C++ and headers ask HIP's headers too; say of a .cu file that it asks in vain.

    CUDA's name stays, for conditions on it; with the flag for such streams clang defines both.
    """
    if HIPS in defined(unit):
        return
    for found in word_matches(unit, CUDAS, b"CUDA_API_PER_THREAD_DEFAULT_STREAM"):
        span = Span(*found.span())
        directive = unit.directive_at(span.start) if defines(unit, span) else None
        if directive is None:
            continue
        if options.name.endswith(FOR_NVCC):
            yield Match(findings=(report(rule, span, {}),))
        else:
            at = directive.span.start
            yield Match((Edit(Span(at, at), (b"#define " + HIPS + unit.newline,), rule.id, "macro"),))
