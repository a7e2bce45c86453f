"""Values that only a leader has set; tests/lanes/test_guards.py looks at what a compiler makes of them."""

from __future__ import annotations

import pytest
from helpers.matches import matched

HEAD = (
    "__device__ int bcast(int v) { return __shfl(v, 0, 32); }\n"
    "__device__ void put(int *v, int n) { *v = n; } __device__ void pass(int &v, int n) { v = n; }"
    " __device__ int same(int v) { return v; }\n"
)


MACROS = (
    "#define LEADER if (lane == 0)\n#define MAKE(t, n) t n\n#define IN_BLOCK __shared__\n"
    "#define ONE(...) do { LEADER { __VA_ARGS__; } } while (0)\n"
)


def source(body: str, head: str = HEAD) -> str:
    return f"{MACROS}{head}__device__ int f(int *p, int lane) {{ {body} }}\n"


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("int b@; if (lane == 0) b = atomicAdd(p, 1); return bcast(b);", " = 0"),
        ("unsigned long long b@; if (!lane) { b = p[0]; } g(bcast(b));", " = 0"),
        ("T b@; if (lane == 0) b = p[0]; bcast(b);", "{}"),
        ("int *b@; if (lane == 0) b = p; bcast(b);", " = nullptr"),
        ("int a, b@, c = 2; if (lane == 0) b = c; bcast(b);", " = 0"),
        ("int b@; lane == 0 && (b = 1); bcast(b);", " = 0"),
        ("int b@; if (lane == 0) b = 1; else if (lane == 1) b = 2; bcast(b);", " = 0"),
        ("while (p[0]) { int b@; if (lane == 0) b = 1; bcast(b); }", " = 0"),
        ("int b@; if (lane == 0) b = 1; bcast(b); bcast(b);", " = 0"),
        ("int b@; if (lane == 0) b = 1; warpReduceMax(b);", " = 0"),
        ("int b@; if (lane == 0) b = atomicAdd(p, 1); return b;", " = 0"),
        ("int b@; if (lane == 0) b = 1; bcast(&b);", " = 0"),
        # any function, where the branch holds an atomic
        ("int b@; if (lane == 0) b = atomicAdd(p, 1); return __shfl(max(b, 0), 0, 32);", " = 0"),
        ("int b@; if (lane == 0) b = atomicAdd(p, 1); return other(1, -b + 2);", " = 0"),
        ("int b@; if (lane == 0) { int c = atomicAdd(p, 1); b = c; } return send(b);", " = 0"),
        ("auto f = [](int v) { return v; }; int b@; if (lane == 0) b = atomicAdd(p, 1); f(b);", " = 0"),
        ("int2 b@; if (lane == 0) b.x = atomicAdd(p, 1); return __popc(b.x);", "{}"),
        ("int b@; if (lane == 0) b = 1; return bcast(b + 1);", " = 0"),
        # by another name
        ("int b@; if (lane == 0) b = atomicAdd(p, 1); int c = b; return bcast(c);", " = 0"),
        ("int b@; if (lane == 0) b = 1; auto c = b + 1; const int d = c; return bcast(d);", " = 0"),
        ("int b@; if (lane == 0) b = atomicAdd(p, 1); int c = b; return other(c);", " = 0"),
        # by other branches
        ("int b@; switch (lane) { case 0: b = 1; break; default: break; } return bcast(b);", " = 0"),
        ("int b@; do { if (lane == 0) b = 1; } while (0); return bcast(b);", " = 0"),
        ("int b@; if (lane) goto on; b = 1; on: return bcast(b);", " = 0"),
        ("int b@; LEADER { b = 1; } return bcast(b);", " = 0"),
        ("int b@; ONE(b = atomicAdd(p, 1)); return bcast(b);", " = 0"),
        ("MAKE(int, a); int b@; ONE(b = atomicAdd(p, 1)); return send(b);", " = 0"),
        # parts of an object and of an array
        ("int b[2]@; if (lane == 0) b[0] = 1; return bcast(b[0]);", "{}"),
        ("int b[2][N + 1]@, c; if (lane == 0) b[lane][0] = 1; return bcast(b[1][0]);", "{}"),
        ("int2 b@; if (lane == 0) { b.x = atomicAdd(p, 1); b.y = 1; } return bcast(b.x);", "{}"),
        ("S b@; if (lane == 0) b = next(p); return bcast(b.at[0].y);", "{}"),
        ("S b@; if (lane == 0) b.at[0].y = 1; b.at[1].y = 2; b.at[0].x = 3; bcast(b.at[0].y);", "{}"),
        ("S b@; if (lane == 0) b.x = atomicAdd(p, 1); return b.x;", "{}"),
        ("int b[1]@; if (lane == 0) b[0] = atomicAdd(p, 1); return (b[0]);", "{}"),
        ("S b@; b.y = 1; if (lane == 0) b.x = 1; bcast(b.y); bcast(b.x);", "{}"),
        # by a pointer or a reference to it
        ("int b@; int *q = &b; if (lane == 0) *q = atomicAdd(p, 1); return bcast(b);", " = 0"),
        ("int b@; int *const q = &b; if (lane == 0) q[0] = 1; return bcast(*q);", " = 0"),
        ("int b@; int &q = b; if (lane == 0) q = 1; return bcast(b);", " = 0"),
        ("int b@; auto &q = b; if (lane == 0) b = 1; return bcast(q);", " = 0"),
        ("struct { static const int n = 1; int x; } b@; if (lane == 0) b.x = 1; return bcast(b.x);", "{}"),
        ("S b@; S *q = &b; if (lane == 0) q->x = 1; return bcast(b.x);", "{}"),
        ("int b[2]@; int *q = b; if (lane == 0) q[1] = 1; return bcast(b[1]);", "{}"),
        ("int b[2]@; int *q = b; if (lane == 0) q[1] = 1; q[0] = 0; return bcast(b[1]);", "{}"),
        # by what a function stores behind a pointer or a reference
        ("int b@; if (lane == 0) put(&b, 1); return bcast(b);", " = 0"),
        ("int b@; if (lane == 0) pass(b, 1); return bcast(b);", " = 0"),
        ("int b@; if (lane == 0) load(&b); return bcast(b);", " = 0"),
        ("int b@; if (lane == 0) load(p, b); return bcast(b);", " = 0"),
        ("int b@, *q = &b; if (lane == 0) put(q, 1); return bcast(b);", " = 0"),
        ("S b@; if (lane == 0) b.load(p); return bcast(b.x);", "{}"),
        ("S b@; if (lane == 0) load(p, &b.x); return bcast(b.x);", "{}"),
        ("int b[2]@; if (lane == 0) put(b, 1); return bcast(b[0]);", "{}"),
        ("int b@; if (lane == 0) b = 1; same(b); return bcast(b);", " = 0"),
        ("int b@; if (lane == 0) b = 1; bcast(b); return bcast(b);", " = 0"),
    ],
)
def test_what_some_lanes_set_is_set_where_it_is_declared(body: str, value: str) -> None:
    made = matched("W047", source(body.replace("@", "")))
    assert made == (source(body.replace("@", value)), [("W047", "b")])
    assert matched("W047", made.text).said == []


@pytest.mark.parametrize(
    "body",
    [
        "int b = 1; if (lane == 0) b = 2; return bcast(b);",
        "int b; b = 1; if (lane == 0) b = 2; return bcast(b);",
        "int b; if (lane == 0) b = 2; b = 3; return bcast(b);",
        "int b; if (lane == 0) b = 1; else b = 2; return bcast(b);",
        "int b; if (lane == 0) b = 1; else if (lane == 1) b = 2; else b = 3; return bcast(b);",
        "int b; if (lane == 0) { b = 1; return bcast(b); } return 0;",
        "int b; for (int i = 0; i < lane; ++i) b = i; return bcast(b);",
        "int b; load(p, &b); if (lane == 0) b = 1; return bcast(b);",
        "int b; load(p, b); if (lane == 0) b = 1; return bcast(b);",
        "int b; return bcast(b);",
        "int b[2]; if (lane == 0) b[0] = 1; return bcast(b[1]);",
        "int b[2]; b[0] = p[0]; if (lane == 0) b[0] = 1; return bcast(b[0]);",
        "int b[2]; b[lane & 1] = p[0]; if (lane == 0) b[0] = 1; return bcast(b[0]);",
        "int b[2] = {p[0], 2}; if (lane == 0) b[0] = 1; return bcast(b[0]);",
        "int b[2]; for (int i = 0; i < 2; ++i) b[i] = i; if (!lane) b[p[0]] = 1; return bcast(b[0]);",
        "int b[2]; load(p, b); if (lane == 0) b[0] = 1; return bcast(b[0]);",
        "S b; if (lane == 0) b.x = 1; return bcast(b.y);",
        "S b; b = next(p); if (lane == 0) b.x = 1; return bcast(b.x);",
        "S b; b.x = 1; if (lane == 0) b.x = 2; return bcast(b.x);",
        "S b; b.load(p); if (lane == 0) b.x = 2; return bcast(b.x);",
        "S b; if (lane == 0) b.x = 2; load(p, &b.x); return bcast(b.x);",
        "S *b = next(p); if (lane == 0) b->x = 2; return bcast(b->x);",
        "int *b; b = p; if (lane == 0) b[0] = 2; return bcast(b[0]);",
        "__shared__ int b[4]; if (lane == 0) b[0] = 1; __syncthreads(); return bcast(b[0]);",
        "__shared__ union { int x[4]; float y; } b; if (lane < 4) b.x[lane] = 1; return bcast(b.x[0]);",
        "struct { int x[4]; } __shared__ b; if (lane < 4) b.x[lane] = 1; return bcast(b.x[0]);",
        "__shared__ struct Q { struct { int x; } in; } b, c; if (!lane) c.in.x = 1; return bcast(c.in.x);",
        "static __shared__ struct __align__(8) { int x; } b; if (!lane) b.x = 1; return bcast(b.x);",
        "IN_BLOCK int b[4]; if (lane == 0) b[0] = 1; __syncthreads(); return bcast(b[0]);",
        "S b; if (lane == 0) b.x = 1; return many(b);",  # a class may be undefined
        "__shared__ int b; if (lane == 0) b = 1; __syncthreads(); return bcast(b);",
        "static int b; if (lane == 0) b = 1; return bcast(b);",
        "int b; if (lane == 0) b = 1; return sinf(b) + __shfl(b, 0, 32);",
        "int b; if (lane == 0) b = atomicAdd(p, 1); p[0] = int(b) + (int)sizeof(b) + __shfl(b, 0, 32);",
        "int b; if (lane == 0) b = atomicAdd(p, 1); if (lane == 0) p[1] = other(b); return 0;",
        "int b; if (lane == 0) { b = atomicAdd(p, 1); other(b); } return __shfl(b, 0, 32);",
        "int b; if (lane == 0) b = atomicAdd(p, 1); other(p, &b); return lane ? other(p[0]) : 0;",
        "int b; if (lane == 0) b = atomicAdd(p, 1); p[1] = other(lane == 0 && b, lane ? 0 : b); return 0;",
        "int b; b = 0; if (lane == 0) b = atomicAdd(p, 1); return other(b);",
        "int b; if (lane == 0) b = 1; return b;",
        "if (lane == 0) { int b; b = 1; } int b = 2; return bcast(b);",
        "int b; int *q = &b; *q = 2; if (lane == 0) *q = 1; return bcast(b);",
        "int b, c; int *q = &b; q = &c; if (lane == 0) *q = 1; b = 2; return bcast(b);",
        "int b; int *q = &b; if (lane == 0) *q = 1; set(q); return bcast(b);",
        "int b; int &q = b; q = 2; if (lane == 0) q = 1; return bcast(b);",
        "int *q = p; if (lane == 0) *q = 1; return bcast(*q);",
        "int b; put(&b, 1); if (lane == 0) b = 1; return bcast(b);",
        "int b; pass(b, 1); return bcast(b);",
        "int b; if (lane == 0) put(&b, 1); pass(b, 2); return bcast(b);",
        "int b; if (lane == 0) put(&b, 1); else pass(b, 2); return bcast(b);",
        "int b; if (lane == 0) { put(&b, 1); return bcast(b); } return 0;",
        "int b; if (lane == 0) b = 1; int c = __shfl(b, 0, 32); return bcast(c);",
        "int b, c = 0; if (lane == 0) b = 1; if (lane == 0) c = b; return bcast(c);",
        "int b; switch (lane) { case 0: b = 1; break; default: b = 2; } return bcast(b);",
        "int b; do { b = 1; } while (0); return bcast(b);",
        "int b; do { if (lane) b = 1; } while (p[0]); return bcast(b);",
        "int b; b = 0; if (lane) goto on; b = 1; on: return bcast(b);",
        "int b; if (lane) goto on; b = 1; bcast(b); on: return 0;",
        "int b; LEADER { b = 1; } else b = 2; return bcast(b);",
    ],
)
def test_the_rest_stays(body: str) -> None:
    text = source(body)
    assert matched("W047", text) == (text, [])


def test_what_a_macro_declares_is_set_behind_it() -> None:
    made = matched("W047", source("MAKE(int, b); if (lane == 0) b = atomicAdd(p, 1); return bcast(b);"))
    assert made.text == source("MAKE(int, b); b = 0; if (lane == 0) b = atomicAdd(p, 1); return bcast(b);")
    assert made.said == [("W047", "MAKE(int, b)")]
    assert matched("W047", made.text).said == []


@pytest.mark.parametrize(
    "body",
    [
        "LEAD(b); b = bcast(b); return b;",
        "LEAD_ALL(b); return b;",
        "switch (p[1]) { case 0: int b[2]; if (lane == 0) b[0] = 1; return bcast(b[0]); case 1: return 2; }",
    ],
)
def test_what_cannot_be_set_where_it_is_declared_is_told(body: str) -> None:
    head = HEAD + (
        "#define LEAD(b) int b; LEADER b = atomicAdd(p, 1)\n#define LEAD_ALL(b) LEAD(b); b = bcast(b)\n"
    )
    made = matched("W047", source(body, head))
    assert (made.text, [rule for rule, _ in made.said]) == (source(body, head), ["W047"])


@pytest.mark.parametrize(
    "body",
    [
        "switch (p[1]) { case 0: int b;@ if (lane == 0) b = 1; return bcast(b); case 1:; } return 0;",
        "switch (p[1]) { default: int b, c;@ LEADER b = 1; return bcast(b); case 1: return 2; } return 0;",
        "switch (p[1]) { case 0: int b;@ LEADER b = 1; int c; c = b; return bcast(c); case 1:; } return 0;",
        "switch (p[1]) { case 0: MAKE(int, b);@ LEADER b = 1; return bcast(b); case 1: return 2; } return 0;",
        "if (p[1]) goto end; int b;@ if (lane == 0) b = 1; p[0] = bcast(b); end: return 0;",
        "{ int b;@ if (lane == 0) b = 1; p[0] = bcast(b); in: p[1] = 2; } if (p[2]) goto in; return 0;",
    ],
)
def test_what_is_jumped_over_is_set_behind_its_declaration(body: str) -> None:
    made = matched("W047", source(body.replace("@", "")))
    assert made.text == source(body.replace("@", " b = 0;"))
    assert matched("W047", made.text).said == []


@pytest.mark.parametrize(
    "body",
    [
        "int b@; if (lane == 0) b = 1; switch (p[1]) { case 0: return bcast(b); default: return 1; }",
        "switch (p[1]) { case 0: { int b@; if (lane == 0) b = 1; return bcast(b); } case 1:; } return 2;",
        "switch (p[1]) { case 1: p[2] = 3; case 0: int b@; LEADER b = 1; return bcast(b); } return 2;",
        "int b@; if (p[1]) goto end; if (lane == 0) b = 1; p[0] = bcast(b); end: return 0;",
        "{ if (p[1]) goto end; int b@; if (lane == 0) b = 1; p[0] = bcast(b); } end: return 0;",
    ],
)
def test_what_no_jump_leads_past_is_set_where_it_is_declared(body: str) -> None:
    made = matched("W047", source(body.replace("@", "")))
    assert made.text == source(body.replace("@", " = 0"))


def test_functions_between_are_followed() -> None:
    head = (
        HEAD
        + "__device__ int far(int v) { return near(v); }\n__device__ int near(int v) { return bcast(v); }\n"
    )
    made = matched("W047", source("int b; if (lane == 0) b = 1; return far(b);", head))
    assert made.said == [("W047", "b")]


def test_the_host_and_a_file_without_warps_are_left() -> None:
    text = HEAD + "int f(int n) { int b; if (n == 0) b = 1; return bcast(b); }\n"
    assert matched("W047", text).said == []
    text = "__device__ int f(int *p, int n) { int b; if (n == 0) b = atomicAdd(p, 1); return b; }\n"
    assert matched("W047", text).said == []
    assert matched("W047", '#include "own.h"\n' + text).said == []


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("shfl(b, 0)", True),
        ("shfl_sync(~0u, b, 0)", True),
        ("bcast(b)", True),
        ("hipify_warp32::shfl(b, 0)", False),
        ("hipify_warp32::shfl_sync(~0u, b, 0)", False),
        ("tile.shfl(b, 0)", False),
        ("tile->shfl(b, 0)", False),
        ("cooperative_groups::shfl(b, 0)", False),
    ],
)
def test_a_function_out_of_sight_is_known_by_its_name(call: str, *, told: bool) -> None:
    text = (
        "#include <own.h>\n__global__ void k(int *p, T tile) { bool lead = threadIdx.x % 32 == 0; int b;"
        f" if (lead) b = atomicAdd(p, 1); p[1] = {call}; }}\n"
    )
    assert matched("W047", text).said == ([("W047", "b")] if told else [])


def test_a_function_of_an_own_header_may_shuffle() -> None:
    text = (
        "__global__ void k(int *p) { int b; if (threadIdx.x == 0) b = atomicAdd(p, 1); p[1] = first(b); }\n"
    )
    assert matched("W047", '#include "own.h"\n' + text).said == [("W047", "b")]
    assert matched("W047", "#include <own.h>\n" + text).said == []
    own = "__device__ int first(int v) { return v; }\n"
    assert matched("W047", '#include "own.h"\n' + own + text).said == []
