"""The sign of a mask in an `int` is none of 64 bits."""

from __future__ import annotations

import pytest
from helpers.warps import broken, device, native

INT, WIDE = "int m = __ballot_sync(0xffffffff, p); ", "int m = __ballot(p); "
OTHER = "unsigned u = __ballot_sync(0xffffffff, p); "
ALL = "~0ull >> (64 - warpSize)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "q[0] = __popc(m & ((1 << lane) - (1 << p)));",
            "q[0] = __popcll((unsigned)m & ((1ull << lane) - (1ull << p)));",
        ),
        ("q[0] = __popc(m | (1 << p));", "q[0] = __popcll((unsigned)m | (1ull << p));"),
        ("q[0] = (m ^ (1 << p)) == 0;", "q[0] = ((unsigned)m ^ (1ull << p)) == 0;"),
        ("q[0] = m == (1 << p);", "q[0] = (unsigned)m == (1ull << p);"),
        ("q[0] = m == -1;", f"q[0] = (unsigned)m == ({ALL});"),
        ("q[0] = __ffs(m & (-1 << p));", "q[0] = __ffsll((unsigned)m & (0xffffffffffffffffull << p));"),
        ("q[0] = __ffs(m & ~((1 << p) - 1));", "q[0] = __ffsll((unsigned)m & ~((1ull << p) - 1));"),
        ("q[0] = __popc(m >> p);", "q[0] = __popcll((unsigned)(m >> p));"),
        ("q[0] = __popc(m >> p | m);", "q[0] = __popcll((unsigned)(m >> p | m));"),
        ("q[0] = ((m >> 1) | (1 << p)) == 1;", "q[0] = (((unsigned)(m >> 1)) | (1ull << p)) == 1;"),
        # what takes 32 bits alone, or has none above
        ("q[0] = __popc(m & ((1 << lane) - 1));", "q[0] = __popcll(m & ((1ull << lane) - 1));"),
        ("q[0] = (m & (1 << p)) != 0;", "q[0] = (m & (1ull << p)) != 0;"),
        ("int x = m | (1 << p); q[0] = x;", "int x = m | (1ull << p); q[0] = x;"),
        ("m = m ^ 1 << p;", "m = m ^ 1ull << p;"),
        ("m |= 1 << p;", "m |= 1ull << p;"),
        ("q[0] = (m & 7) == 3;", "q[0] = (m & 7) == 3;"),
        ("q[0] = (unsigned)m == (1u << p);", "q[0] = (unsigned)m == (1ull << p);"),
    ],
)
def test_a_mask_in_an_int(before: str, after: str) -> None:
    result = device(INT + before)
    assert f"{{ {WIDE}{after} }}" in result.text
    assert "W003" in broken(result)
    assert native(result.text).edits == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("q[0] = __popc(m ^ u);", "q[0] = __popcll((unsigned)m ^ u);"),
        ("q[0] = __popc(u & (m >> 1));", "q[0] = __popcll(u & (m >> 1));"),
        ("u |= m;", "u |= (unsigned)m;"),
        ("unsigned v = m; q[0] = __popc(v);", "unsigned long long v = (unsigned)m; q[0] = __popcll(v);"),
        ("u = m >> 1;", "u = (unsigned)(m >> 1);"),
        ("u &= m;", "u &= m;"),
        ("int v = m;", "int v = m;"),
        ("auto v = m;", "auto v = m;"),
        ("mask v = m;", "mask v = (unsigned)m;"),
        ("unsigned long long v = m;", "unsigned long long v = (unsigned)m;"),
        ("long long v = -m;", "long long v = -m;"),  # with the sign, as in CUDA
        ("int64_t v; v = m;", "int64_t v; v = m;"),
        ("u = p ? m : 0;", "u = (unsigned)(p ? m : 0);"),
        ("q[0] = u == m;", "q[0] = u == (unsigned)m;"),
    ],
)
def test_a_mask_in_an_int_beside_another(before: str, after: str) -> None:
    assert after in device(INT + OTHER + before, "using mask = unsigned;\n").text


def test_a_mask_in_an_int_that_is_passed_on() -> None:
    helpers = "__device__ int many(unsigned m) { return __popc(m); }\n"
    helpers += "__device__ int few(int m) { return __popc(m); }\n"
    helpers += "template <class T> __device__ T first(T m) { return __shfl_sync(~0u, m, 0); }\n"
    used = "q[0] = many(m) + few(m) + many(p ? __ballot_sync(~0u, p) : 0); m = first(m);"
    result = device(INT + used, helpers)
    assert "q[0] = many((unsigned)m) + few(m) + many(p ? __ballot(p) : 0); m = first(m);" in result.text
    assert native(result.text).edits == ()
