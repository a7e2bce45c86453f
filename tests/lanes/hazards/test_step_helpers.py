"""Steps in lock step that functions and macros make, or a function that calls itself."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = """
__global__ void k(int *p, int n) {{
  __shared__ volatile int s[64], r[64];
  int t = threadIdx.x;
  {}
}}
"""
STEP = "__device__ void step(volatile int *s, int t, int n) { s[t] += s[t + n]; }"
ALL = "{0}(32){1} {0}(16){1} {0}(8){1} {0}(4){1} {0}(2){1} {0}(1){1}"
CALLS = "step(s, t, 32); step(s, t, 16); step(s, t, 8); step(s, t, 4); step(s, t, 2); step(s, t, 1);"


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (STEP, CALLS),
        (STEP.replace("s[t] +=", "if (t < n) s[t] = s[t] +"), CALLS),
        (f"template <class T> {STEP}", CALLS),
        (
            "template <int N> __device__ void by(volatile int *s, int t) { s[t] += s[t + N]; }",
            "by<16>(s, t); by<8>(s, t); by<4>(s, t); by<2>(s, t);",
        ),
        ("#define STEP(n) s[t] += s[t + n]", ALL.format("STEP", ";")),
        ("#define STEP(n) s[t] += s[t + (n)];", ALL.format("STEP", "")),
        ("#define STEP(n) if (t < n) { s[t] += s[t + n]; }", ALL.format("STEP", "")),
        (STEP, "s[t] += s[t + 16]; step(s, t, 8); s[t] += s[t + 4];"),
        (STEP, CALLS.replace("s, t", "s, threadIdx.x & 31")),
        (STEP, "if (t < 32) for (int d = 32; d > 0; d >>= 1) step(s, t, d);"),
        (
            "template <int... D> __device__ void tail(volatile int *s, int t) { ((s[t] += s[t + D]), ...); }",
            "tail<32, 16, 8, 4, 2, 1>(s, t);",
        ),
        (
            "template <class... D> __device__ void fold(int *s, int t, D... d) { ((s[t] += s[t + d]), ...);}",
            "fold(s, t, 32, 16, 8, 4);",
        ),
    ],
)
def test_one_call_a_step(head: str, code: str) -> None:
    assert remaining(f"{head}\n{KERNEL.format(code)}") == ["W018"]


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (STEP, CALLS.replace("; ", "; __syncwarp(); ")),
        (STEP.replace("}", "__syncwarp(); }"), CALLS),
        (STEP, "if (t < 32) for (int d = 32; d > 0; d >>= 1) { step(s, t, d); __syncwarp(); }"),
        (f"__device__ void rest() {{ __syncwarp(); }} {STEP.replace('}', 'rest(); }')}", CALLS),
        (f"__device__ void rest() {{ __syncwarp(); }} {STEP}", CALLS.replace("; ", "; rest(); ")),
        (
            "template <int... D> __device__ void tail(volatile int *s, int t) { ((s[t] += s[t + D]), ...); }",
            "tail<16>(s, t); __syncwarp(); tail<8>(s, t);",
        ),
        (STEP, "step(s, t, 16); step(r, t, 8); step(s, t, 1);"),
        (STEP, "step(s, t, n); step(s, t, n / 2); step(s, t, n / 4);"),
        (STEP, "step(s, t, 512); __syncthreads(); step(s, t, 256); __syncthreads();"),
        (
            STEP.replace("s[t + n]", "q[t + n]").replace("int t", "int *q, int t"),
            CALLS.replace("s, t", "s, p, t"),
        ),
        ("#define STEP(n) s[t] += s[t + n]; __syncwarp()", ALL.format("STEP", ";")),
        (STEP.replace("volatile ", ""), "int x[64]; " + CALLS.replace("s, t", "x, 0")),
    ],
)
def test_calls_with_a_wait_between_them_or_other_steps(head: str, code: str) -> None:
    assert remaining(f"{head}\n{KERNEL.format(code)}") == []


END = "template <> __device__ void fold<0>(volatile int *, int) {}\n"
FOLD = "template <int N> __device__ void fold(volatile int *s, int t) {{ {} }}\n"
HALF = "s[t] += s[t + N]; fold<N / 2>(s, t);"
AT_RUN_TIME = """__device__ void fold(volatile int *s, int t, int n) {
  if (n) { s[t] += s[t + n]; fold(s, t, n / 2); }
}
"""
OF_CLASS = """template <int N> struct Fold {
  static __device__ void run(volatile int *s, int t) { s[t] += s[t + N]; Fold<N / 2>::run(s, t); }
};
template <> struct Fold<0> { static __device__ void run(volatile int *, int) {} };
"""


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (FOLD.format(HALF) + END, "fold<32>(s, t);"),
        (FOLD.format("if constexpr (N > 0) { s[t] += s[t + N]; fold<(N >> 1)>(s, t); }"), "fold<16>(s, t);"),
        (FOLD.format("if (N > 32) __syncthreads(); " + HALF) + END, "fold<512>(s, t);"),
        (OF_CLASS, "Fold<32>::run(s, t);"),
        (AT_RUN_TIME, "fold(s, t, 16);"),
    ],
)
def test_a_function_calls_itself_for_half(head: str, code: str) -> None:
    assert remaining(head + KERNEL.format(code)) == ["W018"]


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (FOLD.format(HALF.replace("fold<", "__syncwarp(); fold<")) + END, "fold<32>(s, t);"),
        (FOLD.format("__syncthreads(); " + HALF) + END, "fold<512>(s, t);"),
        (FOLD.format(HALF.replace("N / 2", "N - 1")) + END, "fold<32>(s, t);"),
        (
            FOLD.format(HALF.replace("s[t] +=", "p[0] +=").replace("int t", "int t, int *p")) + END,
            "fold<32>(s, t);",
        ),
        (FOLD.format(HALF) + END, ""),
        (OF_CLASS.replace("Fold<N / 2>", "__syncwarp(); Fold<N / 2>"), "Fold<32>::run(s, t);"),
    ],
)
def test_with_a_wait_or_for_another_distance(head: str, code: str) -> None:
    assert remaining(head + KERNEL.format(code)) == []
