"""Barriers of the block, in functions and macros of the file too."""

from __future__ import annotations

import pytest
from helpers.warps import facts_of, remaining, text_of

from hipify_py.lanes.hazards.block_meetings import joins
from hipify_py.lanes.hazards.meeting_calls import calls
from hipify_py.source.unit import Unit

KERNEL = "__global__ void k(int *p, int n) { int warp = threadIdx.x / 32; %s }\n"
MEET = "__device__ void meet() { __syncthreads(); }\n"
GROUPS = "namespace cg = cooperative_groups;\n"


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (MEET, "if (warp == 0) meet();"),
        (MEET, "if (warp) p[0] = 1; else meet();"),
        ("", "auto meet = [&] { __syncthreads(); }; if (warp == 0) { meet(); }"),
        (MEET, "auto both = [&](int j) { p[j] = 1; meet(); }; if (warp == 0) { both(3); } else { both(4); }"),
        (
            "",
            "auto a = [&] { __syncthreads(); }; auto run = [](auto f) { f(); }; if (warp == 0) run(a);",
        ),
        (
            "",
            "auto a = [&] { __syncthreads(); }; auto r = [](int j, auto &&f) { f(); }; if (warp) r(1, a);",
        ),
        (MEET + "__device__ int two(int x) { meet(); return x; }\n", "int v = warp ? two(1) : 0;"),
        ("#define MEET() __syncthreads()\n", "if (warp == 0) { MEET(); }"),
        ("#define MEET() do { __syncthreads(); } while (0)\n", "if (warp == 0) { MEET(); }"),
        (
            "struct Ring { __device__ void wait() { __syncthreads(); } };\n",
            "Ring r; if (warp == 0) r.wait();",
        ),
        ("template <int N> __device__ int f(int x) { __syncthreads(); return x; }\n", "if (warp) f<4>(n);"),
        ("__device__ void f(int n) { while (n--) __syncthreads(); }\n", "if (warp == 0) f(n);"),
        (
            GROUPS + "__device__ void f(cg::thread_block b) { b.sync(); }\n",
            "if (warp) f(cg::this_thread_block());",
        ),
    ],
)
def test_a_barrier_in_another_function_is_not_for_all(head: str, code: str) -> None:
    assert remaining(head + KERNEL % code) == ["G016"]


OPERATOR = "struct Meet { __device__ void operator()() const { __syncthreads(); } };\n"
SCOPE = "struct Scope { __device__ Scope() {} __device__ ~Scope() { __syncthreads(); } };\n"
MADE = "struct Scope { __device__ explicit Scope(int *p) { __syncthreads(); } };\n"
DEEP = "".join(f"__device__ void f{n}() {{ {f'f{n - 1}' if n else '__syncthreads'}(); }}\n" for n in range(6))


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (OPERATOR, "Meet m; if (warp == 0) m();"),
        (OPERATOR, "if (warp == 0) Meet{}();"),
        (OPERATOR, "if (warp == 0) Meet()();"),
        (OPERATOR + "using M = Meet;\n", "M m; if (warp == 0) m();"),
        (OPERATOR + "__device__ void f(const Meet &m) { m(); }\n", "if (warp == 0) f(Meet{});"),
        (OPERATOR.replace("operator()()", "operator+=(int)"), "Meet m; if (warp == 0) m += 1;"),
        (OPERATOR.replace("operator()()", "operator[](int)"), "Meet m; if (warp == 0) m[1];"),
        (OPERATOR.replace("operator()()", "operator*()"), "Meet m; if (warp == 0) *m;"),
        (SCOPE, "if (warp == 0) { Scope s; p[0] = 1; }"),
        (SCOPE, "if (warp == 0) { auto s = Scope(); }"),
        (SCOPE, "if (warp == 0) { Scope{}; }"),
        (SCOPE + "using S = Scope;\n", "if (warp == 0) { S s; }"),
        (SCOPE + "struct Two { int a; Scope s; };\n", "if (warp == 0) { Two two; }"),
        (SCOPE + "struct Two : Scope { int a; };\n", "if (warp == 0) { Two two; }"),
        (SCOPE + "__device__ void f() { Scope s; }\n", "if (warp == 0) f();"),
        (MADE, "if (warp == 0) { Scope s(p); }"),
        (MADE, "if (warp == 0) { Scope s{p}; }"),
        ("template <int N> " + SCOPE, "if (warp == 0) { Scope<4> s; }"),
        (
            "struct Scope { __device__ ~Scope(); }; __device__ Scope::~Scope() { __syncthreads(); }\n",
            "if (warp == 0) { Scope s; }",
        ),
        ("__device__ void f(int n) { if (n) f(n - 1); else __syncthreads(); }\n", "if (warp == 0) f(n);"),
        (
            "__device__ void f(int n) { if (!n) { __syncthreads(); return; } f(n - 1); }\n",
            "if (warp == 0) f(n);",
        ),
        (DEEP, "if (warp == 0) f5();"),
    ],
)
def test_a_barrier_in_what_nobody_calls_by_its_name(head: str, code: str) -> None:
    assert remaining(head + KERNEL % code) == ["G016"]


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (OPERATOR, "Meet m; m(); if (warp == 0) { Meet other; int meet = 0; }"),
        (OPERATOR, "if (warp == 0) { m(); }"),
        (OPERATOR.replace("operator()()", "operator+=(int)"), "Meet m; if (warp == 0) m -= 1;"),
        (SCOPE, "Scope s; if (warp == 0) p[0] = 1;"),
        (SCOPE, "Scope s; if (warp == 0) { Scope *q = &s; Scope &r = s; r.f(); }"),
        (SCOPE + "struct Two { Scope *s; };\n", "if (warp == 0) { Two two; }"),
        (SCOPE + "struct Other { };\n", "if (warp == 0) { Other s; }"),
        ("__device__ void f(int n) { if (n) f(n - 1); }\n", "if (warp == 0) f(n); __syncthreads();"),
        ("__device__ void operator_like() { __syncthreads(); }\n", "operator_like();"),
    ],
)
def test_objects_whose_barriers_all_come_to(head: str, code: str) -> None:
    assert remaining(head + KERNEL % code) == []


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (MEET, "meet(); if (n > 3) meet(); for (int i = 0; i < n; i++) meet();"),
        ("template <bool S> __device__ void f() { if (S) __syncthreads(); }\n", "if (warp == 0) f<false>();"),
        ("__device__ void f() { auto g = [] { __syncthreads(); }; }\n", "if (warp == 0) f();"),
        ("struct A { __device__ void sync() { __syncthreads(); } };\n", "if (warp == 0) tile.sync();"),
        (MEET + "__device__ void meet(float) { }\n", "if (warp == 0) meet(1.f);"),
        (MEET, "if (warp == 0) { auto f = &meet; int meet = 0; }"),
    ],
)
def test_what_all_come_to_and_what_may_have_none(head: str, code: str) -> None:
    assert remaining(head + KERNEL % code) == []


def test_a_place_in_the_head_changes_nothing() -> None:
    kernel = KERNEL.replace("int *p", "volatile int *p")
    assert remaining(MEET + kernel % "if (warp == 0) meet();") == ["G016"]


def test_a_block_that_is_given_to_a_function() -> None:
    unit = Unit(b"__device__ void f(cg::thread_block b, cg::grid_group g) { b.sync(); g.sync(); }")
    (facts,) = facts_of(unit)
    assert facts.function is not None
    assert [text_of(unit, span) for span in joins(unit, facts.function)] == ["b.sync"]


def test_calls_stand_with_the_functions_that_they_are_in() -> None:
    unit = Unit((MEET + "__device__ void a() { meet(); }\n" + KERNEL % "a(); meet();").encode())
    found = [sorted(text_of(unit, span) for span in spans) for _, spans in sorted(calls(unit).items())]
    assert found == [["meet"], ["a", "meet"]]


def test_functions_that_call_one_another() -> None:
    loop = "__device__ void b(int n); __device__ void a(int n) { __syncthreads(); b(n); }\n"
    loop += "__device__ void b(int n) { a(n); }\n"
    assert remaining(loop + KERNEL % "if (warp == 0) b(n);") == ["G016"]


MEMBER = (
    GROUPS + "struct P { cg::thread_block block; __device__ P() : block(cg::this_thread_block()) {}"
    " __device__ void run(int *p) { %s } };\n"
)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("if (threadIdx.x < 32) { block.sync(); }", ["G016"]),
        ("if (threadIdx.x < 32) { this->block.sync(); }", ["G016"]),
        ("if (threadIdx.x < 32) { p[0] = 1; } block.sync();", []),
        ("if (threadIdx.x < 32) { other.sync(); }", []),
    ],
)
def test_a_block_that_is_a_member(code: str, expected: list[str]) -> None:
    assert remaining(MEMBER % code) == expected


@pytest.mark.parametrize(
    "code",
    [
        "auto meet = [&] { __syncthreads(); }; meet();",
        "auto meet = [&] { __syncthreads(); }; if (n) meet(); if (warp == 0) { p[0] = 1; }",
        "auto meet = [&] { p[0] = 1; }; __syncthreads(); if (warp == 0) meet();",
    ],
)
def test_a_barrier_in_a_lambda_that_all_come_to(code: str) -> None:
    assert remaining(KERNEL % code) == []


@pytest.mark.parametrize(
    "code",
    [
        "auto a = [&] { __syncthreads(); }; auto run = [](auto f) { f(); }; run(a); if (warp == 0) p[0] = 1;",
        "auto a = [] { __syncthreads(); }, b = [] {}; auto r = [](auto f) { f(); }; r(a); if (warp) r(b);",
        "auto a = [&] { __syncthreads(); }; auto keep = [](auto f) { use(f); }; a(); if (warp == 0) keep(a);",
    ],
)
def test_lambdas_that_are_handed_to_a_lambda_for_all_threads(code: str) -> None:
    assert remaining(KERNEL % code) == []
