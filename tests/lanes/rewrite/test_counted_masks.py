"""What the bits of masks are counted of, in as many bits as the wavefront has lanes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.toolchain import Hipcheck, compiled
from helpers.warps import broken, device, native

if TYPE_CHECKING:
    from pathlib import Path

ALL, LESS = "~0ull >> (64 - warpSize)", "(64 - warpSize)"
VOTE, WIDE = "unsigned m = __ballot_sync(0xffffffff, p); ", "unsigned long long m = __ballot(p); "
HEAD = "constexpr int W = 32;\n"


def counted(code: str, vote: str = VOTE, wide: str = WIDE) -> str:
    """Give what becomes of a statement behind a vote."""
    text = device(vote + code, HEAD).text
    begin = text.index("{ " + wide) + len(wide) + 2
    return text[begin : text.rindex(" }")]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # zeros before the lanes, which tell a lane from the first on
        ("int z = __clz(m); q[0] = z;", f"int z = (__clzll(m) - {LESS}); q[0] = z;"),
        ("q[0] = __clz(__brev(m));", f"q[0] = (__clzll(__brevll(m) >> {LESS}) - {LESS});"),
        ("q[0] = __clz(~m);", f"q[0] = (__clzll((~m & {ALL})) - {LESS});"),
        ("q[0] = __clz(m) - 1;", f"q[0] = (__clzll(m) - {LESS}) - 1;"),
        ("return __clz(m);", f"return (__clzll(m) - {LESS});"),
        (
            "q[0] = __shfl_sync(0xffffffff, p, __clz(__brev(m)));",
            f"q[0] = __shfl(p, (__clzll(__brevll(m) >> {LESS}) - {LESS}));",
        ),
        (
            "int z = __clz(m); while (z < warpSize) z = __clz(m);",
            f"int z = (__clzll(m) - {LESS}); while (z < warpSize) z = (__clzll(m) - {LESS});",
        ),
        # which are taken from 32
        ("int z = __clz(m); q[0] = 31 - z;", "int z = (__clzll(m) - 32); q[0] = 31 - z;"),
        ("int z{__clz(m)}; q[0] = W - z;", "int z{(__clzll(m) - 32)}; q[0] = W - z;"),
        ("q[0] = W - __clz(m);", "q[0] = W - (__clzll(m) - 32);"),
        ("q[0] = 31 - __clz(m);", "q[0] = 63 - __clzll(m);"),
        ("q[0] = warpSize - __clz(m);", f"q[0] = warpSize - (__clzll(m) - {LESS});"),
    ],
)
def test_zeros_before_the_lanes(code: str, expected: str) -> None:
    assert counted(code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("q[0] = __popc(m << 1);", f"q[0] = __popcll((m << 1) & {ALL});"),
        ("q[0] = __popc(-m);", f"q[0] = __popcll((-m) & {ALL});"),
        ("q[0] = __popc(m - 1);", f"q[0] = __popcll((m - 1) & {ALL});"),
        ("q[0] = __popc(~(m | 3));", f"q[0] = __popcll((~(m | 3)) & {ALL});"),
        (
            "q[0] = 31 - __clz(~(m << (32 - lane)));",
            f"q[0] = 63 - __clzll((~(m << (32 - lane))) & {ALL});",
        ),
        ("q[0] = __popc(lane ? ~(m | 1) : m);", f"q[0] = __popcll((lane ? ~(m | 1) : m) & {ALL});"),
        (
            "q[0] = __clz(m << (31 - lane));",
            f"q[0] = (__clzll((m << (warpSize - 1 - lane)) & {ALL}) - (64 - warpSize));",
        ),
        (
            "q[0] = 31 - __clz(m << (31 - lane));",
            f"q[0] = 63 - __clzll((m << (warpSize - 1 - lane)) & {ALL});",
        ),
        # what has no bit there
        ("q[0] = __popc(m & (m - 1));", "q[0] = __popcll(m & (m - 1));"),
        ("q[0] = __popc(m & ~(m << 1));", "q[0] = __popcll(m & ~(m << 1));"),
        ("q[0] = __popc(m << (31 - lane));", "q[0] = __popcll(m << (63 - lane));"),
        ("q[0] = __popc(m & ((1u << lane) - 1));", "q[0] = __popcll(m & ((1ull << lane) - 1));"),
        ("q[0] = __popc(m >> 3 | m);", "q[0] = __popcll(m >> 3 | m);"),
        ("q[0] = __ffs(-m);", "q[0] = __ffsll(-m);"),
    ],
)
def test_no_bit_above_the_lanes(code: str, expected: str) -> None:
    assert counted(code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("q[0] = 31 - __clz((int)m);", "q[0] = 63 - __clzll((unsigned long long)m);"),
        ("q[0] = __popc((unsigned int) m);", "q[0] = __popcll((unsigned long long) m);"),
        ("q[0] = __ffs((int)m);", "q[0] = __ffsll((unsigned long long)m);"),
        (
            "q[0] = __popc((int)__ballot_sync(0xffffffff, p));",
            "q[0] = __popcll((unsigned long long)__ballot(p));",
        ),
    ],
)
def test_a_cast_of_what_is_counted(code: str, expected: str) -> None:
    assert counted(code) == expected
    assert broken(device(VOTE + code)) == set()


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("q[0] = 31 - __clz(s);", "q[0] = 63 - __clzll((unsigned)s);"),
        ("q[0] = __popc(s);", "q[0] = __popcll((unsigned)s);"),
        ("q[0] = __popc((unsigned)s);", "q[0] = __popcll((unsigned)s);"),
    ],
)
def test_a_name_with_a_sign(code: str, expected: str) -> None:
    kept = "int s = __ballot_sync(0xffffffff, p); "
    assert counted(code, kept, "int s = __ballot(p); ") == expected
    assert "W003" in broken(device(kept + code))


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("int z = __clz(m); q[0] = 31 - z; q[1] = z;", {"W012"}),
        ("int z = __clz(m); q[0] = 31 - z;", set()),
        ("int z = __clz(m); q[1] = z;", set()),
        ("q[0] = __shfl_sync(0xffffffff, p, __clz(__brev(m)));", set()),
        ("q[__clz(m)] = p;", {"W012"}),
    ],
)
def test_what_counts_from_both_ends_is_told(code: str, told: set[str]) -> None:
    assert broken(device(VOTE + code)) == told


def test_a_function_whose_callers_take_it_from_31() -> None:
    made = "__device__ int zeros(int p) { return __clz(__ballot_sync(0xffffffff, p)); }\n"
    call = "__global__ void k(int *q) { q[0] = %szeros(q[0]); }\n"
    assert "return (__clzll(__ballot(p)) - 32);" in native(made + call % "31 - ").text
    assert f"return (__clzll(__ballot(p)) - {LESS});" in native(made + call % "").text


@pytest.mark.compiler
def test_it_compiles(hipcheck: Hipcheck, tmp_path: Path) -> None:
    code = (
        "q[0] = __clz(__brev(m)) + __popc(m << 1) + __clz((int)m) + __ffs((int)m) + __clz(~(m << lane));"
        " int s = __ballot_sync(0xffffffff, p); q[1] = 31 - __clz(s) + __popc((unsigned)s);"
    )
    works, said = compiled(device(VOTE + code).text, hipcheck, tmp_path)
    assert works, said


INT = "int m = __ballot_sync(0xffffffff, p); unsigned u = __ballot_sync(0xffffffff, p); "
INT_WIDE = "int m = __ballot(p); unsigned long long u = __ballot(p); "


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("q[0] = m == 0xffffffff;", f"q[0] = (unsigned)m == ({ALL});"),
        ("while (-1 != m) p++;", f"while (({ALL}) != (unsigned)m) p++;"),
        ("q[0] = m == u;", "q[0] = (unsigned)m == u;"),
        ("q[0] = m != __activemask();", "q[0] = (unsigned)m != __ballot(1);"),
        ("q[0] = u == 0xffffffff;", f"q[0] = u == ({ALL});"),
        ("q[0] = m == 0;", "q[0] = m == 0;"),
        ("q[0] = m == p;", "q[0] = m == p;"),
        ("q[0] = (unsigned)m == 0xffffffff;", "q[0] = (unsigned)m == 0xffffffff;"),
    ],
)
def test_a_mask_in_an_int_that_is_compared(code: str, expected: str) -> None:
    assert counted(code, INT, INT_WIDE) == expected
