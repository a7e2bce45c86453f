"""How many bytes types have, by their names."""

from __future__ import annotations

import pytest
from helpers.warps import native

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.type_sizes import size_of


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
