"""How far the counts of shifts go, by masks, remainders, lanes and loops."""

from __future__ import annotations

from time import process_time

import pytest
from helpers.warps import remaining, wide_counts

FUNCTION = """
#define FIELD 4
__device__ void f(const unsigned *x, unsigned t, unsigned a, unsigned long long w, int n, int lane_of) {
  unsigned lane = threadIdx.x & 31, m = __ballot_sync(~0u, a > 7), v = 0; %s use(v); }
"""


def said(code: str) -> list[str]:
    return wide_counts(FUNCTION % code)


WRAPS = "%d at the least, which wraps"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("unsigned r = x[t] & 15; for (unsigned bit = 0; bit < 16; bit += 2) v += 1u << ((r - bit) << 4);",
         "up to 240"),
        ("unsigned r = x[t] & 15; v = 1u << (r * 16);", "up to 240"),
        ("unsigned d = x[t] & 7; v = 1u << (d << 3);", "up to 56"),
        ("unsigned d = x[t] & 7, sh = d * 8; v = 1u << sh;", "up to 56"),
        ("unsigned d = x[t] & 7; v = 1u << (d - 4);", WRAPS % -4),
        ("unsigned d = x[t] & 63; v = 0xffffffffu >> d;", "up to 63"),
        ("unsigned d = x[t] & 15; w = 1ull << (d * 8);", "up to 120"),
        ("v = 1u << (lane * 2);", "up to 62"),
        ("v = m << ((8 - lane / 4) * 4);", "up to 32"),
        ("unsigned k = x[t] & 63; v = m >> k;", "up to 63"),
        ("for (int i = 0; i < 8; i++) v |= a >> (8 * i) & 255;", "up to 56"),
        ("v = m >> (lane * 8 & 255);", "up to 248"),
        ("unsigned k = x[t] & 7; v = m >> (k << 3);", "up to 56"),
        # the same in other words
        ("v = m >> (x[t] & 63);", "up to 63"),
        ("v = m >> (x[t] % 40);", "up to 39"),
        ("v = m >> ((x[t] & 7) * 8);", "up to 56"),
        ("v = m >> (8 * (x[t] % 5));", "up to 32"),
        ("m >>= x[t] & 0x3f;", "up to 63"),
        ("v = 1 << (int)((x[t] & 15u) * FIELD);", "up to 60"),
        ("v = m << (lane + (a & 7));", "up to 38"),
        ("v = m << min(a & 63, 40);", "up to 40"),
        ("unsigned s = (n > 3 ? 5 : 1) * 8; v = m >> s;", "up to 40"),
        ("unsigned s = (lane > 15) * 32; v = m >> s;", "up to 32"),
        ("for (int i = 0; i < 64; i++) v |= 1 << i;", "up to 63"),
        ("for (int i = 0; i <= 32; ++i) v |= 1 << i;", "up to 32"),
        ("for (int i = 0; i < 8; i++) v |= a >> (i * 8);", "up to 56"),
        ("for (int i = 7; i >= 0; --i) v |= a >> (8 * i);", "up to 56"),
        ("for (int i = lane; i < 64; i += 32) v |= a >> i;", "up to 63"),
        ("unsigned d = x[t] & 7; if (t >= n) return; v = 1u << (d * 8);", "up to 56"),
        ("unsigned d = x[t] & 7; for (int i = t; i < n; i += 9) v = 1u << (d * 8);", "up to 56"),
        ("uint4 r = all[t]; for (int b = 0; b < 16; b += 2) v += 1u << ((r.x - b) << 4);",
         "224 more or less by the loop's turn"),
        ("for (int b = 0; b < 16; b += 2) v += 1u << ((a - b) * 8);", "112 more or less by the loop's turn"),
    ],
)  # fmt: skip
def test_a_count_may_be_the_width_or_more(code: str, found: str) -> None:
    assert said(code) == [found]


@pytest.mark.parametrize(
    "code",
    [
        # less than the width
        "unsigned d = x[t] & 3; v = 1u << (d * 8);",
        "unsigned d = x[t] & 7; v = 1u << (d << 2);",
        "unsigned d = x[t] & 7; v = 1u << (7 - d);",
        "unsigned d = x[t] & 7; w = 1ull << (d * 8);",
        "v = 1u << (lane & 15) * 2;",
        "v = m >> (lane / 4 * 4);",
        "v = m >> (x[t] & 31) >> 1;",
        "v = m << (lane * 8 & 31);",
        "v = m << (31 - lane);",
        "v = m << (~lane & 31);",
        "v = m << min(a & 63, 31);",
        "for (int i = 0; i < 32; i++) v |= 1 << i;",
        "for (int i = 0; i < 32; i += 8) v |= a >> i;",
        "for (int i = 24; i >= 0; i -= 8) v |= a >> i;",
        "for (int i = 0; i < 4; i++) v |= a >> (24 - 8 * i);",
        "for (int i = lane; i < 32; i += 32) v |= a >> i;",
        # bytes of words, which hold what they hold
        "unsigned d = x[t] & 255; v = (1u << d) - 1;",
        "v = m >> (x[t] >> 8 & 0xff);",
        "v = m << (x[t] % 65536);",
        "v = m << (x[t] & 0xffff) * 2;",
        "for (int i = 0; i < 4; i++) v += a >> 8 * i & 255;",
        # not told
        "v = 1u << (n * 8);",
        "v = 1u << (a - 4);",
        "v = 1u << (lane_of * 2);",
        "v = m << (threadIdx.x / 4);",
        "v = m << (t % n);",
        "for (int i = 0; i < n; i++) v |= 1 << i;",
        "for (int i = 64; i > 0; i >>= 1) v |= 1 << i;",
        "for (int i = 0; i < 64; i++) { i += a; v |= 1 << i; }",
        "unsigned d = x[t] & 63; d = a; v = m >> d;",
        "unsigned d = x[t] & 63; clamp(d); if (d > 31) d = 31; v = m >> d;",
        "unsigned d = x[t] & 63; d &= 31; v = m >> d;",
        "v = m << (lane - (lane & 3));",
        "for (int b = 0; b < 4; b++) v += 1u << ((a - b) * 8);",
        "for (int b = 0; b < 16; b++) if (a - b < 4) v += 1u << ((a - b) * 8);",
        "for (int b = 0; b < 16; b++) { a = b + n; v += 1u << ((a - b) * 8); }",
        # changed by an address or a reference
        "unsigned d = x[t] & 63; limit(&d); v = m >> d;",
        "unsigned d = x[t] & 63; atomicAnd(&d, 31); v = m >> d;",
        "unsigned d = x[t] & 63; unsigned &e = d; e &= 31; v = m >> d;",
        "for (int i = 0; i < 64; i++) { skip(&i); v |= 1 << i; }",
        # asked for
        "unsigned d = x[t] & 63; if (d < 32) v = m >> d;",
        "unsigned d = x[t] & 63; v = d < 32 ? m >> d : 0;",
        "unsigned d = x[t] & 63; if (d >= 32) return; v = m >> d;",
        "unsigned d = x[t] & 63; bool fits = d < 32; if (fits) v = m >> d;",
        "unsigned d = x[t] & 63, s = m >> d; v = d < 32 ? s : 0;",
        "unsigned d = x[t] & 63; assert(d < 32); v = m >> d;",
        "unsigned d = x[t] & 7, sh = d * 8; if (d < 4) v = 1u << sh;",
        "unsigned d = x[t] & 7, sh = d * 8; v = sh > 31 ? 0 : 1u << sh;",
        "if (threadIdx.x < 16) v = 1u << (lane * 2);",
        "if (lane < 16) v = 1u << (lane * 2);",
        "if (x[t] < 32) v = m >> (x[t] & 63);",
        "for (int i = 0; i < 64; i++) if (i < 32) v |= 1 << i;",
        "for (int i = 0; i < 64; i++) { if (i >= 32) break; v |= 1 << i; }",
        # one less, and a rotation
        "v = 2u << lane;",
        "v = a << lane | a >> (32 - lane);",
    ],
)
def test_a_count_that_is_less_is_not_told_or_is_asked_for(code: str) -> None:
    assert said(code) == []


def test_a_file_without_any_word_for_warps_is_told() -> None:
    kernel = (
        "__global__ void k(const unsigned *x, unsigned *y) { unsigned d = x[0] & %d; y[0] = 1u << (d << 3); }"
    )
    assert remaining(kernel % 7) == ["W053"]
    assert remaining(kernel % 3) == []
    assert remaining((kernel % 7).replace("__global__ ", "")) == []


def test_long_chains_of_names_end() -> None:
    names = "".join(f"unsigned d{i + 1} = d{i} * 2 + d{i} * 3; " for i in range(60))
    assert said(f"unsigned d0 = x[t] & 7; {names} v = m << d60;") == []


def test_loops_that_hang_on_each_other_take_no_time_for_each_way_through_them() -> None:
    heads = (f"for (int a{n + 1} = {f'a{n} * 2 + ' * 20}1; a{n + 1} < 64; a{n + 1}++) " for n in range(6))
    begun = process_time()
    assert said(f"for (int a0 = 0; a0 < 64; a0++) {' '.join(heads)} v = m << a6;") == []
    assert process_time() - begun < 5


def test_what_a_function_of_the_file_takes_by_reference_is_not_told() -> None:
    code = (
        "__device__ void limit(unsigned %sd) { d &= 31; } __global__ void k(const unsigned *x, unsigned *y) {"
        " unsigned d = x[0] & 63; limit(d); y[0] = 1u << d; }"
    )
    assert remaining(code % "&") == []
    assert remaining(code % "") == ["W053"]
