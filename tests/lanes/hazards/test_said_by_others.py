"""Flags that a function, a lambda or an object reads: what the loop goes on by is what others write."""

from __future__ import annotations

import pytest
from helpers.sources import function_at
from helpers.warps import remaining

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.hazards.loop_exits import LoopExits
from hipify_py.lanes.hazards.one_loop import Turn
from hipify_py.lanes.hazards.said_by_others import is_by_others
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit

HEAD = """__device__ bool is(volatile int *f, int r) { return f[r] != 0; }
__device__ bool deep(volatile int *f, int r) { return is(f, r); }
struct Is { volatile int *f; __device__ bool operator()(int r) const { return f[r] != 0; } };
__device__ volatile int *loud(int *p) { return p; }
template <class T> __device__ volatile T &vol(T &x) { return const_cast<volatile T &>(x); }
__device__ void next(volatile int *f, int &k) { if (f[k]) ++k; }
__device__ void next_at(volatile int *f, int *k) { if (f[*k]) ++*k; }
__device__ void early(volatile int *f, int &k) { if (!f[k]) return; ++k; }
__device__ void by_one(volatile int *f, int &k) { k += f[0] + 1; }
__device__ bool either(volatile int *f, int &k) { if (f[k]) { ++k; return true; } k += 2; return false; }
__device__ bool quiet(const int *f, int r) { return f[r] != 0; }
"""
KERNEL = """__global__ void k(volatile int *f, int *d, int n) {
    __shared__ int s; int w = threadIdx.x / 32, k = 0; %s d[w] = n; __threadfence(); f[w] = 1; }
"""
LAMBDA = "auto ready = [&](int i) { return f[i] != 0; }; "


@pytest.mark.parametrize(
    "code",
    [
        "while (k < w) { if (is(f, k)) ++k; }",
        "while (k < w) { if (deep(f, k)) ++k; }",
        "Is ready{f}; while (k < w) { if (ready(k)) ++k; }",
        LAMBDA + "while (k < w) { if (ready(k)) ++k; }",
        "while (k < w) next(f, k);",
        "while (k < w) next_at(f, &k);",
        "while (k < w) early(f, k);",
        "while (*loud(d) != w) ;",
        "while (vol(s) != w) ;",
        "while (k < w) k += f[k];",
        "while (k < w) k += f[k] ? 1 : 0;",
        "while (k < w) k += atomicAdd((int *)f + k, 0);",
    ],
)
def test_flags(code: str) -> None:
    assert remaining(HEAD + KERNEL % code) == ["W026"]


@pytest.mark.parametrize(
    "code",
    [
        "while (k < w) by_one(f, k);",
        "while (k < w) either(f, k);",
        "while (k < w) { if (quiet(d, k)) ++k; else k += 2; }",
        "while (k < w) k += d[k];",
        "while (k < w) k += f[k] + 1;",
        "while (k < w) { vol(s) = k; ++k; }",
    ],
)
def test_what_moves_on(code: str) -> None:
    assert remaining(HEAD + KERNEL % code) == []


def test_lengths_that_a_function_only_reads_are_no_flags() -> None:
    code = (
        "__global__ void k(volatile int *f, int *d, int n) { int k = 0; while (k < n) k += f[k]; d[n] = k; }"
    )
    assert remaining(code) == []


READS = "__device__ int look(int *p) { return __ldcg(p); }\n__device__ int add(int a) { return a + 1; }\n"


@pytest.mark.parametrize(
    ("asked", "step", "written"),
    [
        ("f[0]", "", True),
        ("v", "v = f[0];", True),
        ("v", "w = f[0]; v = w;", True),
        ("atomicAdd(p, 0)", "", True),
        ("look(p)", "", True),
        ("v", "v = add(v);", False),
        ("p[n]", "", False),
        ("v", "v = n;", False),
        ("*(volatile int *)p", "", True),
    ],
)
def test_by_what_is_read(asked: str, step: str, written: bool) -> None:
    unit = Unit(
        f"{READS}__global__ void k(volatile int *f, const int *p, int n) {{ int v = 0, w = 0;"
        f" while ({asked}) {{ {step} }} here(); }}".encode()
    )
    read = model(unit, function_at(unit))
    turn = Turn(LoopExits(unit, read, ConstantTable({})), read.loops[0])
    assert is_by_others(turn, turn.loop.condition) is written
