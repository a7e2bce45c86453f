"""What lambdas capture under names of their own."""

from __future__ import annotations

import pytest
from helpers.warps import broken, native

from hipify_py.source.function_reading import model
from hipify_py.source.functions import written_functions
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("captures", "found"),
    [
        ("i = threadIdx.x", {"i": "threadIdx.x"}),
        ("i = n & 31, &r = x[0], n", {"i": "n & 31", "r": "x[0]"}),
        ("=, i = n", {"i": "n"}),
        ("&", {}),
        ("n = n", {}),
        ("n = n + 1", {}),
    ],
)
def test_what_is_declared(captures: str, found: dict[str, str]) -> None:
    unit = Unit(
        f"__global__ void k(int *x, int n) {{ auto f = [{captures}](int j) {{ return j; }}; }}".encode()
    )
    made = [one for one in model(unit, written_functions(unit)[0]).declarations if one.kind == "local"]
    named = {one.name.decode(): unit.code[slice(*one.value)].decode() for one in made if one.value}
    assert {name: value for name, value in named.items() if name != "f"} == found


@pytest.mark.parametrize(
    ("split", "told"),
    [("t & 31u", {"W012"}), ("t >> 5", {"W012"}), ("t % warpSize", set()), ("t & 7", set())],
)
def test_an_index_that_a_lambda_captures_is_split(split: str, told: set[str]) -> None:
    source = (
        f"__global__ void k(int *x) {{ auto part = [t = threadIdx.x] {{ return {split}; }};"
        " unsigned m = __ballot_sync(~0u, x[threadIdx.x]); x[part()] = __popc(m); }"
    )
    assert broken(native(source)) == told
