"""Waits to which every thread of a block comes, for what is asked alike by all."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

HEAD = """__device__ int acquire(const int *p) {
    int r; asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(r) : "l"(p)); return r;
}
__device__ int own(volatile int *f) { return f[threadIdx.x / 32]; }
"""
WAIT = "__device__ void wait(volatile int *f, int v) { while (*f < v) ; }\n"
KERNEL = "__global__ void k(volatile int *f, unsigned *c, int *p, int n) { int w = threadIdx.x / 32; %s }\n"
DONE = " p[n] = 1; if (threadIdx.x == 0) { f[0] = f[0] + 1; atomicAdd(c, 1); atomicExch(p, 1); }"


def in_kernel(code: str) -> list[str]:
    head = HEAD + (WAIT if "wait(" in code else "")
    return [one for one in remaining(head + KERNEL.replace("%s", code)) if one == "W026"]


@pytest.mark.parametrize(
    "code",
    [
        "while (*f < n) ;",
        "while (f[0] != blockIdx.x) ;",
        "unsigned g = blockIdx.x; if (g > 0) { do {} while (atomicAdd(c, 0) < g); }",
        "unsigned *mine = c + blockIdx.y; do {} while (atomicAdd(mine - 1, 0) <= blockIdx.x); *mine = 1;",
        "const int me = blockIdx.x + gridDim.x * blockIdx.y; while (true) { int v = f[me]; if (v) break; }",
        "while (acquire(p + blockIdx.x) == 0) __nanosleep(20);",
        "if (n < (int)threadIdx.x) return; while (*f < n) ;",
        "for (int j = 0; j < n; j++) { while (*f < j) ; __syncthreads(); }",
    ],
)
def test_the_block_waits_as_a_whole(code: str) -> None:
    assert in_kernel(code + DONE) == []


@pytest.mark.parametrize("code", ["while (*f < n) ; p[w] = 1;", "if (w) return; while (acquire(p) == 0) ;"])
def test_the_host_or_another_kernel_sets_what_a_kernel_waits_for(code: str) -> None:
    assert in_kernel(code) == []


@pytest.mark.parametrize(
    "code",
    [
        "if (w == 0) { while (*f < 1) ; } else { *f = 1; }",
        "if (w > 0) { *f = 1; return; } while (*f < 1) ;",
        "while (f[w] < 1) ; f[w + 1] = 1;",
        "if (w > 0) { *f = 1; return; } while (*f < 1) ; *f = 2;",
        "for (;;) { if (w > 0) break; while (*f < 1) ; } *f = 1;",
        "while (*f != w) ; *f = w + 1;",
        "if (w == 0) wait(f, 1); else *f = 1;",
        "wait(f, w); *f = w + 1;",
        "while (own(f) == 0) ; f[w + 1] = 1;",
        "for (int j = 0; j < w; j++) while (*f < j) ; *f = *f + 1;",
        "int t = atomicAdd(p, 1); while (*f < t) ; *f = t + 1;",
        "int m = n; if (w == 0) m = 0; while (*f < m) ; *f = n;",
        "if (w == 0) while (*f < n) ; p[w] = 1;",  # which nobody here sets
        "while (*f < n && *g == 0) ; p[w] = 1;",
        "if (w > 0) { p[w] = 1; return; } while (*f < n) ;",  # which may be what is asked
        """if (w > 0) { asm("st.global.s32 [%0], 1;" ::"l"(f)); return; } while (*f < n) ;""",
        "if (w > 0) { set(f); return; } while (*f < n) ;",
        "while (*f < n) { if (threadIdx.x == 0) p[0] = 1; } *f = 1;",
        "switch (w) { case 0: while (*f < 1) ; break; default: *f = 1; }",
    ],
)
def test_a_part_of_the_block_waits(code: str) -> None:
    assert in_kernel(code) == ["W026"]


WORKER = """__device__ void work(volatile int *f, int *p, int n) {
    if (n < (int)threadIdx.x) return;
    while (*f < n) ;
    if (threadIdx.x == 0) *f = n + 1; }
"""


@pytest.mark.parametrize("call", ["work(f, p, n);", "if (n > 0) { p[0] = 1; work(f, p, n); }"])
def test_who_returns_from_the_last_that_a_kernel_does_has_ended(call: str) -> None:
    assert remaining(WORKER + KERNEL.replace("%s", call)) == []


@pytest.mark.parametrize(
    "call",
    [
        "work(f, p, n); *f = n;",
        "for (int i = 0; i < n; i++) { work(f, p, i); }",
        "work(f, p, n); if (w) p[0] = 1;",
        "if (w > 0) work(f, p, n);",
    ],
)
def test_who_returns_to_a_kernel_goes_on(call: str) -> None:
    assert remaining(WORKER + KERNEL.replace("%s", call)) == ["W026"]


VARIABLES = """__device__ int count = 0, done[64]; __device__ volatile int turn;
__device__ void set() { turn = 1; }
"""
ADDS = " __syncthreads(); if (threadIdx.x == 0) atomicAdd(&count, 1);"


def by_variables(code: str) -> list[str]:
    return [one for one in remaining(VARIABLES + KERNEL.replace("%s", code)) if one == "W026"]


@pytest.mark.parametrize(
    "code",
    [
        "while (atomicAdd(&count, 0) < n) {}" + ADDS,
        "for (int i = 0; i < n; i++) { while (atomicAdd(&count, 0) < (int)(gridDim.x * i + blockIdx.x)) {}"
        + ADDS
        + " }",
        "if (blockIdx.x > 0) { while (atomicAdd(&count, 0) < n) {} p[0] = 1; }" + ADDS,
        "while (turn != blockIdx.x) ; __syncthreads(); if (threadIdx.x == 0) turn = blockIdx.x + 1;",
        "while (atomicAdd(&done[blockIdx.x], 0) == 0) {} if (w == 0) atomicExch(&done[blockIdx.x + 1], 1);",
    ],
)
def test_a_variable_of_the_device_is_asked(code: str) -> None:
    assert by_variables(code) == []


@pytest.mark.parametrize(
    "code",
    [
        "while (atomicAdd(&count, 0) < w) {}" + ADDS,
        "if (w > 0) while (atomicAdd(&count, 0) < n) {} if (w == 0) atomicAdd(&count, 1);",
        "if (w > 0) { atomicAdd(&count, 1); return; } while (atomicAdd(&count, 0) < n) {}" + ADDS,
        "if (w > 0) { set(); return; } while (turn < 1) ; turn = 2;",
        "while (atomicAdd(&done[w], 0) == 0) {} atomicExch(&done[w + 1], 1);",
        "if (w == 0) { while (turn == 0) ; } else turn = 1;",
        "for (int i = 0; i < w; i++) { while (atomicAdd(&count, 0) < i) {} atomicAdd(&count, 1); }",
        "int count = 0; while (done[0] < n) {} p[0] = count;",  # which nobody here sets
    ],
)
def test_a_part_of_the_block_asks_a_variable(code: str) -> None:
    assert by_variables(code) == ["W026"]
