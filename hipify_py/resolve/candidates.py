"""The names in code that some rule may speak about."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.unit import Unit


def candidates(unit: Unit, rules: RuleSet) -> tuple[tuple[Span, bytes], ...]:
    """Give every name in code that some rule may speak about: not the parts of a header's path."""
    paths = unit.header_paths
    starts = [path.start for path in paths]

    def in_path(span: Span) -> bool:
        at = bisect_right(starts, span.start)
        return at > 0 and span.start < paths[at - 1].end

    return tuple(one for one in unit.find(rules.candidate) if not in_path(one[0]))
