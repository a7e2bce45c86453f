"""Counts of bits: an int in CUDA, an unsigned in HIP."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

GIVEN = "unsigned a, int n, float f, long l, size_t z, short s, int *at, V v"
TELLS = [
    "f = COUNT - 4;",
    "f = -COUNT;",
    "f = (COUNT - 4) * 0.5f;",
    "l = COUNT - n;",
    "l = n + COUNT;",
    "v.x = COUNT - 1;",
    "if (COUNT > n) f = 1;",
    "while (n < COUNT) ++n;",
    "if (COUNT - 1 < 3) f = 1;",
    "n = n / COUNT;",
    "n = COUNT / n;",
    "n %= COUNT;",
    "n = (COUNT - 4) >> 1;",
    "n = max(COUNT, n);",
    "n = min(4, COUNT);",
    "g(COUNT - 1);",
    "at[COUNT - 1] = 0;",
    "auto c = COUNT;",
    "f = (float)(COUNT - 4);",
    "f = n ? COUNT : -1;",
]
SAME = [
    "n = COUNT - 4;",
    "int c = -COUNT;",
    "unsigned c = COUNT - n;",
    "s += COUNT - 1;",
    "f = COUNT;",
    "f = COUNT * 0.5f;",
    "f = f - COUNT;",
    "l = l - COUNT;",
    "z = z * COUNT;",
    "v.x = COUNT + 1;",
    "if (COUNT == n || COUNT > 1 && !COUNT) f = 1;",
    "if (COUNT - 1 == n) f = 1;",
    "if (COUNT > a) f = COUNT / a;",
    "n = COUNT / 2 % 3;",
    "n = 100 / COUNT;",
    "n = n >> COUNT;",
    "at[COUNT] = g(COUNT);",
    "at[n + COUNT] = 0;",
    "f = (int)(COUNT - 4);",
    "f = (int)COUNT - 4;",
    "f = n ? COUNT : 0;",
    "return COUNT - 1;",
    "COUNT;",
]


def source(line: str, count: str) -> str:
    return f"__device__ int k({GIVEN}) {{ {line.replace('COUNT', count)} return 0; }}\n"


@pytest.mark.parametrize("count", ["__popc(a)", "__popcll(z)"])
@pytest.mark.parametrize("line", TELLS)
def test_where_the_sign_tells_it_is_an_int(line: str, count: str) -> None:
    made = matched("L066", source(line, count)).text
    assert made == source(line, f"(int){count}")
    assert matched("L066", made).text == made


@pytest.mark.parametrize("line", SAME)
def test_where_it_does_not_tell_nothing_is_done(line: str) -> None:
    assert matched("L066", source(line, "__popc(a)")).text == source(line, "__popc(a)")


def test_a_macro_before_a_block_is_no_function() -> None:
    text = "__global__ void k(long *p, unsigned m)\n#define BITS __popc(m)\n{\n  p[1] = -__popc(m + 1);\n}\n"
    assert matched("L066", text).text == text.replace("__popc", "(int)__popc")


CLASSES = """struct P { static int all; unsigned m; int n; void go(); };
struct Q { P p; unsigned m[2]; }; struct B : P { int k; }; template <class T> struct Pair { T a, b; };
struct C { unsigned count; int more; __device__ C(unsigned a); }; typedef unsigned mask_t;
"""
INTS = [
    "int k{COUNT};",
    "int k = {COUNT};",
    "long k{COUNT};",
    "auto k = int{COUNT};",
    "int k[2] = {COUNT, 1};",
    "int k[2][2] = {{1, COUNT}, {COUNT, 1}};",
    "P p = {1u, COUNT};",
    "P p{1u, COUNT};",
    "P p[2] = {{1u, COUNT}, {2u, COUNT}};",
    "P p = {.m = 1u, .n = COUNT};",
    "P p = {1u, COUNT + 1};",
    "P p = {1u, n + COUNT};",
    "P p = {1u, n ? COUNT : 0};",
    "P p = {1u, /* bits */ COUNT / 2};",
    "v = P{0u, COUNT};",
    "at[1] = {0u, COUNT};",
    "*list = {0u, COUNT};",
    "int2 q = {COUNT, 1};",
    "Pair<int> p = {COUNT, 3};",
    "Pair p = {COUNT, 3};",
    "take({COUNT, 3});",
    "for (int one : {COUNT, 2}) f = one;",
    "B b = {{1u, 2}, COUNT};",
    "Q q = {{1u, COUNT}, {2u, 3u}};",
    "auto p = new P{1u, COUNT};",
    "T k{COUNT};",
]
UNSIGNED = [
    "unsigned k{COUNT};",
    "uint32_t k = {COUNT};",
    "mask_t k{COUNT};",
    "size_t k{COUNT};",
    "unsigned k[2] = {COUNT, 1};",
    "P p = {COUNT, 1};",
    "P p = {.m = COUNT};",
    "P p[2] = {{COUNT, 1}, {COUNT, 2}};",
    "v = P{COUNT, 1};",
    "*list = {COUNT, 1};",
    "uint2 q = {COUNT, 1};",
    "ulonglong2 q = {COUNT, 1};",
    "Q q = {{COUNT, 1}, {2u, 3u}};",
    "int k{a ? 1 : COUNT == 3};",
    "int k{1 << COUNT};",
    "int k{g(COUNT)};",
    "int k{at[COUNT]};",
    "int k{static_cast<int>(COUNT)};",
    "int k{(int)(COUNT + 1)};",
]


@pytest.mark.parametrize("count", ["__popc(a)", "__popcll(z)"])
@pytest.mark.parametrize("line", INTS)
def test_braces_take_an_int(line: str, count: str) -> None:
    given = CLASSES + source(line, count).replace("V v", "V v, P *list")
    made = matched("L066", given).text
    assert made == given.replace(count, f"(int){count}")
    assert matched("L066", made).text == made


@pytest.mark.parametrize("line", UNSIGNED)
def test_or_what_has_no_sign(line: str) -> None:
    given = CLASSES + source(line, "__popc(a)").replace("V v", "V v, P *list")
    assert matched("L066", given).text == given


@pytest.mark.parametrize(
    ("function", "cast"),
    [
        ("__device__ P f(unsigned a) { return {a, COUNT}; }", "(int)"),
        ("__device__ P f(unsigned a) { return {COUNT, 1}; }", ""),
        ("__device__ P f(unsigned a) { if (a) return {a, a > 3 ? COUNT : -COUNT}; }", "(int)"),
        ("__device__ unsigned f(unsigned a) { return {COUNT}; }", ""),
        ("__device__ int f(unsigned a) { return {COUNT}; }", "(int)"),
        ("__device__ C::C(unsigned a) : more{COUNT} {}", "(int)"),
        ("__device__ C::C(unsigned a) : count{COUNT} {}", ""),
        ("__device__ C::C(unsigned a) : count(COUNT) {}", ""),
    ],
)
def test_braces_of_what_is_returned_and_of_members(function: str, cast: str) -> None:
    made = matched("L066", CLASSES + function.replace("COUNT", "__popc(a)")).text
    assert made == CLASSES + function.replace("COUNT", f"{cast}__popc(a)")


@pytest.mark.parametrize(("many", "casts"), [(20, 0), (400, 207)])
def test_what_is_deep_in_a_very_long_sum_is_cast(many: int, casts: int) -> None:
    """That changes nothing, and the way up from there to the whole would take for ever."""
    line = "n = " + "COUNT + " * many + "0;"
    assert matched("L066", source(line, "__popc(a)")).text.count("(int)__popc") == casts


@pytest.mark.parametrize(
    ("head", "cast"),
    [
        ("int f", ""),
        ("static inline unsigned int S::f", ""),
        ("long int f", "(int)"),
        ("float f", "(int)"),
        ("auto f", "(int)"),
        ("T f", "(int)"),
    ],
)
def test_what_is_returned_depends_on_the_function(head: str, cast: str) -> None:
    made = matched("L066", f"__device__ {head}(unsigned a) {{ return __popc(a) - 1; }}").text
    assert made == f"__device__ {head}(unsigned a) {{ return {cast}__popc(a) - 1; }}"


@pytest.mark.parametrize(
    "text",
    [
        "#include <hip/hip_runtime.h>\n__device__ float f(unsigned a) { return __popc(a) - 4; }",
        "#ifdef __HIPCC__\n__device__ float f(unsigned a) { return __popc(a) - 4; }\n#endif",
        "int __popc(unsigned a); float f(unsigned a) { return __popc(a) - 4; }",
        "float f(V v) { return v.__popc(3) - my::__popc(4); }",
    ],
)
def test_what_is_not_cudas(text: str) -> None:
    assert matched("L066", text).text == text


def test_all_counts_are_cast_where_the_grammar_lost_its_way() -> None:
    """Which of them tell would change with each cast that is put in."""
    torn = "1*(_(1))__popc(k))__popc(k))__popc(_))()()__popc(_)"
    made = matched("L066", torn).text
    assert made == torn.replace("__popc", "(int)__popc")
    unended = "((_popc()))__popc(a)__popc(b)__popc(k)_"  # between them the grammar misses semicolons
    assert matched("L066", unended).text == unended.replace("__popc", "(int)__popc")
    assert matched("L066", made).text == made


def test_hips_counts_have_no_sign(hipcheck: Hipcheck, tmp_path: Path) -> None:
    """What L066 is for: once this fails, newer headers have mended it."""
    path = tmp_path / "plain.hip"
    path.write_text(
        "#include <hip/hip_runtime.h>\n#include <type_traits>\n"
        "template <class A> constexpr bool bare = std::is_same<A, unsigned>::value;\n"
        '__global__ void k(unsigned a) { static_assert(bare<decltype(__popc(a))>, ""); }\n'
        '__global__ void l(unsigned a) { static_assert(bare<decltype(__popcll(a))>, ""); }\n'
    )
    assert hipcheck(path, "-fsyntax-only") == (True, "")


def test_braces_compile_with_the_casts(hipcheck: Hipcheck, tmp_path: Path) -> None:
    path = tmp_path / "braces.hip"
    text = """#include <hip/hip_runtime.h>
struct P { unsigned m; int n; };
__device__ P f(unsigned a, bool c) { return {a, c ? COUNT : -COUNT}; }
__device__ int take(int2 p) { return p.x; }
__global__ void k(unsigned a, P *y) {
  P p = {1u, COUNT + 1}; int n{COUNT}, q[2] = {COUNT, 1}; unsigned u{__popc(a)};
  y[0] = p; y[1] = {u, n + q[0]}; y[2] = {.m = 0u, .n = COUNT}; y[3] = P{0u, take({COUNT, 3})};
  y[4] = f(a, u);
}
"""
    path.write_text(text.replace("COUNT", "(int)__popc(a)"))
    assert hipcheck(path, "-fsyntax-only") == (True, "")
    path.write_text(text.replace("COUNT", "__popc(a)"))
    assert not hipcheck(path, "-fsyntax-only")[0]
