"""Waits of one thread of a block alone, in functions that it calls and by macros."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

WAIT = "__device__ void wait(int *p, int n) { while (atomicAdd(p, 0) != n) ; }\n"
KERNEL = (
    "__global__ void k(int *p, int *m, int n) { __shared__ int s; int i = threadIdx.x, lane = i %% 32; %s }\n"
)
SYNC = """struct Sync { int *b; int n;
    __device__ void wait(int *p) {
        asm volatile("red.release.gpu.global.add.s32 [%%0], 1;" ::"l"(p));
        for (int v = -1; v != n;) { asm volatile("ld.acquire.gpu.b32 %%0, [%%1];" : "=r"(v) : "l"(p)); } }
    __device__ void sync() { %s wait(b); __syncthreads(); } };
__global__ void k(int *b, int n) { Sync s{b, n}; s.sync(); }
"""
ONE = "#define ONE(p) if (threadIdx.x == 0) { while (atomicCAS(p, 0, 0) != 0) { } } __syncthreads();\n"
EACH = "#define EACH(p) if (lane == 0) { while (atomicCAS(p, 0, 0) != 0) { } } __syncthreads();\n"
TWO = ONE.replace("__sync", "while (atomicCAS(p, 0, 0) != 1) ; __sync")


LOCK = """class Lock {
    int *m;
public:
    __device__ Lock(int *p) : m(p) { }
    void acquire();
    inline void release() const;
};
inline __device__ void Lock::acquire() { while (atomicCAS(m, 0, 1)) ; }
inline __device__ void Lock::release() const { atomicExch(m, 0); }
__global__ void k(int *p, double *out) {
    Lock l(p); int lane = threadIdx.x %% 32;
    %s { l.acquire(); __threadfence(); *out += 1; __threadfence(); l.release(); }
}
"""

OBJECT = """struct Lock { int *m; __device__ void lock() { while (atomicCAS(m, 0, 1)) ; } };
__global__ void k(Lock lock, double *out) { int lane = threadIdx.x %% 32; %s { lock.lock(); } }
int main() { Lock lock; double *out; k<<<8, 64>>>(lock, out); }
"""  # the object is named as what is called on it


@pytest.mark.parametrize(
    "source",
    [
        WAIT + KERNEL % "if (threadIdx.x == 0) wait(p, n);",
        WAIT + KERNEL % "if (i == 0) { wait(p, n); wait(p + 1, n); }",
        WAIT + KERNEL % "if (i == blockDim.x - 1 && m[0] == n) wait(p, n);",
        WAIT + KERNEL % "if (threadIdx.x == m[n]) wait(p, n);",
        WAIT + "__device__ void both(int *p) { wait(p, 1); }\n" + KERNEL % "if (i == 0) both(p);",
        SYNC % "if (threadIdx.x == 0)",
        ONE + KERNEL % "ONE(p + n);",
        LOCK % "if (threadIdx.x == 0)",
        OBJECT % "if (threadIdx.x == 0)",
        WAIT.partition("{")[0] + ";\n" + WAIT + KERNEL % "if (threadIdx.x == 0) wait(p, n);",
    ],
)
def test_one_thread_waits_for_other_blocks(source: str) -> None:
    assert remaining(source) == []


@pytest.mark.parametrize(
    "source",
    [
        WAIT,
        WAIT + KERNEL % "wait(p, n);",
        WAIT + KERNEL % "if (lane == 0) wait(p, n);",
        WAIT + KERNEL % "if (i == i / 32 * 32) wait(p, n);",
        WAIT + KERNEL % "const int first = threadIdx.x & ~31; if (threadIdx.x == first) wait(p, n);",
        WAIT + KERNEL % "if (i == 0) wait(p, n); wait(m, n);",
        WAIT + KERNEL % "if (i == 0) wait(&s, n); s = i;",
        WAIT + KERNEL % "if (i == 0) { } else wait(p, n);",
        WAIT + KERNEL % "if (i == 0 || n) wait(p, n);",
        WAIT + KERNEL % "if (i == 0) wait(p, n);" + "__device__ void (*g)(int *, int) = wait;\n",
        WAIT + "#define W(p) wait(p, 1)\n" + KERNEL % "if (i == 0) wait(p, n);",
        WAIT + "__device__ void both(int *p) { wait(p, 1); }\n" + KERNEL % "if (i == 0) wait(p, 1); both(m);",
        WAIT + "__device__ void wait(long *p) { }\n" + KERNEL % "if (i == 0) wait(p, n);",
        LOCK % "",
        LOCK % "if (lane == 0)",
        OBJECT % "",
        OBJECT % "if (lane == 0)",
        OBJECT.replace("lock.lock(); }", "lock.lock(); } lock.lock();") % "if (threadIdx.x == 0)",
        OBJECT.replace("int lane", "auto taken = &Lock::lock; int lane") % "if (threadIdx.x == 0)",
        LOCK.replace("void acquire();", "void acquire(), (*g)();") % "if (threadIdx.x == 0)",
        LOCK.replace("__global__", "auto taken = &Lock::acquire;\n__global__") % "if (threadIdx.x == 0)",
        SYNC % "",
        SYNC % "if (threadIdx.x % 32 == 0)",
        SYNC % "if (threadIdx.x < 2)",
        EACH + KERNEL % "EACH(p + n);",
        TWO + KERNEL % "TWO(p);".replace("TWO", "ONE"),
    ],
)
def test_several_threads_wait(source: str) -> None:
    assert "W026" in remaining(source)
