"""Conversions to half and bfloat16 between which a HIP compiler cannot choose."""

from __future__ import annotations

import pytest
from helpers.matches import matched

from hipify_py.settings import Options

GIVEN = "__nv_bfloat16 *b, __half *h, size_t n, long l, int i, float x, V v"
WIDE = "hipify_half::ull2bfloat16_rn"
BARE = Options(path="a.cu", add_include=False)


def source(statement: str) -> str:
    return f"__device__ void f({GIVEN}) {{ {statement} }}"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("b[0] = __nv_bfloat16(n);", f"b[0] = __nv_bfloat16({WIDE}(n));"),
        ("b[0] = nv_bfloat16{ n % 5 };", f"b[0] = nv_bfloat16{{ {WIDE}(n % 5) }};"),
        ("b[0] = (__nv_bfloat16) n;", f"b[0] = (__nv_bfloat16) {WIDE}(n);"),
        (
            "g(static_cast<__nv_bfloat16>(l));",
            "g(static_cast<__nv_bfloat16>(hipify_half::ll2bfloat16_rn(l)));",
        ),
        ("const __nv_bfloat16 c = n;", f"const __nv_bfloat16 c = {WIDE}(n);"),
        ("__nv_bfloat16 c{n}, d = x;", f"__nv_bfloat16 c{{{WIDE}(n)}}, d = x;"),
        ("b[i] = n % 5;", f"b[i] = {WIDE}(n % 5);"),
        ("*b += n;", f"*b += {WIDE}(n);"),
        ("__nv_bfloat16 c; c = n;", f"__nv_bfloat16 c; c = {WIDE}(n);"),
        ("h[0] = (half)b[1];", "h[0] = (half)(float)(b[1]);"),
        ("h[0] = __half(*b);", "h[0] = __half((float)(*b));"),
        ("b[0] = __nv_bfloat16(/* of */ h[1]);", "b[0] = __nv_bfloat16(/* of */ (float)(h[1]));"),
    ],
)
def test_a_conversion_is_chosen(before: str, after: str) -> None:
    made = matched("N021", source(before), BARE)
    assert (made.text, made.said) == (source(after), [])
    assert matched("N021", made.text, BARE) == made


@pytest.mark.parametrize(
    "statement",
    [
        "b[0] = __nv_bfloat16(i);",
        "b += n; b = b + n; auto **c = &b; __nv_bfloat16 *d[2]; d[0] += n; *d += n;",
        "b[0] = i; b[1] += x; n = l; h[0] = n;",
        "if (b[0] == n || b[0] <= n) b[0] = b[1];",
        "b[0] = (__nv_bfloat16)x;",
        "b[0] = __nv_bfloat16(v.x);",
        "h[0] = (__half)n;",
        "h[0] = (half)h[1];",
        "auto p = (__nv_bfloat16 *)n;",
        "auto p = (half *)b;",
        "auto p = reinterpret_cast<__nv_bfloat16>(n);",
        "__nv_bfloat16 *p = b;",
        "__nv_bfloat16 c[2], d;",
        "b[0] = own::__nv_bfloat16(n);",
        "int half = 3; n = n / (half);",
    ],
)
def test_what_hip_has_and_what_is_not_seen_stays(statement: str) -> None:
    assert matched("N021", source(statement), BARE) == (source(statement), [])


@pytest.mark.parametrize("options", [BARE._replace(polyfill=False), BARE._replace(path="a.cpp")])
def test_without_the_header_integers_are_reported(options: Options) -> None:
    given = "void f(__nv_bfloat16 *b, __half *h, size_t n) { b[0] = __nv_bfloat16(n); h[0] = (half)b[0]; }"
    made = matched("N021", given, options)
    assert made == (given.replace("(half)b[0]", "(half)(float)(b[0])"), [("N021", "__nv_bfloat16")])


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ("void f(half2 *p) { p[i] = {a, b}; }", "p[i] = __half2{a, b};"),
        ("void f(half2 *p) { *p = {}; }", "*p = __half2{};"),
        ("void f() { __nv_bfloat162 v; v = {a, b}; }", "v = __nv_bfloat162{a, b};"),
        ("void f(half2 **p) { p[i] = {}; }", "p[i] = {};"),
        ("void f(half2 v) { g(v == x, {a}); v += {a, b}; }", "v += {a, b};"),
        ("void f(float2 v) { v = {a, b}; }", "v = {a, b};"),
    ],
)
def test_lists_that_are_assigned_to_pairs(source: str, made: str) -> None:
    assert made.replace("__nv_bfloat162{", "__hip_bfloat162{") in matched("R516", source).text
