"""Waits for what the winner of a slot sets before it waits itself."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = """__device__ void store(volatile int *p, int v) { *p = v; }
__global__ void k(int *val, volatile int *id, int *plain, int *last, const int *x, int *o) {
    const int v = x[threadIdx.x]; int i = v & 63, j = i + 1; %s }
"""
READS = "__device__ void ready(volatile int *p) { while (*p == 0) ; }\n"
WIN = "if (atomicCAS(&val[i], 0, v) == 0) "
SET = "id[i] = atomicAdd(last, 1) + 1; "
WAIT = "while (id[i] == 0) ; o[threadIdx.x] = id[i];"
PROBE = "for (;; i = (i + 1) & 63) { %s if (val[i] == v) { %s return; } }"
READY = "ready(&id[i]); o[threadIdx.x] = id[i];"


def source(code: str) -> str:
    return (READS if "ready(" in code else "") + KERNEL % code


@pytest.mark.parametrize(
    "code",
    [
        WIN + SET + WAIT,
        "if (0 == atomicCAS(val + i, 0, v)) { " + SET + "} " + WAIT,
        "if (val[i] == 0 && atomicCAS((int *)&val[i], 0, v) == 0) " + SET + WAIT,
        "const int old = atomicCAS(&val[i], 0, v); if (old == 0) " + SET + WAIT,
        WIN + SET + "if (val[i] == v) { " + WAIT + " }",
        WIN + "store(&id[i], v + 1); " + WAIT,
        WIN + "atomicExch((int *)&id[i], v + 1); " + WAIT,
        WIN
        + "{ plain[i] = v + 1; __threadfence(); } while (*(volatile int *)&plain[i] == 0) ;".replace(
            "*(volatile int *)&plain[i]", "((volatile int *)plain)[i]"
        ),
        PROBE % (WIN + SET, WAIT),
        PROBE % (WIN + SET, READY),
        WIN + SET + READY,
    ],
)
def test_the_winner_sets_before_it_waits(code: str) -> None:
    assert "W026" not in remaining(source(code))


@pytest.mark.parametrize(
    "code",
    [
        "if (atomicCAS(&val[i], 0, v) != 0) { " + WAIT + " } else " + SET,
        WIN + SET + "else { " + WAIT + " }",
        WIN + "{ } " + WAIT,
        WIN + "{ } " + WAIT + SET,
        WIN + SET + WAIT + "id[i] = 0;",
        "if (atomicCAS(&val[j], 0, v) == 0) " + SET + WAIT,
        WIN + "id[j] = v + 1; " + WAIT,
        WIN + SET + "i = j; " + WAIT,
        WIN + "{ while (o[j] == 0) ; " + SET + "} " + WAIT,
        "if (val[i] == 0) " + SET + WAIT,
        "if (atomicCAS(&val[i], 0, v) == 0 || v) " + SET + WAIT,
        WIN + "for (int t = 0; t < v; ++t) " + SET + WAIT,
        PROBE % (WIN + SET, "while (id[j] == 0) ;"),
        "if (threadIdx.x < 32) { " + WIN + SET + "} else { " + WAIT + " }",
        WIN + SET + READY + " ready(o);",
        "if (v) { " + WIN + SET + "} " + READY,
        WAIT,
    ],
)
def test_somebody_may_wait_before_the_winner_has_set(code: str) -> None:
    assert "W026" in remaining(source(code))


MAP = """template <class T> struct Map { T *val; int *id; volatile int none; volatile int *last;
    __device__ int make(T v, int m);
    __device__ static T take(T *at, T old, T v) { return atomicCAS(at, old, v); }
    __device__ void store(volatile int *p) { *p = atomicAdd((int *)last, 1) + 1; }
    __device__ static void ready(volatile const int *p, int old); };
template <class T> __device__ void Map<T>::ready(volatile const int *p, int old) {
    if (*p != old) return; while (*p == old) ; }
template <class T> __device__ int Map<T>::make(T v, int m) {
    if (v == 0) { if (atomicCAS((int *)&none, 0, -1) == 0) { store(&none); } ready(&none, -1); return none; }
    for (int i = v & m;; i = (i + 1) & m) {
        if (val[i] == 0 && %s == 0) store(&id[i]);
        if (val[i] == v) { ready(&id[%s], 0); return id[i]; } } }
"""


def test_a_table_that_is_a_class() -> None:
    assert "W026" not in remaining(MAP % ("take(&val[i], 0, v)", "i"))
    assert "W026" in remaining(MAP % ("take(&val[i], 0, v)", "i ^ 1"))
    assert "W026" in remaining(MAP % ("load(&val[i], 0, v)", "i"))


@pytest.mark.parametrize(
    "asked", ["__ldcg((int *)&id[i]) == 0", "atomicAdd((int *)&id[i], 0) == 0", "!id[i]"]
)
def test_ways_to_ask(asked: str) -> None:
    assert "W026" not in remaining(source(WIN + SET + f"while ({asked}) ;"))
    assert "W026" in remaining(source(WIN + "{ } " + f"while ({asked}) ; " + SET))
