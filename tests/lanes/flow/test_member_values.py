"""What the members of classes hold that hangs on the index of the thread."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = "__global__ void k(int *p, int n) { %s if (%s) { p[0] = 1; __syncthreads(); } }\n"
METHOD = "__device__ void run(int *p) { if (role) { p[0] = 1; __syncthreads(); } }"


@pytest.mark.parametrize(
    ("head", "made", "asked"),
    [
        ("struct P { bool role; __device__ P() : role(threadIdx.x < 32) {} };", "P q;", "q.role"),
        ("struct P { bool role; __device__ P() : role{threadIdx.x < 32} {} };", "P q;", "q.role"),
        ("struct P { bool role; __device__ P() { role = threadIdx.x < 32; } };", "P q;", "q.role"),
        ("struct P { bool role; __device__ P() { this->role = threadIdx.x < 32; } };", "P q;", "!q.role"),
        ("struct P { int warp = threadIdx.x / 32; };", "P q;", "q.warp == 0"),
        ("class P { public: int a, warp; };", "P q{n, threadIdx.x / 32};", "q.warp == 0"),
        ("struct P { int a, warp; };", "P q = {n, threadIdx.x / 32};", "q.warp == 0"),
        ("struct P { int a, warp; };", "auto q = P{n, threadIdx.x / 32};", "q.warp == 0"),
        ("struct P { int warp; };", "P q; q.warp = threadIdx.x / 32;", "q.warp == 0"),
        ("typedef struct { int w; } P;", "P q; q.w = threadIdx.x / 32;", "q.w == 0"),
        (
            "struct P { int w; __device__ bool first() const { return w == 0; } };",
            "P q; q.w = threadIdx.x / 32;",
            "q.first()",
        ),
        ("struct P { int w; };", "__shared__ P q[99]; q[n].w = threadIdx.x / 32;", "q[n].w == 0"),
        ("struct P { int w; };", "P o, *q = &o; q->w = threadIdx.x / 32;", "q->w == 0"),
        (
            "struct P { int t; int w; __device__ P(int i) : t(i), w(t / 32) {} };",
            "P q(threadIdx.x);",
            "q.w == 0",
        ),
    ],
)
def test_roles_in_members(head: str, made: str, asked: str) -> None:
    assert remaining(head + KERNEL % (made, asked)) == ["G016"]


@pytest.mark.parametrize(
    "head",
    [
        "struct P { bool role; __device__ P() : role(threadIdx.x < 32) {} %s };",
        "struct P { bool role; __device__ P() { role = threadIdx.x < 32; } %s };",
        "struct P { bool role = threadIdx.x < 32; %s };",
        "struct P { bool role; %s }; __global__ void k(int *p) { P q{threadIdx.x < 32}; q.run(p); }",
    ],
)
def test_roles_that_a_method_asks_for(head: str) -> None:
    assert remaining(head % METHOD + "\n") == ["G016"]


@pytest.mark.parametrize(
    ("head", "made", "asked"),
    [
        ("struct P { int n, w; };", "P q; q.w = threadIdx.x / 32; q.n = n;", "q.n == 0"),
        ("struct P { int n; __device__ P() : n(threadIdx.x) {} };", "", "n == 0"),
        ("struct P { int m; };", "P q; q.m = p[threadIdx.x];", "q.m == 0"),
        ("struct P { int m; };", "int m = threadIdx.x; p[m] = 0;", "blockDim.x == 32"),
        ("struct P { int m; };", "int m; m = threadIdx.x; P q;", "q.m == 0"),
        ("struct P { int m = blockIdx.x; };", "P q; p[threadIdx.x] = 0;", "q.m == 0"),
        ("struct P { int w; };", "int4 q; q.x = blockIdx.x; int4 r; r.x = threadIdx.x;", "q.x == n"),
        ("struct P { int w; };", "__shared__ P q; q.w = threadIdx.x; __syncthreads();", "q.w == 0"),
        ("struct P { int w; };", "__shared__ P q; P *s = &q; s->w = threadIdx.x;", "s->w == 0"),
        ("struct P { int w; }; struct O { P in; };", "__shared__ O q; q.in.w = threadIdx.x;", "q.in.w == 0"),
    ],
)
def test_members_that_are_alike_in_a_block(head: str, made: str, asked: str) -> None:
    assert remaining(head + KERNEL % (made, asked)) == []


STATE = """struct S { int count; bool role; int *votes; };
__device__ void turn(S *s, int t) { %s __syncthreads(); if (%s) { s->votes[0] = 1; __syncthreads(); } }
__global__ void k(S *q) { __shared__ S s; turn(&s, threadIdx.x); q[0] = s; }
"""
VOTE = "__ballot_sync(~0u, t > 7)"


@pytest.mark.parametrize(
    "made",
    [
        "int n = " + VOTE + "; if (t == 0) s->count = n;",
        "int n = " + VOTE + "; if (!t) { s->count = n + 1; }",
        "int n = " + VOTE + "; if (t == 31 && n > 0) s->count = n;",
    ],
)
def test_what_one_thread_stores_for_all(made: str) -> None:
    assert remaining(STATE % (made, "s->count > 1")) == []


@pytest.mark.parametrize(
    ("made", "asked"),
    [
        ("s->role = t == 0;", "s->role"),
        ("if (t < 32) s->count = t / 8;", "s->count > 1"),
        ("if (t == 0) { s->count = 0; } else { s->count = t / 32; }", "s->count > 1"),
        ("S own; own.count = 0; if (t == 0) own.count = t / 32 + 1;", "own.count > 0"),
    ],
)
def test_what_is_stored_by_others_too(made: str, asked: str) -> None:
    assert remaining(STATE % (made, asked)) == ["G016"]


def test_what_members_hold_of_a_lane_is_alike_in_no_warp() -> None:
    head = (
        "struct P { int lane, warp; __device__ P() : lane(threadIdx.x % 32), warp(threadIdx.x / 32) {} };\n"
    )
    kernel = "__global__ void k(int *p) { P q; if (q.%s == 0) p[0] = __shfl_sync(~0u, p[1], 0); }\n"
    assert remaining(head + kernel % "lane") == ["W023"]
    assert remaining(head + kernel % "warp") == []


PART = """struct V { int2 at; int w = 0; __device__ V(int x) { at.x = x; } __device__ V() {}
  __device__ void run(int *p) { if (%s == 0) { p[0] = 1; __syncthreads(); } } };
__device__ void get(int &to, int x) { to = x; }
__device__ void put(int *to, int x) { *to = x; }
__device__ int read(int x) { return x; }
"""


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("at.x", "V v(threadIdx.x / 32);"),
        ("at.x", "V v; v.at.x = threadIdx.x / 32;"),
        ("w", "V v; get(v.w, threadIdx.x / 32);"),
        ("w", "V v; put(&v.w, threadIdx.x / 32);"),
        ("w", "V v; if (threadIdx.x / 32 == 0) v.w = 1;"),
        ("w", "V v; if (threadIdx.x < 32) { v.w = 1; } else { v.w = 2; }"),
        ("w", "V v; for (int i = 0; i < threadIdx.x / 32; ++i) ++v.w;"),
        ("w", "V v; V &r = v; if (threadIdx.x / 32 == 0) r.w = 1;"),
        ("w", "V v; V *r = &v; if (threadIdx.x / 32 == 0) r->w = 1;"),
    ],
)
def test_members_that_are_given_a_role_by_other_ways(asked: str, code: str) -> None:
    assert remaining(PART % asked + KERNEL % (code + " v.run(p);", "n")) == ["G016"]
    alike = code.replace("threadIdx.x", "blockIdx.x")
    assert remaining(PART % asked + KERNEL % (alike + " v.run(p); p[threadIdx.x] = 0;", "n")) == []


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("w", "V v; read(v.w); p[threadIdx.x] = 1;"),
        ("w", "__shared__ V v; if (threadIdx.x == 0) v.w = 1; __syncthreads();"),
        ("w", "__shared__ V s; V &v = s; if (threadIdx.x == 0) v.w = 1; __syncthreads();"),
        ("w", "__shared__ V s; V *q = &s; if (threadIdx.x == 0) q->w = 1; V v;"),
        ("w", "V v; v.at.x = threadIdx.x;"),
        ("w", "V v; get(v.at.x, threadIdx.x);"),
    ],
)
def test_members_that_are_not(asked: str, code: str) -> None:
    assert remaining(PART % asked + KERNEL % (code + " v.run(p);", "n")) == []


A = "struct A { int i; __device__ A(int x) : i(x) {} };\n"
B = A.replace("A", "B")
SET = "struct A { int i; __device__ A(int x) { i = x; } };\n"
OF_LANE = "A a(threadIdx.x / 32); p[a.i] = n; "


@pytest.mark.parametrize(
    ("head", "made", "asked"),
    [
        (A, OF_LANE + "A b(n);", "b.i"),
        (SET, OF_LANE + "A b{n};", "b.i"),
        (A, OF_LANE + "A b(n + 1); b.i += 2;", "b.i > 3"),
        (A + B, OF_LANE + "B b(n);", "b.i"),
        (A + B, OF_LANE + "B b(n); B c = b;", "c.i"),
        ("template <int M> " + A, OF_LANE.replace("A a", "A<4> a") + "A<4> b(n);", "b.i"),
        (
            "struct A { int i, j; __device__ A(int a, int b) : i(a), j(b) {} };\n",
            "A b(n, n * 2); A a(threadIdx.x % 32, threadIdx.x / 32); p[a.i] = a.j;",
            "b.i",
        ),
    ],
)
def test_what_an_object_is_made_of_goes_before_what_others_are(head: str, made: str, asked: str) -> None:
    assert remaining(head + KERNEL % (made, asked)) == []


@pytest.mark.parametrize(
    ("head", "made", "asked"),
    [
        (A, OF_LANE, "a.i"),
        (A, "A b(n); A a(threadIdx.x / 32);", "a.i"),
        (A, OF_LANE + "A b(a);", "b.i"),
        (A, OF_LANE + "A b(n); b = a;", "b.i"),
        (A, OF_LANE + "A b(n); A *q = &b; *q = a;", "b.i"),
        (A, OF_LANE + "A b(n); b.i = threadIdx.x / 32;", "b.i"),
        (A.replace("};", METHOD.replace("role", "i") + " };"), OF_LANE + "A b(n); a.run(p);", "n"),
        (A.replace("};", "__device__ int g() { return i; } };"), OF_LANE + "A b(n);", "a.g()"),
        (
            A.replace("};", "__device__ void to(int t) { i = t; } };"),
            "A b(n); b.to(threadIdx.x / 32);",
            "b.i",
        ),
    ],
)
def test_what_else_an_object_is_given_counts(head: str, made: str, asked: str) -> None:
    assert "G016" in remaining(head + KERNEL % (made, asked))
