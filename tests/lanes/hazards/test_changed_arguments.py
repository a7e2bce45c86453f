"""Which of its arguments a function of the file may change."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

from hipify_py.lanes.hazards.changed_arguments import changed_arguments, takes_a_copy
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


LOCKED = """struct Table { int *locks; volatile int *heads; struct Node *nodes; int own[4]; };
struct Node { int lock; Node *next; };
using Alias = Table &;
__device__ void link(%s t, int b) { t.heads[b] = 1; }
__device__ void other(int *p, int b) { p[b] = 1; }
__device__ void insert(%s t, Table *q, int b) {
    bool done = false;
    while (!done) {
        if (atomicExch(%s, 1) == 0) {
            %s
            done = true;
            atomicExch(%s, 0);
        }
    }
}
"""


def waits(lock: str, work: str, taken: str = "Table", own: str = "Table") -> bool:
    return "W026" in remaining(LOCKED % (taken, own, lock, work, lock))


@pytest.mark.parametrize("lock", ["&t.locks[b]", "t.locks + b", "&t.nodes[b].lock", "&t.locks[b * 2 + 1]"])
def test_an_object_handed_by_value_keeps_the_lock_where_it_is(lock: str) -> None:
    assert waits(lock, "link(t, b);")
    assert waits(lock, "link(t, b); link(t, t.heads[b]);")


@pytest.mark.parametrize(
    ("lock", "work", "taken", "own"),
    [
        ("&t.locks[b]", "link(t, b);", "Table &", "Table"),
        ("&t.locks[b]", "link(t, b);", "Alias", "Table"),
        ("&t.locks[b]", "link(t, b);", "Table", "Table &"),
        ("&t.locks[b]", "link(t, b); change(&t);", "Table", "Table"),
        ("&t.locks[b]", "unknown(t, b);", "Table", "Table"),
        ("&t.nodes->next[b].lock", "link(t, b);", "Table", "Table"),
        ("&t.locks[t.heads[b]]", "link(t, b);", "Table", "Table"),
    ],
)
def test_what_may_lead_to_another_lock(lock: str, work: str, taken: str, own: str) -> None:
    assert not waits(lock, work, taken, own)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        ("void f(P a)", True),
        ("void f(const P a)", True),
        ("void f(P &a)", False),
        ("void f(P *a)", False),
        ("using R = P &; __device__ void f(R a)", False),
        ("template <class T> __device__ void f(T a)", True),
        ("template <class T> __device__ void f(T &&a)", False),
        ("void g(P a)", False),
    ],
)
def test_what_gets_a_copy(made: str, expected: bool) -> None:
    unit = Unit(f"{OTHERS} __device__ {made} {{ a.p = 0; }}".encode())
    assert takes_a_copy(unit, b"f", 0) is expected
    assert takes_a_copy(unit, b"f", 1) is False
