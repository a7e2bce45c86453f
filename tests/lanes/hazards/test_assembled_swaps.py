"""Locks taken by inline assembly."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = (
    "__global__ void k(int *m, int *n, volatile int *v) { if (threadIdx.x %% 32 == 0) { int r = 1; %s } }\n"
)
CAS = 'asm volatile("atom.global.cas.b32 %0, [%1], 0, 1;" : "=r"(r) : "l"(m) : "memory");'
EXCH = 'asm volatile("atom.acquire.gpu.global.exch.b32 %0, [%1], %2;" : "=r"(r) : "l"(m), "r"(1) : "memory");'
STORE = 'asm volatile("st.global.u32 [%0], 0;" :: "l"(m) : "memory");'
SWAP = (
    '__device__ int swap(int *p, int x) { int r; asm volatile("{ atom.global.exch.b32 %0, "\n"[%1], %2; }"'
    ' : "=r"(r) : "l"(p), "r"(x) : "memory"); return r; }\n'
)
TURN = "for (volatile bool d = false; !d;) { %s if (r == 0) { v[0] = v[0] + 1; %s d = true; } }"


def in_kernel(code: str, head: str = "") -> list[str]:
    return [one for one in remaining(head + KERNEL.replace("%s", code).replace("%%", "%")) if one == "W026"]


@pytest.mark.parametrize(
    "code", [f"do {{ {CAS} }} while (r);", f"while (r) {EXCH}", f"for (;;) {{ {CAS} if (!r) break; }}"]
)
def test_locks(code: str) -> None:
    assert in_kernel(code + " n[0]++; atomicExch(m, 0);") == ["W026"]


def test_a_function_that_takes_a_lock() -> None:
    assert in_kernel("while (swap(m, 1)) ; n[0]++; swap(m, 0);", SWAP) == ["W026"]
    turn = TURN % ("r = swap(m, 1);", "swap(m, 0);")
    assert in_kernel(turn, SWAP) == []
    assert in_kernel(turn.replace("volatile ", ""), SWAP) == ["W026"]


def test_a_lock_given_back_in_the_turn_that_took_it() -> None:
    assert in_kernel(TURN % (CAS, STORE)) == []
    assert in_kernel((TURN % (CAS, STORE)).replace("volatile bool", "bool")) == ["W026"]
    assert in_kernel(TURN % (CAS, STORE.replace("(m)", "(n)"))) == ["W026"]


@pytest.mark.parametrize(
    "code",
    [
        (
            'int s; do { s = r; asm("atom.cas.b32 %0, [%1], %2, %3;" : "=r"(r) : "l"(m), "r"(s), "r"(s + 1));'
            " } while (r != s);"
        ),
        'int h = 0; do { asm("atom.cas.b32 %0, [%1], 0, 1;" : "=r"(r) : "l"(m + h)); h++; } while (r);',
        'do { asm("atom.global.add.u32 %0, [%1], 1;" : "=r"(r) : "l"(m)); } while (r < 9);',
        'do { asm("cas %0;" : "=r"(r)); } while (r);',
    ],
)
def test_turns_that_move_on(code: str) -> None:
    assert in_kernel(code) == []
