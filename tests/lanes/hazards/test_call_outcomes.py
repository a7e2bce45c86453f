"""On what the outcome of a call in a loop hangs."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.hazards.call_outcomes import lent_places, outcome
from hipify_py.lanes.hazards.loop_exits import LoopExits
from hipify_py.lanes.hazards.one_loop import Turn
from hipify_py.model import Span
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit

TAKE = "__device__ bool take(int *p) { return atomicCAS(p, 0, 1) == 0; }\n"


def turn(code: str, head: str = "") -> Turn:
    source = f"{head}__global__ void k(volatile int *f, int *p, int n) {{ int v = 0; {code} here(); }}"
    unit = Unit(source.encode())
    read = model(unit, function_at(unit))
    return Turn(LoopExits(unit, read, ConstantTable({})), read.loops[0])


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


CAS = "__device__ bool cas(int *p, int was, int is) { return atomicCAS(p, (int)was, is) == was; }\n"
CHANGES = "__device__ bool cas(int *p, int was, int is) { was += 1; return atomicCAS(p, was, is) == was; }\n"
SAME = "__device__ bool cas(int *p, int was, int) { return atomicCAS(p, was, was) == was; }\n"
FREES = "__device__ int l; __device__ void give() { atomicAdd(&l, 1); }\n"


@pytest.mark.parametrize(
    ("code", "head", "kind"),
    [
        ("do v = *f; while (!cas(p, v, v + 1));", CAS, "moves"),
        ("do { v = f[0]; n = v + 1; } while (!cas(p, v, n));", CAS, "moves"),
        ("while (!cas(p, 0, 1)) ;", CAS, "lock"),
        ("while (!cas(p, n, n + 1)) ;", CAS, "lock"),  # the same each turn
        ("do v = *f; while (!cas(p, 0, v));", CAS, "lock"),
        ("while (!cas(p, n, n + 1)) ;", CHANGES, "moves"),  # it expects another value by itself
        ("do v = *f; while (!cas(p, v, v | 1));", CAS, "lock"),
        ("do { v = *f; n = v | 1; } while (!cas(p, v, n));", CAS, "lock"),
        ("do v = *f; while (!cas(p, v, 1));", CAS, "lock"),
        ("do v = *f; while (!cas(p, v, v));", SAME, "lock"),
        ("do v = *f; while (!cas(p, v, v + 1)); *p = 0;", CAS, "lock"),
        ("do v = *f; while (!cas(p, v, v + 1)); atomicAdd(p, 1);", CAS, "lock"),
        ("do v = *f; while (!cas(&p[n], v, v + 1)); --p[n];", CAS, "lock"),
        ("int *q = p; do v = *f; while (!cas(p, v, v + 1)); atomicAdd(q, 1);", CAS, "lock"),
        ("do v = *f; while (!cas(p, v, v + 1)); give(p);", CAS, "lock"),
        ("do v = *f; while (!cas(&l, v, v + 1));", CAS + FREES, "lock"),
        ("n = p[0]; do v = *f; while (!cas(p, v, v + 1)); f[1] = *p;", CAS, "moves"),
        ("do v = *f; while (!cas(&l, v, v + 1));", CAS, "moves"),
    ],
)
def test_a_function_that_is_told_anew_what_to_expect_takes_no_lock(code: str, head: str, kind: str) -> None:
    one = turn(code, head)
    (call,) = (call for call in one.calls if one.text(call.name) == b"cas")
    assert outcome(one, call, frozenset()) == kind
