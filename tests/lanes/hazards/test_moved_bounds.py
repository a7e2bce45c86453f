"""Loops that begin and end further on by as much, and ends that functions round up."""

from __future__ import annotations

from time import process_time

import pytest
from helpers.warps import remaining, run

HELPERS = """__host__ __device__ inline int round_up(int n, int m) { return (n + m - 1) / m * m; }
template <int N> __device__ int up(int n) { return (n + N - 1) / N * N; }
template <unsigned A, typename T> constexpr T align_to(T n) { return (n + A - 1) & ~T(A - 1); }
__device__ int filled(int n) { int r = n % 32; return r == 0 ? n : n + 32 - r; }
__device__ int filled_too(int n) { if (n % 32 == 0) return n; return n + (32 - n % 32); }
__device__ int nearly(int n) { int r = n % 32; return r == 0 ? n : n + 31 - r; }
__device__ int by_one(int n) { if (n % 32) return n; return n + 32 - n % 32; }
__device__ int again(int n, int m) { return up<32>(n + m) + round_up(m, 64); }
"""
KERNEL = """
__global__ void k(const int *x, int *y, int n, int lo, int hi) {
  int t = threadIdx.x, base = lo + 3, first = lo & ~31, last = first + round_up(hi - first, 32);
  %s {
    int v = i < n ? x[i] : 0;
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(0xffffffff, v, d);
    y[i] = v;
  }
}
"""
EVEN = [
    "for (int i = lo + t; i < round_up(n, 32) + lo; i += blockDim.x)",
    "for (int i = t + lo; i < lo + (hi - lo + 31) / 32 * 32; i += blockDim.x)",
    "for (int i = base + t; i < base + round_up(n, 32); i += 32)",
    "for (int i = first + t; i < last; i += blockDim.x)",
    "int i = lo * 7 + t; for (; i < lo * 7 + n * 32; i += 32)",
    "for (int i = blockIdx.x * n + t; i < blockIdx.x * n + up<32>(n); i += blockDim.x)",
    "for (int i = t - lo; i < up<64>(n) - lo; i += blockDim.x)",
    "for (int i = t; i < up<32>(n); i += blockDim.x)",
    "for (int i = t; i < align_to<32>(n); i += blockDim.x)",
    "int end = again(lo, hi); for (int i = t; i < end; i += blockDim.x)",
    "for (int i = t; i < filled(n); i += blockDim.x)",
    "for (int i = t; i < filled_too(n); i += blockDim.x)",
    "for (int i = t; i < min(round_up(n, 64), 1024); i += blockDim.x)",
    "for (int i = t; i < (lo ? up<32>(n) : 64); i += blockDim.x)",
    "for (int i = t; i < (n % 32 ? n + 32 - n % 32 : n); i += blockDim.x)",
    "for (int i = t; i < elsewhere::align_up(n, 32); i += blockDim.x)",  # of another file
    "for (int i = t; i < RoundUpTo<32>(n); i += blockDim.x)",
]
UNEVEN = [
    "for (int i = t; i < round_up(n, 32) + lo; i += blockDim.x)",
    "for (int i = lo + t; i < round_up(n, 32); i += blockDim.x)",
    "for (int i = lo + t; i < round_up(n, 32) - lo; i += blockDim.x)",
    "for (int i = lo + t; i < hi + round_up(n, 32); i += blockDim.x)",
    "for (int i = lo + t; i < lo + n; i += blockDim.x)",
    "for (int i = lo + t; i < lo + round_up(n, 32); i += 24)",
    "lo++; for (int i = lo + t; i < lo + round_up(n, 32); i += blockDim.x, lo++)",
    "for (int i = t; i < up<16>(n); i += blockDim.x)",
    "for (int i = t; i < round_up(n, 8); i += blockDim.x)",
    "for (int i = t; i < round_up(n, hi); i += blockDim.x)",
    "for (int i = t; i < align_to<8>(n); i += blockDim.x)",
    "for (int i = t; i < again(lo, hi) + 1; i += blockDim.x)",
    "for (int i = t; i < nearly(n); i += blockDim.x)",
    "for (int i = t; i < by_one(n); i += blockDim.x)",
    "for (int i = t; i < min(round_up(n, 64), n); i += blockDim.x)",
    "for (int i = t; i < (lo ? up<32>(n) : n); i += blockDim.x)",
    "for (int i = t; i < (n % 32 ? n : n + 32 - n % 32); i += blockDim.x)",
    "for (int i = t; i < elsewhere::align_up(n, 16); i += blockDim.x)",
    "for (int i = t; i < elsewhere::count(n, 32); i += blockDim.x)",
    "for (int i = t; i < RoundUpTo(n); i += blockDim.x)",
]


@pytest.mark.parametrize("head", EVEN)
def test_all_lanes_make_as_many_turns(head: str) -> None:
    assert remaining(HELPERS + KERNEL % head) == []


@pytest.mark.parametrize("head", UNEVEN)
def test_some_lanes_make_fewer(head: str) -> None:
    assert remaining(HELPERS + KERNEL % head) == ["W023"]


def test_functions_that_call_each_other_often_take_no_time() -> None:
    chain = "__device__ int f0(int n) { return n * 32; }\n"
    for n in range(1, 12):
        calls = " + ".join([f"f{n - 1}(n)"] * 8)
        chain += f"__device__ int f{n}(int n) {{ return {calls}; }}\n"
    begun = process_time()
    run(HELPERS + chain + KERNEL % "for (int i = t; i < f11(n); i += blockDim.x)")
    assert process_time() - begun < 5
