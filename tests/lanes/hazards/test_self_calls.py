"""Functions that call themselves again until something has come."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

WAITS = [
    "__device__ void wait(int *f) { if (atomicAdd(f, 0) == 0) wait(f); }",
    "__device__ void wait(volatile int *f) { if (*f) return; wait(f); }",
    "__device__ int wait(volatile int *f) { return *f ? *f : wait(f); }",
    "__device__ void wait(int *m, int n) { if (atomicCAS(m, 0, 1) != 0) { __nanosleep(n); wait(m, n); } }",
]
TRIES = [
    "__device__ bool got(volatile int *f, int n) { if (*f) return true; return n && got(f, n - 1); }",
    "__device__ void wait(int *f, int n) { if (atomicAdd(f, 0) == 0 && n > 0) wait(f, n - 1); }",
]
LIST = "struct N { N *next; volatile int x; };\n"
OTHERS = [
    "__device__ int down(volatile int *f, int n) { if (n == 0) return *f; return down(f, n - 1); }",
    LIST + "__device__ int last(N *n) { if (n->next) return last(n->next); return n->x; }",
    "__device__ int find(volatile int *f) { if (*f) return 1; return find(f + 1 + g()); }",
    "__device__ int find(volatile int *p, int i) { if (p[i]) return i; return find(p, i + 1); }",
    "__device__ void wait(volatile int *f) { if (*f == 0) wait(f); } __device__ void wait(float) { }",
    "__device__ void go(volatile int *f) { if (*f == 0) q.go(f); }",
    "void wait(volatile int *f) { if (*f == 0) wait(f); } __global__ void k() { }",
]


@pytest.mark.parametrize("source", WAITS)
def test_waits(source: str) -> None:
    assert remaining(source + "\n") == ["W026"]


@pytest.mark.parametrize("source", TRIES)
def test_tries(source: str) -> None:
    assert remaining(source + "\n") == ["W052"]


@pytest.mark.parametrize("source", OTHERS)
def test_what_moves_on_or_is_another_function(source: str) -> None:
    assert remaining(source + "\n") == []


def test_one_thread_of_the_block_may_wait() -> None:
    source = "__device__ void wait(volatile int *f) { if (threadIdx.x == 0) { if (*f == 0) wait(f); } }\n"
    assert remaining(source) == []
