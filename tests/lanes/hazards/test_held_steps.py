"""Steps in lock step by what a function holds in a name: a lambda, or an object that is called."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = """
__global__ void k(int *p, int n) {{
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = p[t];
  __syncthreads();
  {}
}}
"""
ALL = " if (t < 32) { step(32); step(16); step(8); step(4); step(2); step(1); }"
APART = ALL.replace("; ", "; __syncwarp(); ")
LOOP = " if (t < 32) for (int d = 32; d > 0; d >>= 1) step(d);"
LAMBDA = "auto step = [&](int d) { s[t] += s[t + d]; };"
CLASS = "struct Step { int *s, t; __device__ void operator()(int d) const { s[t] += s[t + d]; } };"
WAITS = "__device__ void rest() { __syncwarp(); } __device__ void wait() { rest(); }"


@pytest.mark.parametrize(
    ("head", "code"),
    [
        ("", LAMBDA + ALL),
        ("", LAMBDA + LOOP),
        ("", LAMBDA.replace("int d", "auto d") + ALL),
        ("", "volatile int *v = s; auto step = [v, t](int d) { v[t] = max(v[t], v[t + d]); };" + ALL),
        ("", LAMBDA.replace("+=", "= s[t] +") + " s[t] += s[t + 16]; step(8); s[t] += s[t + 4];"),
        ("", LAMBDA.replace("int d", "int *a, int d").replace("s[", "a[") + ALL.replace("(", "(s, ", 7)),
        (CLASS, "Step step{s, t};" + ALL),
        (CLASS.replace("t;", "i;").replace("[t", "[i"), "Step step{s, t};" + LOOP),
        (WAITS, LAMBDA + ALL),
    ],
)
def test_what_steps_by_calls(head: str, code: str) -> None:
    code = code.replace("if (s, t < 32)", "if (t < 32)")
    assert remaining(f"{head}\n{KERNEL.format(code)}") == ["W018"]


@pytest.mark.parametrize(
    ("head", "code"),
    [
        ("", LAMBDA + APART),
        ("", LAMBDA.replace("; }", "; __syncwarp(); }") + ALL),
        ("", "auto rest = [] { __syncwarp(); }; " + LAMBDA.replace("; }", "; rest(); }") + ALL),
        (WAITS, LAMBDA.replace("; }", "; wait(); }") + ALL),
        (WAITS, LAMBDA + APART.replace("__syncwarp", "wait")),
        ("", LAMBDA + LOOP.replace("step(d);", "{ step(d); __syncwarp(); }")),
        ("", LAMBDA + " if (t < 32) step(16);"),
        ("", LAMBDA + " { auto step = [&](int d) { p[t] = d; };" + ALL + " }"),
        ("", "auto step = [&](int d) { d = 0; s[t] += s[t + d]; };" + ALL),
        ("", "auto step = [&](int d) { p[t] += s[t + d]; };" + ALL),
        ("", "auto step = [&](int d) { s[0] += s[0 + d]; };" + ALL),
        (CLASS, "Step step{s, t};" + APART),
        (CLASS.replace("; } }", "; __syncwarp(); } }"), "Step step{s, t};" + ALL),
    ],
)
def test_what_waits_or_steps_otherwise(head: str, code: str) -> None:
    assert remaining(f"{head}\n{KERNEL.format(code)}") == []


STEPS = (
    " if (t < 32) { s[t] += s[t + 16]; %s; s[t] += s[t + 8]; %s; s[t] += s[t + 4]; %s; s[t] += s[t + 2]; }"
)
MEET = "__device__ void meet() { __syncwarp(); }"


@pytest.mark.parametrize(
    ("head", "before", "call"),
    [
        (
            "template <int N> __device__ void meet() { if constexpr (N > 1) __syncthreads(); }",
            "",
            "meet<1>()",
        ),
        ("__device__ void meet(int n) { if (n > 64) { __syncwarp(); } }", "", "meet(1)"),
        ("__device__ void meet(int *p) { if (p) return; __syncwarp(); }", "", "meet(p)"),
        ("__device__ void meet(int n) { while (n--) __syncwarp(); }", "", "meet(0)"),
        ("__device__ void meet() { auto later = [] { __syncwarp(); }; }", "", "meet()"),
        ("__device__ void meet() {\n#ifdef OLD\n__syncwarp();\n#endif\n}", "", "meet()"),
        ("#ifdef OLD\n#define MEET() __syncwarp()\n#else\n#define MEET()\n#endif", "", "MEET()"),
        ("#ifdef OLD\nvoid meet();\n#else\n" + MEET + "\n#endif", "", "meet()"),
        ("__device__ void meet(float); __device__ void meet(int) { __syncwarp(); }", "", "meet(1.f)"),
        (MEET.replace("()", "(int)", 1) + " __device__ void meet(float) {}", "", "meet(1.f)"),
        ("struct A { " + MEET + " }; struct B { __device__ void meet() {} };", "B b;", "b.meet()"),
        ("namespace a { " + MEET + " } namespace b { __device__ void meet() {} }", "", "b::meet()"),
        (MEET, "auto meet = [] {};", "meet()"),
        (MEET, "Other o;", "o.meet()"),
        ("", "{ auto f = [] { __syncwarp(); }; f(); } auto f = [] {};", "f()"),
        ("", "auto f = [](bool all) { if (all) __syncwarp(); };", "f(false)"),
        ("", "auto f = [](bool one) { if (one) return; __syncwarp(); };", "f(true)"),
    ],
)
def test_what_may_wait_for_nobody(head: str, before: str, call: str) -> None:
    code = before + STEPS % (call, call, call)
    assert remaining(f"{head}\n{KERNEL.format(code)}") == ["W018"]


@pytest.mark.parametrize(
    ("head", "before", "call"),
    [
        (MEET, "", "meet()"),
        (MEET + " __device__ void rest() { meet(); }", "", "rest()"),
        ("#define MEET() __syncwarp()", "", "MEET()"),
        ("template <int N> __device__ void meet() { int n = N; __syncthreads(); }", "", "meet<1>()"),
        (
            "__device__ void meet(int *p) { if (p) *p = 0; __syncwarp(); if (p) return; *p = 1; }",
            "",
            "meet(p)",
        ),
        ("", "auto f = [] { __syncwarp(); };", "f()"),
        (MEET, "auto f = [] { meet(); };", "f()"),
    ],
)
def test_what_surely_waits(head: str, before: str, call: str) -> None:
    code = before + STEPS % (call, call, call)
    assert remaining(f"{head}\n{KERNEL.format(code)}") == []
