"""By its words a file may have to do with warps, or not."""

from __future__ import annotations

import pytest
from helpers.warps import RULES

from hipify_py.lanes.find.intrinsics import warp_ops
from hipify_py.lanes.prefilter import has_warp_code
from hipify_py.source.unit import Unit


def test_files_without_warp_code_cost_a_search() -> None:
    assert not has_warp_code(Unit(b"__global__ void k(int *p) { p[threadIdx.x & 31] = 0; }"))
    assert not has_warp_code(Unit(b"volatile int v; void shuffle() {}"))
    assert has_warp_code(Unit(b"__global__ void k(int *p) { __syncthreads(); }"))
    assert [site.kind for site in warp_ops(Unit(b"int f() { return __any(1) + warpSize; }"), RULES)] == [
        "vote",
        "size",
    ]


@pytest.mark.parametrize(
    "source",
    [
        "__device__ int f(int v) { return __shfl(v, 0); }",
        "__device__ int f(int v) { return warp_sum(v); }",
        "__device__ int f() { return threadIdx.x % warpSize; }",
        "__global__ void k() { cub::WarpReduce<int> r(t); }",
        "__device__ void f() { auto g = coalesced_threads(); }",
        '__device__ void f() { asm("mov.u32 %0, %%laneid;" : "=r"(x)); }',
        "__device__ void f(int *s, int i) { s[i] += s[i + 16]; }",
        "__device__ void f(int *s, int i) { s[i] += s[i +16u ]; }",
        "__device__ void f(int *m) { while (atomicCAS(m, 0, 1)) ; }",
        "__device__ void f(int *m) { while (atomicAdd(m, 0) == 0) ; }",
        "__device__ int f(unsigned *m) { return atomicOr(&m[1], 0u); }",
        "__device__ void f(unsigned *m) { while (atomicOr(m, 1) & 1) ; }",
        "__device__ void f(A *m) { while (m->exchange(1)) ; }",
        '__device__ void f() { do { asm("atom.cas.b32 %0, [%1], 0, 1;" : "=r"(x) : "l"(p)); } while (x); }',
        "__device__ void f(int *m) { while (__ldcg(m) == 0) ; }",
        "__device__ void f(int *m) { while (cub::ThreadLoad<cub::LOAD_VOLATILE>(m) == 0) ; }",
        "__device__ void f(int *m) { for ( ; ; ) if (__ldcv(m)) break; }",
        "__device__ void f(A &m) { do { } while (m.load(acquire) == 0); }",
        "int f(cudaDeviceProp p) { return p.warpSize; }",
        "int f(cudaDeviceProp *p) { return p->warpSize; }",
        "void f() { cudaDeviceGetAttribute(&w, cudaDevAttrWarpSize, 0); }",
        "void f() { cuDeviceGetAttribute(&w, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0); }",
        "#define warpSize 32\n",
        "#define S __shfl_sync\n",
    ],
)
def test_what_may_have_to_do_with_warps_is_looked_at(source: str) -> None:
    assert has_warp_code(Unit(source.encode()))


@pytest.mark.parametrize(
    "source",
    [
        "",
        "int f(int v) { return v; }",
        "int warp_sum(int v); volatile int x; void g() { shuffle(); }",
        "__device__ int f(int v) { return v + 1; }",
        "__device__ int f(int *v) { return __ldcg(v) + 1; }",
        "__device__ int f(int *v) { while (*v) v++; return __ldg(v); }",
        "int f(A &m) { while (m.load() == 0) ; }",
        "// __device__ __shfl(v, 0) warpSize\n",
        'const char *s = "__global__ __any(1) p.warpSize";',
        "int warpSize; int f() { return warpSize; }",
        "__device__ void f(int *s, int i) { s[i] += s[i + 15] + s[16]; }",
        "int my__shfl_x(int v);",
        "__device__ void f(int *m) { atomicAdd(m, 10); atomicAdd(m, n); g(m, 0); }",
    ],
)
def test_what_has_nothing_to_do_with_warps_is_not(source: str) -> None:
    assert not has_warp_code(Unit(source.encode()))
