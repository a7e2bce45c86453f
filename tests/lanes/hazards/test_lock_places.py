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


WORDS = "__global__ void k(int *p, int b, int x) { bool done = false; %s }\n"


@pytest.mark.parametrize(
    ("lock", "does"),
    [
        ("p", "p[1] += x"),
        ("p", "*(p + 1) = x"),
        ("&p[0]", "p[1] = p[2] + x"),
        ("p + 1", "*p += x"),
        ("&p[2 * b]", "p[2 * b + 1] += x"),
        ("p", "atomicAdd(p + 1, x)"),
        ("p", "atomicAdd(&p[1], x)"),
    ],
)
def test_stores_to_other_elements(lock: str, does: str) -> None:
    taken, freed = f"atomicCAS({lock}, 0, 1) == 0", f"atomicExch({lock}, 0)"
    assert remaining(WORDS % (IN_TURN % (taken, does, freed))) == ["W026"]


@pytest.mark.parametrize(
    "loop",
    [
        "while (atomicCAS(p, 0, 1) != 0) p = p + 1;",
        "while (atomicCAS(&p[p[1]], 0, 1) != 0) p[1] += 1;",
        "while (atomicCAS(p, 0, 1) != 0) p[b] = 0;",
        "while (atomicCAS(p + b, 0, 1) != 0) b = b + 1;",
    ],
)
def test_the_same_element_or_one_that_is_not_known(loop: str) -> None:
    assert remaining(WORDS % loop) == []
