"""Loops over objects that a method steps: an occupied slot of a table is stepped over, and nobody waits."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

HEAD = (
    "struct Probe { __device__ Probe(unsigned m, unsigned k) : mask(m), at(k & m), seen(0) {}\n"
    "  __device__ int get() const { return at; }\n"
    "  __device__ void next() { at = (at + 1) & mask; }\n"
    "  __device__ void note() { seen++; }\n"
    "  __device__ void reset() { at = 0; }\n"
    "  __device__ void may() { if (seen) at++; }\n"
    "  __device__ void early() { if (seen) return; at++; }\n"
    "  unsigned mask, at, seen; };\n"
)
KERNEL = "__global__ void k(unsigned *t, volatile unsigned *f, unsigned m, unsigned key) { Probe i(m, key); "


def told(code: str, arguments: str = "") -> list[str]:
    return remaining(HEAD + KERNEL + code + " }" + arguments)


@pytest.mark.parametrize(
    "code",
    [
        "while (1) { unsigned p = atomicCAS(&t[i.get()], 0, key); if (p == 0 || p == key) break; i.next(); }",
        "while (1) { unsigned p = atomicCAS(&t[i.at], 0, key); if (p == 0 || p == key) break; i.next(); }",
        "while (atomicCAS(&t[i.get()], 0, key) != 0) i.next();",
        "for (; atomicCAS(t + i.get(), 0, 1); i.next()) ;",
        "while (1) { unsigned e = t[i.get()]; if (e == key || e == 0) { *t = e; return; } i.next(); }",
        "while (1) { unsigned e = f[i.get()]; if (e == key || e == 0) break; i.next(); }",
        "while (f[i.at] != key) { i.note(); i.next(); }",
        "while (f[i.get()] != key) { if (m) i.next(); else i.at++; }",
    ],
)
def test_each_turn_asks_another_place(code: str) -> None:
    assert told(code) == []


@pytest.mark.parametrize(
    "code",
    [
        "while (atomicCAS(&t[i.get()], 0, key) != 0) ;",
        "while (atomicCAS(&t[i.get()], 0, key) != 0) i.note();",
        "while (atomicCAS(&t[i.get()], 0, 1) != 0) i.reset();",
        "Probe j(m, 1); while (atomicCAS(&t[i.get()], 0, key) != 0) j.next();",
        "while (f[i.get()] != key) i.note();",
        "Probe j(m, 1); while (f[i.get()] != key) j.next();",
        "while (1) { if (f[i.get()] == 0) continue; i.next(); if (i.get() == key) break; }",
        "while (atomicCAS(&t[i.get()], 0, key) != 0) i.may();",
        "while (f[i.get()] == 0) i.early();",
    ],
)
def test_what_stays_at_its_place_waits(code: str) -> None:
    assert told(code) == ["W026"]
