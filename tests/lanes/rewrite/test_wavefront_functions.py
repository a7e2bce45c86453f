"""Which functions work on all lanes of a wavefront."""

from __future__ import annotations

import pytest
from helpers.warps import RULES, facts_of, native

from hipify_py.conversion import convert
from hipify_py.lanes.rewrite.wavefront_functions import connected, is_confined, spans_wavefronts
from hipify_py.settings import Options
from hipify_py.source.unit import Unit

FUNCTIONS = """
__device__ int vote(int p) { return __any(p); }
__device__ int through(int p) { return vote(p) + 1; }
__global__ void top(int *p) { p[0] = through(p[1]); }
__device__ int narrow(int p) { return __shfl(p, 0, 32); }
__global__ void other(int *p) { p[0] = narrow(p[1]); }
"""


def test_functions_are_joined_by_whom_they_call() -> None:
    unit = Unit(FUNCTIONS.encode())
    facts = facts_of(unit)
    assert connected(unit, facts) == {b"vote", b"through", b"top"}
    assert [one.name for one in facts if spans_wavefronts(unit, one)] == ["vote"]
    assert connected(unit, facts[3:]) == set()


METHODS = """
struct Q { int n; __device__ int vote(int p) { return __any(p); } __device__ int twice(int p); };
__device__ int Q::twice(int p) { return vote(p) + vote(p + threadIdx.x % 32); }
__device__ int once(int p) { return __any(p); }
__device__ long once(long p) { return p; }
__global__ void by_value(Q q, int *p) { p[threadIdx.x % 32] = q.vote(1); }
__global__ void by_pointer(Q *q, int *p) { p[threadIdx.x % 32] = q->template twice<2>(1); }
__global__ void overload(int *p) { p[threadIdx.x % 32] = once(1); }
__global__ void field(R r, int *p) { p[threadIdx.x % 32] = r.vote + r.twice; }
"""


def test_methods_and_overloads_are_followed_and_fields_are_not() -> None:
    unit = Unit(METHODS.encode())
    assert connected(unit, facts_of(unit)) == {
        b"vote",
        b"twice",
        b"once",
        b"by_value",
        b"by_pointer",
        b"overload",
    }
    found = convert(METHODS.encode(), RULES, Options(warp="native")).findings
    said = {
        METHODS[: one.span.start].rpartition("\n")[2].split("(")[0] for one in found if one.rule == "W012"
    }
    heads = {
        "__device__ int Q::twice",
        *(f"__global__ void {name}" for name in ("by_value", "by_pointer", "overload")),
    }
    assert said == heads


OVERLOADS = """__device__ int best(int v) { return __reduce_max_sync(0xffffffff, v); }
template <int width = 32> __device__ float best(float v) { return v + __shfl_xor_sync(~0u, v, 1, width); }
__device__ double best(double v) { return v + __shfl_xor_sync(~0u, v, 16) * (threadIdx.x % 32); }
__device__ float both(float v, int i) { return i % 32 < 31 ? best(v) : 0; }
"""


def test_an_overload_within_32_lanes_is_none_of_the_wavefront() -> None:
    found = convert(OVERLOADS.encode(), RULES, Options(warp="native", add_include=False)).findings
    lines = {OVERLOADS.count("\n", 0, one.span.start) for one in found if one.rule == "W012"}
    assert lines == {2, 3}


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("__shfl(p, 0, 32)", True),
        ("__shfl(p, 0, 8)", True),
        ("__shfl_sync(~0u, p, 0, W / 2)", True),
        ("__shfl(p, 0, 64)", False),
        ("__shfl(p, 0, n)", False),
        ("__shfl(p, 0)", False),
        ("__any(p)", False),
        ("__reduce_add_sync(~0u, p)", False),
        ("__activemask()", False),
        ("__syncwarp()", True),
    ],
)
def test_a_place_within_32_lanes(call: str, *, expected: bool) -> None:
    unit = Unit(f"#define W 32\n__device__ void f(int p, int n) {{ {call}; }}".encode())
    (facts,) = facts_of(unit)
    assert is_confined(facts.ops[0], unit, facts.constants) is expected


PASSED = """%s__global__ void spmv(float *y, int n, int vec) {
  float s = y[threadIdx.x];
  for (int d = vec >> 1; d > 0; d >>= 1) s += __shfl_down_sync(0xffffffff, s, d, %s);
  if (threadIdx.x %% vec == 0) y[threadIdx.x / vec] = s;
}
void run(float *y, int n) { for (int w = 4; w <= 32; w *= 2) { %s } }
"""
LAUNCH = "spmv<<<1, 96>>>(y, n, w);"


def _confined(source: str) -> bool:
    unit = Unit(source.encode())
    return all(is_confined(op, unit, one.constants) for one in facts_of(unit) for op in one.ops)


def test_a_width_that_is_passed_keeps_within_32_lanes() -> None:
    assert _confined(PASSED % ("", "vec", LAUNCH))
    assert "W038" not in {one.rule for one in native(PASSED % ("", "vec", LAUNCH)).findings}


@pytest.mark.parametrize(
    ("head", "width", "call"),
    [
        ("", "vec", ""),
        ("int ask(cudaDeviceProp p) { return p.warpSize; }\n", "vec", LAUNCH),
        ("", "n * 2", LAUNCH),
        ("__device__ int wide;\n", "wide", LAUNCH),
    ],
)
def test_a_width_of_which_less_is_known_may_be_that_of_a_wavefront(head: str, width: str, call: str) -> None:
    assert not _confined(PASSED % (head, width, call))


def test_a_parameter_that_is_given_another_width() -> None:
    source = PASSED % ("", "vec", LAUNCH)
    assert not _confined(source.replace("float s =", "vec = g(vec); float s ="))
