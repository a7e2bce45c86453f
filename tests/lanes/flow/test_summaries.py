"""What functions of a file give who calls them."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.source.function_reading import defined_functions
from hipify_py.source.unit import Unit

HEAD = """__device__ int lane() { return threadIdx.x % 32; }
__device__ int warp() { return threadIdx.x / 32; }
__device__ int same(int a) { return a; }
__device__ int number() { return 3; }
__device__ int chosen(int a) { if (a) return 1; return 2; }
__device__ void all(int &a) { a = __shfl_sync(~0u, a, 0); }
__device__ void some(int &a, int b) { if (b) a = __shfl_sync(~0u, a, 0); }
__device__ void returns(int &a, int b) { if (b) return; a = __shfl_sync(~0u, a, 0); }
__device__ void more(int &a) { a = __shfl_sync(~0u, a, 0); a += lane(); }
__device__ void next(int &a) { a = a + 1; }
__device__ void given(int &a, int b) { a = b; }
__device__ void pointed(int *a) { *a = __shfl_sync(~0u, *a, 0); }
__device__ void turned(int &a) { for (int i = 0; i < 3; i++) a = __shfl_sync(~0u, a, i); }
__device__ long words(long v, int b) { int *w = (int *)&v;
  for (int i = 0; i < sizeof(long) / 4; i++) w[i] = __shfl_sync(~0u, w[i], b); return v; }
__device__ int first(int a) { return __shfl_sync(~0u, a, 0); }
__device__ int *first(int *a) { return (int *)first((long)a); }
__device__ int mixed(int a) { return __shfl_sync(~0u, a, 0); }
__device__ int mixed(int a, int b) { return mixed(a) + lane(); }
__device__ int mixed(char *a) { return mixed(*a, 2); }
__device__ int other(int a) { return a; }
__device__ int *other(int *a) { return (int *)other((long)a); }
__device__ int again(int a) { return a ? again(a - 1) : 0; }
__device__ void put(int *p, int a) { *p = a; }
__device__ void mine(int *p) { *p = threadIdx.x; }
struct Id { int at; __device__ Id() : at(threadIdx.x) {} __device__ int get() { return at; } };
"""


def level(body: str, text: str) -> str:
    unit = Unit(f"{HEAD}__global__ void k(int n) {{ {body} here(); }}".encode())
    values = LazyValues(unit, defined_functions(unit)[b"k"], ConstantTable({}))
    return values.at(unit.code.index(b"here")).level(text.encode())


@pytest.mark.parametrize(
    ("body", "text", "expected"),
    [
        ("", "lane()", "lane"),
        ("", "warp()", "warp"),
        ("", "number()", "uniform"),
        ("", "same(n)", "uniform"),
        ("int i = threadIdx.x;", "same(i)", "lane"),
        ("int w = threadIdx.x / 32;", "same(w)", "warp"),
        ("int i = threadIdx.x;", "chosen(i)", "lane"),
        ("", "chosen(n)", "uniform"),
        ("", "again(n)", "uniform"),
        ("int i = threadIdx.x;", "again(i)", "lane"),
        ("int i = threadIdx.x;", "first(i)", "warp"),
        ("int i = threadIdx.x;", "first(n)", "warp"),
        ("", "mixed(n)", "lane"),
        ("int i = threadIdx.x;", "other(i)", "lane"),
        ("", "other(n)", "uniform"),
        ("int r; put(&r, n);", "r", "uniform"),
        ("int r; put(&r, threadIdx.x);", "r", "lane"),
        ("int r; mine(&r);", "r", "lane"),
        ("Id r;", "r.get()", "lane"),
        ("long v = threadIdx.x;", "words(v, 0)", "warp"),
        ("long v = threadIdx.x;", "words(v, n)", "warp"),
        ("long v = threadIdx.x;", "words(n, v)", "lane"),
        ("int i = threadIdx.x; all(i);", "i", "warp"),
        ("int i; if (threadIdx.x == 0) i = n; all(i);", "i", "warp"),
        ("int i = threadIdx.x; if (n) all(i);", "i", "lane"),
        ("int i = threadIdx.x; some(i, n);", "i", "lane"),
        ("int i = threadIdx.x; returns(i, n);", "i", "lane"),
        ("int i = threadIdx.x; more(i);", "i", "lane"),
        ("int i = threadIdx.x; next(i);", "i", "lane"),
        ("int i = threadIdx.x; given(i, n);", "i", "uniform"),
        ("int i = threadIdx.x; given(i, lane());", "i", "lane"),
        ("int i[2]; i[1] = threadIdx.x; all(i[0]);", "i[1]", "lane"),
        ("int i = threadIdx.x; pointed(&i);", "i", "lane"),
        ("int i = threadIdx.x; turned(i);", "i", "lane"),
        ("", "elsewhere(n)", "uniform"),
    ],
)
def test_what_a_call_gives(body: str, text: str, expected: str) -> None:
    assert level(body, text) == expected
