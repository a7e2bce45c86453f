"""Products and lowest bits: functions on integers that have other types in HIP."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched

from hipify_py.settings import Options

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

GIVEN = "unsigned a, uint b, int n, float f, size_t z, short s, float *at, V v"
TELLS = [
    "f = PRODUCT;",
    "z = PRODUCT + n;",
    "f = (PRODUCT - n) * 0.5f;",
    "n = PRODUCT / n;",
    "n = PRODUCT >> 3;",
    "n = PRODUCT > n;",
    "n /= PRODUCT;",
    "g(PRODUCT);",
    "at[PRODUCT] = 0;",
    "auto c = PRODUCT;",
    "f = (float)PRODUCT;",
    "v.x = PRODUCT;",
    "if (PRODUCT < n) f = 1;",
    "n = (n ? PRODUCT : n) / 3;",
    "z = n ? PRODUCT : z;",
]
SAME = [
    "n = PRODUCT;",
    "unsigned d = PRODUCT - n;",
    "b += PRODUCT * 2 + threadIdx.x;",
    "s = PRODUCT;",
    "f = PRODUCT + a;",
    "f = blockIdx.x * PRODUCT;",
    "n = PRODUCT / a;",
    "n = PRODUCT == n;",
    "n = -(PRODUCT << 3);",
    "n = 1 << PRODUCT;",
    "n = (int)PRODUCT;",
    "n = __umul24(PRODUCT, b);",
    "if (PRODUCT && n) f = 1;",
    "if (PRODUCT) f = 1;",
    "n = PRODUCT ? 1 : 2;",
    "n = n ? PRODUCT : 2;",
    "f = n ? a : PRODUCT;",
    "n = !PRODUCT;",
    "PRODUCT;",
]


def source(use: str, product: str) -> str:
    return f"__device__ void fn({GIVEN}) {{ {use.replace('PRODUCT', product)} }}"


@pytest.mark.parametrize("use", TELLS)
def test_a_product_whose_sign_tells_gets_a_cast(use: str) -> None:
    made = matched("L068", source(use, "__umul24(a, n)"))
    assert (made.text, made.said) == (source(use, "(unsigned)__umul24(a, n)"), [])
    assert matched("L068", made.text) == made


@pytest.mark.parametrize("use", SAME)
def test_a_product_of_which_32_bits_are_taken_stays(use: str) -> None:
    given = source(use, "__umul24(a, n)")
    assert matched("L068", given) == (given, [])


@pytest.mark.parametrize(
    ("head", "same"),
    [("uint", True), ("__device__ int", True), ("float", False), ("unsigned long long", False)],
)
def test_what_a_function_returns_decides(head: str, *, same: bool) -> None:
    given = f"{head} f(unsigned a) {{ return __umul24(a, 3); }}"
    cast = given.replace("__umul24", "(unsigned)__umul24")
    assert matched("L068", given).text == (given if same else cast)


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        ("__ffs(z)", "(int)(z)"),
        ("__ffs(l & -l)", "(int)(l & -l)"),
        ("__ffs(f)", "(int)(f)"),
        ("__ffsll(n)", "(long long)(n)"),
        ("__ffsll(/* low */ b)", "(long long)(/* low */ b)"),
        ("__ffsll(n ? s : b)", "(long long)(n ? s : b)"),
        ("__ffsll(v.x)", "(long long)(v.x)"),
    ],
)
def test_an_argument_of_another_type_is_cast_as_cuda_does(call: str, argument: str) -> None:
    given = f"__device__ int fn({GIVEN}, long l) {{ return {call}; }}"
    name = call.partition("(")[0]
    assert matched("L069", given) == (given.replace(call, f"{name}({argument})"), [])


@pytest.mark.parametrize(
    "call",
    [
        "__ffs(n)",
        "__ffs(b)",
        "__ffs(s)",
        "__ffsll(u)",
        "__ffsll(x)",
        "__ffs(v.x)",
        "__ffs(v)",
    ],
)
def test_an_argument_that_fits_or_is_not_seen_stays(call: str) -> None:
    given = f"__device__ int fn({GIVEN}, unsigned long long u, long long x) {{ return {call}; }}"
    assert matched("L069", given) == (given, [])


CLASS = """
template <class T> struct Block {
  uint64_t *bits, word, fixed[4]; uint32_t *half; T held;
  __device__ int low(int h) { return USE; }
};
"""


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        ("__ffsll(bits[h])", "(long long)(bits[h])"),
        ("__ffsll(this->bits[h])", "(long long)(this->bits[h])"),
        ("__ffsll(bits[h] & ~1ull)", "(long long)(bits[h] & ~1ull)"),
        ("__ffsll(*bits)", "(long long)(*bits)"),
        ("__ffsll(held)", "(long long)(held)"),
        ("__ffs(word)", "(int)(word)"),
        ("__ffs(bits[h])", "(int)(bits[h])"),
        ("__ffs(this->fixed[0])", "(int)(this->fixed[0])"),
        ("__ffs(half[h])", "half[h]"),
        ("__ffs(held)", "held"),
    ],
)
def test_elements_of_members_are_seen_and_what_is_not_seen_is_cast_to_the_wide_type(
    call: str, argument: str
) -> None:
    given = CLASS.replace("USE", call)
    after = given.replace(call, f"{call.partition('(')[0]}({argument})")
    assert matched("L069", given) == (after, [])
    assert matched("L069", after) == (after, [])


def test_the_lowest_bit_of_a_wide_mask_is_left_to_the_warp_analysis() -> None:
    given = "__device__ int f(int p) { unsigned long long m = __ballot_sync(~0u, p); return __ffs(m); }"
    made = [matched("L069", given, Options(warp=warp)).text for warp in ("32", "native")]
    assert ["__ffs((int)(m))" in text for text in made] == [True, False]


def test_a_cast_stands_before_the_global_scope() -> None:
    given = "__device__ void f(float *p, unsigned a) { p[0] = ::__umul24(a, a); }"
    assert "= (unsigned)::__umul24(a, a)" in matched("L068", given).text
    counted = "__device__ void f(float *p, unsigned a) { p[0] = ::__popc(a) - 4; }"
    assert "= (int)::__popc(a) - 4" in matched("L066", counted).text


@pytest.mark.compiler
def test_what_comes_out_compiles(hipcheck: Hipcheck, tmp_path: Path) -> None:
    uses = "".join(use.replace("PRODUCT", "__umul24(a, n)") for use in [*TELLS, *SAME])
    given = "#include <cstdint>\nstruct V { int x; };\nstruct Bits { uint64_t *at; };\n"
    given += "__device__ void g(unsigned) {}\n"
    given += f"__device__ void fn({GIVEN}) {{ {uses} }}\n"
    given += "__device__ int l(size_t z, long y, int n, unsigned char c) {\n"
    given += "  uint64_t many[2] = {z, z}; Bits s{many};\n"
    given += (
        "  return __ffsll(many[1]) + __ffsll(s.at[y]) + __ffs(s.at[y]) + __ffs(z) + __ffs(y) + __ffs(n)\n"
    )
    given += "    + __ffsll(n) + __ffsll(c) + __ffsll(y);\n}\n"
    made = matched("L069", matched("L068", given).text).text
    file = tmp_path / "a.hip"
    file.write_text("#include <hip/hip_runtime.h>\n" + made)
    assert hipcheck(file) == (True, "")
