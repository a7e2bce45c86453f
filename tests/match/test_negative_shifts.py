"""Negative numbers that are shifted where a constant is wanted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched
from helpers.toolchain import Hipcheck, compiled

from hipify_py.settings import Options

if TYPE_CHECKING:
    from pathlib import Path

RUNTIME = "#include <hip/hip_runtime.h>\n"
KERNEL = "__global__ void k(int *p) {{ {} }}"
REFUSED = {
    "enum { A = ((-1 << 3) & 31) << 8 };": "enum { A = ((-(1 << 3)) & 31) << 8 };",
    "enum { B = ~0 << 2, C };": "enum { B = -(1 << 2), C };",
    "constexpr long long q = -1LL << 40;": "constexpr long long q = -(1LL << 40);",
    "constexpr int q{( -3 ) << 2 << 1};": "constexpr int q{-(3 << 2 << 1)};",
    'static_assert((-4 << 1) == -8, "");': 'static_assert((-(4 << 1)) == -8, "");',
    "switch (*p) { case -1 << 2: *p = 1; }": "switch (*p) { case -(1 << 2): *p = 1; }",
    "struct S { int b : (-1 << 1) + 5; } s; s.b = 1;": "struct S { int b : (-(1 << 1)) + 5; } s; s.b = 1;",
    "__shared__ int s[(-1 << 2) + 9]; s[0] = *p;": "__shared__ int s[(-(1 << 2)) + 9]; s[0] = *p;",
    "struct alignas((-1 << 2) + 12) S {}; S s;": "struct alignas((-(1 << 2)) + 12) S {}; S s;",
    "if constexpr (-1 << 2) *p = 1;": "if constexpr (-(1 << 2)) *p = 1;",
    "const int q = -1 << 2; enum { A = q + 1 };": "const int q = -(1 << 2); enum { A = q + 1 };",
}  # fmt: skip
OUTSIDE = {
    "struct S { static const int k = -1 << 4; };": "struct S { static const int k = -(1 << 4); };",
    "template <int N> struct T {}; T<(-1 << 2)> t;": "template <int N> struct T {}; T<(-(1 << 2))> t;",
    "#define LOW(n) (~(-1 << (n)))\nenum { A = LOW(3) };":
    "#define LOW(n) (~((int)(~0u << (n))))\nenum { A = LOW(3) };",
    "#define LEAST(n) (-1 << (n))\nenum { A = LEAST(3) };\n#if LEAST(2) < 0\n#endif":
    "#define LEAST(n) (-(1 << (n)))\nenum { A = LEAST(3) };\n#if LEAST(2) < 0\n#endif",
    "#define LEFT (-1 << V)\n#define V 4\n#define USED LEFT\n#if USED < 0\nenum { A = LEFT };\n#endif":
    "#define LEFT (-(1 << V))\n#define V 4\n#define USED LEFT\n#if USED < 0\nenum { A = LEFT };\n#endif",
    "#define KEPT (-1 << W)\n#define W 4\n#define U KEPT\n#if W < 5\nenum { A = KEPT };\n#endif":
    "#define KEPT ((int)(~0u << W))\n#define W 4\n#define U KEPT\n#if W < 5\nenum { A = KEPT };\n#endif",
    "#define OPEN -1 << 4\nenum { A = OPEN, B = OPEN | 3, C = 5 & OPEN };\n"
    "template <int N> struct T {}; T<OPEN> t;":
    "#define OPEN -(1 << 4)\nenum { A = OPEN, B = OPEN | 3, C = 5 & OPEN };\n"
    "template <int N> struct T {}; T<OPEN> t;",
    "#define RIM(n) ~0 << n\nenum { A = (RIM(3)) + 1, B = RIM((2)) };":
    "#define RIM(n) (int)(~0u << n)\nenum { A = (RIM(3)) + 1, B = RIM((2)) };",
    "#define FRONT -1 << (4)\nenum { A = FRONT };\n#if FRONT < 0\n#endif":
    "#define FRONT -(1 << (4))\nenum { A = FRONT };\n#if FRONT < 0\n#endif",
    "constexpr int f(int n) { return ~(-1 << n); } enum { A = f(3) };":
    "constexpr int f(int n) { return ~((int)(~0u << n)); } enum { A = f(3) };",
    "template <int N> struct S { enum { A = (-1 << N) & 31 }; };\nint a = S<3>::A;":
    "template <int N> struct S { enum { A = ((int)(~0u << N)) & 31 }; };\nint a = S<3>::A;",
    'constexpr int K = 31; constexpr int A = -1 << K; static_assert(A < 0, "");':
    'constexpr int K = 31; constexpr int A = (int)(~0u << K); static_assert(A < 0, "");',
    "template <int N> struct S { static constexpr int M = ~0 << N; };\nint a = S<31>::M;":
    "template <int N> struct S { static constexpr int M = (int)(~0u << N); };\nint a = S<31>::M;",
    "constexpr int A = -1 << 16 << 15; constexpr int B = -3 << 30;":
    "constexpr int A = (int)(~0u << 16 << 15); constexpr int B = (int)(-3u << 30);",
    "constexpr long A = -1L << 63; enum { B = -1l << 62, C = -1 << /* last */ 0x1f };":
    "constexpr long A = (long)(~0ul << 63); enum { B = -(1l << 62), C = (int)(~0u << /* last */ 0x1f) };",
    'constexpr long long A = -7LL << (3 + 1); static_assert(A == -112, "");':
    'constexpr long long A = (long long)(-7ull << (3 + 1)); static_assert(A == -112, "");',
}  # fmt: skip
MENDED = {**{KERNEL.format(text): KERNEL.format(done) for text, done in REFUSED.items()}, **OUTSIDE}
TAKEN = [
    "int a = -1 << 3; *p = a;",
    "const int a = -1 << 3; *p = a + 1;",
    "enum { A = ~0u << 3, B = -1U << 4, C = 5 - 1 << 2, D = 1 << -1 + 2, E = ~1 + (1 << 3) };",
    "*p = p[0] == (-1 << 3) ? ~(-1 << p[1]) : p[-1 << 0];",
    'const char *s = "enum { A = -1 << 3 };"; // enum { A = -1 << 3 };',
    "struct S { int n = -1 << 3; } s; *p = s.n;",
]


def made(text: str) -> str:
    return matched("M378", RUNTIME + text).text.removeprefix(RUNTIME)


@pytest.mark.parametrize("text", MENDED)
def test_where_a_constant_is_wanted(text: str) -> None:
    text += "\n__global__ void other() {}\n"
    assert made(text) == text.replace(*next(pair for pair in MENDED.items() if pair[0] in text))
    assert matched("M378", RUNTIME + text).said == []


@pytest.mark.parametrize("text", TAKEN)
def test_where_none_is(text: str) -> None:
    text = KERNEL.format(text)
    assert made(text) == text
    assert matched("M378", RUNTIME + text).said == []


def test_a_macro_that_no_constant_uses() -> None:
    text = "#define LOW(n) (~(-1 << (n)))\n" + KERNEL.format("*p = LOW(3);")
    assert made(text) == text


def test_what_has_no_device_code_is_left_to_its_compiler() -> None:
    text = "enum { A = -1 << 3 };\n"
    assert matched("M378", text, Options("a.cpp")).text == text


@pytest.mark.parametrize(
    "shift",
    ["-1 << 32", "-1 << 16 << 16", "-1L << 64", "-5000000000 << 1", "-" + "9" * 5000 + " << N"],
)
def test_what_its_type_does_not_hold_is_reported(shift: str) -> None:
    text = KERNEL.format(f"constexpr auto a = {shift};")
    assert matched("M378", RUNTIME + text).said == [("M378", shift.partition(" ")[0])]
    assert made(text) == text


def test_what_only_a_cast_holds_is_reported_where_the_preprocessor_reads_it() -> None:
    text = "#define LEAST (-1 << 31)\nenum { A = LEAST };\n#if LEAST < 0\n#endif\n" + KERNEL.format("")
    assert matched("M378", RUNTIME + text).said == [("M378", "-1")]
    assert made(text) == text
    assert "#define LEAST ((int)(~0u << 31))\n" in made(text.replace("#if", "#ifdef"))


@pytest.mark.parametrize(
    ("body", "use"),
    [
        ("-1 << n", "A(3) + 1"),
        ("-1 << n", "2 * A(3)"),
        ("-1 << n", "~A(3)"),
        ("-1 << n", "1 << A(3)"),
        ("-1 << n", "A(3) << 1"),
        ("3 | -1 << n", "A(3) - 1"),
        ("-1 << n | 3", "2 * A(3)"),
    ],
)
def test_a_macro_whose_text_binds_with_what_stands_beside_it_is_reported(body: str, use: str) -> None:
    text = f"#define A(n) {body}\nenum {{ E = {use} }};\n" + KERNEL.format("")
    assert matched("M378", RUNTIME + text).said == [("M378", "-1")]
    assert made(text) == text
    assert made(text.replace(body, f"({body})")) != text


def test_a_use_that_binds_at_the_other_end_of_a_macro_alone() -> None:
    text = "#define A(n) -1 << (n) | 3\n#define B(n) 3 | -1 << 2\nenum { E = A(3) + 1, F = 2 * B(3) };\n"
    mended = text.replace("-1 << (n)", "(int)(~0u << (n))").replace("-1 << 2", "-(1 << 2)")
    assert made(text + KERNEL.format("")) == mended + KERNEL.format("")


@pytest.mark.parametrize(
    "rest",
    [
        "#undef LOW\n",
        "#ifdef LOW\n#endif\n",
        "#ifndef LOW\n#define LOW 3\n#endif\n",
        "#if defined LOW && defined(LOW)\n#endif\n",
        "#if 0\n#elifdef LOW\n#elifndef LOW\n#endif\n",
        "#if X < LOW\nint x;\n#elif LOW\nint y;\n#endif\n",
        "void f(int &x) { x += LOW; x *= LOW; x /= LOW; x %= LOW; x &= LOW; x |= LOW; x ^= LOW; }\n",
        "void f(int &x) { x -= LOW; x <<= LOW; x >>= LOW; }\n",
        "#define A LOW\n#define B A\nint g = 3 | A, h = (B) * 2;\n",
        "#define A(x) LOW | x\nint g = A(2) + 1;\n",
        "#define LAST LOW",
    ],
)
def test_what_stands_beside_names_of_a_macro_and_binds_with_none_of_it(rest: str) -> None:
    text = KERNEL.format("enum { E = LOW };") + "\n#define LOW -1 << 3\nenum { F = LOW };\n" + rest
    assert made(text) == text.replace("#define LOW -1 << 3", "#define LOW -(1 << 3)")
    assert matched("M378", RUNTIME + text).said == []


@pytest.mark.parametrize(
    "rest",
    [
        "#if LOW + 1\n#endif\n",
        "#if 2 * LOW\n#endif\n",
        "#define A LOW\nint g = A + 1;\n",
        "#define A LOW\n#define B A\nint g = 2 * B;\n",
        "#define A LOW | 3\n#define B() A\nint g = 2 * B();\n",
        "#define A(x) x | LOW\nint g = A(3) * 2;\n",
        "#define A(x) x ## LOW\n",
    ],
)
def test_what_binds_with_a_macro_beside_one_that_it_ends(rest: str) -> None:
    text = "#define LOW -1 << 3\nenum { F = LOW };\n" + rest + KERNEL.format("")
    assert matched("M378", RUNTIME + text).said == [("M378", "-1")]
    assert made(text) == text


@pytest.mark.parametrize(
    ("shift", "free"), {"LOW": "", "ID(LOW)": "", "LOW | 2": ">", "2 | LOW": "<"}.items()
)
@pytest.mark.parametrize(
    ("text", "bound"),
    {
        "x + 1": ">",
        "2 * x": "<",
        "(x << 1)": ">",
        "x | TIMES(x)": "<>",
        "TIMES(x)": "<>",
        "TWO(x, n)": ">",
        "((x) + 1)": "",
        "(1 < x && x > (2))": "",
        "x | (n)": "",
        "TWO(n, x)": "",
    }.items(),
)
def test_a_shift_that_a_macro_is_given_which_binds_with_it_is_reported(
    shift: str, free: str, text: str, bound: str
) -> None:
    text = (
        "#define LOW -1 << 3\n#define ID(x) x\n#define TWO(a, ...) a + (__VA_ARGS__)\n"
        "#define TIMES(y) 2 * y * 3\n"
        f"#define F(n, x) {text}\nenum {{ E = F(2, {shift}) }};\n" + KERNEL.format("")
    )
    for written in (text, text.replace("LOW -1 << 3", "UP").replace("LOW", "-1 << 3")):
        if {*bound} <= {*free}:
            assert made(written) == written.replace("-1 << 3", "-(1 << 3)")
        else:
            assert matched("M378", RUNTIME + written) == (RUNTIME + written, [("M378", "-1")])


def test_macros_that_name_each_other_are_walked_over_once_and_not_without_end() -> None:
    chain = "".join(f"#define A{n} A{n - 1}\n#define B{n} A{n}\n" for n in range(1, 40))
    text = "#define A0 -1 << 3\n" + chain + "enum { F = A0 };\n" + KERNEL.format("")
    assert made(text) == text.replace("-1 << 3", "-(1 << 3)")
    text += "int z = A0 | A9;\n" * 201
    assert matched("M378", RUNTIME + text).said == [("M378", "-1")]


@pytest.mark.compiler
@pytest.mark.parametrize("part", range(3))
def test_the_compiler_refuses_each_and_takes_what_comes_of_it(
    hipcheck: Hipcheck, tmp_path: Path, part: int
) -> None:
    texts = [*MENDED][part::3]
    spaces = "".join(f"namespace n{number} {{\n{text}\n}}\n" for number, text in enumerate(texts))
    _, said = compiled(spaces, hipcheck, tmp_path)
    lines = [int(line) - 1 for line in re.findall(r"a\.hip:(\d+):\d+: error", said)]
    refused = {spaces.split("\n")[:line].count("}") for line in lines}
    assert len(refused) == len(texts), said
    assert compiled(made(spaces), hipcheck, tmp_path) == (True, "")
