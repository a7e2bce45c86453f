"""Steps by calls of a function that is given both elements."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

ADDS = """#define N 30
__device__ void add(unsigned from, unsigned to, volatile float *s) { s[to] += s[from]; }
__device__ void row(unsigned from, unsigned to, volatile float *s) {
    for (unsigned j = 0; j < N; j++) s[N * to + j] += s[N * from + j];
}
__device__ void put(unsigned from, unsigned to, volatile float *s, float *t) { t[to] += s[from]; }
__device__ void met(unsigned from, unsigned to, volatile float *s) { s[to] += s[from]; __syncwarp(); }
__device__ void odd(unsigned from, unsigned to, volatile float *s) { s[to] += s[from + 1]; }
__global__ void k(float *p) {
    __shared__ float s[64 * N]; float *x = s; const int t = threadIdx.x, u = t / 2; if (t < 32) { %s }
}
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("add(t + 32, t, s); add(t + 16, t, s); add(t + 8, t, s); add(t + 4, t, s);", ["W018"]),
        ("row(t + 16, t, s); row(t + 8, t, s); row(t + 4, t, s); row(t + 2, t, s);", ["W018"]),
        ("add(t ^ 16, t, s); add(t ^ 8, t, s); add(t ^ 4, t, s);", ["W018"]),
        ("add(t + 16, t, s); __syncwarp(); add(t + 8, t, s); __syncwarp(); add(t + 4, t, s);", []),
        ("met(t + 16, t, s); met(t + 8, t, s); met(t + 4, t, s);", []),
        ("odd(t + 16, t, s); odd(t + 8, t, s); odd(t + 4, t, s);", []),
        ("put(t + 16, t, s, p); put(t + 8, t, s, p); put(t + 4, t, s, p);", []),
        ("add(t + 16, u, s); add(t + 8, u, s); add(t + 4, u, s);", []),
        ("add(t + 16, t, s); add(t + 8, t, s);", []),
    ],
)
def test_steps_by_calls_that_are_given_both_elements(code: str, expected: list[str]) -> None:
    assert remaining(ADDS % code) == expected
