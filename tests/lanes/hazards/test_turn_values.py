"""What a loop gives its names: parts of arrays and objects of its own, too."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = (
    "struct S { int f, n; };\n"
    "__global__ void k(volatile int *flags, int *p, int n) {"
    " int w = threadIdx.x / 32, i = 0, f[4], g[2][2]; bool all = false; S s; %s p[w] = 1; }\n"
)
WAITS = [
    "do { f[0] = flags[w]; } while (!f[0]);",
    "f[0] = atomicAdd(p, 0); while (f[0] != w) f[0] = atomicAdd(p, 0);",
    "for (;;) { f[0] = *flags; if (f[0] == w) break; }",
    "while (!(f[0] && f[1])) for (int j = 0; j < 2; j++) f[j] = flags[2 * w + j];",
    "while (!g[0][1]) for (int j = 0; j < 2; j++) g[j / 2][j] = flags[j];",
    "while (!all) { for (int j = 0; j < 4; j++) f[j] = __ldcg(&p[j]); all = f[0] && f[3]; }",
    "do { all = true; for (int j = 0; j < w; j++) { f[j] = flags[j]; all = all && f[j]; } } while (!all);",
    "f[0] = 0; while (f[0] < w) { if (flags[w - 1]) f[0] = w; }",
    "do { s.f = flags[w]; } while (!s.f);",
    "do { (s.f) = flags[w]; } while (s.f == s.n);",
]
MOVES_ON = [
    "while (!f[3]) { f[i] = flags[i]; i++; }",
    "while (!f[3]) { f[i] = 1; i++; }",
    "while (f[0] < n) { f[0] += flags[w]; }",
    "while (f[0] > 1) { f[0] = flags[f[0]]; }",
    "while (s.f < s.n) { int m = (s.f + s.n) / 2; if (flags[m]) s.f = m + 1; else s.n = m; }",
    "while (f[0] > f[1]) { int t = f[0]; f[0] = f[1]; f[1] = t; }",
    "while (f[0] < n) { fill(f, flags); f[0] = flags[1]; }",
    "f[i++] = 0; while (i > 0) { int of = f[--i]; if (flags[of] > 0) f[i++] = flags[of]; }",
    "int *of = p + w; while (of[0] < n) { of[0] = flags[w]; }",
]


@pytest.mark.parametrize("code", WAITS)
def test_a_flag_is_read_into_a_part_of_what_the_lane_holds(code: str) -> None:
    assert remaining(KERNEL % code) == ["W026"]


@pytest.mark.parametrize("code", MOVES_ON)
def test_a_part_is_made_of_what_was_there_or_another_part_is_given_a_value(code: str) -> None:
    assert remaining(KERNEL % code) == []
