"""Loops that go on by plain memory into which the kernel stores behind them, and loops that end alone."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = """%s
__global__ void k(const int *ptr, const int *col, double *x, int *flag, int n) {
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    int off = ptr[w] + lane, end = ptr[w + 1], ready = 0;
    double sum = 0, xx = 0;
    %s
    __syncwarp();
    %s
}
"""
STORE = "if (lane == 0) x[w] = sum;"
FLAG = "if (lane == 0) { x[w] = sum; __threadfence(); flag[w] = 1; }"
LOOP = "while (off < end) { xx = x[col[off]]; if (!isnan(xx)) { sum += xx; off += 32; } }"
LAZY = """while (off < end) {
        if (!ready) { xx = x[col[off]]; ready = __double2hiint(xx) != (int)0xFFFFFFFF; }
        if (ready) { sum += xx; off += 32; ready = 0; } }"""
FLAGS = "while (off < end) { if (flag[col[off]]) { sum += x[col[off]]; off += 32; } }"
ROWS = "int j = lane; while (off < end && j < n) { int a = flag[off], b = flag[j]; %s }"
GET = "__device__ bool get(const double *p, int c, double &v) { v = p[c]; return !isnan(v); }"
PUT = "__device__ void put(double *p, double v) { *p = v; }"


@pytest.mark.parametrize(
    ("helper", "loop", "behind"),
    [
        ("", LOOP, STORE),
        ("", LAZY, STORE),
        ("", LAZY.replace("__double2hiint(xx) != (int)0xFFFFFFFF", "xx == xx"), STORE),
        ("", FLAGS, FLAG),
        ("", FLAGS.replace("if (flag[col[off]])", "int v = flag[col[off]]; if (v > 0)"), FLAG),
        (
            "",
            "while (off < end) { xx = x[col[off]]; if (xx == -1.0) continue; sum += xx; off += 32; }",
            STORE,
        ),
        ("", "for (; off < end;) off += flag[col[off]] ? 1 : 0;", FLAG),
        ("", "for (int r = w; r < n; r += 8) { " + LOOP + STORE + " }", ""),
        # in other words
        ("", LOOP, "double *to = x + w; if (lane == 0) *to = sum;"),
        ("", LOOP, "double &to = x[w]; if (lane == 0) to = sum;"),
        ("", "const double *from = x; " + LOOP.replace("x[col", "from[col"), STORE),
        ("", FLAGS, "__threadfence(); if (lane == 0) atomicExch(flag + w, 1);"),
        ("", FLAGS, "__threadfence(); if (lane == 0) atomicAdd(&flag[w], 1);"),
        (PUT, LOOP, "if (lane == 0) put(x + w, sum);"),
        (PUT, LOOP, "if (lane == 0) put(&x[w], sum);"),
        (GET, "while (off < end) { if (get(x, col[off], xx)) { sum += xx; off += 32; } }", STORE),
        ("", "while (off < end) { __threadfence(); if (flag[w - 1]) off += 32; }", FLAG),
    ],
)
def test_waits_for_what_is_stored_behind(helper: str, loop: str, behind: str) -> None:
    assert "W026" in remaining(KERNEL % (helper, loop, behind))


@pytest.mark.parametrize(
    ("helper", "loop", "behind"),
    [
        ("", LOOP, "if (lane == 0) flag[w] = sum > 0;"),  # nothing is stored into what is read
        ("", "x[w] = 1; " + LOOP, ""),
        ("", LOOP.replace("} }", "} else off += 1; }"), STORE),
        ("", LOOP.replace("} }", "} off += 1; }"), STORE),
        ("", LOOP.replace("} }", "} else break; }"), STORE),
        ("", LOOP.replace("} }", "} else x[col[off]] = 0; }"), STORE),  # which it sets itself
        ("", "for (; off < end; off += 32) { xx = x[col[off]]; if (isnan(xx)) continue; sum += xx; }", STORE),
        ("", "while (off < end) { int c = col[off++]; if (flag[c]) sum += x[c]; }", FLAG),
        ("", "while (off < end) { ready = col[ready]; if (flag[ready]) off += 32; }", FLAG),  # along a list
        ("", "while (off < end) off += flag[off];", FLAG),  # as far as it says
        ("", "while (off < end) { if (flag[0]) off += 32; }", FLAG),  # the compiler reads it once
        (
            "",
            "while (off < end) { int m = (off + end) / 2; if (flag[m] < w) off = m + 1; else end = m; }",
            FLAG,
        ),
        ("", "while (flag[off] != n && flag[off] != 0) off = (off + 1) % end;", "flag[off] = n;"),
        ("", "while (off < end && x[off] > sum) off += 2;", STORE),
        # two sorted rows: one of the two always goes on
        ("", ROWS % "if (a <= b) off += 32; if (a >= b) ++j;", FLAG),
        ("", ROWS % "int d = a - b; if (d <= 0) off += 32; if (d >= 0) ++j; if (d == 0) sum++;", FLAG),
        ("", ROWS % "off += (a <= b); j += (a >= b);", FLAG),
        ("", ROWS % "if (a <= b) off += 32; if (!(a < b)) ++j;", FLAG),
        # what the memory is compared with grows in each turn that goes on
        (
            "",
            (
                "int c = lane; bool again = true; while (again) { again = false;"
                " for (int e = off; e < end; ++e) if (flag[col[e]] == c) { again = true; c += 32; break; } }"
            ),
            "flag[w] = c;",
        ),
        (
            "",
            (
                "int c = 0; bool hit = true; while (hit) { hit = false;"
                " for (int j = off; j < end; ++j) if (flag[col[j]] == c) { hit = true; ++c; } }"
            ),
            "flag[w] = c;",
        ),
        (
            "",
            "int c = 1; bool more = true; while (more) { more = flag[w] > c; if (more) c *= 2; }",
            "flag[w] = c;",
        ),
        ("", "int c = 1; while (c < n) { if (flag[w - 1] > c) c *= 2; else break; }", "flag[w] = c;"),
        ("", "int own[4]; while (off < end) { if (own[off]) off++; } own[0] = 1;", "flag[0] = own[lane];"),
    ],
)
def test_what_ends_without_others(helper: str, loop: str, behind: str) -> None:
    assert "W026" not in remaining(KERNEL % (helper, loop, behind))
