"""Values of vectors without their braces, of which it is not told which fills which."""

from __future__ import annotations

import pytest
from helpers.matches import matched

HEAD = """#define ORIGIN 0, 0, 0
#define PAIR(a, b) a, b
#define ONE 1.0f
struct Box { float3 lo, hi; };
struct Row { float2 v[N]; int n; };
struct Item { int n; float2 v; };
struct Plain { float v[N]; int n; };
struct Few { int a, b; float2 v; };
struct Many { int a[3]; float *p; float2 v; };
#define MORE(...) __VA_ARGS__, 2
#define BY_OTHERS 1, PAIR(2, 3)
#ifdef A
#define EITHER 1, 2
#else
#define EITHER 1, 2, 3
#endif
"""
REPORTED = [
    ("Box b = {ORIGIN, 1, 1, 1};", "ORIGIN"),
    ("Box b[2] = {0, 0, 0, ORIGIN};", "ORIGIN"),
    ("Box b = {{0, 0, 0}, ORIGIN};", "ORIGIN"),
    ("Item i = {PAIR(1, 2), 3};", "PAIR(1, 2)"),
    ("Row r = {1, 2, 3, 4, 5};", "1"),
    ("float2 a[2] = {PAIR(1, 2), 3, 4};", "PAIR(1, 2)"),
    ("float2 a[2] = {1, 2, PAIR(3, 4)};", "1"),
    ("float2 a[2] = {x, unknown(), x, x};", "x"),
    ("Few f = {ORIGIN, 4};", "ORIGIN"),
    ("Few f = {1, PAIR(2, 3), 4};", "PAIR(2, 3)"),
    ("Many m = {MORE(1), 3};", "MORE(1)"),
    ("Many m = {PAIR(PAIR(1, 2), 3)};", "PAIR(PAIR(1, 2), 3)"),
    ("Many m = {BY_OTHERS};", "BY_OTHERS"),
    ("Many m = {EITHER};", "EITHER"),
]
KEPT = [
    "Box b = {{ORIGIN}, {1, 1, 1}}, c = {v, v}, d = {unknown(), v}, e[2] = {b, c};",
    "Box b = {ONE, 1, 1, 1, 1, 1};",
    "float3 a[2] = {v, v}, b[1] = {{ORIGIN}}, c = {ORIGIN}, d[2] = {unknown(), v};",
    "float4 a = {PAIR(1, 2), 3}; float3 b[1] = {unknown(), 2, 3};",
    "Plain p = {1, 2, 3, 4}, q = {ORIGIN, 1};",
    "Item i = {1, {PAIR(1, 2)}};",
    "Few a = {PAIR(1, 2)}, b = {PAIR(1, 2), {3, 4}}, c = {PAIR(1, 2), v.x, v.y}, d[1] = {PAIR(1, 2), {3}};",
    "Many a = {ORIGIN}, b = {ORIGIN, nullptr, {1, 2}}, c = {PAIR(1, 2), 3, 0, {1, 2}}, d = {.a = ORIGIN};",
    "float a[] = {ORIGIN, PAIR(1, 2)}; Row r = {{{1, 2}}, 3};",
]


@pytest.mark.parametrize(("given", "value"), REPORTED)
def test_they_are_reported(given: str, value: str) -> None:
    found = matched("M248", f"{HEAD}__global__ void k(float3 v, float x) {{ {given} }}\n")
    assert found.said == [("M248", value)]


@pytest.mark.parametrize("given", KEPT)
def test_others_are_not(given: str) -> None:
    source = f"{HEAD}__global__ void k(float3 v, float x) {{ {given} }}\n"
    assert matched("M248", source).said == []


def test_a_macro_of_several_values_is_left_as_it_is() -> None:
    source = (
        f"{HEAD}__global__ void k(float *p) {{ float4 e = {{PAIR(1, 2), 3}}; Item i = {{PAIR(1, 2), 3}}; }}\n"
    )
    assert matched("M089", source).text == source
