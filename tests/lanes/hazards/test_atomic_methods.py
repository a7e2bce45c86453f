"""Locks taken by methods of atomic objects."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

from hipify_py.lanes.hazards.atomic_methods import object_of, of_object, stores
from hipify_py.model import Span
from hipify_py.source.function_model import CallText

KERNEL = (
    "__global__ void k(std::atomic<int> *m, int *n, int i, volatile int *v) {"
    " if (threadIdx.x %% 32 == 0) { bool done = false; int e = 0; %s } }\n"
)


def call(code: bytes, name: bytes) -> CallText:
    at = code.index(name)
    return CallText(Span(at, at + len(name)), ())


@pytest.mark.parametrize(
    ("code", "of"),
    [
        (b"if (m->exchange(1))", b"m"),
        (b"a && !locks[i].exchange(1)", b" !locks[i]"),
        (b"n = (*m).exchange(1)", b"*m)"),
        (b"std::exchange(a, b)", None),
        (b"exchange(a, b)", None),
    ],
)
def test_the_object_of_a_method(code: bytes, of: bytes | None) -> None:
    found = object_of(code, call(code, b"exchange"))
    told = code[slice(*found)].replace(b"!", b"").strip() if found else None
    assert told == (of.replace(b"!", b"").strip() if of else None)


def test_roles_of_methods() -> None:
    code = b"m->exchange(1); m->fetch_or(1); m->size(); m->store(0)"
    roles = [of_object(code, call(code, name)) for name in (b"exchange", b"fetch_or", b"size", b"store")]
    assert [one and one[0] for one in roles] == ["swap", "add", None, None]
    assert [stores(name) for name in (b"store", b"fetch_add", b"load")] == [True, True, False]


@pytest.mark.parametrize(
    "code",
    [
        "while (m->exchange(1, std::memory_order_acquire)) ; n[0]++; m->store(0);",
        "while (m[i].exchange(1)) ; n[0]++; m[i].store(0);",
        "while (!m->compare_exchange_weak(e, 1)) e = 0; n[0]++; m->store(0);",
        "while (m->fetch_or(1) & 1) ; n[0]++; m->fetch_and(~1);",
        "while (m->fetch_add(1) != 0) m->fetch_sub(1); n[0]++; m->fetch_sub(1);",
    ],
)
def test_locks(code: str) -> None:
    assert remaining(KERNEL % code) == ["W026"]


@pytest.mark.parametrize(
    "code",
    [
        "while (!m->compare_exchange_weak(e, e + 1)) ;",
        "while (!m->compare_exchange_weak(e, 1)) ;",  # expects what is there the next time
        "while (m[i].exchange(1)) i++;",
        "while (m->fetch_add(1) < 9) ;",
        "while (std::exchange(i, 0)) ;",
        "for (volatile bool d = false; !d;) if (!m->exchange(1)) { v[0] = v[0] + 1; m->store(0); d = true; }",
    ],
)
def test_turns_that_move_on(code: str) -> None:
    assert remaining(KERNEL % code) == []
