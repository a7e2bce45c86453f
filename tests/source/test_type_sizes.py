"""How many bytes types have, by their names."""

from __future__ import annotations

import pytest
from helpers.warps import native

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.source.type_sizes import bits_of, is_long_long, is_unsigned, plain, size_of, whole_bits


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("char", 1),
        ("unsigned char", 1),
        ("bool", 1),
        ("short int", 2),
        ("unsigned", 4),
        ("unsigned int", 4),
        ("float", 4),
        ("std::uint32_t", 4),
        ("long", 8),
        ("unsigned long long", 8),
        ("long long int", 8),
        ("size_t", 8),
        ("double", 8),
        ("uchar4", 4),
        ("float4", 16),
        ("ulonglong2", 16),
        ("float3", None),
        ("T", None),
        ("long double", None),
        ("mask_t", None),
    ],
)
def test_sizes(name: str, size: int | None) -> None:
    assert size_of(name.encode()) == size


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("sizeof(unsigned) * 8", 32),
        ("sizeof(int) << 3", 32),
        ("CHAR_BIT * sizeof(unsigned)", 32),
        ("sizeof(int[8])", 32),
        ("sizeof(int[N])", 16),
        ("sizeof(float4) * 2", 32),
        ("sizeof(half) * 16", 32),
        ("8 * sizeof(__half2)", 32),
        ("sizeof(__nv_bfloat16) * 16", 32),
        ("sizeof(mask_t) * 8", None),
        ("sizeof(a + b)", None),
        ("sizeof(int[n])", None),
    ],
)
def test_constants_by_the_size_of_a_type(expression: str, value: int | None) -> None:
    number = ConstantTable({b"N": b"4"}).number(expression.encode())
    assert (number and number.value) == value


def test_a_width_by_the_size_of_a_type_counts_as_32() -> None:
    kernel = """constexpr int L = sizeof(unsigned) * 8;
__global__ void k(int *o) {
  const int v = __shfl_sync(0xffffffff, (int)threadIdx.x, 0);
  if (threadIdx.x % L == 0) o[threadIdx.x / L] = v;
}
"""
    assert "W012" in {one.rule for one in native(kernel).findings}


@pytest.mark.parametrize(
    ("name", "bits", "whole"),
    [
        ("int", 32, 32),
        ("unsigned char", 8, 8),
        ("long int unsigned", 64, 64),
        ("long long", 64, 64),
        ("short", 16, 16),
        ("std :: uint16_t", 16, 16),
        ("::size_t", 64, 64),
        ("const uint", 32, 32),
        ("float", 32, None),
        ("double", 64, None),
        ("bool", 8, None),
        ("long double", None, None),
        ("mine::uint32_t", None, None),
        ("int2", None, None),
        ("int *", None, None),
        ("", None, None),
    ],
)
def test_bits(name: str, bits: int | None, whole: int | None) -> None:
    assert (bits_of(name.encode()), whole_bits(name.encode())) == (bits, whole)


@pytest.mark.parametrize(
    ("name", "unsigned", "long"),
    [
        ("unsigned  long\nlong", True, True),
        ("long long int", False, True),
        ("size_t", True, False),
        ("uint64_t", True, False),
        ("char", False, False),
    ],
)
def test_signs_and_long_long(name: str, unsigned: bool, long: bool) -> None:
    assert (is_unsigned(name.encode()), is_long_long(name.encode())) == (unsigned, long)


def test_the_plain_name_of_a_type() -> None:
    assert plain(b" const  std ::\n uint32_t const") == b"uint32_t"
    assert plain(b"a::B") == b"a::B"
