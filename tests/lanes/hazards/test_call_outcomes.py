"""On what the outcome of a call in a loop hangs."""

from __future__ import annotations

import pytest
from helpers.turns import turn

from hipify_py.lanes.hazards.call_outcomes import lent_places, outcome
from hipify_py.model import Span

TAKE = "__device__ bool take(int *p) { return atomicCAS(p, 0, 1) == 0; }\n"


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("while (atomicCAS(p, 0, 1)) ;", "lock"),
        ("while (atomicExch(p, 1)) ;", "lock"),
        ("while (atomicExch(p, 0)) ;", "moves"),
        ("while (atomicOr(p, 1) & 1) ;", "lock"),
        ("while (!(atomicOr(p, 1) & 1)) ;", "moves"),
        ("while (atomicAdd(p, 0)) ;", "flag"),
        ("while (atomicAdd(p, 1)) ;", "moves"),
        ("while (__ldcg(p)) ;", "flag"),
        ("while (cub::ThreadLoad<cub::LOAD_VOLATILE>(p)) ;", "flag"),
        ("while (__any_sync(~0u, v)) ;", "still"),
        ("while (!take(p)) ;", "lock"),
        ("while (!take(p)) ; take(p);", "lock"),
        ("while (take(p)) take(p);", "turn"),
    ],
)
def test_calls(code: str, kind: str) -> None:
    found = turn(code, TAKE)
    assert outcome(found, found.calls[0], frozenset()) == kind


def test_what_an_atomic_adds_to_leaves_its_own_address_as_it_is() -> None:
    found = turn("while (atomicOr(p, 1) & 1) step(&v);")
    at = found.calls[0].arguments[0]
    assert lent_places(found, at) == {b"v"}
    assert b"p" in lent_places(found, Span(0, 0))
