"""Shifts of constants: which masks they make, and what meets a mask beside them."""

from __future__ import annotations

import pytest
from helpers.warps import broken, device, native

from hipify_py.lanes.flow.constant_folding import ConstantTable, constant_table, declared_constants
from hipify_py.lanes.flow.mask_shifts import met, shift_kind
from hipify_py.source.expression_reading import expression
from hipify_py.source.unit import Unit

HEAD = "constexpr unsigned ONE = 1; const int NONE = -1;\n#define FULL 0xffffffff\n"


def constants() -> ConstantTable:
    unit = Unit(HEAD.encode())
    return constant_table(unit, declared_constants(unit))


@pytest.mark.parametrize(
    ("shift", "alone", "beside"),
    [
        ("1u << s", "bit", "bit"),
        ("2 << s", "bit", "bit"),
        ("~0u << s", "ones", "ones"),
        ("-1 << s", "ones", "ones"),
        ("UINT32_MAX << s", "ones", "ones"),
        ("0xffffffffu >> (31 - s)", "below", "below"),
        ("~0u >> __clz(m)", "ones", "ones"),
        ("1ull << s", "wide", "wide"),
        ("(unsigned long long)1 << s", "wide", "wide"),
        ("15u << s", "", "bit"),
        ("~1u << s", "", "bit"),
        ("-2 << s", "", "bit"),
        ("ONE << s", "", "bit"),
        ("(unsigned)1 << s", "", "bit"),
        ("FULL << s", "", "ones"),
        ("7ull << s", "", "wide"),
        ("0x80000000u >> s", "", ""),
        ("~0u >> s", "", ""),
        ("n << s", "", ""),
        ("f(1) << s", "", ""),
    ],
)
def test_what_a_shift_makes_by_a_lanes_number_and_beside_a_mask(shift: str, alone: str, beside: str) -> None:
    node = expression(shift.encode())
    assert shift_kind(node, constants(), is_met=False) == alone
    assert shift_kind(node, constants(), is_met=True) == beside


@pytest.mark.parametrize(
    ("text", "plain", "kept"),
    [
        ("a & ~b | c", "a b c", "a b c"),
        ("1u << s", "<<", "<<"),
        ("~((1u << s) - 1)", "<<", "<<"),
        ("(1u << t) - (1u << s)", "<< <<", "<< <<"),
        ("p ? 1u << s : b", "<< b", "<< b"),
        ("a << s", "a", "a"),
        ("((1u << g) - 1) << s", "<<", "<<"),
        ("-a", "a", "a"),
        ("a - 1", "a", "a"),
        ("a + b", "a b", ""),
        ("f(a)", "f", ""),
        ("(unsigned)(1 << s)", "<<", "<<"),
        ("(unsigned long long)a << 32", "", ""),
        ("a[2]", "[", "["),
        ("a * b", "", ""),
        ("!a", "", ""),
        ("a == b", "", ""),
        ("s.a", "", ""),
    ],
)
def test_what_gives_its_bits_to_a_value(text: str, plain: str, kept: str) -> None:
    node = expression(text.encode())
    found = [
        [one.text.decode() for one in met(node, constants(), is_kept=is_kept)] for is_kept in (False, True)
    ]
    assert [sorted(one) for one in found] == [sorted(plain.split()), sorted(kept.split())]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("p = (m & (1u << q[0])) != 0;", "p = (m & (1ull << q[0])) != 0;"),
        ("p = m & 1 << *q ? 1 : 2;", "p = m & 1ull << *q ? 1 : 2;"),
        ("p = m == (1u << q[0]);", "p = m == (1ull << q[0]);"),
        ("p = __popc(m & ~((1u << p) - 1));", "p = __popcll(m & ~((1ull << p) - 1));"),
        ("p = __popc(m & (~0u << p));", "p = __popcll(m & (0xffffffffffffffffull << p));"),
        ("p = __popc(m & (-2 << p));", "p = __popcll(m & (-2ull << p));"),
        ("p = __popc(m & (15u << (p & ~3)));", "p = __popcll(m & (15ull << (p & ~3)));"),
        ("p = (m & ((unsigned)1 << p)) != 0;", "p = (m & ((unsigned long long)(unsigned)1 << p)) != 0;"),
        (
            "p = (m & ((1u << lane) - (1 << q[0]))) != 0;",
            "p = (m & ((1ull << lane) - (1ull << q[0]))) != 0;",
        ),
        ("m &= ~(1u << p);", "m &= ~(1ull << p);"),
        ("m = p ? m : 1u << p;", "m = p ? m : 1ull << p;"),
        ("auto b = 1u << p; p = (m & b) != 0;", "auto b = 1ull << p; p = (m & b) != 0;"),
        (
            "unsigned b = 1u << p; p = __popc(m & (b - 1));",
            "unsigned long long b = 1ull << p; p = __popcll(m & (b - 1));",
        ),
        (
            "unsigned b = ((1u << p) - 1) << q[0]; p = __popc(m & b);",
            "unsigned long long b = ((1ull << p) - 1) << q[0]; p = __popcll(m & b);",
        ),
        (
            "unsigned b[2] = {0}; b[p] = 1u << p; p = (m & b[1]) != 0;",
            "unsigned long long b[2] = {0}; b[p] = 1ull << p; p = (m & b[1]) != 0;",
        ),
    ],
)
def test_shifts_beside_a_mask_have_its_bits(before: str, after: str) -> None:
    result = device("unsigned m = __ballot(p); " + before)
    assert result.text.split("(p); ", 1)[1].removesuffix(" }\n") == after
    assert broken(result) <= {"W053"}
    assert device(result.text).edits == ()


@pytest.mark.parametrize(
    "code",
    [
        "unsigned m = __ballot(p), b = 1u << p; q[0] = b ^ 5; q[1] = m != 0;",
        "unsigned m = __ballot(p), w = q[0]; p = (w & (1u << p)) + (m != 0);",
        "unsigned long long k = __ballot(p); k = (unsigned long long)q[0] << 32 | (unsigned)p;",
    ],
)
def test_shifts_beside_no_mask_stay(code: str) -> None:
    kept = code.replace("unsigned m = __ballot(p), ", "")
    assert kept.partition("; ")[2] in device(code).text


def test_helpers_that_make_a_bit_make_one_of_64() -> None:
    helpers = "__device__ unsigned bit(int i) { return 1u << i; }\n#define BIT(i) (1u << (i))\n"
    has = "__device__ bool has(unsigned m, int i) { return m & (1u << i); }\n"
    used = "unsigned m = __ballot(p); p = ((m & bit(p)) != 0) + ((m & BIT(p)) != 0) + has(m, p);"
    result = device(used, helpers + has)
    wide = helpers.replace("1u", "1ull").replace("unsigned bit", "unsigned long long bit")
    assert wide in result.text
    assert has.replace("1u", "1ull").replace("unsigned m", "unsigned long long m") in result.text
    assert broken(result) == set()


def test_helpers_of_other_data_stay() -> None:
    source = "__device__ unsigned bit(int i) { return 1u << i; }\n__global__ void k(unsigned *q, int p) { "
    source += "unsigned m = __ballot(p); q[0] = bit(p); q[1] = m != 0; }\n"
    assert "return 1u << i;" in native(source).text
