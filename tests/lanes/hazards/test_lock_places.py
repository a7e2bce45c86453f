"""Locks beside data: what a loop stores in other members leaves the lock where it is."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

CODE = (
    "struct Lock { int state; __device__ bool take() { return atomicCAS(&state, 0, 1) == 0; }\n"
    "  __device__ void release() { __threadfence(); atomicExch(&state, 0); } };\n"
    "struct Stack { Lock lock; int held, next, size, pending, items[64]; };\n"
    "__global__ void k(Stack *s, Stack t, int item) { bool done = false; int n = 0; %s }\n"
)
IN_TURN = "while (!done) if (%s) { %s; %s; done = true; }"
RELEASE, TAKES, FREES = "s->lock.release()", "atomicCAS(&s->held, 0, 1) == 0", "atomicExch(&s->held, 0)"


@pytest.mark.parametrize(
    "does",
    [
        "s->items[0] = item",
        "s->items[s->size++] = item",
        "s->size = s->size + 1",
        "atomicAdd(&s->pending, 1)",
        "atomicAdd(&(*s).pending, 1)",
        "n = s->size; s->items[n++] = item; s->size = n",
        "(*s).size = 3",
    ],
)
def test_stores_beside_a_lock(does: str) -> None:
    assert remaining(CODE % (IN_TURN % ("s->lock.take()", does, RELEASE))) == ["W026"]
    assert remaining(CODE % (IN_TURN % (TAKES, does, FREES))) == ["W026"]


def test_a_lock_of_an_object() -> None:
    assert remaining(CODE % (IN_TURN % ("t.lock.take()", "t.size++", "t.lock.release()"))) == ["W026"]


@pytest.mark.parametrize(
    "loop",
    [
        "while (atomicCAS(&s->items[s->next], 0, 1) != 0) s->next = (s->next + 1) % 64;",
        "while (atomicCAS(&s->held, 0, 1) != 0) s = s + 1;",
        "while (atomicCAS(&s[n].held, 0, 1) != 0) { s->size = n; n++; }",
        "while (atomicCAS(&s->items[s->next], 0, 1) != 0) atomicAdd(&s->next, 1);",
    ],
)
def test_another_lock_in_each_turn(loop: str) -> None:
    assert remaining(CODE % loop) == []
