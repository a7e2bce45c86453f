"""Steps by calls of a function that is handed two elements."""

from __future__ import annotations

import pytest
from helpers.sources import function_at

from hipify_py.lanes.hazards.pointed_steps import pointed_steps, volatile_takers
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit

TAKE = "__device__ void take(volatile int *a, volatile int *b) { *a += *b; }\n"
ADD = "__device__ void add(volatile int &a, int b) { a += b; }\n"
KERNEL = "__global__ void k(volatile int *s, int t, int h) { here; %s }\n"
Step = tuple[str, str, str, str]


def steps(code: str, functions: str = TAKE + ADD) -> list[Step]:
    unit = Unit((functions + KERNEL % code).encode())
    function = function_at(unit)
    found = pointed_steps(unit, model(unit, function), function.body)
    return [(one.array.decode(), one.place.decode(), one.sign.decode(), one.far.decode()) for one in found]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("take(s + t, s + t + h);", ("s", "t", "+", "h")),
        ("take(s + t, s + t - 16);", ("s", "t", "-", "16")),
        ("take(&s[t], &s[t + h]);", ("s", "t", "+", "h")),
        ("add(s[t], s[t + 8]);", ("s", "t", "+", "8")),
        ("take(s + t + 1, s + t + 1 + h);", ("s", "t + 1", "+", "h")),
    ],
)
def test_an_element_takes_from_one_some_way_off(code: str, found: Step) -> None:
    assert steps(code) == [found]


@pytest.mark.parametrize(
    "code",
    [
        "take(s + t, s + h);",
        "take(s + t, s + t);",
        "take(s, s + h);",
        "take(s + t + h, s + t);",  # it gives the far one a value
        "take(s + t, s + t + f(h));",
        "take(s + t, s + t + h, s, s, s);",
        "other(s + t, s + t + h);",
    ],
)
def test_what_is_no_step(code: str) -> None:
    assert steps(code) == []


@pytest.mark.parametrize(
    "function",
    [
        "__device__ void take(int *a, int *b) { *a += *b; *b = 0; }\n",  # it gives both a value
        "__device__ void take(int *a, int *b) { a = b; }\n",
        "__device__ void take(int *a, int *b) { *a += 1; }\n",
        "__device__ void take(int *a, int *b) { __syncwarp(); *a += *b; }\n",
        "__device__ void wait() {}\n__device__ void take(int *a, int *b) { wait(); *a += *b; }\n",
        "__device__ void take(int a, int *b) { a += *b; }\n",
        TAKE + "__device__ void take(float *a, float *b) { *a += *b; }\n",
        "void take(int *a, int *b) { *a += *b; }\n",
    ],
)
def test_functions_that_do_something_else(function: str) -> None:
    assert steps("take(s + t, s + t + h);", function) == []


def test_functions_that_take_what_is_volatile() -> None:
    others = "__device__ void f(int *a) { volatile int b; }\n__global__ void g(volatile int *a) {}\n"
    assert volatile_takers(Unit((TAKE + ADD + others).encode())) == {b"take", b"add"}
    assert volatile_takers(Unit(b"int a;")) == frozenset()
