"""Shifts of 32 bits by as many."""

from __future__ import annotations

import pytest
from helpers.warps import facts_of, remaining, rules_of, run, shown

from hipify_py.lanes.hazards.wide_shifts import wide_shifts
from hipify_py.resolve.type_aliases import meaning
from hipify_py.settings import Options
from hipify_py.source.unit import Unit

OPTIONS = Options()
FUNCTION = (
    "constexpr unsigned ALL = 0xffffffff;\n"
    "__device__ int f(unsigned mask, unsigned long long wide, int lane, int k, const int n) { %s }\n"
)
ZERO, LAST, GIVEN = "32 in lane 0", "32 in lane 31", "k, which may be 32"
UNFOLDED = "32 in lane 31 at -O0, where no compiler makes 2u << lane of it"


def found(code: str) -> list[tuple[str, str, str]]:
    return found_in(FUNCTION % code)


def found_in(source: str) -> list[tuple[str, str, str]]:
    unit = Unit(source.encode())
    return [
        said
        for facts in facts_of(unit)
        if facts.function and facts.values
        for said in shown(unit, [*wide_shifts(unit, facts.function, facts.values, meaning(unit, OPTIONS))])
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
        ("1u << (lane + 1)", UNFOLDED),
        ("ALL << (1 + lane)", UNFOLDED),
        ("0xffffffff >> lane + 1", UNFOLDED),
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


OFF = "unsigned off = lane * n & 31, hi = mask + 1; "
OF_OFF = "32 where off is 0"
HELPERS = (
    "__device__ unsigned shl(unsigned m, int n) { return m << n; }\n"
    "__device__ inline unsigned back_by(int n, unsigned m) noexcept { return (m >> n); }\n"
    "__device__ unsigned safe(unsigned m, int n) { return n < 32 ? m << n : 0; }\n"
    "__device__ unsigned long long wide_by(unsigned long long m, int n) { return m << n; }\n"
    "__device__ unsigned clamped(unsigned m, int n) { n &= 31; return m << n; }\n"
)


def found_with_helpers(code: str) -> list[tuple[str, str, str]]:
    unit = Unit((HELPERS + FUNCTION % code).encode())
    facts = next(one for one in facts_of(unit) if one.function and one.function.called == b"f")
    assert facts.function
    assert facts.values
    return shown(unit, [*wide_shifts(unit, facts.function, facts.values, meaning(unit, OPTIONS))])


@pytest.mark.parametrize(
    ("code", "shift", "said"),
    [
        ("int back = 32 - lane; return mask << back;", "mask << back", ZERO),
        ("const int back(32 - lane); return __popc(mask << back);", "mask << back", ZERO),
        ("unsigned back = (unsigned)(warpSize - lane); return mask >> back;", "mask >> back", ZERO),
        ("if (k < n) { int back = 32 - lane; mask = mask << back; } return mask;", "mask << back", ZERO),
        ("return shl(mask, 32 - lane);", "shl(mask, 32 - lane)", ZERO),
        ("int back = 32 - lane; return shl(mask, back);", "shl(mask, back)", ZERO),
        ("return back_by(32 - lane, mask);", "back_by(32 - lane, mask)", ZERO),
        (OFF + "return mask >> off | hi << (32 - off);", "hi << (32 - off)", OF_OFF),
        (OFF + "return mask >> off ^ mask << (32 - off);", "mask << (32 - off)", OF_OFF),
        (OFF + "unsigned r = mask << off; return r | mask >> (32 - off);", "mask >> (32 - off)", OF_OFF),
        (OFF + "unsigned left = 32 - off; return hi << left;", "hi << left", OF_OFF),
        (OFF + "return shl(hi, 32 - off);", "shl(hi, 32 - off)", OF_OFF),
        (OFF + "if (lane * n < 999) hi = hi << (32 - off); return hi;", "hi << (32 - off)", OF_OFF),
        ("for (k = lane; k < n; k += 32) { int off = k % 32; mask ^= mask >> (32 - off); } return mask;",
         "mask >> (32 - off)", OF_OFF),
        ("unsigned off = (k & 3) * 8; return mask << (32 - off);", "mask << (32 - off)", OF_OFF),
        ("int off = (k & 3) << 3; return mask << (32 - off);", "mask << (32 - off)", OF_OFF),
        ("int part = k & 3, off = 8 * part; return mask << (32 - off);", "mask << (32 - off)", OF_OFF),
        ("return mask << (32 - (lane & 7));", "mask << (32 - (lane & 7))", "32 where that is 0"),
        ("return mask << (32 - 8 * (k & 3));", "mask << (32 - 8 * (k & 3))", "32 where that is 0"),
    ],
)  # fmt: skip
def test_what_is_left_of_a_word(code: str, shift: str, said: str) -> None:
    assert found_with_helpers(code) == [("W053", shift, said)]


@pytest.mark.parametrize(
    "code",
    [
        # asked of the offset, of what it is made of or what is made of it
        OFF + "if (off) hi = hi << (32 - off); return hi;",
        OFF + "return off ? mask >> off | hi << (32 - off) : mask;",
        OFF + "if (off == 0) return mask; return hi << (32 - off);",
        OFF + "if (off + n > 32) mask |= hi << (32 - off); return mask;",
        OFF + "bool more = off + n > 32; if (more) mask |= hi << (32 - off); return mask;",
        OFF + "unsigned more = hi << (32 - off); return off ? mask | more : mask;",
        OFF + "if (lane * n & 31) mask |= hi << (32 - off); return mask;",
        OFF + "if (lane * n % 32 != 0) mask |= hi << (32 - off); return mask;",
        OFF + "assert(off > 0); return hi << (32 - off);",
        "int part = k & 3, off = 8 * part; if (part == 0) return mask; return mask << (32 - off);",
        "int back = 32 - lane; if (lane) mask <<= back; return mask;",
        "int back = 32 - lane; return back < 32 ? mask << back : 0;",
        "int back = 32 - lane; return lane ? shl(mask, back) : 0;",
        # a rotation
        OFF + "return mask << off | mask >> (32 - off);",
        OFF + "return (mask >> (32 - off)) | (mask << off);",
        OFF + "unsigned back = 32 - off; return (mask << off) | (mask >> back);",
        "return mask << (k & 31) | mask >> (32 - (k & 31));",
        # of 64 bits, in two steps, never 0, or not told
        OFF + "return wide << (32 - off);",
        OFF + "return hi << (31 - off) << 1;",
        OFF + "return hi << ((32 - off) & 31);",
        "unsigned off = (k | 1) & 31; return mask << (32 - off);",
        "unsigned off = ALL & 7; return mask << (32 - off);",
        "unsigned off = 1 + (k & 7); return mask << (32 - off);",
        "unsigned off = k & 31; off = n; return mask << (32 - off);",
        "int back = 32 - n; return mask << back;",
        "int back = 31 - lane; return mask << back << 1;",
        # functions that ask, of 64 bits, and that change what they are given
        "return safe(mask, 32 - lane) + wide_by(mask, 32 - lane) + clamped(mask, 32 - lane);",
        "return shl(mask, 32 - n);",
        "return other(mask, 32 - lane);",
    ],
)
def test_what_is_left_of_a_word_is_less(code: str) -> None:
    assert found_with_helpers(code) == []


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
        "return (2u << lane) - 1;",
        "return lane ? mask << (32 - lane) : 0;",
        "if (lane > 0) mask <<= 32 - lane; return mask;",
        "if (lane == 0) return 0; return mask << (32 - lane);",
        "return mask << (32 - n);",
        "return mask << (32 - k);",
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


FULL, NONE = "32 where lane 31 alone has a bit in the mask", "where no lane has a bit in the mask"
TOP = "32 where lane 31 has a bit in the mask"
BOTTOM = "32 where lane 0 alone has a bit in the mask"
VOTE = "unsigned m = __ballot_sync(ALL, n), w; "


@pytest.mark.parametrize(
    ("code", "shift", "said"),
    [
        ("while (m) { int f = __ffs(m); k += f; m >>= f; }", "m >>= f", FULL),
        ("if (m) w = (1u << __ffs(m)) - 1;", "1u << __ffs(m)", FULL),
        ("w = mask >> (int)__ffs(m);", "mask >> (int)__ffs(m)", FULL),
        ("if (m) w = (1u << (32 - __clz(m))) - 1;", "1u << (32 - __clz(m))", TOP),
        ("w = ~0u >> __clz(m);", "~0u >> __clz(m)", f"32 {NONE}"),
        ("w = 1u << (__ffs(m) - 1);", "1u << (__ffs(m) - 1)", f"-1 {NONE}"),
        ("int at = 31 - __clz(m); w = 1u << at;", "1u << at", f"-1 {NONE}"),
        ("w = ALL << (__ffs(__ballot_sync(ALL, n)) - 1);", "ALL << (__ffs(__ballot_sync(ALL, n)) - 1)",
         f"-1 {NONE}"),
        ("w = 1u << leader(m);", "1u << leader(m)", f"-1 {NONE}"),
        ("m &= m - 1; m ^= 8; w = mask >> __ffs(m);", "mask >> __ffs(m)", FULL),
    ],
)  # fmt: skip
def test_where_a_mask_has_its_first_bit_or_its_last(code: str, shift: str, said: str) -> None:
    leader = "__device__ int leader(unsigned of) { return __ffs(of) - 1; }\n"
    unit = Unit((leader + FUNCTION % (VOTE + code)).encode())
    facts = next(one for one in facts_of(unit) if one.function and one.function.called == b"f")
    assert facts.function
    assert facts.values
    assert shown(unit, [*wide_shifts(unit, facts.function, facts.values, meaning(unit, OPTIONS))]) == [
        ("W053", shift, said)
    ]


@pytest.mark.parametrize(
    "code",
    [
        "while (m) { w = 1u << (__ffs(m) - 1); m ^= w; }",
        "if (!m) return 0; w = 1u << (31 - __clz(m));",
        "if (n) w = 1u << (__ffs(m) - 1);",
        "m &= mask; w = mask >> __ffs(m);",
        "w = 1u << (__ffs(__activemask()) - 1);",
        "w = ~0u >> __clz(__match_any_sync(ALL, n));",
        "int f = __ffs(m); if (f < 32) w = mask >> f;",
        "w = mask >> __ffs(mask);",
        "w = 1u << (__ffs(m) & 31);",
        "w = wide >> __ffs(m);",
        "w = 2u << (30 - __clz(m | 1));",
        "if (k >= 32) return ALL; int b = min(k, 32); w = (1u << b) - 1;",
        "w = k < 32 ? 1u << min(k, 32) : 0;",
    ],
)
def test_where_a_mask_has_some_bit(code: str) -> None:
    assert found(f"{VOTE}{code} return w;") == []


@pytest.mark.parametrize(
    "code",
    [
        # asked of what counts, of what is made of the mask, or of what comes of the shift
        "int f = __ffs(m) - 1; if (f < 0) return 0; w = 1u << f;",
        "int f = __ffs(m) - 1; if (f >= 0) w = 1u << f;",
        "int c = __popc(m); if (c == 0) return 0; w = 1u << (__ffs(m) - 1);",
        "int f = __ffs(m) - 1; bool has = m != 0; if (has) w = 1u << f;",
        "for (int i = 0, c = __popc(m); i < c; i++) w = 1u << (__ffs(m) - 1);",
        "int f = __ffs(m) - 1; bool first = lane == f; if (first) w = 1u << f;",
        "bool last = __ffs(m) == 32; if (!last) w = mask >> __ffs(m);",
        "if (__popc(m) > 1) w = m >> __ffs(m);",
        "assert(m != 0); w = 1u << (__ffs(m) - 1);",
        "unsigned bit = 1u << (__ffs(m) - 1); if (!m) return 0; w = bit;",
        "int f = __ffs(m) - 1; unsigned bit = 1u << f; w = f < 0 ? 0 : bit;",
        # voted for by who comes there, or by lanes of some numbers
        "unsigned here = __ballot_sync(ALL, true); w = 1u << (__ffs(here) - 1);",
        "unsigned here = __ballot_sync(ALL, 1); w = 1u << (31 - __clz(here));",
        "w = 1u << (__ffs(__ballot_sync(ALL, lane < 8)) - 1);",
        "w = 1u << (__ffs(__ballot_sync(ALL, threadIdx.x % 32 == 3)) - 1);",
        # what is shifted is nothing there
        "w = m << (32 - __ffs(m));",
        "w = m << __clz(m);",
        "w = m >> (31 - __clz(m));",
        "if (m > 1) w = m << (__clz(m) + 1);",
        "w = (m & mask) << (__clz(m) + 0);",
        "unsigned part = m & mask; w = part << __clz(m);",
    ],
)
def test_where_an_empty_mask_makes_no_difference(code: str) -> None:
    assert found(f"{VOTE}{code} return w;") == []


@pytest.mark.parametrize(
    ("code", "shift", "said"),
    [
        ("int f = __ffs(m) - 1; if (lane < 3) w = 1u << f;", "1u << f", f"-1 {NONE}"),
        ("unsigned bit = 1u << (__ffs(m) - 1); if (lane) w = bit;", "1u << (__ffs(m) - 1)", f"-1 {NONE}"),
        ("int f = __ffs(m) - 1; if (lane == f) w = m >> __ffs(m);", "m >> __ffs(m)", FULL),
        ("unsigned here = __ballot_sync(ALL, true); w = here >> __ffs(here);", "here >> __ffs(here)", FULL),
        ("w = (m | mask) << __clz(m);", "(m | mask) << __clz(m)", f"32 {NONE}"),
        ("if (m) w = m << (__clz(m) + 1);", "m << (__clz(m) + 1)", BOTTOM),
        ("w = (m ^ 1) << __clz(m);", "(m ^ 1) << __clz(m)", f"32 {NONE}"),
    ],
)
def test_where_it_does(code: str, shift: str, said: str) -> None:
    assert found(f"{VOTE}{code} return w;") == [("W053", shift, said)]


OFF_64 = "int off = k & 63; unsigned long long hi = wide + 1; "
CLASSES = """struct Group {
  unsigned mask, first;
  unsigned long long wide;
  int *list;
  __device__ Group(unsigned m) : mask(m), first(__ballot_sync(ALL, m)) {}
  __device__ int below(int lane) const { return __popc(mask << (32 - lane)); }
};
struct Other { short wide_too; };
"""


TURNS = "unsigned r = 0; for (int i = 0; i < 8; i++) r += %s; return r;"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (TURNS % "mask >> 8 * i", ["up to 56"]),
        (TURNS % "mask >> i * 8", ["up to 56"]),
        (TURNS % "mask >> 4 * i", []),
        ("return mask << 8 * (k & 7);", ["up to 56"]),
        ("return mask << (k & 7) * 8;", ["up to 56"]),
        ("return mask << (k & 3) * 8;", []),
        ("return mask << 32 - lane;", [ZERO]),
        ("return mask << 31 - lane;", []),
        ("return mask >> lane + 1;", [LAST]),
        ("return mask >> lane + n;", []),
        ("return mask >> n * k;", []),
        ("return wide >> 8 * (k & 7);", []),
    ],
)
def test_a_count_that_needs_no_brackets(code: str, said: list[str]) -> None:
    assert [why for _, _, why in found(code)] == said


@pytest.mark.parametrize("shift", ["v >> 8 * (k & 7)", "v << (k & 7) * 8"])
def test_a_file_with_such_a_count_alone_is_looked_at(shift: str) -> None:
    assert "W053" in rules_of(run(f"__device__ unsigned f(unsigned v, int k) {{ return {shift}; }}"))


@pytest.mark.parametrize(
    ("code", "shift", "said"),
    [
        ("return wide << (64 - (k & 63));", "wide << (64 - (k & 63))", "64 where that is 0"),
        (OFF_64 + "return wide >> off | hi << (64 - off);", "hi << (64 - off)", "64 where off is 0"),
        (OFF_64 + "uint64_t r = hi ^ n; return r >> (64 - off);", "r >> (64 - off)", "64 where off is 0"),
        ("return 1ull << (64 - lane);", "1ull << (64 - lane)", "64 in lane 0"),
        (
            "return (size_t)mask << (64 - 8 * (k & 7));",
            "(size_t)mask << (64 - 8 * (k & 7))",
            "64 where that is 0",
        ),
    ],
)
def test_as_many_of_64_bits(code: str, shift: str, said: str) -> None:
    assert found(code) == [("W053", shift, said)]


@pytest.mark.parametrize(
    "code",
    [
        "return wide << (32 - lane);",
        "return (wide & mask) >> (lane + 1);",
        "return wide << (63 - lane) << 1;",
        OFF_64 + "return off ? hi << (64 - off) : 0;",
        OFF_64 + "return wide >> off | wide << (64 - off);",
        "return mask << (64 - lane - 1);",
        "return wide << (64 - k);",
        "return 0xffffffffffff << (32 - lane);",
    ],
)
def test_less_than_64_bits(code: str) -> None:
    assert found(code) == []


def found_with_classes(code: str) -> list[tuple[str, str, str]]:
    source = (FUNCTION % code).partition("\n")
    return found_in(source[0] + "\n" + CLASSES + source[2])


BELOW = ("W053", "mask << (32 - lane)", ZERO)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("Group g(mask); return g.mask >> (32 - lane);", [("W053", "g.mask >> (32 - lane)", ZERO)]),
        (
            "Group g(mask); return n << __popc(g.first);",
            [("W053", "n << __popc(g.first)", "what may be 32")],
        ),
        (
            "Group g(mask); return mask >> __ffs(g.first);",
            [("W053", "mask >> __ffs(g.first)", "32 where lane 31 alone has a bit in the mask")],
        ),
        ("Group g(mask); return g.wide >> (64 - lane);", [("W053", "g.wide >> (64 - lane)", "64 in lane 0")]),
        ("Group g(mask); return g.wide >> (32 - lane);", []),
        ("Group g(mask); return 1u << __popc(g.mask);", []),
        ("Group g(mask); return g.list >> (32 - lane);", []),
        ("Group g(mask); return lane ? g.mask >> (32 - lane) : 0;", []),
        ("return unknown.elsewhere >> (32 - lane);", []),
    ],
)
def test_a_mask_in_a_member_of_a_class(code: str, expected: list[tuple[str, str, str]]) -> None:
    assert found_with_classes(code) == [BELOW, *expected]


def test_a_member_is_given_all_lanes_elsewhere() -> None:
    head = "struct W { unsigned mask; }; __device__ void all(W &w) { w.mask = 0xffffffffu; }\n"
    call = FUNCTION % "W w; all(w); return 1u << __popc(w.mask);"
    assert found_in(head + call) == [("W053", "1u << __popc(w.mask)", "what may be 32")]
    assert found_in(head.replace("ffffffff", "ffff") + call) == []


TYPES = """typedef unsigned u; using lanemask = const unsigned; typedef uint32_t mask_t; typedef mask_t Mask;
typedef unsigned long long wide_t; struct T { using mask = unsigned; typedef wide_t big; };
#define BITS unsigned
#ifdef W
typedef unsigned any_t;
#else
typedef uint64_t any_t;
#endif
namespace px { typedef uint32_t PxU32; }
"""
OF_ANY = "template <class M> __device__ int rank(int n, M m, int lane) { return __popc(m << (32 - lane)); }\n"


def found_with_types(code: str) -> list[tuple[str, str, str]]:
    return found_in(TYPES + FUNCTION % code)


@pytest.mark.parametrize(
    "name", ["u", "lanemask", "mask_t", "Mask", "T::mask", "BITS", "px::PxU32", "const u"]
)
def test_the_name_of_a_type_does_not_matter(name: str) -> None:
    shift = "m << (32 - lane)"
    assert found_with_types(f"{name} m = mask; return {shift};") == [("W053", shift, ZERO)]
    cast = f"({name})wide << (32 - lane)"
    assert found_with_types(f"return {cast};") == [("W053", cast, ZERO)]


@pytest.mark.parametrize("name", ["wide_t", "T::big", "any_t", "unknown_t"])
def test_but_what_it_stands_for(name: str) -> None:
    assert found_with_types(f"{name} m = mask; return m << (32 - lane);") == []


def test_types_of_other_files() -> None:
    code = FUNCTION % "PxU32 m = mask; lane_mask v = mask; return (m << (32 - lane)) + (v << (32 - lane));"
    unit = Unit(code.encode())
    (facts,) = [one for one in facts_of(unit) if one.function]
    assert facts.function
    assert facts.values
    types = {b"PxU32": b"uint32_t", b"lane_mask": b"uint32_t"}  # of which HIP may have another one
    told = shown(unit, [*wide_shifts(unit, facts.function, facts.values, lambda name: types.get(name, b""))])
    assert told == [("W053", "m << (32 - lane)", ZERO)]


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("return rank(n, mask, lane);", 1),
        ("return rank(n, __ballot_sync(ALL, n), lane);", 1),
        ("return rank(n, wide, lane) + rank(n, mask, lane);", 1),
        ("return rank(n, wide, lane);", 0),
        ("return rank(n, other(n), lane);", 0),
        ("return n;", 0),
    ],
)
def test_a_template_is_told_by_what_it_is_given(code: str, count: int) -> None:
    assert found_in(OF_ANY + FUNCTION % code) == [("W053", "m << (32 - lane)", ZERO)] * count


ASKED_BEFORE = "int v = n; const unsigned m = __ballot_sync(ALL, v > 7); "


@pytest.mark.parametrize(
    "code",
    [
        "if (v > 7) v = __popc(m << (32 - lane)); return v;",
        "if (v > 7) { const int s = __popc(m << (32 - lane)); v = s; } return v;",
        "if (v == ~0) v = __popc(m << (32 - lane)); return v < n ? v : 0;",
        "unsigned w = m; if (w) w = w << (32 - lane); return w;",
        "v = v > 7 ? __popc(m << (32 - lane)) : v; return v;",
        "if (v > 7) { v = lane; return __popc(m << (32 - lane)); } return v;",
        "int w = v; if (w > 7) { v = m << (32 - lane); w = v; } return w;",
        "assert(v); v = m << (32 - lane); return v;",
    ],
)
def test_what_a_condition_asks_is_given_behind_it(code: str) -> None:
    (one,) = found(ASKED_BEFORE + code)
    assert (one[0], one[2]) == ("W053", ZERO)


def test_what_a_condition_asks_is_given_behind_it_in_64_bits() -> None:
    code = "const int at = n & 63; if (wide > 7) wide = wide << (64 - at); return wide;"
    assert found(code) == [("W053", "wide << (64 - at)", "64 where at is 0")]


@pytest.mark.parametrize(
    "code",
    [
        "bool some = lane > 0; if (some) v = m << (32 - lane); return v;",
        "const bool some = lane; const bool all = some && v; if (all) v = m << (32 - lane); return v;",
        "if (const bool some = lane > 0) v = m << (32 - lane); return v;",
        "v = lane; if (v > 0) v = m << (32 - lane); return v;",
        "bool some = lane > 0; v = some ? m << (32 - lane) : 0; return v;",
    ],
)
def test_what_a_condition_asks_is_given_before_it(code: str) -> None:
    assert found(ASKED_BEFORE + code) == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("return ALL >> (sizeof(unsigned) * 8 - lane);", [ZERO]),
        ("return mask << (8 * sizeof(int) - lane);", [ZERO]),
        ("return mask << (std::numeric_limits<unsigned>::digits - lane);", [ZERO]),
        ("const int left = sizeof(unsigned) * 8 - lane; return mask << left;", [ZERO]),
        ("return ALL >> (sizeof(unsigned) * 8 - 1 - lane);", []),
        ("return ALL >> (sizeof(short) * 8 - lane);", []),
    ],
)
def test_the_width_is_that_of_a_type(code: str, expected: list[str]) -> None:
    assert [said for _, _, said in found(code)] == expected


@pytest.mark.parametrize(
    ("code", "shift"),
    [
        ("int next = lane + 1; return __popc(mask >> next);", "mask >> next"),
        ("const int next = 1 + lane; mask = mask << next; return mask;", "mask << next"),
        ("const unsigned next{(threadIdx.x & 31) + 1u}; return mask >> next;", "mask >> next"),
    ],
)
def test_a_name_that_is_one_more_than_a_lane(code: str, shift: str) -> None:
    assert found(code) == [("W053", shift, LAST)]


def test_a_constant_by_one_more_is_twice_the_constant_but_without_optimising() -> None:
    code = "int next = lane + 1; return 1u << next;"
    assert found(code) == [("W053", "1u << next", UNFOLDED)]


@pytest.mark.parametrize(
    "code",
    [
        "int next = lane + 1; return next < 32 ? mask >> next : 0;",
        "int next = lane + 1; next &= 31; return mask >> next;",
        "int next = lane + 2; return mask >> next;",
        "int next = n + 1; return mask >> next;",
    ],
)
def test_a_name_that_is_something_else(code: str) -> None:
    assert found(code) == []
