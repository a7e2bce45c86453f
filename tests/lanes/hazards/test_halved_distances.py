"""Steps at distances that a loop halves in its turn, written out or by a function of two elements."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = (
    "struct V { int d; };\n"
    "__device__ void take(volatile V *a, V *b) { if (a->d > b->d) a->d = b->d; }\n"
    "__device__ void add(volatile int &a, int b) { a += b; }\n"
    "__device__ void wait(volatile int &a, int b) { a += b; __syncwarp(); }\n"
    "__device__ void own(int a, int b) { a += b; }\n"
    "__global__ void k(int *p, int n, int m) {"
    " __shared__ volatile int s[256]; __shared__ V w[256]; int r[8];"
    " int i = threadIdx.x, lane = i & 31, h; s[i] = p[i]; %s p[i] = s[i]; }\n"
)
STEP = "if (lane < h) s[i] = min(s[i], s[i + h]);"


@pytest.mark.parametrize(
    "code",
    [
        f"h = 16; while (h > 0) {{ {STEP} h >>= 1; }}",
        f"h = 16; while (h) {{ {STEP} h = h / 2; }}",
        f"h = 16; do {{ {STEP} h /= 2; }} while (h != 0);",
        f"h = 32; do {{ h >>= 1; {STEP} }} while (h > 1);",
        f"n = 32; while (n != 1) {{ h = n >> 1; {STEP} n = h; }}",
        f"for (n = 32; n > 1;) {{ const int h = n / 2; {STEP} n = h; }}",
        f"h = 16; for (; h > 0; h >>= 1) {STEP}",
        f"n = m > 16 ? 32 : m > 8 ? 16 : m; while (n != 1) {{ h = n >> 1; {STEP} n = h; }}",
        f"n = 32; if (m) {{ h = n >> 1; {STEP} n = h; }} while (n != 1) {{ h = n >> 1; {STEP} n = h; }}",
        f"h = 256; while (h > 0) {{ {STEP} if (h > 32) __syncthreads(); h >>= 1; }}",
        "n = 32; while (n != 1) { h = n >> 1; if (lane < h) take(w + i, w + i + h); n = h; }",
        "n = 32; while (n != 1) { h = n >> 1; if (lane < h) take(&w[i], &w[i + h]); n = h; }",
        "for (h = 16; h > 0; h /= 2) if (lane < h) add(s[i], s[i + h]);",
        "for (h = 16; h > 0; h /= 2) add(s[threadIdx.x], s[threadIdx.x + h]);",
    ],
)
def test_a_loop_that_halves_its_distance_without_a_wait(code: str) -> None:
    assert remaining(KERNEL % code) == ["W018"]


@pytest.mark.parametrize(
    "code",
    [
        f"h = 16; while (h > 0) {{ {STEP} __syncwarp(); h >>= 1; }}",
        f"n = 32; while (n != 1) {{ h = n >> 1; {STEP} n = h; __syncthreads(); }}",
        f"n = 4; while (n != 1) {{ h = n >> 1; {STEP} n = h; }}",
        f"h = m; while (h > 0) {{ {STEP} h >>= 1; }}",
        f"h = 16; h = m; while (h > 0) {{ {STEP} h >>= 1; }}",
        f"h = 16; while (h > 0) {{ {STEP} if (m) h >>= 1; }}",
        f"h = 16; while (h > 0) {{ {STEP} h >>= 2; }}",
        f"h = 16; while (h > 0) {{ {STEP} h >>= 1; h -= m; }}",
        f"n = 32; while (n != 1) {{ h = m >> 1; {STEP} n = h; }}",
        f"if (m) h = 16; while (h > 0) {{ {STEP} h >>= 1; }}",
        "n = 8; while (n != 1) { h = n >> 1; for (int j = 0; j < h; j++) r[j] += r[j + h]; n = h; }",
        "h = 16; while (h > 0) { n += s[i + h]; h >>= 1; }",
        "for (h = 16; h > 0; h /= 2) wait(s[i], s[i + h]);",
        "for (h = 16; h > 0; h /= 2) own(s[i], s[i + h]);",
        "for (h = 16; h > 0; h /= 2) add(s[i], p[i + h]);",
        "for (h = 16; h > 0; h /= 2) add(s[i], s[i + m]);",
        "for (h = 16; h > 0; h /= 2) { add(s[i], s[i + h]); __syncwarp(); }",
        "for (h = 4; h > 0; h /= 2) add(r[h], r[h + h]);",
    ],
)
def test_a_loop_that_waits_or_does_something_else(code: str) -> None:
    assert remaining(KERNEL % code) == []


TAKE = "__device__ void take(volatile int *a, int *b) { if (*a > *b) *a = *b; }\n"


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("volatile ", "int n = 32; while (n != 1) { int h = n >> 1; s[t] += s[t + h]; n = h; }"),
        ("volatile ", "int h = 16; while (h) { s[t] += s[t + h]; h = h / 2; }"),
        (TAKE, "for (int h = 16; h > 0; h >>= 1) take(s + t, s + t + h);"),
    ],
)
def test_files_that_name_no_warp(head: str, body: str) -> None:
    before, volatile = ("", head) if head == "volatile " else (head, "")
    assert remaining(f"{before}__device__ void f({volatile}int *s, int t) {{ {body} }}\n") == ["W018"]
