"""Arrays of 32 elements wherever they are declared, beside lanes by `warpSize`."""

from __future__ import annotations

import pytest
from helpers.warps import broken, native, run

HEAD = """#define N 32
struct Node { unsigned keys[N], more[64]; int child[33]; };
struct Pair { unsigned both[2][32]; };
struct One { unsigned same[32]; };
struct Other { unsigned same[64]; };
__constant__ unsigned below[32];
__device__ unsigned wide[64];
"""
KERNEL = (
    HEAD + "__global__ void k(Node *t, Pair *p, One *a, unsigned *x, int n) {"
    " int lane = threadIdx.x %% warpSize, w = threadIdx.x / warpSize; %s x[w] = __any_sync(~0u, n); }\n"
)


@pytest.mark.parametrize(
    "code",
    [
        "n = t[n].keys[lane];",
        "n = t->keys[threadIdx.x % warpSize];",
        "n = t[n].child[lane];",  # of 33
        "p[n].both[1][lane] = 1;",
        "__shared__ Node s[4]; s[w].keys[lane] = 1;",
        "n = below[lane];",
        "unsigned (*r)[32] = p->both; r[0][lane] = 1;",
        "unsigned (&r)[32] = t->keys; r[lane] = 1;",
    ],
)
def test_what_has_too_few(code: str) -> None:
    assert broken(native(KERNEL % code)) == {"W061"}
    assert broken(run(KERNEL % code)) == set()


@pytest.mark.parametrize(
    "code",
    [
        "if (lane < 32) n = t[n].keys[lane];",
        "n = t[n].keys[lane & 31];",
        "n = t[n].more[lane];",
        "n = t[n].child[lane & 31];",
        "if (lane < 33) n = t[n].child[lane];",
        "n = a->same[lane];",  # of which class is not told
        "n = t[n].keys[w];",
        "p[lane].both[w][0] = 1;",
        "n = wide[lane];",
        "int below[64]; n = below[lane];",
        "unsigned (*r)[64] = 0; r[w][lane] = 1;",
        "unsigned *r = t->keys; r[n] = lane;",
    ],
)
def test_others(code: str) -> None:
    assert "W061" not in broken(native(KERNEL % code))


ITEMS = (
    "template <int ITEMS> struct Swap {{ struct Storage {{ int buf[{} * ITEMS]; }}; Storage &s; int lane;"
    " __device__ Swap(Storage &t) : s(t), lane({}) {{}}"
    " __device__ void put(int i, int v) {{ s.buf[{}] = v; }} }};\n"
    "__global__ void k(int *x) {{ __shared__ Swap<4>::Storage s; int v = __shfl_sync(~0u, x[0], 0);"
    " Swap<4>(s).put(0, v); x[threadIdx.x / warpSize] = v; }}\n"
)


@pytest.mark.parametrize(
    ("width", "lane", "index", "told"),
    [
        ("32", "threadIdx.x % warpSize", "lane * ITEMS + i", True),
        ("32", "threadIdx.x % warpSize", "i + ITEMS * lane", True),
        ("64", "threadIdx.x % warpSize", "lane * ITEMS + i", False),
        ("32", "threadIdx.x / warpSize", "lane * ITEMS + i", False),
        ("32", "threadIdx.x % warpSize", "i * ITEMS", False),
    ],
)
def test_so_many_items_for_each_lane(width: str, lane: str, index: str, *, told: bool) -> None:
    assert ("W061" in broken(native(ITEMS.format(width, lane, index)))) == told


ROWS = (
    "__device__ float pick(float {}, int w, int lane, float v)"
    " {{ buf[w][lane] = v; __syncwarp(); return buf[w][0]; }}\n"
    "__global__ void k(float *x) {{ __shared__ float buf[8][{}];"
    " int lane = threadIdx.x % {}, w = threadIdx.x / warpSize;"
    " x[threadIdx.x] = pick(buf, w, lane, __shfl_sync(~0u, x[0], 0)); }}\n"
)


@pytest.mark.parametrize(
    ("taken", "row", "width", "told"),
    [
        ("(*buf)[32]", "32", "warpSize", True),
        ("buf[][32]", "32", "warpSize", True),
        ("(&buf)[8][32]", "32", "warpSize", True),
        ("(*buf)[64]", "64", "warpSize", False),
        ("(*buf)[32]", "32", "32", False),
    ],
)
def test_rows_that_a_function_is_handed(taken: str, row: str, width: str, *, told: bool) -> None:
    assert ("W061" in broken(native(ROWS.format(taken, row, width)))) == told


CLASS = (
    "struct Scratch {{ float v[{}]; int lane; __device__ Scratch() : lane({}) {{}}"
    " __device__ void put(float x) {{ v[lane] = x; }} }};\n"
    "__global__ void k(float *x) {{ __shared__ Scratch s; s.put(__shfl_sync(~0u, x[0], 0)); }}\n"
)


@pytest.mark.parametrize(
    ("row", "lane", "told"),
    [
        ("32", "threadIdx.x % warpSize", True),
        ("64", "threadIdx.x % warpSize", False),
        ("32", "threadIdx.x / warpSize", False),
    ],
)
def test_members_of_an_own_class(row: str, lane: str, *, told: bool) -> None:
    assert ("W061" in broken(native(CLASS.format(row, lane)))) == told


TABLE = (
    "__constant__ float row[32]; struct Unseen;\nstruct A {{ int lane; float v[32]; }};"
    " struct B {{ int lane; float w[32]; }};\n"
    "__device__ float at(int i) {{ {} }}\n__global__ void k(float *x, A *a, B *b, Unseen *u) {{"
    " int lane = threadIdx.x % warpSize; float s = 0; {}"
    " x[threadIdx.x] = __shfl_xor_sync(~0u, s, 1); }}\n{}"
)
READ = "return row[i];"


@pytest.mark.parametrize(
    ("body", "code", "launch", "told"),
    [
        (READ, "s = at(lane);", "", True),
        (READ, "if (lane < 32) s = at(lane);", "", False),
        (READ, "if (lane >= 32) return; s = at(lane);", "", False),
        (READ, "if (lane < warpSize) s = at(lane);", "", True),
        (READ, "if (x[0] < 32) s = at(lane);", "", True),
        ("i %= 32; " + READ, "s = at(lane);", "", False),
        ("if (i > 31) i -= 32; " + READ, "s = at(lane);", "", False),
        ("return 0;", "a->lane = lane; s = a->v[a->lane];", "", True),
        ("return 0;", "a->lane = lane; b->lane = threadIdx.x % 8; s = b->w[b->lane];", "", False),
        ("return 0;", "s = a->v[lane];", "", True),
        ("return 0;", "s = u->v[lane];", "", False),
        ("return 0;", "s = a->v[lane];", "void go(float *x) { k<<<9, 32>>>(x, 0, 0, 0); }", False),
        ("return 0;", "s = row[lane];", "void go(float *x) { k<<<9, dim3(32, 8)>>>(x, 0, 0, 0); }", False),
        ("return 0;", "s = row[lane];", "void go(float *x) { k<<<9, dim3(64, 4)>>>(x, 0, 0, 0); }", True),
    ],
)
def test_who_gives_the_lane(body: str, code: str, launch: str, *, told: bool) -> None:
    assert ("W061" in broken(native(TABLE.format(body, code, launch)))) == told
