"""Votes and warp barriers to which lanes come from two branches through functions of the file."""

from __future__ import annotations

import pytest
from helpers.warps import remaining, run

HEAD = """__device__ void meet() { __syncwarp(); }
__device__ int filled(int *s) { s[0] = 1; __syncwarp(); return 0; }
__device__ unsigned who(bool p) { return __ballot_sync(0xffffffffu, p); }
__device__ unsigned asked(bool p) { return who(!p); }
template <bool M> __device__ void may() { if (M) __syncwarp(); }
__device__ void some(unsigned m) { __syncwarp(m); }
struct Way {
  int v;
  __device__ void send(int x) { v = x; __syncwarp(); }
  __device__ int get() { __syncwarp(); return v; }
};
struct Quiet { int v; __device__ void send(int x) { v = x; } };
template <class F> __device__ void met(F f, bool after) { if (!after) f(); __syncwarp(); if (after) f(); }
template <class F> __device__ void once(F f) { f(); }
#define MEET() meet()
"""
KERNEL = (
    "__global__ void k(int *p, int n) { int lane = threadIdx.x & 31, warp = threadIdx.x / 32, r = 0;"
    " Way c; Quiet q; auto f = [&](int j) { return who(j > n); }; auto g = [&] { r++; };"
    " %s p[threadIdx.x] = r; }\n"
)


@pytest.mark.parametrize(
    "code",
    [
        "if (lane == 31) meet(); else r = filled(p);",
        "if (lane == 31) r = who(true); else { r = asked(false); }",
        "r = lane == 0 ? filled(p) : (int)who(n > 2);",
        "if (lane == 0) c.send(n); else r = c.get();",
        "if (lane == 0) met([&] { r = 1; }, false); else met([&] { r = 2; }, true);",
        "if (lane < 16) r = f(1); else r = f(2);",
        "if (lane < 16) r = f(1); else r = who(n);",
        "if (lane < 16) once([] { __syncwarp(); }); else meet();",
        "if (lane < 16) once(meet); else __syncwarp();",
        "if (lane < 16) { MEET(); } else { MEET(); }",
        "if (lane < 16) __syncwarp(); else meet();",
        "if (lane < 16) may<true>(); else meet();",
        "switch (lane / 8) { case 0: meet(); break; default: meet(); }",
        "switch (lane / 8) { case 0: __syncwarp(); break; case 1: r = 1; break; case 2: r = who(n); }",
        "switch (n) { case 3: if (lane) meet(); else meet(); }",
    ],
)
def test_from_two_branches(code: str) -> None:
    assert remaining(HEAD + KERNEL % code) == ["W023"]


@pytest.mark.parametrize(
    "code",
    [
        "if (warp == 1) meet(); else r = filled(p);",
        "if (n == 1) meet(); else r = filled(p);",
        "r = n ? filled(p) : (int)who(n > 2);",
        "if (lane == 31) r = 1; meet();",
        "if (lane == 31) r = 1; else r = 2; r += who(r > n);",
        "if (lane == 0) q.send(n); else r = c.get();",
        "if (lane < 16) once(g); else meet();",
        "if (lane < 16) g(); else r = f(2);",
        "if (lane < 16) some(0xffffu); else some(0xffff0000u);",
        "if (lane < 16) may<false>(); else meet();",
        "switch (n) { case 0: meet(); break; default: meet(); }",
        "switch (warp) { case 0: meet(); break; default: meet(); }",
        "switch (lane / 8) { case 0: r = 1; break; case 1: case 2: meet(); __syncwarp(); break; }",
        "switch (lane / 8) { case 0: break; default: switch (n) { case 1: meet(); break; case 2: meet(); } }",
    ],
)
def test_together(code: str) -> None:
    assert remaining(HEAD + KERNEL % code) == []


def test_the_calls_are_shown() -> None:
    source = HEAD + KERNEL % "if (lane) meet(); else r = who(n);"
    found = next(one for one in run(source).findings if one.rule == "W023")
    spans = [found.span, *(one.span for one in found.related)]
    assert [source[slice(*span)] for span in spans] == ["meet", "who"]


@pytest.mark.parametrize(
    ("mask", "expected"),
    [("FULL", ["W023"]), ("0xffff", []), ("__activemask()", []), ("m", [])],
)
def test_the_mask_is_of_all_lanes(mask: str, expected: list[str]) -> None:
    head = "#define FULL 0xffffffffu\n__device__ int f(int v, unsigned m) { return __any_sync(MASK, v); }\n"
    kernel = "__global__ void k(int *p) { if (threadIdx.x & 31) p[0] = f(1, 1); else p[1] = f(2, 2); }\n"
    assert remaining(head.replace("MASK", mask) + kernel) == expected


@pytest.mark.parametrize(
    "code",
    [
        "if (lane < 16) { r = who(n); p[0] = r; return; } r = who(n);",
        "if (lane < 16) { meet(); return; } p[lane] = n; meet();",
        "for (int j = 0; j < n; j++) { if (lane & 1) { meet(); continue; } r += filled(p); }",
        "if (lane < 16) { __syncwarp(); return; } __syncwarp();",
        "if (lane < 16) goto low; meet(); return; low: meet();",
        "if (lane < 16) goto low; r = who(1); goto end; low: r = who(2); end: ;",
    ],
)
def test_from_two_sides_of_what_leaves(code: str) -> None:
    assert remaining(HEAD + KERNEL % code) == ["W023"]


@pytest.mark.parametrize(
    "code",
    [
        "if (lane < 16) return; r = who(n);",
        "if (lane < 16) { p[0] = n; return; } r = who(n);",
        "if (warp == 1) { r = who(n); p[0] = r; return; } r = who(n);",
        "if (n == 1) { meet(); return; } meet();",
        "if (lane < 16) goto low; p[0] = 1; low: meet();",
        "if (warp == 1) goto low; meet(); return; low: meet();",
        "for (int j = 0; j < n; j++) { if (lane & 1) continue; meet(); }",
    ],
)
def test_from_one_side_of_what_leaves(code: str) -> None:
    assert remaining(HEAD + KERNEL % code) == []


TAKING = """template <class T> __device__ T sum(unsigned mask, T v) {
  for (int o = 16; o; o /= 2) v += __shfl_down_sync(mask, v, o); return v; }
__device__ float on(unsigned m, float v) { return sum(m, v) + 1; }
__device__ float usual(float v, unsigned m = 0xffffffff) { return __shfl_xor_sync(m, v, 1); }
template <unsigned M> __device__ float as(float v) { return __shfl_xor_sync(M, v, 1); }
__device__ float all(float v) { return __shfl_xor_sync(0xffffffff, v, 16); }
__device__ float old(float v) { return __shfl_xor(v, 16); }
__device__ int least(int v) { return __reduce_min_sync(~0u, v); }
__device__ float copied(unsigned m, float v) { unsigned n = m; return __shfl_xor_sync(n, v, 1); }
__device__ float few(float v) { return __shfl_xor_sync(0xffffffff, v, 4, 8); }
__device__ float less(unsigned m, float v) { m &= 0xff; return __shfl_xor_sync(m, v, 1); }
__device__ float own(float v) { return __shfl_xor_sync(__activemask(), v, 1); }
__device__ unsigned voted(unsigned m, bool p) { return __ballot_sync(m, p); }
struct Op { __device__ float all(float v) { return v; } };
"""
USING = (
    "__global__ void k(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;"
    " int lane = threadIdx.x & 31; float r = 0; Op op; unsigned b = __ballot_sync(~0u, x[i] > 0);"
    " %s x[i] = r; }\n"
)


@pytest.mark.parametrize(
    "call",
    [
        "sum(0xffffffff, x[i])",
        "sum(~0u, x[i])",
        "on(0xffffffffu, x[i])",
        "usual(x[i])",
        "copied(~0u, x[i])",
        "as<0xffffffff>(x[i])",
        "all(x[i])",
        "old(x[i])",
        "least(n)",
    ],
)
def test_lanes_missing_from_what_a_function_takes_of_all(call: str) -> None:
    for code in ("if (i < n) r = %s;", "if (i >= n) return; r = %s;", "r = i < n ? %s : 0;"):
        assert remaining(TAKING + USING % (code % call)) == ["W023"]
    for code in ("r = %s;", "if (n > 2) r = %s;", "if (threadIdx.x < 32) r = %s;"):
        assert remaining(TAKING + USING % (code % call)) == []


@pytest.mark.parametrize("call", ["sum(b, x[i])", "on(b & 3, x[i])", "usual(x[i], b)", "as<0xff>(x[i])"])
def test_a_mask_of_some_lanes_is_handed_on(call: str) -> None:
    assert remaining(TAKING + USING % f"if (i < n) r = {call};") == []


@pytest.mark.parametrize("call", ["few(x[i])", "less(~0u, x[i])", "own(x[i])", "op.all(x[i])"])
def test_what_takes_of_others_by_itself(call: str) -> None:
    assert remaining(TAKING + USING % f"if (i < n) r = {call};") == []


def test_a_mask_for_votes_is_handed_on() -> None:
    both = "if (lane < 3) r = voted(%s, n); else r = voted(%s, !n);"
    assert remaining(TAKING + USING % (both % ("~0u", "~0u"))) == ["W023"]
    assert remaining(TAKING + USING % (both % ("b", "b"))) == []


def test_a_mask_that_is_taken_is_no_constant_of_another_function() -> None:
    constant = (
        "__global__ void other(int *p) { const unsigned m = 0xffffffff; p[0] = __shfl_sync(m, 1, 1); }\n"
    )
    direct = "__global__ void k(int *p, unsigned m) { if (threadIdx.x < 3) p[0] = __shfl_sync(m, 1, 1); }\n"
    assert remaining(constant + direct) == []
    assert remaining(constant + TAKING + USING % "if (i < n) r = less(~0u, x[i]);") == []
    own = direct.replace(", unsigned m) {", ") { const unsigned m = 0xffffffff;")
    assert remaining(constant.replace("0xffffffff", "7") + own) == ["W023"]
    assert remaining(constant + own.replace("0xffffffff", "7")) == []


def test_another_function_of_that_name_takes_no_values() -> None:
    call = "if (i < n) r = on(0xffffffff, x[i]);"
    calm, other = "__device__ int on(unsigned m, int v) { return v; }\n", USING % call
    assert remaining(TAKING + calm + other) == []
    assert remaining(TAKING + calm.replace("int v", "int v, int w") + other) == ["W023"]
    assert remaining(TAKING + calm.replace("return v", "return __shfl_xor_sync(m, v, 1)") + other) == ["W023"]
