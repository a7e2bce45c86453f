"""Locks whose address moves under another name than the one that stands in it."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

HEAD = (
    "struct Node { int lock, size; Node *next; };\n"
    "struct Walk { Node *node; int count; __device__ void step() { node = node->next; }\n"
    "  __device__ void note() { count++; } };\n"
    "union Way { Node *node, *same; };\n"
    "struct Table { int at, used, locks[32]; };\n"
)


def told(code: str) -> list[str]:
    return remaining(HEAD + code)


@pytest.mark.parametrize(
    "code",
    [
        "Table *t) { int &i = t->at; while (atomicCAS(&t->locks[i], 0, 1)) t->at++; }",
        "Table *t) { int &i = t->at; while (atomicCAS(&t->locks[i], 0, 1)) atomicAdd(&t->at, 1); }",
        "Table *t) { int &i = t->at; while (atomicCAS(&t->locks[t->at], 0, 1)) i++; }",
        "Table *t) { int *i = &t->at; while (atomicCAS(&t->locks[*i], 0, 1)) t->at = (t->at + 1) % 32; }",
        "Table *t) { Table &u = *t; while (atomicCAS(&t->locks[u.at], 0, 1)) t->at++; }",
        "Walk walk) { while (atomicCAS(&walk.node->lock, 0, 1)) walk.step(); }",
        "Walk *walk) { while (atomicCAS(&walk->node->lock, 0, 1)) { walk->count++; walk->step(); } }",
        "Way way) { while (atomicCAS(&way.node->lock, 0, 1)) way.same = way.node->next; }",
    ],
)
def test_another_lock_by_another_name(code: str) -> None:
    assert told("__global__ void k(" + code) == []


@pytest.mark.parametrize("step", ["head++", "this->head++", "this->head = (head + 1) % 32"])
@pytest.mark.parametrize("place", ["lock[head]", "this->lock[this->head]", "this->lock[head]"])
def test_another_lock_by_a_member(place: str, step: str) -> None:
    method = f"__device__ void take() {{ while (atomicCAS(&{place}, 0, 1)) {step}; }}"
    assert told(f"struct Ring {{ unsigned head, used; int lock[32]; {method} }};") == []


@pytest.mark.parametrize(
    "code",
    [
        "Table *t) { int &i = t->at; while (atomicCAS(&t->locks[i], 0, 1)) t->used++; }",
        "Table *t, int i) { while (atomicCAS(&t->locks[i], 0, 1)) t->at++; }",
        "Table *t) { Table &u = *t; while (atomicCAS(&t->locks[0], 0, 1)) u.at++; }",
        "Walk *walk) { while (atomicCAS(&walk->node->lock, 0, 1)) walk->note(); }",
        "Node *s) { while (atomicCAS(&s->lock, 0, 1)) s->size++; }",
    ],
)
def test_the_same_lock_beside_other_names(code: str) -> None:
    assert told("__global__ void k(" + code) == ["W026"]
