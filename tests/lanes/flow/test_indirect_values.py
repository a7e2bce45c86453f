"""What names are given by other ways than an assignment to them alone."""

from __future__ import annotations

from time import process_time

import pytest
from helpers.warps import remaining

KERNEL = """__global__ void k(int *o) { __shared__ int s[64]; %s
  if (%s) { s[threadIdx.x] = 1; __syncthreads(); } else { __syncthreads(); o[threadIdx.x] = s[0]; } }
"""
PAIR = "__device__ thrust::pair<int, int> roles() { return {threadIdx.x / 32, threadIdx.x % 32}; }\n"
IS = "struct Is { __device__ bool operator()() const { return threadIdx.x < 32; } };\n"
ROLES = "__device__ void who(int *w, int &l) { *w = threadIdx.x / 32; l = threadIdx.x % 32; }\n"
SWAP = "template <class T> __device__ void swapped(T &a, T &b) { T t = a; a = b; b = t; }\n"
MACRO = "#define SWAP(a, b) do { int t = a; a = b; b = t; } while (0)\n"
UNION = "union U { int w; unsigned u; float f[1]; struct { short lo, hi; }; };\n"
COPY = (
    "__device__ void copy(void *to, const void *from, int n) {"
    " for (int i = 0; i < n; ++i) ((char *)to)[i] = ((const char *)from)[i]; }\n"
)
FILL = "__device__ void fill(int (&a)[4]) { for (int i = 0; i < 2; ++i) a[i] = threadIdx.x / 32; }\n"
ROW = "int r[2] = {1, threadIdx.x / 32};"
FILL_ALL = "__device__ void fill(int (&a)[4]) { for (int &v : a) v = threadIdx.x / 32; }\n"
SELF = "__device__ int &self(int &v) { return v; } __device__ int *at(int *v, int i) { return v + i; }\n"
ROWS = """struct Row {
  int d[4], *far;
  __device__ int &operator[](int i) { return d[i]; }
  __device__ int &operator()(int i) { return d[i]; }
  __device__ int *first() { return &d[0]; }
  __device__ int *other() { return far + 1; }
  __device__ Row &with(int v) { d[0] = v; return *this; }
};
"""
REFERS = "__device__ void who(int *r) { int *q; q = r; int &z = *q; z = threadIdx.x / 32; }\n"
VARYING = [
    ("struct V { int a; };", "V v{}; int &r = v.a; r = threadIdx.x / 32;", "v.a"),
    ("struct V { int a; };", "V v{}; int &r = v.a; if (threadIdx.x / 32) r = 1;", "v.a"),
    ("", "int r = 0, w = threadIdx.x / 32; std::swap(r, w);", "r"),
    ("", "int r = 0, w = threadIdx.x / 32; using std::swap; swap(w, r);", "r"),
    ("", "int r = 0; int w = std::exchange(r, threadIdx.x / 32);", "r"),
    ("", "int r, w = threadIdx.x / 32; memcpy(&r, &w, sizeof r);", "r"),
    ("", "int r[1], w[1]; w[0] = threadIdx.x / 32; __builtin_memcpy(r, w, 4);", "r[0]"),
    ("", "int r[4]; std::fill(r, r + 4, threadIdx.x / 32);", "r[1]"),
    ("", "float r, c; sincosf(threadIdx.x / 32, &r, &c);", "r > 0"),
    ("", "int r, w = threadIdx.x / 32; *(volatile int *)&r = w;", "r"),
    ("", "int r; ((char *)&r)[0] = threadIdx.x / 32;", "r"),
    ("", "int r; *reinterpret_cast<unsigned *>(&r) = threadIdx.x / 32;", "r"),
    ("", "int r[2]; int *q = r; *q++ = threadIdx.x / 32;", "r[0]"),
    ("", "int2 r; r.x = threadIdx.x / 32;", "r.x"),
    ("struct P { int w; };\n", "P q; int w = threadIdx.x / 32; memcpy(&q.w, &w, 4);", "q.w"),
    ("", 'int r; asm("mov.u32 %0, %1;" : "=r"(r) : "r"(threadIdx.x / 32));', "r"),
    (SWAP, "int r = 0, w = threadIdx.x / 32; swapped(r, w);", "r"),
    (SWAP, "bool r = false, w = threadIdx.x < 32; swapped(w, r);", "r"),
    (COPY, "int r, w = threadIdx.x / 32; copy(&r, &w, 4);", "r"),
    ("__device__ void set(int *to, int v) { *to = v; }\n", "int r; set(&r, threadIdx.x < 32);", "r"),
    (MACRO, "int r = 0, w = threadIdx.x / 32; SWAP(r, w);", "r"),
    ("#define ROLE(r) r = threadIdx.x < 32\n", "bool r; ROLE(r);", "r"),
    ("#define ROLE() r = threadIdx.x < 32\n", "bool r; ROLE();", "r"),
    (UNION, "U r; r.w = threadIdx.x / 32;", "r.u"),
    (UNION, "U r; r.w = threadIdx.x / 32;", "r.f[0] > 0"),
    (UNION, "U r; r.w = threadIdx.x / 32;", "r.lo"),
    ("", "union { int w; unsigned u; } r; r.w = threadIdx.x / 32;", "r.u"),
    ("", "int r[1]; r[0] = threadIdx.x / 32;", "r[0]"),
    ("", "int r[2][2]; r[0][1] = threadIdx.x / 32;", "r[0][1] == 0"),
    ("", "int r[2]; for (int i = 0; i < 2; ++i) r[i] = threadIdx.x / 32 + i;", "r[1] == 1"),
    ("", "int r[1] = {0}; if (threadIdx.x < 32) r[0] = 1;", "r[0]"),
    ("", "std::array<int, 2> r; r[0] = threadIdx.x / 32;", "r[0]"),
    ("", "int r[1]; int *q = r; q[0] = threadIdx.x / 32;", "r[0]"),
    ("", "int r; int *q = &r; *q = threadIdx.x / 32;", "r"),
    ("", "int r; int &q = r; q = threadIdx.x / 32;", "r"),
    (FILL, "int r[4]; fill(r);", "r[0]"),
    (FILL.replace("4]", "N]").replace("__d", "template <int N> __d"), "int r[2]; fill(r);", "r[1]"),
    ("__device__ int first(const int (&a)[2]) { return a[0]; }\n", ROW, "first(r)"),
    ("", "int r[4]; int (&q)[4] = r; q[0] = threadIdx.x / 32;", "r[1]"),
    ("", ROW + " const int (&q)[2] = r;", "q[1]"),
    ("", ROW + " int (*q)[2] = &r;", "(*q)[1]"),
    ("", "int r, *q; q = &r; *q = threadIdx.x / 32;", "r"),
    ("", "int r, v; int *q = o[0] ? &r : &v; *q = threadIdx.x / 32;", "r"),
    ("", "int r; int *q = &r, **z = &q; **z = threadIdx.x / 32;", "r"),
    ("", "int r = 0, v = 0; (o[0] ? v : r) = threadIdx.x / 32;", "r"),
    ("", "unsigned r; reinterpret_cast<int &>(r) = threadIdx.x / 32;", "r"),
    ("", "thrust::tuple<int, int> r; thrust::get<0>(r) = threadIdx.x / 32;", "thrust::get<0>(r)"),
    ("", "std::array<int, 2> r; int *q = r.data(); q[1] = threadIdx.x / 32;", "r[1]"),
    ("", "int r; auto q = std::ref(r); q.get() = threadIdx.x / 32;", "q.get()"),
    (SELF, "int r; self(r) = threadIdx.x / 32;", "r"),
    (SELF, "int r; int &q = self(r); q = threadIdx.x / 32;", "r"),
    (SELF, "int r[2]; *at(r, 1) = threadIdx.x / 32;", "r[0]"),
    (ROWS, "Row r; r[1] = threadIdx.x / 32;", "r[1]"),
    (ROWS, "Row r; r(1) = threadIdx.x / 32;", "r[1]"),
    (ROWS, "Row r; *r.first() = threadIdx.x / 32;", "r[1]"),
    (ROWS, "Row r; r.with(threadIdx.x / 32).d[0] += 1;", "r.d[0]"),
    (REFERS, "int r; who(&r);", "r"),
    (REFERS, "int r[2]; who(r);", "r[1]"),
    (FILL_ALL, "int r[4]; fill(r);", "r[0]"),
    (PAIR, "int w, l; thrust::tie(w, l) = roles();", "w"),
    ("", "auto is = [] { return threadIdx.x < 32; };", "is()"),
    ("", "auto is = [&]() -> bool { return threadIdx.x < 32; }; const bool r = is();", "r"),
    ("", "auto is = [] { if (threadIdx.x < 32) return true; return false; };", "is()"),
    ("", "int w = threadIdx.x / 32; auto is = [w] { return w == 0; };", "is()"),
    ("", "auto is = [w = threadIdx.x / 32] { return w == 0; };", "is()"),
    ("", "auto is = [](int w) { return w == 0; };", "is(threadIdx.x / 32)"),
    ("", "int w; auto set = [&] { w = threadIdx.x / 32; }; set();", "w"),
    (IS, "Is is;", "is()"),
    (IS, "", "Is{}()"),
    (IS, "auto is = Is();", "is()"),
    ("struct Is { __device__ operator bool() const { return threadIdx.x < 32; } };\n", "Is is;", "is"),
    (ROLES, "int w, l; who(&w, l);", "w"),
    (ROLES, "int w, l; who(&w, l);", "l == 0"),
    (ROLES, "int w[2], l; who(w, l);", "w[0]"),
    (ROLES, "int w[2], l; who(&w[1], l);", "w[1]"),
    ("__device__ void who(int *r) { r[0] = threadIdx.x / 32; }\n", "int r; who(&r);", "r"),
    ("__device__ void who(int *r) { if (threadIdx.x < 32) *r = 1; }\n", "int r = 0; who(&r);", "r"),
    ("__device__ void who(int t, int &r) { r = t / 32; }\n", "int r; who(threadIdx.x, r);", "r"),
    (
        "__device__ void in(int *q) { *q = threadIdx.x / 32; } __device__ void who(int *r) { in(r); }\n",
        "int r; who(&r);",
        "r",
    ),
    (
        "template <class T> __device__ void who(T *r) { *r = threadIdx.x / 32; }\n",
        "int r; who<int>(&r);",
        "r",
    ),
    ("struct Q { __device__ void who(int &r) { r = threadIdx.x / 32; } };\n", "Q q; int r; q.who(r);", "r"),
    (
        "__device__ void who(int &r) { r = threadIdx.x / 32; } __device__ void who(int &, int) { }\n",
        "int r; who(r);",
        "r",
    ),
    (
        '__device__ void who(unsigned &r) { asm("mov.u32 %0, %%tid.x;" : "=r"(r)); }\n',
        "unsigned r; who(r);",
        "r < 32",
    ),
]
ALIKE = [
    ("", "int r = 0, w = blockIdx.x; std::swap(r, w);", "r"),
    ("", "int r, w = blockIdx.x; memcpy(&r, &w, 4);", "r"),
    ("", "int r = 0; memcpy(&o[threadIdx.x], &r, 4);", "r"),
    ("", "int r = 0, w; w = o[threadIdx.x]; memcpy(&w, &r, 4);", "r"),
    ("", "memcpy(&s[threadIdx.x], &o[threadIdx.x], 4);", "s[0]"),
    ("", "int *q = o + 4; q[threadIdx.x] = threadIdx.x;", "o[0]"),
    ("", "int2 r; r.x = blockIdx.x; o[r.x] = threadIdx.x;", "r.x"),
    ("", 'int r; asm("mov.u32 %0, %1;" : "=r"(r) : "r"(blockIdx.x));', "r"),
    (SWAP, "int r = 0, w = blockIdx.x; swapped(r, w);", "r"),
    ("struct P { int *q; int n; };\n", "P r; r.q = o; r.q[threadIdx.x] = threadIdx.x;", "r.n"),
    (
        "__device__ void sum(int v, int *s, int &all) { s[v] = 1; __syncthreads(); all = s[0]; }\n",
        "int r; sum(threadIdx.x, s, r);",
        "r",
    ),
    (
        "struct P { int *q; int n; }; __device__ void fill(int *q) { q[threadIdx.x] = threadIdx.x; }\n",
        "P r; r.q = o; fill(r.q);",
        "r.n",
    ),
    (MACRO, "int n = 1, r = 0, w = threadIdx.x / 32; SWAP(n, r);", "r"),
    (UNION, "U r; r.w = blockIdx.x;", "r.u"),
    ("", "int r[2]; r[0] = blockIdx.x;", "r[0]"),
    ("", "int r = 0, *q; q = &r; q = o; *(q + 1) = blockIdx.x;", "r"),
    ("", "int r = 0, *q; q = o; q[threadIdx.x] = threadIdx.x;", "r"),
    (SELF, "int r = 0, i = 0; int v[2]; *at(v, i) = threadIdx.x;", "i"),
    (SELF, "int r = 0, v; self(v) = threadIdx.x;", "r"),
    (ROWS, "Row r{{1, 2}, o}; *r.other() = threadIdx.x; int n = 0;", "n"),
    (REFERS.replace("z = t", "int w = t"), "int r = 0; who(&r);", "r"),
    (
        "__device__ void who(int *r, int *v) { int *q = v; *q = threadIdx.x; }\n",
        "int r = 0, v; who(&r, &v);",
        "r",
    ),
    ("", "int r[2] = {1, blockIdx.x}; int (&q)[2] = r; q[0] = 1;", "r[0]"),
    (FILL.replace("threadIdx.x / 32", "blockIdx.x"), "int r[4]; fill(r);", "r[0]"),
    (FILL, "int r[4], n[4] = {0, 1, 2, 3}; fill(r);", "n[0]"),
    ("", "__shared__ int r[2]; r[threadIdx.x % 2] = threadIdx.x;", "r[0]"),
    ("", "o[threadIdx.x] = threadIdx.x;", "o[0]"),
    ("", "auto is = [] { return blockIdx.x < 2; };", "is()"),
    ("", "auto is = [&](int v) { s[threadIdx.x] = v; return v; };", "is(3)"),
    ("__device__ void who(int *r) { *r = blockIdx.x; }\n", "int r; who(&r);", "r"),
    ("__device__ void who(int r) { r = threadIdx.x / 32; }\n", "int r = 0; who(r);", "r"),
    ("__device__ void who(int *&p) { ++p; }\n", "int *r = o; int n = 0; who(r);", "n"),
    (PAIR, "int w, l, n = 0; thrust::tie(w, l) = roles();", "n"),
    ("__device__ void who(int *r) { who(r); }\n", "int r = 0; who(&r);", "r"),
    ("struct Is { __device__ int operator()() const { return blockIdx.x; } };\n", "Is is;", "is()"),
]


@pytest.mark.parametrize(("head", "code", "condition"), VARYING)
def test_a_role_that_is_given_by_another_way(head: str, code: str, condition: str) -> None:
    assert remaining(head + KERNEL % (code, condition)) == ["G016"]


@pytest.mark.parametrize(("head", "code", "condition"), ALIKE)
def test_what_all_threads_have_alike(head: str, code: str, condition: str) -> None:
    assert remaining(head + KERNEL % (code, condition)) == []


@pytest.mark.parametrize(
    "code",
    [
        "int r = f(g%s(o));",
        "int r; r%s = 1;",
        "int r[2]; (r%s)[0] = 1;",
        "int r; int &q = r%s; q = 1;",
        "auto f = [r%s = 1] { return r; };",
        "f(&%so[1]%s);",
    ],
)
def test_blanks_as_long_as_a_comment_cost_little(code: str) -> None:
    begun = process_time()
    remaining(KERNEL % (code.replace("%s", " " * 100_000), "o"))
    assert process_time() - begun < 2


def test_lambdas_without_a_value_that_share_a_name() -> None:
    code = "bool r = threadIdx.x < 32; auto f = [](int &v) { v = 1; }; int f; f = o[0];"
    assert remaining(KERNEL % (code, "r")) == ["G016"]


def _many(pieces: int, value: str, asked: str) -> str:
    """Give a pointer that leads to so many names, and as many values through it."""
    led = "".join(f"int a{n} = 0; q = &a{n}; " for n in range(pieces))
    code = f"int *q, r = 0; {led}" + f"*q = {value}; " * pieces
    return KERNEL % (code, asked)


@pytest.mark.parametrize(
    ("pieces", "value", "asked", "found"),
    [
        (3, "threadIdx.x / 32", "a1", ["G016"]),
        (3, "blockIdx.x", "a1", []),
        (3, "threadIdx.x / 32", "r", []),
        (20, "blockIdx.x", "a1", []),
        (20, "threadIdx.x / 32", "a19", ["G016"]),
        (100, "threadIdx.x / 32", "a1", ["G016"]),
        (100, "blockIdx.x", "a1", ["G016"]),  # so much is not told any more
        (100, "threadIdx.x / 32", "r", []),
    ],
)
def test_a_pointer_that_leads_to_many_names(pieces: int, value: str, asked: str, found: list[str]) -> None:
    assert remaining(_many(pieces, value, asked)) == found
