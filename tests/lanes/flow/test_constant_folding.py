"""What the constants of a file are worth, as C++ works them out."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.constant_folding import (
    MOST,
    TOLD,
    ConstantTable,
    constant_table,
    declared_constants,
)
from hipify_py.lanes.flow.integers import Number
from hipify_py.model import Span
from hipify_py.resolve.linkage import CHOSEN, RETURNED
from hipify_py.source.expression_reading import expression
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("0xffffffff", Number(2**32 - 1, 32, signed=False)),
        ("-1", Number(2**32 - 1, 32)),
        ("~0ull", Number(2**64 - 1, 64, signed=False)),
        ("static_cast<uint64_t>(-1)", Number(2**64 - 1, 64, signed=False)),
        ("(uint64_t)0xffffffff", Number(2**32 - 1, 64, signed=False)),
        ("WARP - 1", Number(31, 32)),
        ("1 << LOG", Number(32, 32)),
        ("(1u << 31) | 1", Number(2**31 + 1, 32, signed=False)),
        ("1'024 / kWarp", Number(32, 32)),
    ],
)
def test_constants(expression: str, expected: Number) -> None:
    source = b"#define WARP 32 // lanes\n#define LOG 5\nconstexpr int kWarp = WARP;\n"
    assert ConstantTable(declared_constants(Unit(source))).number(expression.encode()) == expected


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ("constexpr unsigned ALL = (1ull << 32) - 1;", Number(2**32 - 1, 32, signed=False)),
        ("static const uint32_t LOW = 1, ALL{(1ull << 16) - 1};", Number(2**16 - 1, 32, signed=False)),
        ("const static int ALL = sizeof(int) * 8l;", Number(32, 32)),
        ("constexpr auto ALL = (1ull << 32) - 1;", Number(2**32 - 1, 64, signed=False)),
        ("constexpr uint64_t ALL = (1ull << 32) - 1;", Number(2**32 - 1, 64, signed=False)),
    ],
)
def test_a_constant_has_the_bits_of_its_type(declared: str, expected: Number) -> None:
    assert ConstantTable(declared_constants(Unit(declared.encode()))).number(b"ALL") == expected


@pytest.mark.parametrize("expression", ["x", "f(1)", "1 +", "1 << 99", "1 / 0", "LOOP", "(1", "", "1 2"])
def test_what_is_no_constant(expression: str) -> None:
    assert ConstantTable({b"LOOP": b"LOOP + 1"}).number(expression.encode()) is None


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("8 - 4 - 2", Number(2, 32)),
        ("2 + 3 * 4", Number(14, 32)),
        ("2 * (3 + 4) % 5", Number(4, 32)),
        ("1 | 2 & 3", Number(3, 32)),
        ("6 ^ 3 << 1", Number(0, 32)),
        ("-2 + 3", Number(1, 32)),
        ("+-~0", Number(1, 32)),
        ("1u - 2", Number(2**32 - 1, 32, signed=False)),
        ("1 << 31", Number(2**31, 32)),
        ("1ull << 32", Number(2**32, 64, signed=False)),
        ("0b101", Number(5, 32)),
        ("(long)-1", Number(2**64 - 1, 64)),
        ("unsigned{3}", Number(3, 32, signed=False)),
        ("(int)0xffffffffffull", Number(2**32 - 1, 32)),
        ("(long long)(unsigned)-1", Number(2**32 - 1, 64)),
        ("UINT32_MAX >> 1", Number(2**31 - 1, 32, signed=False)),
        ("-1 < 2", Number(1, 32)),
        ("-1 < 2u", Number(0, 32)),
        ("3 >= 3 && 2 != 2", Number(0, 32)),
        ("0 && x", Number(0, 32)),
        ("1 || x", Number(1, 32)),
        ("!0", Number(1, 32)),
        ("0 ? x : 3", Number(3, 32)),
        ("1ull ? 2 : x", Number(2, 32)),
        ("__popc(~0u)", Number(32, 32)),
        ("__popcll(-1)", Number(64, 32)),
        ("__popc(0xff00ull << 22)", Number(2, 32)),
        ("__clz(1)", Number(31, 32)),
        ("__clzll(0)", Number(64, 32)),
        ("__ffs(32)", Number(6, 32)),
        ("__ffs(0)", Number(0, 32)),
    ],
)
def test_operators_and_types_are_those_of_cpp(expression: str, expected: Number) -> None:
    assert ConstantTable({}).number(expression.encode()) == expected


@pytest.mark.parametrize(
    "expression",
    [
        "1.5",
        "1e3",
        "1f",
        "x < 2",
        "0 || x",
        "x ? 2 : 3",
        "1 ? x : 3",
        "!x",
        "sizeof(T)",
        "1 << -1",
        "5 % (2 - 2)",
        "__popc(x)",
        "p[0]",
    ],
)
def test_what_is_not_read_is_no_constant(expression: str) -> None:
    assert ConstantTable({b"p": b"3"}).number(expression.encode()) is None


def test_an_expression_of_any_length_is_not_read() -> None:
    longest = b"1" + b" " * (MOST - 3) + b"+1"
    assert ConstantTable({}).number(longest) == Number(2, 32)
    assert ConstantTable({}).number(longest.replace(b"+", b" +")) is None


def test_constants_of_functions_have_the_type_that_is_returned() -> None:
    made = b"constexpr unsigned a() { return -1; } constexpr uint64_t b() { return -1; } auto constexpr c() "
    made += b"{ return a() >> 4; } static constexpr auto d(void) { return n::a() / 2; } constexpr T e() "
    known = ConstantTable(declared_constants(Unit(made + b"{ return 1; }")))
    assert known.number(b"a()") == Number(0xFFFFFFFF, 32, signed=False)
    assert known.number(b"x::b()") == Number(2**64 - 1, 64, signed=False)
    assert known.number(b"d() + 1") == Number(0x80000000, 32, signed=False)
    assert [known.number(text) for text in (b"a", b"e()", b"a(1)", b"a().b")] == [None] * 4


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("#define A (1) /* x */ + 2 // c\n", {b"A": b"(1)         + 2"}),
        ("static const unsigned m{0xff}; int const n = 3;", {b"m": b"0xff", b"n": b"3"}),
        ("constexpr std::uint32_t M = ~0u; const auto k = M >> 1;", {b"M": b"~0u", b"k": b"M >> 1"}),
        ("enum class E : int { A = 1, B = A << 2 };", {b"A": b"1", b"B": b"A << 2"}),
        ("const int a = 1, W = 96, c{3}; int d = 4, e = 5;", {b"a": b"1", b"W": b"96", b"c": b"3"}),
        ("struct S { static constexpr int width = 32; };", {b"width": b"32"}),
        ("constexpr int f() { return 3; }", {b"f()": b"static_cast<int>(3)"}),
        ("__device__ constexpr auto f() noexcept { return 3; }", {b"f()": b"3"}),
    ],
)
def test_what_a_file_makes_constant(source: str, expected: dict[bytes, bytes]) -> None:
    assert declared_constants(Unit(source.encode())) == expected


@pytest.mark.parametrize(
    "source",
    [
        '// const int a = 3;\nauto s = "const int b = 4;"; /* #define C 5 */',
        "#define F(x) x\n#define EMPTY\n#undef G\n",
        "int n = 3; unsigned m{4}; const int *p = 0; int a[2] = {1, 2};",
        "constexpr int f(int x) { return 3; } int g() { return 3; }",
        "constexpr int f() { return 3; } struct S { constexpr int f() { return 4; } };",
    ],
)
def test_what_a_file_makes_that_is_no_constant(source: str) -> None:
    assert declared_constants(Unit(source.encode())) == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"32", 32),
        (b"-1", 2**32 - 1),
        (b"N", 5),
        (b"2 * WARP_SIZE", 64),
        (b"warpSize", 32),
        (b"kWarpSize", 32),
        (b"block_warp_sizes", None),
        (b"BLOCK_SIZE", None),
        (b"x", None),
    ],
)
def test_a_width_that_nothing_tells_is_worth_32(text: bytes, expected: int | None) -> None:
    assert ConstantTable({b"N": b"5"}).worth(text) == expected


def test_a_width_that_the_file_tells_is_worth_that() -> None:
    assert ConstantTable({b"WARP_SIZE": b"64"}).worth(b"WARP_SIZE * 2") == 128


def test_names_that_a_condition_decides_for_hip_are_kept_apart() -> None:
    known = ConstantTable({b"WARP": CHOSEN, b"lanes": RETURNED, b"N": b"1"})
    assert known.chosen == {b"WARP"}
    assert known.returned == {b"lanes"}
    assert [known.number(name) for name in (b"WARP", b"lanes", b"lanes()", b"N")] == [None] * 3 + [
        Number(1, 32)
    ]


def test_a_member_hangs_on_what_a_class_template_has_by_default() -> None:
    head = "enum { kSub = 1 << 5 };\ntemplate <typename T, int N = kSub, int M> "
    source = head + "struct Team { static constexpr int size = N, other = M; };\n"
    table = constant_table(Unit(source.encode()), declared_constants(Unit(source.encode())))
    assert table.of(expression(b"Team<>::size"), TOLD) == Number(32, 32)
    assert table.of(expression(b"T::size - 1"), TOLD) == Number(31, 32)
    assert table.of(expression(b"T::other"), TOLD) is None
    assert table.of(expression(b"T::size")) is None
    assert [*table.widths_in(b"x < size", Span(0, 8))] == [4]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dc.WARP_SIZE", TOLD),
        ("far.warp_size", TOLD),
        ("W", TOLD),  # by another's word for it
        ("PER", Number(4, 32)),
        ("prop.warpSize", None),
        ("far.width", None),
        ("list[0]", None),
        ("one.WARP_SIZE", Number(16, 32)),
    ],
)
def test_what_hangs_on_a_width_that_nothing_tells(text: str, expected: Number | None) -> None:
    code = (
        b"struct D { int WARP_SIZE; constexpr D(int w) : WARP_SIZE(w) {} }; constexpr D dc(32);"
        b" struct O { int WARP_SIZE; }; constexpr O one{16};"
        b" constexpr int W = dc.WARP_SIZE; constexpr int PER = 128 / WARP_SIZE, A = B, B = A;"
    )
    unit = Unit(code)
    table = constant_table(unit, declared_constants(unit))
    told = table.of(expression(text.encode()), TOLD)
    assert (told and told.value) == (expected and expected.value)
    assert text == "one.WARP_SIZE" or table.number(text.encode()) is None
