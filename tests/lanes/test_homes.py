"""Which functions of a file are looked at for warps, and what stands in each."""

from __future__ import annotations

from helpers.matches import RULES

from hipify_py.lanes.flow.constant_folding import constant_table
from hipify_py.lanes.homes import Known, facts_of, homes_of, sure_homes, warp_works
from hipify_py.settings import Options
from hipify_py.source.unit import Unit

FILE = """
__global__ void plain(int *p) { p[threadIdx.x] = 1; }
__global__ void shuffles(int *p) { p[0] = __shfl_down_sync(~0u, p[0], 1); warpOther(p); }
__global__ void waits(volatile int *p) { while (!*p) ; __syncthreads(); }
void host() { run(); }
"""


def known(unit: Unit) -> Known:
    return Known(RULES, Options(path="a.cu"), constant_table(unit, {}), False, lambda name: name)


def test_functions_in_which_something_may_count_on_the_width() -> None:
    unit = Unit(FILE.encode())
    of = known(unit)
    works = warp_works(unit, of)
    assert [op.name for op in works] == [b"__shfl_down_sync"]
    found = homes_of(unit, of, works)
    assert [home.called for home in found if home] == [b"shuffles", b"waits"]
    ops, asm, hazards = next(parts for home, parts in found.items() if home and home.called == b"shuffles")
    assert (ops, asm, [one.message for one in hazards]) == (works, [], ["W031"])


def test_what_words_tell_before_a_function_is_read() -> None:
    unit = Unit(FILE.encode())
    found = sure_homes(unit, warp_works(unit, known(unit)))
    assert [home.called if home else b"" for home in found] == [b"", b"shuffles", b"waits"]


def test_a_file_without_any_has_none() -> None:
    unit = Unit(b"void f() { g(); }")
    assert homes_of(unit, known(unit), []) == {}


def test_only_what_may_run_on_the_device_has_values() -> None:
    unit = Unit(b"__device__ int f(volatile int v) { return v; }\nvoid g(volatile int v) { h(v); }")
    of = known(unit)
    facts = [facts_of(unit, home, parts, of) for home, parts in homes_of(unit, of, []).items()]
    assert [(one.function.called, one.values is None) for one in facts if one.function] == [
        (b"f", False),
        (b"g", True),
    ]
