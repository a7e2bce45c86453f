"""What is asked of the names of one function at a place."""

from __future__ import annotations

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.held_values import Hints
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.lanes.flow.lattice import THREAD_INDEX
from hipify_py.source.function_reading import names
from hipify_py.source.functions import functions
from hipify_py.source.unit import Unit

WIDTH = ConstantTable({b"W": b"32"})


def test_hints_count_until_they_are_told_not_to() -> None:
    hints = Hints()
    assert hints.take(b"lane")
    hints.count = False
    assert not hints.take(b"warp")
    assert hints.names == {b"lane", b"warp"}


def test_values_say_of_which_file_they_are() -> None:
    unit = Unit(b"__global__ void k(int n) { use(n); }")
    values = LazyValues(unit, functions(unit, [unit.code.index(b"use")])[unit.code.index(b"use")], WIDTH)
    assert (values().unit, values().constants) == (unit, WIDTH)


def test_what_names_nothing_of_the_function_does_not_have_it_followed() -> None:
    unit = Unit(b"__global__ void k(int n) { int t = threadIdx.x; use(t); }")
    at = unit.code.index(b"use")
    values = LazyValues(unit, functions(unit, [at])[at], WIDTH)
    known = values.at(at)
    assert [known.level(one) for one in (b"threadIdx.x / 32", b"threadIdx.x", b"blockIdx.x + 4")] == [
        "warp",
        "lane",
        "uniform",
    ]
    assert known.later is not None
    assert values.at(at).later is not None
    assert (
        known.level(b"t / W"),
        known.indices(b"t"),
        known.at(at, names(unit, values.function)).level(b"t"),
    ) == (
        "warp",
        THREAD_INDEX,
        "lane",
    )
    assert values.at(at).later is None


def test_a_name_of_cudas_that_the_function_declares_is_its_own() -> None:
    unit = Unit(b"__device__ int k(int n) { int threadIdx = n; use(threadIdx); }")
    at = unit.code.index(b"use")
    values = LazyValues(unit, functions(unit, [at])[at], WIDTH)
    assert values.at(at).level(b"threadIdx") == "uniform"
