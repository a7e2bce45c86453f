"""Updates by a function that is handed what to expect, and locks by one."""

from __future__ import annotations

import pytest
from helpers.turns import turn

from hipify_py.lanes.hazards.call_outcomes import outcome
from hipify_py.lanes.hazards.handed_updates import changed
from hipify_py.source.unit import Unit

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


def test_what_may_be_changed_is_found_by_its_name() -> None:
    code = b"__device__ void f(int *p, int *q, int n) { *p = 1; atomicAdd(q, n); int m = p[n]; m += 1; }"
    found = changed(Unit(code))
    assert [name for name in (b"p", b"q", b"m") if found.get(name)] == [b"p", b"q", b"m"]
    assert changed(Unit(b"void f(int *p) { *p = 1; }")) == {}
