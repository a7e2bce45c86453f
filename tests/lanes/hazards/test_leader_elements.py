"""Elements of shared memory that a leader stores for its warp, and all lanes read."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = (
    "__global__ void k(int *n, int *o) { __shared__ volatile int s[4], t[64], u[4][2], v[2][4];"
    " const int w = threadIdx.x / 32, lane = threadIdx.x & 31; %s }\n"
)


@pytest.mark.parametrize(
    "code",
    [
        "if (lane == 0) s[w] = atomicAdd(n, 32); o[threadIdx.x] = s[w] + lane;",
        "if (lane == 0) { s[w] = atomicAdd(n, 32); } int at = s[ w ] + lane; o[at] = 1;",
        "if (0 == lane) s[w] = *n; atomicAdd(o, s[w]);",
        "if ((threadIdx.x & 31) == 31) s[threadIdx.x >> 5] = *n; o[lane] = s[threadIdx.x >> 5];",
        "while (*n) { if (lane == 0) s[w] = atomicAdd(n, -1); o[lane] = s[w]; }",
        # in the next turn
        "while (s[w] < *n) { o[lane] = w; __syncwarp(); if (lane == 0) s[w] = atomicAdd(n, 1); }",
        "for (;;) { int i = s[w]; if (i < 0) break; o[i] = w; __syncwarp(); if (lane == 0) s[w] = *n; }",
        "for (int j = 0; j < *n; j++) { o[j] = s[w]; __syncwarp(); if (lane == 0) s[w] = j; }",
        "do { __syncwarp(); if (lane == 0) s[w] = *n; o[lane] = w; } while (s[w] < *n);",
        "int j = 0; do { if (lane == 0) s[w] = *n; o[s[w]] = lane; } while (++j < 9);",
        "for (int k = 0; k < 9; k++) { __syncwarp(); if (lane == 0) s[w] = *n; } o[lane] = s[w];",
        "if (threadIdx.x >= *o) return; if (lane == 0) s[w] = *n; o[lane] = s[w];",
        "if (lane == 0) s[w] = *n; if (*o) return; o[lane] = s[w];",
        "for (int k = 0; k < 9; k++) { if (w == 1) o[lane] = s[w]; __syncwarp(); if (lane == 0) s[w] = *n; }",
        # of several dimensions, and by some lanes
        "if (lane == 0) u[w][0] = *n; o[lane] = u[w][0];",
        "if (lane == 0) v[1][ w ] = *n; o[lane] = v[1][w];",
        "if (lane < 2) u[w][lane] = n[lane]; int a = u[w][0], b = u[w][1]; o[lane] = a + b;",
        # in a loop or a branch behind, and both in a branch that is for the whole warp
        "if (lane == 0) s[w] = *n; for (int i = lane; i < *n; i += 32) o[i] = s[w];",
        "if (lane == 0) s[w] = *n; for (int i = 0; threadIdx.x + i * 32 < *n; i++) { n[i]++; o[i] = s[w]; }",
        "if (lane == 0) s[w] = *n; int i = 0; while (i < *n) o[i++] = s[w];",
        "if (w < *n) { if (lane == 0) s[w] = *n; o[lane] = s[w]; }",
        "if (w < *n) { if (lane == 0) s[w] = *n; } o[lane] = s[w];",
        "if (lane == 0) s[w] = *n; if (threadIdx.x < *n) o[lane] = s[w];",
        "if (lane == 0) s[w] = *n; if (w > 1 && *n) o[lane] = s[w];",
        "if (lane == 0) s[w] = 0; atomicAdd((int *)&s[w], 1);",
        "if (lane == 0) s[w] = *n; o[lane] = __shfl_sync(~0u, s[w], 1);",
        "if (lane == 3) s[w] = *n; o[lane] = __shfl_sync(~0u, s[w], 0);",
        "if (lane == 0) s[w] = *n; o[lane] = __shfl_sync(~0u, lane, s[w]);",
        "if (lane == 0) s[w] = *n; o[lane] = __shfl_down_sync(~0u, s[w], 0);",
    ],
)
def test_they_are_told(code: str) -> None:
    assert remaining(KERNEL % code) == ["W059"]


PUSH = "if (lane == 0) t[d] = x;"
WALK = "int j = w * 16, d = j, x; do {{ {0} x = t[d]; if (n[x]) {{ {1} }} else {{ {2} }} }} while (d >= j);"
NESTED = (
    "int j = w * 16, d = j, x; do {{ {0} x = t[d]; while (n[x] > 0) {{ if (n[x] > 9) {{ " + PUSH + " {1} }}"
    " x = n[x]; }} {2} d--; }} while (d >= j);"
)


@pytest.mark.parametrize(
    ("code", "is_told"),
    [
        (WALK.format("", "d++; " + PUSH, "d--;"), True),  # the other side is not taken
        (WALK.format("", PUSH + " d++;", "--d;"), False),
        (WALK.format("", "d++; " + PUSH + " d--;", ""), False),
        (WALK.format("", "d++; " + PUSH, "__syncwarp(); d--;"), False),
        (WALK.format("", "d++; " + PUSH + " __syncwarp();", "d--;"), False),
        (WALK.format("__syncwarp();", "d++; " + PUSH, "d--;"), False),
        (WALK.format("", "d++; " + PUSH + " d = x;", "d--;"), False),
        (NESTED.format("", "d++;", ""), True),
        (NESTED.format("__syncwarp();", "d++;", ""), False),
        (NESTED.format("", "d++; __syncwarp();", ""), False),
        (NESTED.format("", "d++;", "__syncwarp();"), False),
        (NESTED.format("d = n[d];", "d++;", ""), False),
        (NESTED.format("", "d += x;", ""), False),
        (NESTED.format("if (lane == 0)", "d++;", ""), False),
    ],
)
def test_a_stack_of_a_warp(code: str, *, is_told: bool) -> None:
    found = [one for one in remaining(KERNEL % code) if one == "W059"]
    assert found == ["W059"] * is_told


@pytest.mark.parametrize(
    "code",
    [
        "if (lane == 0) s[w] = atomicAdd(n, 32); __syncwarp(); o[threadIdx.x] = s[w] + lane;",
        "if (lane == 0) s[w] = atomicAdd(n, 32); __syncthreads(); o[threadIdx.x] = s[w] + lane;",
        "if (lane == 0) s[w] = atomicAdd(n, 32); __threadfence_block(); o[threadIdx.x] = s[w] + lane;",
        "if (lane == 0) s[w] = atomicAdd(n, 32); join(); o[threadIdx.x] = s[w] + lane;",
        "if (lane == 0) { s[w] = *n; o[w] = s[w]; }",
        "if (lane == 0) s[w] = *n; if (lane == 0) o[w] = s[w];",
        "if (lane == 0) s[w] = *n; o[lane] = s[w ^ 1];",
        "if (lane == 0) s[w] = *n; s[w] = 1;",
        "if (w == 0) s[w] = *n; o[lane] = s[w];",
        "if (lane == 0) t[lane] = *n; o[lane] = t[lane];",
        "if (lane == 0) o[w] = *n; n[lane] = o[w];",
        "if (threadIdx.x < 32) t[threadIdx.x] = *n; o[lane] = t[threadIdx.x];",
        "if (lane == 0) s[w] = *n; o[lane] = lane; n[w] = 2;",
        # in the next turn, with a barrier on the way, by the leader alone, or of another element
        "while (s[w] < *n) { o[lane] = w; __syncwarp(); if (lane == 0) s[w] = *n; __syncwarp(); }",
        "for (;;) { __syncwarp(); int i = s[w]; if (i < 0) break; if (lane == 0) s[w] = *n; }",
        "for (int j = 0; j < *n; j++, __syncwarp()) { o[j] = s[w]; if (lane == 0) s[w] = j; }",
        "for (int k = 0; k < 9; k++) { if (lane == 0) { int j = s[w]; s[w] = j + 1; } o[lane] = 1; }",
        "for (int k = 0; k < 9; k++) { if (lane == 0) s[w] += *n; }",
        "for (int j = w; j < *n; j += 4) { o[lane] = s[j]; __syncwarp(); if (lane == 0) s[j] = 1; }",
        # the leader gives what it stored itself
        "if (lane == 0) s[w] = *n; o[lane] = __shfl_sync(~0u, s[w], 0);",
        "if (lane == 3) s[w] = *n; o[lane] = __shfl_sync(0xffffffff, s[w] + 1, 3, 32);",
        "if (lane == 0) s[w] = *n; __syncwarp(); for (int i = lane; i < *n; i += 32) o[i] = s[w];",
        "if (lane == 0) s[w] = *n; for (int i = lane; i < *n; i += 32) { __syncwarp(); o[i] = s[w]; }",
        "if (w < *n) { if (lane == 0) s[w] = *n; __syncwarp(); o[lane] = s[w]; }",
        "if (lane < 9) { if (lane == 0) s[w] = *n; }",
        "if (lane == 0) u[w][0] = *n; o[lane] = u[w][1];",
        "if (lane == 0) u[w][0] = *n; volatile int *p = u[w]; __syncwarp(); o[lane] = *p;",
        "if (lane == 0) u[w][0] = *n; u[w][0] = 1;",
        "if (lane < 2) u[w][lane] = *n; if (lane < 2) o[lane] = u[w][lane];",
        "if (lane < 2) u[w][lane] = *n; __syncwarp(); o[lane] = u[w][0];",
        "if (lane < 2) t[lane] = *n; o[lane] = t[0];",
        # the leader alone comes to it
        "if (lane == 0) s[w] = *n; if (lane < 1) o[lane] = s[w];",
        "if (lane == 0) s[w] = *n; if (!lane) o[lane] = s[w];",
        "if (lane == 0) s[w] = *n; for (int i = 0; i < 9; i++) if (lane == 0) o[i] = s[w];",
        "if (w < *n) { if (lane == 0) s[w] = *n; } else o[lane] = s[w];",
        "if (lane == 0) s[w] = *n; if (lane) return; o[w] = s[w];",
        "if (lane == 0) s[w] = *n; else return; o[w] = s[w];",
        "for (;;) { if (lane == 0) s[w] = *n; if (lane != 0) continue; o[w] = s[w]; }",
        "if (lane == 0) s[w] = *n; volatile int *p = &s[w]; __syncwarp(); o[lane] = *p;",
    ],
)
def test_others_are_not(code: str) -> None:
    assert remaining(KERNEL % code) == []


OBJECTS = (
    "struct Ctl { int base, n, at[4]; };\n"
    "__global__ void k(int *n, int *o) { __shared__ Ctl c[4]; __shared__ Ctl a; __shared__ int s[4];"
    " const int w = threadIdx.x / 32, lane = threadIdx.x & 31; %s }\n"
)


@pytest.mark.parametrize(
    "code",
    [
        "if (lane == 0) { c[w].base = atomicAdd(n, 32); c[w].n = 32; } if (lane < c[w].n) o[lane] = 1;",
        "if (lane == 0) { c[w].base = *n; c[w].n = 32; } c[w].at[0] = 1; o[lane] = c[w].base;",
        "if (lane == 0) a.at[w] = *n; o[lane] = a.at[w];",
        "if (lane == 0) c[w].n = *n; Ctl own = c[w]; o[lane] = own.n;",
        "if (lane == 0) c[w] = Ctl{*n, 32}; o[lane] = c[w].base;",
        "Ctl &own = c[w]; if (lane == 0) own.base = *n; o[lane] = own.base;",
        "Ctl *own = &c[w]; if (lane == 0) own->base = *n; o[lane] = own->base;",
        "__syncwarp(); int &base = s[w]; if (lane == 0) base = *n; o[lane] = base;",
        # what else lets a leader alone through
        "if (!lane) s[w] = *n; o[lane] = s[w];",
        "if (!(threadIdx.x & 31)) { s[w] = *n; } o[lane] = s[w];",
        "__syncwarp(); bool leads = lane == 0; if (leads) s[w] = *n; o[lane] = s[w];",
        "__syncwarp(); if (lane == 0 && w < *n) s[w] = *n; o[lane] = s[w];",
        "__syncwarp(); if (lane < *n && lane == 0) s[w] = *n; o[lane] = s[w];",
        # what a vote is given is read before the lanes meet in it
        "if (lane == 0) s[w] = *n; o[lane] = __popc(__ballot_sync(~0u, lane < s[w]));",
    ],
)
def test_objects_and_other_leaders(code: str) -> None:
    assert remaining(OBJECTS % code) == ["W059"]


@pytest.mark.parametrize(
    "code",
    [
        "if (lane == 0) { c[w].base = *n; c[w].n = 32; } __syncwarp(); if (lane < c[w].n) o[lane] = 1;",
        "if (lane == 0) c[w].base = *n; o[lane] = c[w].n;",
        "if (lane == 0) c[w].base = *n; o[lane] = c[w ^ 1].base;",
        "if (lane == 0) a.at[w] = *n; __syncwarp(); o[lane] = a.at[w];",
        "if (threadIdx.x == 0) a.base = *n; o[lane] = a.n;",
        "Ctl own = c[w]; if (lane == 0) own.base = *n; o[lane] = own.base;",
        "Ctl *own = &c[w]; if (lane == 0) own->base = *n; own++; o[lane] = own->base;",
        "Ctl &own = c[w]; if (lane == 0) own.base = *n; __syncwarp(); o[lane] = own.base;",
        "if (!lane) s[w] = *n; __syncwarp(); o[lane] = s[w];",
        "if (!lane) s[w] = *n; if (!lane) o[lane] = s[w];",
        "if (!lane) s[w] = *n; o[lane] = __shfl_sync(~0u, s[w], 0);",
        "bool leads = lane == 0; if (leads) s[w] = *n; __syncwarp(); o[lane] = s[w];",
        "if (w == 0 && *n) s[w] = *n; o[lane] = s[w];",
        "if (w == 0 && lane < *n) s[w] = *n; o[lane] = s[w];",
        "if (lane == 0) s[w] = *n; int b = __ballot_sync(~0u, lane); o[b] = s[w];",
        "if (lane == 0) s[w] = *n; take(&s[w]); o[lane] = 1;",
    ],
)
def test_objects_that_are_waited_for(code: str) -> None:
    assert remaining(OBJECTS % code) in ([], ["W003"])
