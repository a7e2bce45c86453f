"""Loops whose state moves only when a flag is there, and loops that merely look like them."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = (
    "enum State { kWait, kGo, kDone };\n"
    "__global__ void k(volatile int *f, int *p, int *m, int n) {\n"
    "    int i = threadIdx.x, w = i / 32, v = 0, j = 0; bool done = false; %s p[i] = v + j; }\n"
)
STATES = (
    "State s = kWait; while (s != kDone) { switch (s) { case kWait: if (f[w]) s = kGo; break;"
    " case kGo: s = kDone; break; default: break; } }"
)
LANES = (
    "int g = (blockIdx.x * blockDim.x + i) / 32; bool need = g < n;"
    " while (__any_sync(~0u, need)) { if (need && f[g]) need = false; }"
)
WAITS = [
    # what was seen so far
    "while (v < w) v = max(v, f[w - 1]);",
    "do { v |= f[w - 1]; } while (!v);",
    "while (!v) v = v | f[w];",
    "do { v = f[w]; if (v < 0) v = 0; } while (v == 0);",
    # those that are there, and those that are left
    "while (j < w) { if (f[j] != 0) ++j; }",
    "while (j < w) { if (f[j]) { j = j + 1; } }",
    "for (; j < w;) j += f[j] != 0;",
    "for (; j < w;) j = j + !f[j];",
    "unsigned left = (1u << w) - 1; while (left) { int k = __ffs(left) - 1; if (f[k]) left &= left - 1; }",
    "unsigned s = 0; while (s != n) { for (int k = 0; k < w; ++k) if (f[k]) s |= 1u << k; }",
    "int c; do { c = 0; for (int k = 0; k < w; ++k) c += f[k] != 0; } while (c < w);",
    "int c; do { c = 0; for (int k = 0; k < w; ++k) if (f[k]) c++; } while (c < w);",
    "for (int k = 0; k < w; ++k) { if (f[k] == 0) --k; }",
    # the next turn
    "do { if (f[w] == 0) continue; done = true; } while (!done);",
    "while (true) { if (f[j] == 0) continue; if (++j == w) break; }",
    "while (j < w) { if (f[j] == 0) { __nanosleep(20); } else { j++; } }",
    "v = w; while (v) { if (f[v - 1]) v--; }",
    # states
    STATES,
    # it is taken
    "for (;;) { int x = *f; if (x != 0) { *f = 0; break; } }",
    "for (;;) { int x = *f; if (x > 0 && atomicCAS(m, x, x - 1) == x) break; }",
    "for (;;) { int x = *f; if (x > 0) { if (atomicCAS(m, x, x - 1) == x) break; } }",
    # by the lanes of a warp
    LANES,
]
MOVES = [
    "while (j < n) { if (f[j] < v) j++; else v++; }",
    "while (j < n && v < n) { if (f[j] < f[v]) j++; else v++; }",
    "while (j < n && v < n) { if (f[j] < f[v]) { j++; } else if (f[j] > f[v]) { v++; } else { j++; v++; } }",
    "int lo = 0, hi = n; while (lo < hi) { int h = (lo + hi) / 2; if (f[h] < w) lo = h + 1; else hi = h; }",
    "while (j < n) { if (f[j] == 0) { j++; } else break; }",
    "while (j < n) { if (f[j] != 0) return; j++; }",
    "for (; j < n; ++j) { if (f[j] == 0) continue; v++; }",
    "while (true) { if (f[j] == 0) { if (++j > n) break; continue; } ++j; }",
    "while (j < n) { if (f[j]) v++; j += 32; }",
    "while (j < n) j += f[0] + 1;",
    "while (v < n) v = max(v, j++);",
    "do { v |= 1 << j++; } while (v < n);",
    "do { done = true; for (int k = 0; k < n; ++k) if (f[k] > v) f[k] = v, done = false; } while (!done);",
    "do { done = true; for (v = 0; v < n; ++v) if (f[v]) { relax(f, v); done = false; } } while (!done);",
    "for (int k = 0; k < n; ++k) { if (p[k] == 0) --n; }",
    "while (true) { int x = *f; if (x >= v) break; if (atomicCAS(m, x, v) == x) break; }",
    "while (true) { int x = *f; if (x < v && atomicCAS(m, x, v) == x) break; if (x >= v) break; }",
    "while (true) { int x = *f; if (x == v) return; f = (volatile int *)m + x; }",
    "while (j < n) { if (f[w] == 0 && ++v > n) break; if (f[w]) j++; }",
    "while (j < n) { if (p[j] < 5) j += 1; j += 2; }",
    "v = blockIdx.x - 1; while (true) { int x = f[v]; if (x) { if (x == 2) break; v--; } }",  # look-back
    "for (v = n; v >= 0;) { int x = f[i + v * 256]; if (x == 2) break; if (x == 1) v--; }",
    "while (j < n) { if (p[0]) j++; }",  # the compiler reads it once
    "int c; do { c = 0; for (int k = 0; k < w; ++k) c += p[k] != 0; p[w] = c; } while (c < w);",
]


@pytest.mark.parametrize("code", WAITS)
def test_state_that_moves_only_with_a_flag(code: str) -> None:
    assert "W026" in remaining(KERNEL % code)


@pytest.mark.parametrize("code", MOVES)
def test_state_that_moves_by_itself(code: str) -> None:
    assert "W026" not in remaining(KERNEL % code)


ASKS = """{helper}
__global__ void k(volatile int *f, int *p, int n) {{
    int w = threadIdx.x / 32, x = 0, t = 0; {loop} p[w] = x + t; }}
"""
ALL = """__device__ bool every(const volatile int *f, int n) {
    for (int k = 0; k < n; ++k) if (!f[k]) return false; return true; }"""
GET = "__device__ bool get(volatile int *f, int &x) { if (*f == 0) return false; x = *f; return true; }"
TAKE = """__device__ volatile int g;
__device__ bool take(int &x) { int o = g; if (!o) return false; x = o; g = 0; return true; }"""
QUEUE = """struct Queue { volatile int head, tail; int slot[4];
    __device__ bool pop(int &x) {
        int t = tail; if (t == head) return false; x = slot[t % 4]; tail = t + 1; return true; }
    __device__ bool peek(int &x) {
        if (tail != head) { x = slot[tail % 4]; tail = tail + 1; return true; } return false; }
};
__device__ Queue q;"""
COUNTS = "__device__ bool step(volatile int *f, int &x) { if (f[++x]) return true; return false; }"
FINDS = """__device__ bool has(const int *f, int n) {
    for (int k = 0; k < n; ++k) if (f[k]) return true; return false; }"""


@pytest.mark.parametrize(
    ("helper", "loop"),
    [
        (ALL, "while (!every(f, w)) ;"),
        (ALL, "for (;;) { if (every(f, w)) break; }"),
        (GET, "while (!get(f + w, x)) { }"),
        (GET, "bool ok; do { ok = get(f + w, x); } while (!ok);"),
        (TAKE, "while (!take(x)) { }"),
        (TAKE, "while (true) { if (take(x)) break; }"),
        (TAKE, "while (true) { if (!take(x)) continue; break; }"),
        (TAKE, "bool no; do { no = !take(x); } while (no);"),
        (QUEUE, "while (!q.pop(x)) { }"),
        (QUEUE, "bool ok; do { ok = q.pop(x); } while (!ok);"),
        (QUEUE, "while (!q.peek(x)) { }"),
        (QUEUE, "while (true) { if (q.pop(x)) return; }"),
    ],
)
def test_functions_that_say_whether_it_is_there(helper: str, loop: str) -> None:
    assert "W026" in remaining(ASKS.format(helper=helper, loop=loop))


@pytest.mark.parametrize(
    ("helper", "loop"),
    [
        (QUEUE, "while (q.pop(x)) t += x;"),  # until it is empty
        (QUEUE, "while (true) { if (!q.pop(x)) break; t += x; }"),
        (QUEUE, "bool ok; do { ok = q.pop(x); t += x; } while (ok);"),
        (TAKE, "while (take(x)) t += x;"),
        (COUNTS, "while (!step(f, x)) { }"),
        (ALL, "while (!every(f + t, w)) ++t;"),
        (FINDS, "while (!has(p, n)) p[t++] = 1;"),
        (GET, "if (threadIdx.x == 0) while (!get(f, x)) { }"),
    ],
)
def test_functions_that_move_on(helper: str, loop: str) -> None:
    assert "W026" not in remaining(ASKS.format(helper=helper, loop=loop))


@pytest.mark.parametrize(
    "code",
    [
        "do v = f[w - 1]; while (isnan((float)v));",
        "float x; do x = ((volatile float *)f)[w]; while (std::isnan(x) || x == 0);",
        "float x; do x = ((volatile float *)f)[w]; while (!isfinite(x));",
        "float x; do x = ((volatile float *)f)[w]; while (fabsf(x) < 0.5f);",
        "float x; do x = ((volatile float *)f)[w]; while (__float_as_int(x) == 0);",
        "do { (v) = f[w - 1]; } while (v == 0);",
        "do { ((v)) = f[w - 1]; } while ((v) == 0);",
    ],
)
def test_what_is_made_of_a_value_alone_is_that_value(code: str) -> None:
    assert "W026" in remaining(KERNEL % code)


def test_a_target_in_brackets_by_a_macro() -> None:
    macro = "#define AWAIT(dst, p) do { (dst) = *(p); } while ((dst) == 0)\n"
    assert "W026" in remaining(macro + KERNEL % "AWAIT(v, f + w - 1);")
