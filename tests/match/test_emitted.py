"""Functions for both sides that are made for one."""

from __future__ import annotations

import pytest

from hipify_py.match.emitted import emitted, is_emitted
from hipify_py.model import Span
from hipify_py.source.unit import Unit

BOTH = "__host__ __device__ inline int one(int i) { return i; }\n"


@pytest.mark.parametrize(
    ("source", "host", "device"),
    [
        (BOTH, [], []),
        (BOTH.replace("inline ", ""), ["one"], ["one"]),
        (BOTH + "int f() { return one(1); }\n", ["one"], []),
        (BOTH + "__global__ void k(int *p) { p[0] = one(1); }\n", [], ["one"]),
        (BOTH + "__device__ int f() { return one(1); }\n", [], ["one"]),
        (BOTH + "__host__ __device__ int f() { return one(1); }\n", ["f", "one"], ["f", "one"]),
        ("__device__ int one() { return 1; }\nint f() { return one(); }\n", [], []),
        ("struct S { __host__ __device__ int one() { return 1; } };\n", [], []),
    ],
)
def test_what_is_reached_from_a_side_or_from_outside(source: str, host: list[str], device: list[str]) -> None:
    unit = Unit(source.encode())
    assert sorted(one.name for one in emitted(unit, "host")) == host
    assert sorted(one.name for one in emitted(unit, "device")) == device


def test_it_is_asked_by_the_body() -> None:
    unit = Unit(b"__host__ __device__ int one() { return 1; }")
    body = Span(unit.code.index(b"{"), len(unit.code))
    assert is_emitted(unit, body, "host")
    assert not is_emitted(unit, Span(0, 1), "host")
