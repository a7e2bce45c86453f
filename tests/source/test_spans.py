"""Several spans of a text: those that stand in another one."""

from __future__ import annotations

from itertools import combinations

import pytest

from hipify_py.model import Span
from hipify_py.source.spans import holds, inner

LISTED = [
    [],
    [Span(2, 4)],
    [Span(1, 9), Span(2, 4), Span(5, 6)],  # one around others
    [Span(1, 5), Span(3, 8)],  # across each other
    [Span(6, 7), Span(1, 2), Span(1, 9)],  # in no order
    [Span(4, 4)],
]


@pytest.mark.parametrize("spans", LISTED)
def test_a_span_holds_one_of_some_as_if_each_were_asked(spans: list[Span]) -> None:
    asked = inner(spans)
    for start, end in combinations(range(11), 2):
        outer = Span(start, end)
        assert asked.any_in(outer) == any(holds(outer, one) for one in spans)
