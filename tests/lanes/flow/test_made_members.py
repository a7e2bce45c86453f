"""Members of objects that a constructor makes of indices and of what is alike for all."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

CLASSES = """struct Thread {{
  int id, lane, n, read, first = 1, odd;
  __device__ Thread(int t, int n, int *of) : id(t), lane(t & 31), n(n), read(of[t]), odd{{n + 1}} {{
    if (t < 16) odd = n;
    {}
  }}
  __device__ int twice() const {{ return 2 * n; }}
  {}
}};
__device__ void set(int &v) {{ v = threadIdx.x; }}
__device__ int of(int v) {{ return v; }}
"""
KERNEL = "__global__ void k(int *p, int n) {{ Thread t(threadIdx.x, n, p); {} }}\n"
SHUFFLE = "p[t.id] = __shfl_sync(~0u, p[t.id], 0);"


def said(code: str, constructor: str = "", method: str = "") -> list[str]:
    return remaining(CLASSES.format(constructor, method) + KERNEL.format(code))


@pytest.mark.parametrize(
    "code",
    [
        f"if (t.n > 4) {SHUFFLE}",
        f"for (int i = 0; i < t.n; i++) {{ {SHUFFLE} }}",
        f"if (t.first) {SHUFFLE}",
        f"if (t.n > of(t.n)) {SHUFFLE}",
        "if (t.n) __syncthreads();",
        "if (t.n + t.twice() > 4) __syncthreads();",
    ],
)
def test_a_member_of_what_is_alike_is_alike(code: str) -> None:
    assert said(code) == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (f"if (t.lane < 4) {SHUFFLE}", ["W023"]),
        (f"if (t.id < 4) {SHUFFLE}", ["W023"]),
        (f"if (t.read) {SHUFFLE}", ["W023"]),
        (f"if (t.odd > 4) {SHUFFLE}", ["W023"]),
        (f"set(t.n); if (t.n > 4) {SHUFFLE}", ["W023"]),
        (f"t.n = threadIdx.x; if (t.n > 4) {SHUFFLE}", ["W023"]),
        (f"t.n++; if (t.n > 4) {SHUFFLE}", ["W023"]),
        (f"int &r = t.n; r = t.id; if (t.n > 4) {SHUFFLE}", ["W023"]),
        (f"int *r = &t.n; *r = t.id; if (t.n > 4) {SHUFFLE}", ["W023"]),
        (f"Thread u(n, threadIdx.x, p); if (u.n > 4) {SHUFFLE}", ["W023"]),
        ("if (t.id / 32) __syncthreads();", ["G016"]),
    ],
)
def test_a_member_of_an_index_varies(code: str, expected: list[str]) -> None:
    assert said(code) == expected


@pytest.mark.parametrize(
    ("constructor", "method"),
    [
        ("this->n += t;", ""),
        ("set(this->n);", ""),
        ("", "__device__ void step() { n = threadIdx.x; }"),
        ("", "__device__ void step() { n++; }"),
        ("", "__device__ int &at() { return n; }"),
        ("", "__device__ void step() { set(n); }"),
        ("", "__device__ void step() { int &r = n; r = threadIdx.x; }"),
        ("", "__device__ void step() { int *r; r = &this->n; *r = threadIdx.x; }"),
        ("", "__device__ Thread(int t, char n, int *of) : n(t) {}"),
    ],
)
def test_what_else_a_class_gives_a_member_counts(constructor: str, method: str) -> None:
    assert said(f"if (t.n > 4) {SHUFFLE}", constructor, method) == ["W023"]
