"""Which assignments reach a use: levels of `x` where a call `use(x)` stands."""

from __future__ import annotations

from time import process_time

import pytest

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.source.function_reading import defined_functions
from hipify_py.source.unit import Unit

LANE, ALIKE = "x = threadIdx.x;", "x = 3;"


def levels(body: str, head: str = "int x = n;") -> list[str]:
    code = f"__global__ void k(int n, int *p) {{ {head} {body} }}".encode()
    unit = Unit(code)
    values = LazyValues(unit, defined_functions(unit)[b"k"], ConstantTable({}))
    places = [at for at in range(len(code)) if code.startswith(b"use(x)", at)]
    return [values.at(at).level(b"x") for at in places]


@pytest.mark.parametrize(
    "body",
    [
        f"{LANE} {ALIKE} use(x);",
        f"{LANE} {ALIKE} if (n) {{ use(x); }}",
        f"{LANE} x = __shfl_sync(~0u, x, 0); p[0] = x; {ALIKE} while (n--) use(x);",
        f"while (n--) {{ {ALIKE} use(x); {LANE} }}",
        f"do {{ {LANE} p[n] = x; {ALIKE} }} while (use(x));",
        f"if (n) {{ {LANE} }} {ALIKE} use(x);",
        f"if (n) {{ {LANE} }} else {{ {ALIKE} use(x); }}",
        f"{LANE} for (x = 0; x < n; ++x) use(x);",
        f"{LANE} {ALIKE} switch (n) {{ case 1: use(x); }}",
        f"{LANE} {ALIKE} auto f = [&](int y) {{ return y; }}; use(x);",
        f"auto f = [](int x) {{ {LANE} {ALIKE} return use(x); }};",
    ],
)
def test_what_was_there_before_is_gone(body: str) -> None:
    assert "lane" not in levels(body)


@pytest.mark.parametrize(
    "body",
    [
        f"{ALIKE} {LANE} use(x);",
        f"{ALIKE} if (n) {{ {LANE} }} use(x);",
        f"{ALIKE} while (n--) {{ use(x); {LANE} }}",
        f"{ALIKE} while (use(x)) {{ {LANE} }}",
        f"{ALIKE} for (; use(x); {LANE[:-1]}) {{}}",
        f"{LANE} for (; n--; {ALIKE[:-1]}) use(x);",
        f"{LANE} while (n--) {{ if (n) {ALIKE} use(x); }}",
        f"{LANE} do {{ if (n) continue; {ALIKE} }} while (use(x));",
        f"{LANE} switch (n) {{ case 1: {ALIKE} break; case 2: use(x); }}",
        f"{LANE} n && ({ALIKE[:-1]}); use(x);",
        f"{LANE} if (n) goto end; {ALIKE} end: use(x);",
        f"{ALIKE} x += threadIdx.x; use(x);",
        f"{LANE} {ALIKE} fill(&x); use(x);",
        f"{LANE} {ALIKE} int &y = x; use(x); use(y);",
        f"{ALIKE} auto f = [&] {{ {LANE} }}; f(); use(x);",
        f"{LANE} auto f = [&] {{ {ALIKE} }}; use(x);",
        f"{LANE} {ALIKE} auto f = [&] {{ use(x); }}; {LANE} f();",
        f"while (n--) {{ while (n) {{ use(x); {LANE} }} {ALIKE} }}",
    ],
)
def test_what_may_still_be_there_is_not(body: str) -> None:
    assert levels(body)[0] == "lane"


def test_what_a_parameter_had_is_gone() -> None:
    code = b"__device__ void k(int lane) { use(lane); lane = 3; use(lane); }"
    unit = Unit(code)
    values = LazyValues(unit, defined_functions(unit)[b"k"], ConstantTable({}))
    places = [at for at in range(len(code)) if code.startswith(b"use(lane)", at)]
    assert [values.at(at).level(b"lane") for at in places] == ["lane", "uniform"]


@pytest.mark.parametrize(
    ("body", "level"),
    [
        ("if (threadIdx.x % 32) x = 1; use(x);", "lane"),
        ("if (threadIdx.x % 32) x = 1; else x = 2; use(x);", "lane"),
        ("if (threadIdx.x / 32) x = 1; use(x);", "warp"),
        ("if (threadIdx.x < 64) { if (n) x = 1; } use(x);", "warp"),
        ("if (threadIdx.x % 32) { x = 1; use(x); }", "uniform"),
        ("if (threadIdx.x % 32) { x = 1; return; } use(x);", "uniform"),
        ("if (threadIdx.x % 32) {\n#ifdef A\nreturn;\n#endif\nx = 1; } use(x);", "lane"),
        ("if (threadIdx.x % 32) x = 1; x = 2; use(x);", "uniform"),
        ("if (threadIdx.x % 32) x = 1; x = __shfl_sync(~0u, x, 0); use(x);", "warp"),
        ("switch (threadIdx.x / 32) { case 0: x = 1; break; default: x = 2; } use(x);", "warp"),
        ("switch (n) { case 0: if (threadIdx.x % 32) break; x = 1; } use(x);", "lane"),
        ("while (x < threadIdx.x % 32) x++; use(x);", "lane"),
        ("for (; x < threadIdx.x % 32; x++) ; use(x);", "lane"),
        ("for (int i = 0; i < threadIdx.x % 32; i++) { x = i; use(x); }", "uniform"),
        ("for (;;) { x++; if (p[threadIdx.x]) break; } use(x);", "lane"),
        ("for (;;) { x++; if (n) break; } if (threadIdx.x % 32) p[0] = x; use(x);", "uniform"),
        ("while (n--) { if (threadIdx.x % 32) continue; x++; } use(x);", "lane"),
        ("while (n--) { x++; if (threadIdx.x % 32) continue; p[0]++; } use(x);", "uniform"),
        ("do { if (threadIdx.x % 32 == 0) x = p[0]; x = __shfl_sync(~0u, x, 0); } while (use(x));", "warp"),
        ("threadIdx.x % 32 && (x = 1); use(x);", "lane"),
        ("threadIdx.x % 32 ? (x = 1) : (x = 2); use(x);", "lane"),
        ("__shared__ int s; if (threadIdx.x == 0) s = n; x = s; use(x);", "uniform"),
        ("if (threadIdx.x % 32) *p = 1; x = *p; use(x);", "uniform"),
        ("if (threadIdx.x % 32) { int x = 1; p[0] = x; } use(x);", "uniform"),
        ("while (n) { int y = 0; if (threadIdx.x % 32) y = 1; x = y; } use(x);", "lane"),
    ],
)
def test_a_name_differs_where_what_decides_about_it_does(body: str, level: str) -> None:
    assert levels(body, "int x = 0;")[-1] == level


@pytest.mark.parametrize(
    ("body", "level"),
    [
        ("int &r = x; if (threadIdx.x % 32) r = 1; use(x);", "lane"),
        ("int &r = x; if (threadIdx.x / 32) r = 1; use(x);", "warp"),
        ("int &r = x; if (n) r = 1; use(x);", "uniform"),
        ("int *r = &x; if (threadIdx.x % 32) *r = 1; use(x);", "lane"),
        ("int &r = x, &s = r; if (threadIdx.x % 32) ++s; use(x);", "lane"),
        ("int y, &r = n ? x : y; if (threadIdx.x % 32) r |= 1; use(x);", "lane"),
        ("int &r = x; while (n--) { use(x); if (threadIdx.x % 32) r = 1; }", "lane"),
        ("int &r = x; for (int i = 0; i < threadIdx.x % 32; i++) r++; use(x);", "lane"),
        ("int &r = x; for (;;) { r++; if (p[threadIdx.x]) break; } use(x);", "lane"),
        ("int &r = x; for (;;) { r++; if (n) break; } use(x);", "uniform"),
        ("auto set = [&] { x = 1; }; if (threadIdx.x % 32) set(); use(x);", "lane"),
        ("auto set = [&](int v) { x = v; }; if (n) set(1); use(x);", "uniform"),
        ("if (threadIdx.x % 32) [&] { x = 1; }(); use(x);", "lane"),
        ("auto set = [&] { if (threadIdx.x % 32) x = 1; }; set(); use(x);", "lane"),
        ("if (threadIdx.x % 32) x = 1; if (n) goto end; use(x); end:;", "lane"),
        ("__shared__ int s; int &r = s; if (threadIdx.x == 0) r = n; x = s; use(x);", "uniform"),
        ("int &r = *p; if (threadIdx.x % 32) r = 1; use(x);", "uniform"),
        ("int &r = *p; if (threadIdx.x % 32) r = 1; x = r; use(x);", "uniform"),
        ("__shared__ int s; int &r = s; if (threadIdx.x == 0) r = n; x = r; use(x);", "uniform"),
        ("int y = 0, &r = y; if (threadIdx.x % 32) r = 1; x = r; use(x);", "lane"),
        ("if (threadIdx.x % 32) { int y = 0, &r = y; r = n; p[0] = y; } use(x);", "uniform"),
        ("while (threadIdx.x % 32 < n--) { int x = 0, &r = x; if (n) r = 1; use(x); }", "uniform"),
        ("for (int x = 0, &r = x; x < threadIdx.x % 32; r++) use(x);", "uniform"),
    ],
)
def test_so_does_a_name_that_is_given_values_by_another_way(body: str, level: str) -> None:
    assert levels(body, "int x = 0;")[-1] == level


def test_a_lambda_that_is_called_often_is_asked_for_once() -> None:
    body = "auto set = [&](int v) { " + "x = v; " * 400 + "};" + " if (n) set(1);" * 400
    begun = process_time()
    assert levels(f"{body} use(x);", "int x = 0;") == ["uniform"]
    assert process_time() - begun < 5
