"""What a function stores behind its parameters."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

from hipify_py.lanes.flow.parameter_stores import made_of, overwrites, stores
from hipify_py.source.function_reading import functions_by_name, model
from hipify_py.source.unit import Unit


def unit_of(parameters: str, body: str) -> Unit:
    return Unit(f"__device__ void f({parameters}) {{ {body} }}\n".encode())


@pytest.mark.parametrize(
    ("parameters", "body", "expected"),
    [
        ("int *p, int v", "*p = v;", [("v", 0)]),
        ("int &p, int v", "p = v + 1;", [("v + 1", 0)]),
        ("int *p, int v", "p[v] = 3; p = &v;", [("3", 0)]),
        ("int *p, int v", "g(v, p); h(&p[1]);", [("g", 1), ("h", 0)]),
        ("int p, int v", "p = v; g(&p);", []),
        ("int *q, int *p", "*q = *p;", []),
        ("int *p, int v", "int *q = p; *q = v; q = &v;", [("v", 0)]),
        ("int *p, int v", "int *q = p + 1, &r = *q; r = v; g(q);", [("v", 0), ("g", 0)]),
        ("int *p, int *q, int v", "(v ? p : q)[0] = 3;", [("3", 0)]),
    ],
)
def test_where_it_stores_something(parameters: str, body: str, expected: list[tuple[str, int]]) -> None:
    unit = unit_of(parameters, body)
    (function,) = functions_by_name(unit)[b"f"]
    found = [*stores(unit, model(unit, function), b"p")]
    spans = [getattr(one, "value", None) or one.name for one, _ in found]
    assert [
        (unit.code[slice(*span)].decode(), at) for span, (_, at) in zip(spans, found, strict=True)
    ] == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("*p = a;", {1}),
        ("*p = 3;", set()),
        ("int t = a; *p = t;", {1}),
        ("if (b) *p = a;", {1, 2}),
        ("int t; if (b) t = a; *p = t;", {1, 2}),
        ("g(p, a); h(b);", {1}),
        ("*p += a;", {1}),
        ("a = b;", set()),
    ],
)
def test_of_which_parameters_it_makes_that(body: str, expected: set[int]) -> None:
    unit = unit_of("int *p, int a, int b", body)
    assert made_of(unit, b"f", 0) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("void f(int &a) { a = 1; }", True),
        ("void f(int &a) { a = 1; } void f(float &a) { a = 2; }", True),
        ("void f(int &a) { a = 1; } void f(float &a) { if (a > 0) a = 2; }", False),
        ("void f(int &a) { a += 1; }", False),
        ("void f(int a) { a = 1; }", False),
        ("void f(int *a) { *a = 1; }", False),
        ("void f(int &a, int n) { if (n) return; a = 1; }", False),
        ("void f(int &a, int n) { a = 1; if (n) return; a = 2; }", True),
        ("void f(int &a) { auto set = [&] { a = 1; }; }", False),
        ("void g(int &a) { a = 1; }", False),
    ],
)
def test_what_a_function_gives_a_value_whatever_it_was(text: str, *, expected: bool) -> None:
    assert overwrites(Unit(text.encode()), b"f", 0) is expected


ALL = """__device__ void warp(float &v) {{ for (int o = 16; o; o /= 2) v += __shfl_xor_sync(~0u, v, o); }}
__device__ void block(float {sign}v, float *s) {{ {body} }}
__global__ void k(const float *p, float *q, int n, float top) {{
    __shared__ float s[32];
    int left = 0;
    while (left < n) {{
        float v = p[threadIdx.x];
        block({given}v, s);
        if (v < top) left += 2;
        left++;
        q[left] = __shfl_down_sync(~0u, v, 1);
    }}
}}
"""
SUM = "if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v; __syncthreads(); "


@pytest.mark.parametrize(
    "body",
    [
        f"warp(v); {SUM} v = s[0];",
        f"v += threadIdx.x; {SUM} v = s[0] + s[1];",
        f"if (threadIdx.x) v = 0; {SUM} v = s[0]; v *= 2; if (s[1] > 0) return;",
        f"float &w = v; w = threadIdx.x; {SUM} v = s[0];",
        f"warp(v);\n#ifdef MORE\n v += threadIdx.x;\n#endif\n{SUM} v = s[0];",
        f"warp(v); {SUM} for (int i = 0; i < 4; ++i) s[i] = 0; v = s[0];",
    ],
)
def test_what_is_given_anew_is_as_alike_as_that(body: str) -> None:
    assert "W023" not in remaining(ALL.format(sign="&", given="", body=body))


@pytest.mark.parametrize(
    "body",
    [
        f"{SUM} v = s[0]; v += threadIdx.x;",
        f"{SUM} v = s[0]; if (threadIdx.x < 3) v = 0;",
        f"{SUM} v = s[0]; warp(v); v += s[threadIdx.x];",
        f"warp(v); {SUM} if (threadIdx.x < 32) v = s[0];",
        f"{SUM} if (threadIdx.x < 3) return; v = s[0];",
        f"{SUM} for (int i = 0; i < p(v); i++) v = s[0];",
        f"warp(v); {SUM}\n#ifdef ALL\n v = s[0];\n#endif\n",
        f"warp(v); {SUM}\n#ifdef ALL\n v = s[0];\n#else\n v += 1;\n#endif\n",
        f"warp(v); {SUM} for (int i = 0; i < s[1]; v = s[0], ++i) ;",
        f"warp(v); {SUM} v += s[0];",
        f"warp(v); {SUM} v = v + s[0];",
        f"float w = v; {SUM} v = s[0] + w;",
        f"auto go = [&] {{ v = threadIdx.x; }}; {SUM} v = s[0]; go();",
        f"float &w = v; {SUM} v = s[0]; w = threadIdx.x;",
        f"auto go = [&] {{ {SUM} v = s[0]; }}; v = threadIdx.x; if (s[1] > 2) go();",
        f"again: v = s[0]; {SUM} v += threadIdx.x; if (s[1] > 2) goto again;",
    ],
)
def test_what_is_left_of_what_differs(body: str) -> None:
    assert "W023" in remaining(ALL.format(sign="&", given="", body=body))


def test_behind_a_pointer_each_place_counts() -> None:
    assert "W023" in remaining(
        ALL.format(sign="*", given="&", body="v[threadIdx.x & 1] = threadIdx.x; *v = s[0];")
    )


@pytest.mark.parametrize(
    ("at", "rules"), [("s", []), ("s + 4", []), ("s + n", []), ("s + threadIdx.x", ["W023"])]
)
@pytest.mark.parametrize("form", ["%s", "&(%s)[0]"])
def test_an_address_that_differs_by_lane_leads_to_other_values(at: str, rules: list[str], form: str) -> None:
    body = f"{SUM} v = s[0];"
    code = ALL.format(sign="&", given="", body=body).replace("block(v, s)", f"block(v, {form % at})")
    assert [one for one in remaining(code) if one == "W023"] == rules
