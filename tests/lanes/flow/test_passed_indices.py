"""What calls pass for parameters: indices that no name tells."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.call_sites import MOST_CALLS
from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.known_arguments import DEEPEST
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.lanes.flow.lattice import LANE_INDEX, THREAD_INDEX, WARP_INDEX
from hipify_py.source.functions import functions
from hipify_py.source.unit import Unit

CALLED = "__device__ int f(unsigned a, int b) { return here; }\n"


def indices(source: str, name: str) -> int:
    """Give the marks of what a name holds in the function in which `here` stands."""
    unit, at = Unit(source.encode()), source.index("here")
    return LazyValues(unit, functions(unit, [at])[at], ConstantTable({}))().indices(name.encode())


@pytest.mark.parametrize(
    ("calls", "a", "b"),
    [
        ("f(1, threadIdx.x % 32);", 0, LANE_INDEX),
        ("f(threadIdx.x, 1);", THREAD_INDEX, 0),
        ("int i = threadIdx.x; i /= 32; f(p[i], i + 1);", 0, WARP_INDEX | THREAD_INDEX),
        ("f(1, threadIdx.x % 32); f(threadIdx.x / 32, 2);", WARP_INDEX, LANE_INDEX),
        ("f(p[threadIdx.x], 1u << threadIdx.x);", 0, 0),
        ("g.f(1, threadIdx.x);", 0, THREAD_INDEX),  # a method might be meant: it errs towards an index
        ("", 0, 0),
    ],
)
def test_a_parameter_is_what_calls_pass(calls: str, a: int, b: int) -> None:
    source = CALLED + "__global__ void k(int *p) { " + calls + " }\n"
    assert (indices(source, "a"), indices(source, "b")) == (a, b)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("f(threadIdx.x < 32)", "warp"),
        ("f(p[threadIdx.x])", "lane"),
        ("f(p[blockIdx.x])", "uniform"),
    ],
)
def test_what_is_made_of_an_index_is_passed_as_well(call: str, expected: str) -> None:
    source = "__device__ int f(int a) { return here; }\n__global__ void k(int *p) { " + call + "; }\n"
    unit, at = Unit(source.encode()), source.index("here")
    values = LazyValues(unit, functions(unit, [at])[at], ConstantTable({}))
    assert values().level(b"a") == expected


def test_members_of_what_is_passed_are_known_by_their_names() -> None:
    source = "struct C { int n; };\n__device__ int f(C c, C *q) { return here + c.n + q->n; }\n"
    source += "__global__ void k(C *p) { f(p[threadIdx.x], threadIdx.x < 9 ? p : 0); }\n"
    unit, at = Unit(source.encode()), source.index("here")
    values = LazyValues(unit, functions(unit, [at])[at], ConstantTable({}))
    assert (values().level(b"c.n"), values().level(b"q->n")) == ("uniform", "uniform")


def test_it_goes_on_from_function_to_function() -> None:
    source = (
        CALLED + "__device__ int g(int c) { return f(0, c); }\n__global__ void k() { g(threadIdx.x & 31); }\n"
    )
    assert indices(source, "b") == LANE_INDEX


@pytest.mark.parametrize(
    "source",
    [
        CALLED + "__device__ int f(float a) { return 0; }\n__global__ void k() { f(threadIdx.x); }\n",
        CALLED + "#define M f(1, threadIdx.x)\n",
        CALLED.replace("here", "here + f(b, a)"),
        CALLED + "__global__ void k() { " + "f(1, threadIdx.x); " * (MOST_CALLS + 1) + "}\n",
    ],
    ids=["another of its name", "a macro", "itself alone", "too many"],
)
def test_nothing_is_known_of_others(source: str) -> None:
    assert indices(source, "b") == 0


def test_a_long_chain_of_functions_has_an_end() -> None:
    links = "".join(f"__device__ int f{i}(int a) {{ return f{i - 1}(a); }}\n" for i in range(1, 4 * DEEPEST))
    source = "__device__ int f0(int a) { return here; }\n" + links
    last = f"__global__ void k() {{ f{4 * DEEPEST - 1}(threadIdx.x); }}\n"
    assert indices(source + last, "a") == 0
    assert indices(source + "__global__ void k() { f1(threadIdx.x); }\n", "a") == THREAD_INDEX


def test_a_place_in_the_head_changes_nothing() -> None:
    source = "__device__ int f(volatile int *q, int a) { return here; }\n"
    source += "__global__ void k(int *p) { f(p, threadIdx.x % 32); }\n"
    unit, at = Unit(source.encode()), source.index("here")
    function = functions(unit, [source.index("volatile"), at])[at]
    assert LazyValues(unit, function, ConstantTable({}))().indices(b"a") == LANE_INDEX


LANE = "__device__ int f(int lane) { return here; }\n"


@pytest.mark.parametrize(
    ("others", "level"),
    [
        ("__global__ void k() { f(blockIdx.x); f(3); }", "uniform"),
        ("__global__ void k(int n) { f(n); for (int i = 0; i < n; i++) f(i * 2); }", "uniform"),
        (
            "__device__ int f(int); __global__ void k(int *p) { int b = blockIdx.x; b += 1; f(b); }",
            "uniform",
        ),
        ("__device__ int g(int a) { return f(a); } __global__ void k(int n) { g(n); }", "uniform"),
        ("const int C = 3; __global__ void k() { f(C); }", "uniform"),
        ("__global__ void k() { f(threadIdx.x / 32); }", "warp"),
        ("__global__ void k() { f(blockIdx.x); f(threadIdx.x); }", "lane"),
        ("", "lane"),  # nobody calls it
        ("__device__ int g(int a) { return f(a); }", "lane"),  # nobody calls who does
        ("__global__ void k() { f(unseen()); }", "lane"),
        ("__global__ void k() { f(unseen); }", "lane"),
        ("__global__ void k() { int t; unseen(t); f(t); }", "lane"),
        ("__global__ void k() { int t = 0; unseen(&t); f(t); }", "lane"),
        ("__global__ void k() { each([=](int t) { f(t); }); }", "lane"),
        ("#define F(a) f(a)\n__global__ void k() { f(1); F(2); }", "lane"),
        ("__global__ void k() { f(1); each(f); }", "lane"),
        ("__device__ int f(long a) { return 0; } __global__ void k() { f(1); }", "lane"),
    ],
)
def test_a_name_tells_only_where_not_all_is_known_that_calls_pass(others: str, level: str) -> None:
    source = LANE + others
    unit, at = Unit(source.encode()), source.index("here")
    values = LazyValues(unit, functions(unit, [at])[at], ConstantTable({}))()
    assert values.level(b"lane") == level
    assert values.hints
    known = level != "lane" or "f(threadIdx" in others
    assert (b"lane" in values.hints.names) is not known


def test_what_a_header_defines_is_called_elsewhere_too() -> None:
    for guard, end, level in (
        ("#pragma once\n", "", "lane"),
        ("#ifndef H\n#define H\n", "#endif\n", "lane"),
        ("", "", "uniform"),
    ):
        source = f"{guard}{LANE}__global__ void k() {{ f(blockIdx.x); }}\n{end}"
        unit, at = Unit(source.encode()), source.index("here")
        assert LazyValues(unit, functions(unit, [at])[at], ConstantTable({}))().level(b"lane") == level


def test_a_parameter_that_calls_itself_passes_on_is_not_known() -> None:
    source = LANE.replace("here", "here + f(lane + 1)") + "__global__ void k() { f(0); }"
    unit, at = Unit(source.encode()), source.index("here")
    assert LazyValues(unit, functions(unit, [at])[at], ConstantTable({}))().level(b"lane") == "lane"
