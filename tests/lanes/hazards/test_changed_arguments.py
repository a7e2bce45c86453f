"""Which of its arguments a function of the file may change."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

from hipify_py.lanes.hazards.changed_arguments import changed_arguments
from hipify_py.source.unit import Unit

OTHERS = """struct P { int *p; };
__device__ void put(int *p) { *p = 1; }
__device__ int get(const int *p) { return *p; }
"""


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        ("int f(int i, const int *p, int &r) { return p[i] + r; }", set()),
        ("void f(int i, int *p) { p[i] = 1; }", {1}),
        ("void f(int &r, int &s) { r = s; }", {0}),
        ("int f(int i) { i += 2; return i; }", set()),
        ("int f(int *p) { ++p; return *p; }", set()),
        ("void f(int *p, int n) { int *q = p + n; *q = 3; }", {0}),
        ("void f(int *p, int *q) { put(p); get(q); }", {0}),
        ("void f(int *p, int *q) { unknown(p, 2); atomicAdd(q, 1); }", {0, 1}),
        ("void f(P a, P *b, P &c) { b->p = 0; }", {0, 1}),
        ("void f(P &a, const P &b) { a.next(); }", {0}),
        ('void f(int *p, int n) { asm volatile("" :: "l"(p)); }', {0}),
        ("void f(int *p, int n) { f(p, n - 1); }", {0}),
    ],
)
def test_changed(made: str, expected: set[int]) -> None:
    unit = Unit(f"{OTHERS} __device__ {made}".encode())
    assert changed_arguments(unit, b"f") == frozenset(expected)


def test_of_what_is_not_of_the_file_nothing_is_known() -> None:
    assert changed_arguments(Unit(b"void f(int a) { g(a); }"), b"g") is None


INDEX = "__device__ int idx(int i) { return 2 * i; } __device__ int step(int &i) { return ++i; }\n"
KERNEL = (
    "__global__ void k(volatile int *f, int *lock, int *d, int n) { int w = threadIdx.x / 32; %s d[w] = n; }"
)


@pytest.mark.parametrize(
    ("code", "rules"),
    [
        ("while (f[idx(w)] == 0) ;", ["W026"]),
        ("while (atomicCAS(&lock[idx(n)], 0, 1)) ; d[n] = 1; atomicExch(&lock[idx(n)], 0);", ["W026"]),
        ("while (f[step(w)] == 0) ;", []),
        ("while (d[idx(n)] > 4) n++;", []),
    ],
)
def test_a_function_in_an_index(code: str, rules: list[str]) -> None:
    assert remaining(INDEX + KERNEL % code) == rules
