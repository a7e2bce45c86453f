"""Of what the expressions of a function are multiples."""

from __future__ import annotations

from time import process_time

import pytest
from helpers.sources import function_at

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.lanes.hazards.multiples import Factors
from hipify_py.lanes.hazards.products import Multiple
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit

KERNEL = b"""template <int F> __global__ void k(int n, int m) {
    int lane = threadIdx.x & 31, per = 4 * F;
    m += 32;
}
"""


def multiple(text: str) -> Multiple:
    unit = Unit(KERNEL)
    function = function_at(unit, b"lane")
    values = LazyValues(unit, function, ConstantTable({}))
    at = KERNEL.index(b"m +=")
    return Factors(unit, model(unit, function), values, 32).multiple(expression(text.encode()), at)


@pytest.mark.parametrize(
    ("text", "number", "factors"),
    [
        ("32", 32, []),
        ("n", 1, ["n"]),
        ("m", 1, []),  # it is changed
        ("per * 8", 32, ["F"]),
        ("n * 32 + F * 8", 8, []),
        ("(n + 31) / 32 * 32", 32, []),
        ("(n + 31) & ~31", 32, []),
        ("(n + blockDim.x - 1) & ~(blockDim.x - 1)", 32, []),
        ("n & ~(unsigned)(blockDim.x - 1)", 32, []),
        ("n & -blockDim.x", 32, []),
        ("n & -64", 64, []),
        ("n & ~63u", 64, []),
        ("n & -(per * 8)", 32, []),
        ("n & ~(96 * per - 1)", 128, []),
        ("n & ~blockDim.x", 1, []),
        ("n & -(blockDim.x - 1)", 1, []),
        ("n & (blockDim.x - 1)", 1, []),
        ("n & ~(blockDim.y - 1)", 1, []),
        ("n & ~(n - 1)", 1, []),
        ("n & -m", 1, []),
        ("n | ~(blockDim.x - 1)", 1, []),
        ("n - n % 32", 32, []),
        ("m - m % 32", 1, []),
        ("n << 5", 32, ["n"]),
        ("64 * n >> 1", 32, ["n"]),
        ("n / 2", 1, []),
        ("blockDim.x * 2", 64, ["blockDim.x"]),
        ("warpSize", 32, ["warpSize"]),
    ],
)
def test_what_an_expression_is_a_multiple_of(text: str, number: int, factors: list[str]) -> None:
    assert multiple(text) == Multiple(number, tuple(one.encode() for one in factors))


def test_names_that_are_made_of_each_other_are_each_read_once() -> None:
    made = "".join(f"int a{n + 1} = {' + '.join([f'a{n} * 2'] * 16)}; " for n in range(5))
    unit = Unit(f"__global__ void k(int n) {{ int a0 = n; {made} here(); }}".encode())
    at = unit.code.index(b"here")
    of, begun = model(unit, function_at(unit, b"here")), process_time()
    found = Factors(unit, of, LazyValues(unit, of.function, ConstantTable({})), 32)
    assert found.multiple(expression(b"a5"), at) == Multiple(2**5, (b"n",))
    assert process_time() - begun < 2
