"""The names in code that some rule may speak about."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.wide_names import in_wide_name
from hipify_py.source.word_places import all_standing, vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import RuleSet
    from hipify_py.source.unit import Unit

    Names = tuple[tuple[Span, bytes], ...]


# What asks for nothing but letters and digits, so that it finds whole words: the rules that come along do.
OF_WORDS = re.compile(rb"\\b\(\?:(?:\w|\((?:\?[:!=])?|[|)?]|\[[\w-]+\])*\)\\w\*")


def candidates(unit: Unit, rules: RuleSet) -> Names:
    """Give every name in code that some rule may speak about: not the parts of a header's path."""
    return _outside_paths(unit, rules.candidate)


def _beginning(unit: Unit, expression: re.Pattern[bytes]) -> Iterator[tuple[Span, bytes]]:
    """Give the names that begin as rules say, in order; each word of the file is looked at once."""
    names = (found[0] for found in expression.finditer(vocabulary(unit)))
    for word, start, end in all_standing(unit, *names):
        span = Span(start, end)
        if not (unit.has_wide_names and in_wide_name(unit.code, span)):
            yield span, word


@lru_cache(maxsize=64)  # of rules, of which a run has few: some have thousands of names
def _finds_words(pattern: bytes) -> bool:
    return OF_WORDS.fullmatch(pattern) is not None


@fact_of
def _outside_paths(unit: Unit, expression: re.Pattern[bytes]) -> Names:
    paths = unit.header_paths
    by_words = _finds_words(expression.pattern)
    found = _beginning(unit, expression) if by_words else unit.find(expression)
    starts = [path.start for path in paths]
    last = max((path.end for path in paths), default=0)

    def in_path(span: Span) -> bool:
        at = bisect_right(starts, span.start)
        return at > 0 and span.start < paths[at - 1].end

    return tuple(one for one in found if one[0].start >= last or not in_path(one[0]))
