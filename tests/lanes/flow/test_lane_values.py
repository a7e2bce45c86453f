"""What the names of a function hold: lanes, warps, threads; and what splits an index by a warp's width."""

from __future__ import annotations

import pytest
from helpers.sources import function_at, marks

from hipify_py.lanes.flow.constant_folding import ConstantTable, declared_constants
from hipify_py.lanes.flow.held_values import Values
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.lanes.flow.lattice import LANE_INDEX, THREAD_INDEX, WARP
from hipify_py.source.functions import functions
from hipify_py.source.unit import Unit

WIDTH = ConstantTable({b"W": b"32"})


def levels(code: str, *asked: str) -> list[str]:
    unit = Unit(("__device__ void k(int n, int warpId) { " + code + " use(n); }").encode())
    at = unit.code.index(b"use(n)")
    held = LazyValues(unit, functions(unit, [at])[at], WIDTH)()
    return [held.level(each.encode()) for each in asked]


def test_values_are_followed() -> None:
    code = "int t = blockIdx.x * 64 + threadIdx.x, w = t / W, l = t % W; int row = w * 4; int c = row + l;"
    assert levels(code, "t", "w", "l", "row", "c", "n") == ["lane", "warp", "lane", "warp", "lane", "uniform"]
    assert levels(code, "t < 64", "t >= W", "t < 5", "(threadIdx.x >> 5) == 1", "warpId") == [
        "warp",
        "warp",
        "lane",
        "warp",
        "warp",
    ]
    assert levels("int t = threadIdx.x; bool b = __any_sync(~0u, t > n);", "b", "t > n") == ["warp", "lane"]
    drawn = "if (threadIdx.x == 5) s = atomicAdd(p, 1);"
    assert levels(f"__shared__ int s; {drawn}", "s") == ["uniform"]
    assert levels(f"int s = 0; {drawn}", "s") == ["lane"]
    stored = "__shared__ int s[32]; s[0] = threadIdx.x; int w = threadIdx.x / 32;"
    assert levels(stored, "s[threadIdx.x]", "s[w]", "s[n]") == ["lane", "warp", "uniform"]
    chain = "__shared__ int s, r; int x, y; x = s = threadIdx.x; y = s = r = x / 32;"
    assert levels(chain, "x", "s", "y", "r") == ["lane", "uniform", "warp", "uniform"]
    by_pointer = "__shared__ int s[32]; int *p = s + n, *q = s + threadIdx.x;"
    assert levels(f"{by_pointer} {drawn.replace('s =', '*p =')} *q = 3;", "*p", "*q") == ["uniform", "lane"]
    assert levels("int a(threadIdx.x % 32); unsigned b{threadIdx.x};", "a", "b") == ["lane", "lane"]
    assert levels("int y = threadIdx.y; p[n] = threadIdx.x;", "y", "p.threadIdx", "n") == [
        "warp",
        "uniform",
        "uniform",
    ]
    assert (
        levels('unsigned l; asm("mov.u32 %0, %%laneid;" : "=r"(l)); int v = p[l];', "l", "v", "!l")
        == ["lane"] * 3
    )


def holding(found: Values, mark: int) -> set[bytes]:
    """Give the names that hold an index, by its mark."""
    return {name for name, value in found.held.items() if value.indices & mark}


def alike(found: Values) -> set[bytes]:
    """Give the names that hold what all lanes of a warp have alike, and not all of a block."""
    return {name for name, value in found.held.items() if value.level == WARP}


def held(code: str, head: str = "__global__ void k(int n)") -> Values:
    unit = Unit(f"{head} {{ {code} here(); }}".encode())
    return LazyValues(unit, function_at(unit), WIDTH)()


@pytest.mark.parametrize(
    ("code", "levels"),
    [
        ("{ int x = threadIdx.x; x(here); } { int x = n; x(here); }", ["lane", "uniform"]),
        ("int x = n; { int x = threadIdx.x; x(here); } x(here);", ["lane", "uniform"]),
        ("int x = threadIdx.x; for (int x = 0; x < n; x++) x(here); x(here);", ["uniform", "lane"]),
        ("int x = n; { x(here); int x = threadIdx.x; x(here); }", ["uniform", "lane"]),
        ("auto f = [](int x) { x(here); }; int x = threadIdx.x; x(here);", ["uniform", "lane"]),
        ("int x = n; auto f = [&] { x = threadIdx.x; }; x(here);", ["lane"]),
        ("{ int x = threadIdx.x; { int y = x; int x = n; int z = x; y(z, here); } }", ["uniform"]),
        ("if (n) { int x = n; x(here); } else { int x = threadIdx.x / 32; x(here); }", ["uniform", "warp"]),
    ],
)
def test_a_name_that_is_declared_in_several_scopes_is_several(code: str, levels: list[str]) -> None:
    unit = Unit(f"__global__ void k(int n) {{ {code} }}".encode())
    values = LazyValues(unit, function_at(unit), WIDTH)
    assert [values.at(at).level(b"x") for at in marks(unit.code)] == levels


@pytest.mark.parametrize(
    ("parameter", "lane", "warp", "thread"),
    [
        ("int lane", True, False, False),
        ("unsigned laneId", True, False, False),
        ("int lane_idx", True, False, False),
        ("int warp", False, True, False),
        ("int wid", False, True, False),
        ("int tid", False, False, True),
        ("int thread_idx", False, False, True),
        ("int n", False, False, False),
        ("int lanes", False, False, False),
        ("int warps", False, False, False),
        ("int stride", False, False, False),
    ],
)
def test_a_parameter_is_what_its_name_says(parameter: str, *, lane: bool, warp: bool, thread: bool) -> None:
    name = parameter.split()[1].encode()
    found = held("", f"__device__ void f({parameter})")
    kinds = (holding(found, LANE_INDEX), alike(found), holding(found, THREAD_INDEX))
    assert [name in names for names in kinds] == [lane, warp, thread]


@pytest.mark.parametrize(
    ("code", "lane", "warp", "thread"),
    [
        ("int a = threadIdx.x, b = a; int c = b + 1;", "", "", "a b c"),
        ("int i = blockIdx.x * blockDim.x + threadIdx.x; int l = i & 31, w = i >> 5;", "l", "w", "i"),
        ("int l = threadIdx.x % W; int m = l * 2; int w = threadIdx.x / W; int v = w + 1;", "l m", "w v", ""),
        ("int l = i & (32 - 1); i = threadIdx.x;", "", "", "i"),
        ("while (n--) { int l = i & (32 - 1); i = threadIdx.x; }", "l", "", "i"),
        ("int h = threadIdx.x / 64; int g = threadIdx.x / 16;", "", "h", "g"),
        ("int row = threadIdx.y; int next = row + n;", "", "row next", ""),
        ("int l = getLaneId(); int r = g.thread_rank();", "l r", "", "r"),
        ("bool b = __any(threadIdx.x); int v = __shfl(threadIdx.x, 0);", "", "b v", ""),
        ("int s; s = 3; s += threadIdx.x;", "", "", "s"),
        (
            "int a, b, c; a = b = c = threadIdx.x & 31; int d, e; e = d = threadIdx.x / 32;",
            "a b c",
            "d e",
            "",
        ),
        ("int a = n, b = blockIdx.x, c = p[n], d = q.threadIdx;", "", "", ""),
        ("p[threadIdx.x] = n; q.l = threadIdx.x % 32; /* int z = threadIdx.x; */", "", "", ""),
    ],
)
def test_a_name_is_what_it_is_ever_given(code: str, lane: str, warp: str, thread: str) -> None:
    found = held(code)
    assert holding(found, LANE_INDEX) == set(lane.encode().split())
    assert alike(found) == set(warp.encode().split())
    assert holding(found, THREAD_INDEX) == set(thread.encode().split())


@pytest.mark.parametrize(
    ("expression", "level"),
    [
        ("n + 3", "uniform"),
        ("blockIdx.x", "uniform"),
        ("n / 32", "uniform"),
        ("threadIdx.x", "lane"),
        ("t > n", "lane"),
        ("lane == 0", "lane"),
        ("t / 32", "warp"),
        ("threadIdx.x >> 5 == n", "warp"),
        ("(t + n) / W * 4", "warp"),
        ("t / 16", "lane"),
        ("t / 32 + lane", "lane"),
        ("warp", "warp"),
        ("threadIdx.y", "warp"),
        ("t < 64", "warp"),
        ("t >= W", "warp"),
        ("threadIdx.x < 48", "lane"),
        ("n < 64", "uniform"),
        ("__any(t)", "warp"),
        ("__shfl(t, 0)", "warp"),
        ("__shfl(t, lane)", "lane"),
        ("__shfl_xor(t, 1)", "lane"),
        ("g.thread_rank()", "lane"),
        ("g.meta_group_rank() == 0", "warp"),
        ("g.meta_group_size() == 2", "uniform"),
        ("p.t + p->lane", "uniform"),
    ],
)
def test_between_whom_an_expression_may_differ(expression: str, level: str) -> None:
    found = held("int t = threadIdx.x;", "__device__ void k(int n, int lane, int warp)")
    assert found.level(expression.encode()) == level


def test_what_a_kernel_is_given_all_its_threads_have_alike() -> None:
    found = held("int t = lane + tid;", "__global__ void k(int tid, int lane, int warp)")
    assert {found.level(name) for name in (b"lane", b"tid", b"warp", b"t")} == {"uniform"}


@pytest.mark.parametrize(
    ("code", "expression", "level"),
    [
        ("int l = threadIdx.x & 31, e = n + l;", "e - l < n", "warp"),
        ("int l = threadIdx.x % 32, e = l; e++; --e; e -= n;", "e < n + l", "warp"),
        ("int l = threadIdx.x % 32, e = l; for (; n; e += 32, e++) n--;", "e - l", "warp"),
        ("int l = threadIdx.x % 32, e = l; if (n) e = n + l; else ++e;", "(int)e == (n ? l : l - 1)", "warp"),
        ("int t = threadIdx.x; int l = t % 32;", "t - l", "warp"),
        ("int t = threadIdx.x; int l = (t + 5) % 32;", "t - l", "lane"),
        ("int l = threadIdx.x % 16;", "threadIdx.x - l", "lane"),
        ("int l = threadIdx.x % 32, e = 4 * l;", "e - l", "lane"),
        ("int l = threadIdx.x % 32, e = l + l;", "e - l - l", "warp"),
        ("int l = threadIdx.x % 32, e = l + l;", "e - l", "lane"),
        ("int l = threadIdx.x % 32, e = l; e *= 2;", "e - l", "lane"),
        ("int l = threadIdx.x % 32, e = l; e += l;", "e - l", "lane"),
        ("int l = threadIdx.x % 32, e = l; if (n) e = n;", "e - l", "lane"),
        ("int l = threadIdx.x % 32, e = l; if (l > n) e = n + l;", "e - l", "lane"),
        ("int l = threadIdx.x % 32, e = l; for (; e < n;) e += 32;", "e - l", "lane"),
        ("int l = threadIdx.x % 32, e = l > n ? l : l + 1;", "e - l", "lane"),
        ("int l = threadIdx.x % 32, e = max(l, n);", "e - l", "lane"),
        ("int l = threadIdx.x % 32, e = p[l];", "e - l", "lane"),
        ("int l = threadIdx.x % 32; int x; x = x + 1;", "x < l", "lane"),
        ("int l = threadIdx.x % 32;", "-l + l", "lane"),
        ("int l = threadIdx.x % 32;", "(l < n) - (l < n)", "lane"),
    ],
)
def test_what_varies_falls_away_where_it_is_on_both_sides(code: str, expression: str, level: str) -> None:
    unit = Unit(f"__global__ void k(int *p, int n) {{ {code} f(here); }}".encode())
    values = LazyValues(unit, function_at(unit), WIDTH)
    assert values.at(marks(unit.code)[-1]).level(expression.encode()) == level


def test_values_are_followed_once() -> None:
    unit = Unit(b"__device__ void f(int lane) { here(); }")
    values = LazyValues(unit, function_at(unit), ConstantTable({}))
    assert values() is values()
    assert holding(values(), LANE_INDEX) == {b"lane"}


@pytest.mark.parametrize(
    ("head", "expression", "level"),
    [
        ("#define TIX threadIdx.x\n", "TIX + n", "lane"),
        ("#define TIX threadIdx.x\n#define LANE (TIX % 32)\n", "LANE == 0", "lane"),
        ("#define A B\n#define B A\n", "A", "uniform"),
        ("#define n threadIdx.x\n", "n", "lane"),
        ("#define LOADS() (threadIdx.x < 32)\n", "LOADS()", "warp"),
        ("#define LOADS(w) (threadIdx.x / 32 == (w))\n", "LOADS(n)", "warp"),
        ("#define LOADS(w) (threadIdx.x / 32 == (w))\n", "LOADS(threadIdx.x)", "lane"),
        ("#define SAME(w) (n == (w))\n", "SAME(threadIdx.x / 32)", "warp"),
        ("#define SAME(w) (n == (w))\n", "SAME(n)", "uniform"),
        ("#define A(x) B(x)\n#define B(x) A(x)\n", "A(n)", "uniform"),
        (
            "#define ROLE 0\n#ifdef N\n#define IS(x) 1\n#else\n#define IS(x) (threadIdx.x < 32)\n#endif\n",
            "IS(n)",
            "warp",
        ),
        ("#define DO(x) do { f(threadIdx.x); } while (x)\n", "DO(n)", "uniform"),
        ("__device__ bool mine() { return threadIdx.x < 32; }\n", "mine()", "warp"),
        ("__device__ bool mine() { int t = threadIdx.x; return t % 2; }\n", "mine()", "lane"),
        ("__device__ int same(int a) { return a + 1; }\n", "same(n)", "uniform"),
        ("__device__ int same(int a) { return a + 1; }\n", "same(threadIdx.x)", "lane"),
        ("__device__ int f(int a) { return a ? f(a - 1) : threadIdx.x; }\n", "f(n)", "lane"),
    ],
)
def test_macros_and_functions_of_the_file_are_followed(head: str, expression: str, level: str) -> None:
    unit = Unit(f"{head}__global__ void k() {{ here(); }}".encode())
    at = unit.code.index(b"here")
    values = LazyValues(unit, functions(unit, [at])[at], ConstantTable(declared_constants(unit)))
    assert values.at(at).level(expression.encode()) == level


PASSES = """
__device__ void inner(int *to, int v) { *to = v; }
__device__ void outer(int *to, int v) { inner(to, v); }
__device__ int same(int v) { return v; }
"""


@pytest.mark.parametrize(
    ("code", "expression", "level"),
    [
        ("int a; outer(&a, threadIdx.x);", "a", "lane"),
        ("int a; outer(&a, 3);", "a", "uniform"),
        ("int a, b; outer(&b, threadIdx.x); outer(&a, 3);", "a", "uniform"),
        ("int a = same(threadIdx.x), b = same(n);", "a", "lane"),
        ("int a = same(threadIdx.x), b = same(n);", "b", "uniform"),
        ("int a = same(threadIdx.x) / 32;", "a", "warp"),
    ],
)
def test_a_call_gives_what_it_makes_of_its_own_arguments(code: str, expression: str, level: str) -> None:
    """And not of what other calls of the same function are given."""
    unit = Unit(f"{PASSES} __global__ void k(int n) {{ {code} here(); }}".encode())
    assert LazyValues(unit, function_at(unit), WIDTH)().level(expression.encode()) == level


def test_what_is_asked_first_changes_nothing() -> None:
    code = """
    __device__ void step(int *to, int v) { if (v) *to = v; }
    __device__ int other(int n) { int a = 0; step(&a, n); return a; }
    __global__ void k(int *p) { int a = 0, b = other(threadIdx.x); step(&a, b); use(a); }
    """

    def found(order: list[int]) -> list[dict[bytes, object]]:
        unit = Unit(code.encode())
        known = [*functions(unit, [unit.code.index(b"{", at) for at in places(unit)]).values()]
        values = {number: LazyValues(unit, known[number], WIDTH)() for number in order}
        return [dict(values[number].held) for number in range(len(known))]

    def places(unit: Unit) -> list[int]:
        return [unit.code.index(each) for each in (b"step(", b"other(int", b"k(")]

    assert found([0, 1, 2]) == found([2, 1, 0]) == found([1, 2, 0])


SET = "if (threadIdx.x == 0) s = threadIdx.x; __syncthreads();"


@pytest.mark.parametrize(
    ("body", "level"),
    [
        ("int &s = v; " + SET, "uniform"),
        ("int &s = *(buf + 3); " + SET, "uniform"),
        ("int &s = buf[n]; " + SET, "uniform"),
        ("int &s = v; if (threadIdx.x == 0) { unsigned t = atomicAdd(q, 1); s = t; }", "uniform"),
        ("int &s = buf[threadIdx.x]; " + SET, "lane"),
        ("int &s = buf[threadIdx.x / 32]; " + SET, "warp"),
        ("int own; int &s = own; " + SET, "lane"),
        ("int own[2]; int &s = own[1]; " + SET, "lane"),
        ("int *own = q; int &s = own[n]; " + SET, "lane"),
    ],
)
def test_what_is_read_through_a_reference(body: str, level: str) -> None:
    head = "extern __shared__ char mem[]; __global__ void k(int *q, int n) { __shared__ int v;"
    unit = Unit(f"{head} int *buf = (int *)mem; {body} here(s); }}".encode())
    function = function_at(unit)
    values = LazyValues(unit, function, ConstantTable({}))
    assert values.at(unit.code.index(b"here")).level(b"s") == level
