"""Expressions where they stand: by macros, members, lambdas and functions of the file."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.constant_folding import constant_table, declared_constants
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.source.function_reading import defined_functions
from hipify_py.source.unit import Unit

HEAD = """#define LANE(t) ((t) % 32)
#define LOOP(a) LOOP(a)
#define ROLE WARP_OF
#define WARP_OF (threadIdx.x / 32)
struct Id { int at; __device__ Id() : at(threadIdx.x) {} };
"""


def level(text: str, body: str = "") -> str:
    unit = Unit(f"{HEAD}__global__ void k(int n) {{ {body} here(); }}".encode())
    constants = constant_table(unit, declared_constants(unit))
    values = LazyValues(unit, defined_functions(unit)[b"k"], constants)
    return values.at(unit.code.index(b"here")).level(text.encode())


@pytest.mark.parametrize(
    ("text", "body", "expected"),
    [
        ("LANE(threadIdx.x)", "", "lane"),
        ("LANE(n)", "", "uniform"),
        ("LOOP(threadIdx.x)", "", "lane"),
        ("LOOP(n)", "", "uniform"),
        ("ROLE", "", "warp"),
        ("r.at", "Id r;", "lane"),
        ("f(n)", "auto f = [](int a) { return a + 1; };", "uniform"),
        ("f(threadIdx.x)", "auto f = [](int a) { return a + 1; };", "lane"),
        ("elsewhere(threadIdx.x / 32)", "", "warp"),
    ],
)
def test_levels(text: str, body: str, expected: str) -> None:
    assert level(text, body) == expected
