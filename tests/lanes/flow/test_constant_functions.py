"""What a file names that gives constants: functions and macros that take numbers, and names of types."""

from __future__ import annotations

import pytest
from helpers.warps import native

from hipify_py.lanes.find.open_types import type_aliases
from hipify_py.lanes.flow.constant_folding import constant_table, declared_constants
from hipify_py.lanes.flow.constant_functions import constant_functions
from hipify_py.source.unit import Unit

SOURCE = b"""
#define POW2(n) (1 << (n))
#define TWICE(n) ((n) * 2)
constexpr int pow2(int n) { return n ? 2 * pow2(n - 1) : 1; }
__host__ __device__ constexpr unsigned up(unsigned n, int by) { if (by <= 0) return n;
  return up(n * 2, by - 1); }
constexpr auto clip(int n) { if (n < 8) { return 8; } else if (n > 32) { return 32; } else { return n; } }
constexpr int chain(int n) { return pow2(n) - BASE; }
constexpr unsigned char narrow(int n) { return n; }
constexpr int for_ever(int n) { return for_ever(n + 1); }
constexpr int many(int n) { return n < 2 ? 1 : many(n - 1) + many(n - 2); }
constexpr int summed(int n) { int s = 0; for (int i = 0; i < n; ++i) s += i; return s; }
constexpr float real(int n) { return n; }
template <int N> constexpr int scaled(int n) { return n * N; }
constexpr int both(int n) { return n; }
constexpr int both(long n) { return n + 1; }
int plain(int n) { return n; }
constexpr int BASE = 32, N = 2;
typedef unsigned mask_t;
using lanes_t = mask_t;
using wide_t = unsigned long long;
typedef int twice; typedef long twice;
using Width = std::integral_constant<int, 32>;
struct Derived : std::integral_constant<unsigned, 16 * N> {};
using Limits = std::numeric_limits<mask_t>;
"""


def _worth(expression: str) -> int | None:
    unit = Unit(SOURCE)
    number = constant_table(unit, declared_constants(unit)).number(expression.encode())
    return number.value if number else None


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("pow2(5)", 32),
        ("ns::pow2(2 + 3) - 1", 31),
        ("pow2(pow2(2) + 1)", 32),
        ("POW2(5)", 32),
        ("TWICE(POW2(4))", 32),
        ("up(1, 5)", 32),
        ("clip(3) + clip(100) + clip(9)", 49),
        ("chain(6)", 32),
        ("for_ever(1)", None),
        ("many(6)", 13),
        ("many(30)", None),
        ("summed(3)", None),
        ("real(3)", None),
        ("scaled<3>(3)", None),
        ("both(3)", None),
        ("plain(3)", None),
        ("pow2(x)", None),
        ("pow2()", None),
        ("pow2(1, 2)", None),
        ("s.pow2(5)", None),
    ],
)
def test_functions_and_macros(expression: str, value: int | None) -> None:
    assert _worth(expression) == value


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("sizeof(mask_t) * 8", 32),
        ("8 * sizeof(lanes_t)", 32),
        ("sizeof(wide_t) << 3", 64),
        ("sizeof(mask_t[8])", 32),
        ("sizeof(twice)", None),
        ("(wide_t)1 << 40", 2**40),
        ("std::integral_constant<int, 32>::value", 32),
        ("std::integral_constant<mask_t, -1>::value", 2**32 - 1),
        ("integral_constant<std::size_t, BASE>::value / 2", 16),
        ("Width::value", 32),
        ("std::integral_constant<int, 32>{}", 32),
        ("std::integral_constant<int, BASE>() / 2", 16),
        ("std::integral_constant<int, 32>{}()", 32),
        ("std::integral_constant<int, 32>{}.value", 32),
        ("Width{} - 1", 31),
        ("Width()", 32),
        ("ns::Derived{}", 32),
        ("Limits{}", None),
        ("Unknown{}", None),
        ("Width{}.other", None),
        ("ns::Derived::value - 1", 31),
        ("std::numeric_limits<unsigned>::digits", 32),
        ("std::numeric_limits<int>::digits", 31),
        ("numeric_limits<uint64_t>::digits", 64),
        ("std::numeric_limits<unsigned char>::digits", 8),
        ("Limits::digits", 32),
        ("std::numeric_limits<float>::digits", None),
        ("std::numeric_limits<T>::digits", None),
        ("Width::other", None),
        ("Unknown::value", None),
    ],
)
def test_types(expression: str, value: int | None) -> None:
    assert _worth(expression) == value


def test_what_is_known_by_name() -> None:
    unit = Unit(SOURCE)
    assert sorted(constant_functions(unit)) == [
        b"POW2",
        b"TWICE",
        b"chain",
        b"clip",
        b"for_ever",
        b"many",
        b"pow2",
        b"up",
    ]
    assert sorted(type_aliases(unit)) == [b"Derived", b"Limits", b"Width", b"lanes_t", b"mask_t", b"wide_t"]


def test_types_in_a_circle_have_no_size() -> None:
    unit = Unit(b"using a = b; using b = a;")
    assert constant_table(unit, {}).number(b"sizeof(a)") is None


WIDTHS = [
    "std::integral_constant<int, 32>::value",
    "Width::value",
    "std::integral_constant<int, 32>{}",
    "Width{}",
    "Width()",
    "width",
    "width.value",
    "named()",
    "std::numeric_limits<unsigned>::digits",
    "sizeof(mask_t) * 8",
    "pow2(5)",
    "POW2(5)",
]
HEAD = """#define POW2(n) (1 << (n))
typedef unsigned mask_t;
using Width = std::integral_constant<int, 32>;
constexpr auto width = Width{};
constexpr std::integral_constant<int, 32> named{};
constexpr int pow2(int n) { return n ? 2 * pow2(n - 1) : 1; }
"""
KERNEL = """__global__ void k(int *o) {
  int v = threadIdx.x;
  for (int d = 1; d < %s; d *= 2) v += __shfl_xor_sync(0xffffffff, v, d);
  if (threadIdx.x %% (%s) == 0) o[threadIdx.x / (%s)] = v;
}
"""


def _counted(source: str) -> int:
    """Count the places that count by the width of a warp."""
    return sum(1 + len(one.related) for one in native(source).findings if one.rule == "W012")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("named", [False, True])
def test_each_counts_as_the_width_of_a_warp(width: str, named: bool) -> None:
    head = f"constexpr int L = {width};\n" if named else ""
    source = HEAD + head + KERNEL % ((("L" if named else width),) * 3)
    assert _counted(source) == 3


@pytest.mark.parametrize("width", ["pow2(4)", "sizeof(mask_t)", "std::integral_constant<int, 16>::value"])
def test_another_number_does_not(width: str) -> None:
    source = HEAD + KERNEL % ((width,) * 3)
    assert _counted(source) == 0
