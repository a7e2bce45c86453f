"""Shifts of 32 bits by as many."""

from __future__ import annotations

import pytest
from helpers.warps import facts_of, remaining, shown

from hipify_py.lanes.hazards.wide_shifts import wide_shifts
from hipify_py.source.unit import Unit

FUNCTION = (
    "constexpr unsigned ALL = 0xffffffff;\n"
    "__device__ int f(unsigned mask, unsigned long long wide, int lane, int k, const int n) { %s }\n"
)
ZERO, LAST, GIVEN = "32 in lane 0", "32 in lane 31", "k, which may be 32"


def found(code: str) -> list[tuple[str, str, str]]:
    unit = Unit((FUNCTION % code).encode())
    return [
        said
        for facts in facts_of(unit)
        if facts.function and facts.values
        for said in shown(unit, [*wide_shifts(unit, facts.function, facts.values)])
    ]


@pytest.mark.parametrize(
    ("shift", "said"),
    [
        ("mask << (32 - lane)", ZERO),
        ("mask << (32u - lane)", ZERO),
        ("mask << (warpSize - lane)", ZERO),
        ("(mask & ALL) >> (32 - lane)", ZERO),
        ("ALL >> (32 - lane)", ZERO),
        ("~0u >> (32 - lane)", ZERO),
        ("(unsigned)wide >> (32 - lane)", ZERO),
        ("__ballot_sync(ALL, n) << (32 - lane)", ZERO),
        ("mask << (32 - (threadIdx.x & 31))", ZERO),
        ("mask << (32 - threadIdx.x % 32)", ZERO),
        ("mask << (32 - lane_id())", ZERO),
        ("mask << (32u - warp_tid())", ZERO),
        ("mask >> (lane + 1)", LAST),
        ("mask >> (1 + lane)", LAST),
    ],
)
def test_a_lane_shifts_by_32(shift: str, said: str) -> None:
    assert found(f"return __popc({shift});") == [("W053", shift, said)]


@pytest.mark.parametrize(
    ("code", "shift"),
    [
        ("int part = lane / k; return (1 << ((part + 1) * k)) - 1;", "1 << ((part + 1) * k)"),
        ("int part = threadIdx.x / k; return mask << (k * (1 + part));", "mask << (k * (1 + part))"),
        ("return mask >> ((lane / k + 1) * k);", "mask >> ((lane / k + 1) * k)"),
    ],
)
def test_a_part_of_the_warp_ends_at_32(code: str, shift: str) -> None:
    assert found(code) == [("W053", shift, "32 in the last part of the warp")]


@pytest.mark.parametrize(
    "code",
    [
        "int part = lane / k; return (1 << (part * k)) - 1;",
        "int part = lane / k; return (1 << ((part + 1) * n)) - 1;",
        "int part = lane / k; return (1 << ((part + 2) * k)) - 1;",
        "int part = n / k; return (1 << ((part + 1) * k)) - 1;",
        "int part = lane / k; part = 0; return (1 << ((part + 1) * k)) - 1;",
        "int part = lane / k; return (1ull << ((part + 1) * k)) - 1;",
        "int part = lane / k; if (part < n) return (1 << ((part + 1) * k)) - 1; return 0;",
    ],
)
def test_what_ends_before_that(code: str) -> None:
    assert found(code) == []


@pytest.mark.parametrize(
    "code",
    [
        "if (n) k = __ffs(mask) - 1; else k = 32; return (2u << k) - 1;",
        "k = n ? __ffs(mask) - 1 : 32; return (2u << k) - 1;",
        "int k = 32; if (n) k = 3; return (2u << k) - 1;",
        "k = 32; do { mask &= (2u << k) - 1; } while (k == 32 && mask);",
    ],
)
def test_a_count_is_given_32(code: str) -> None:
    (one,) = found(code)
    assert one == ("W053", "2u << k", GIVEN)


@pytest.mark.parametrize(
    "code",
    [
        "return mask << (31 - lane) << 1;",
        "return mask >> lane >> 1;",
        "return mask << ((32 - lane) & 31);",
        "return wide << (32 - lane);",
        "return (1ull << (lane + 1)) - 1;",
        "return (1u << (lane + 1)) - 1;",  # compilers make 2u << lane of it
        "return ALL << (lane + 1);",
        "return lane ? mask << (32 - lane) : 0;",
        "if (lane > 0) mask <<= 32 - lane; return mask;",
        "if (lane == 0) return 0; return mask << (32 - lane);",
        "return mask << (32 - n);",
        "return mask << (32 - k);",
        "return mask << (32 - (lane & 7));",
        "return mask >> (threadIdx.x + 1);",
        "k = 32; k = n; return 2u << k;",
        "return 2u << k; k = 32;",
        "if (n) k = 3; else k = 32; if (k < 32) mask = 2u << k; return mask;",
        "for (int k = 32; k > 0; k /= 2) mask ^= mask >> k; return mask;",
        "k = 31; return 2u << k;",
        "auto was = wide; return was << (32 - lane);",
        "vector<vector<int>> all(32 - lane); return all[0][0];",
    ],
)
def test_what_is_sound(code: str) -> None:
    assert found(code) == []


def test_a_file_is_told_without_other_warp_code_in_the_function() -> None:
    votes = "__device__ unsigned votes(int p) { return __ballot_sync(0xffffffff, p); }\n"
    assert remaining(votes + FUNCTION % "return mask << (32 - lane);") == ["W053"]
    assert remaining(votes + "#define BELOW(m, lane) ((m) << (32 - (lane)))\n") == []


@pytest.mark.parametrize(
    ("code", "shift", "said"),
    [
        ("return (1u << min(32, n - k)) - 1;", "1u << min(32, n - k)", "what may be 32"),
        ("return (1u << (min(n, 32))) - 1;", "1u << (min(n, 32))", "what may be 32"),
        ("return (1u << std::min(n, warpSize)) - 1;", "1u << std::min(n, warpSize)", "what may be 32"),
        (
            "if (k >= n) return 0; return (1u << min(32, n - k)) - 1;",
            "1u << min(32, n - k)",
            "what may be 32",
        ),
        ("const int k = min(32, n - lane); return (1u << k) - 1;", "1u << k", GIVEN),
        ("const int k(min(32, n - lane)); return (1u << k) - 1;", "1u << k", GIVEN),
        ("const unsigned k = (unsigned)min(32, n - lane); return (1u << k) - 1;", "1u << k", GIVEN),
        ("return ~0u >> __popc(__activemask());", "~0u >> __popc(__activemask())", "what may be 32"),
        (
            "unsigned m = __ballot_sync(ALL, n); return (1u << __popc(m)) - 1;",
            "1u << __popc(m)",
            "what may be 32",
        ),
        ("unsigned m = __ballot_sync(ALL, n); int k = __popc(m); return (1u << k) - 1;", "1u << k", GIVEN),
    ],
)
def test_a_count_may_be_of_all_lanes(code: str, shift: str, said: str) -> None:
    assert found(code) == [("W053", shift, said)]


@pytest.mark.parametrize(
    "code",
    [
        "return (1u << min(31, n - k)) - 1;",
        "return (1u << max(32, n)) - 1;",
        "return (1ull << min(32, n - k)) - 1;",
        "return n < 32 ? (1u << min(32, n)) - 1 : ALL;",
        "int k = min(32, n - lane); return k == 32 ? ALL : (1u << k) - 1;",
        "int k = min(32, n - lane); k = n; return (1u << k) - 1;",
        "unsigned m = __ballot_sync(ALL, n); return (1u << __popc(m & ((1u << lane) - 1))) - 1;",
        "unsigned m = __ballot_sync(ALL, n); m &= mask; return (1u << __popc(m)) - 1;",
        "unsigned m = __ballot_sync(ALL, n); return m == ALL ? ALL : (1u << __popc(m)) - 1;",
        "unsigned m = __ballot_sync(ALL, n); return (1ull << __popc(m)) - 1;",
        "return 1u << __popc(mask);",  # bits of data, for all that is told
        "unsigned m = mask >> 8; return 1u << __popc(m);",
        "return 1u << __popc(mask & 7);",
    ],
)
def test_a_count_of_less(code: str) -> None:
    assert found(code) == []
