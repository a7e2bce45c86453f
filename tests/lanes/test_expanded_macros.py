"""What macros of a file do is found where they are used, as if it were written out."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

FLAG = "%s\n__global__ void k(volatile int *f, int *d, int n) { int w = threadIdx.x / 32; %s }\n"
SET = " d[w] = n; __threadfence(); f[w] = 1;"
LOCK = "%s\n__global__ void k(int *lock, int *d, int n) { %s *d += n; atomicExch(lock, 0); }\n"
SHUFFLE = "n = __shfl_xor_sync(~0u, n, 1);"
ADD = "int old = *d, was; do { was = old; old = CAS(d, was, was + n); } while (old != was);"


@pytest.mark.parametrize(
    ("head", "code"),
    [
        ("#define PEEK(p) (*(volatile int *)(p))", "while (PEEK(d + 40) != w) ;"),
        ("#define ACCESS_ONCE(x) (*(volatile int *)&(x))", "while (ACCESS_ONCE(d[40]) != w) ;"),
        ("#define IDX(i) ((i) * 2)", "while (f[IDX(w)] == 0 && w) ;" + SET),
        ("#define OPEN f[w ^ 1]", "while (!OPEN) ;" + SET),
        ("#define OPEN(i) (f[i] != 0)\n#define SHUT(i) !OPEN(i)", "while (SHUT(w)) ;" + SET),
        ("#define WAIT(c) while (!(c))\n#define OPEN f[w ^ 1]", "WAIT(OPEN) ;" + SET),
        ("#define OPEN (\\\n f[w ^ 1] /* the flag */ \\\n )", "while (!OPEN) ;" + SET),
    ],
)
def test_flags(head: str, code: str) -> None:
    assert remaining(FLAG % (head, code)) == ["W026"]


@pytest.mark.parametrize(
    ("head", "code"),
    [
        ("#define TRY(l) (atomicCAS((l), 0, 1) == 0)", "while (!TRY(lock)) ;"),
        ("#define CAS atomicCAS", "while (CAS(lock, 0, 1)) ;"),
        ("#define CAS(p, a, b) atomicCAS(p, a, b)", "while (CAS(lock, 0, 1)) ;"),
        ("#define AT(i) ((i) % 16)", "while (atomicCAS(&lock[AT(n)], 0, 1)) ;"),
    ],
)
def test_locks(head: str, code: str) -> None:
    assert remaining(LOCK % (head, code)) == ["W026"]


@pytest.mark.parametrize(
    ("head", "code", "rule"),
    [
        ("#define SYNC __syncthreads", "if (w) { SYNC(); n = 1; } else { SYNC(); }", "G016"),
        ("#define SYNC __syncthreads()", "if (w) { SYNC; n = 1; } else { SYNC; }", "G016"),
        (
            "#define EXIT_IF(c) if (c) return",
            "EXIT_IF(threadIdx.x >= n); " + SHUFFLE,
            "W023",
        ),
        ("#define LOW(n) (~0u >> (32 - (n)))", "d[w] = LOW(threadIdx.x % 32);", "W053"),
    ],
)
def test_other_hazards(head: str, code: str, rule: str) -> None:
    assert remaining(FLAG % (head, code)) == [rule]


@pytest.mark.parametrize(
    ("head", "code"),
    [
        ("#define NEXT(i) ((i) + 1)", "int i = 0; while (NEXT(i) < n) ++i;"),
        ("#define PEEK(p) (*(p))", "int i = 0; while (PEEK(d + i)) ++i;"),
        (
            "#define CAS atomicCAS",
            ADD,
        ),
        ("#define SYNC __syncthreads", "if (n) SYNC();"),
        ("#define EXIT_IF(c) if (c) return", "EXIT_IF(n > 3); " + SHUFFLE),
        ("#define LOW(n) (~0u >> (31 - (n)))", "d[w] = LOW(threadIdx.x % 32);"),
        ("#define MEET(n) if ((n) > 32) __syncthreads()", "if (w == 0) { MEET(32); }"),
    ],
)
def test_nothing_waits(head: str, code: str) -> None:
    assert remaining(FLAG % (head, code)) == []
