"""Functions named after warps that are parameters, or members that are function objects."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

from hipify_py.lanes.hazards.handed_operators import Handed, handed_operators
from hipify_py.model import Span
from hipify_py.source.function_reading import model
from hipify_py.source.search import places
from hipify_py.source.unit import Unit

TAKING = "template <class T, class Op> __device__ T run(T v, Op %s) { return warpOp(v); }\n"
USED = "__device__ int mine(int v) { return v; }\n__device__ int warpMine(int v) { return v; }\n"
KERNEL = "__global__ void k(int *x) { x[threadIdx.x] = %s; }\n"
SHUFFLE = "[=](int v) { return __shfl_xor_sync(0xFFFFFFFF, v, 3); }"


@pytest.mark.parametrize("parameter", ["warpOp", "&&warpOp", "const &warpOp"])
@pytest.mark.parametrize("given", [SHUFFLE, "mine", "warpMine"])
def test_what_a_function_is_handed(parameter: str, given: str) -> None:
    assert remaining(TAKING % parameter + USED + KERNEL % f"run(x[0], {given})") == []


def test_what_a_function_is_handed_from_elsewhere() -> None:
    assert remaining(TAKING % "warpOp" + USED + KERNEL % "run(x[0], warpOther)") == ["W031"]
    assert remaining(TAKING % "op" + USED + KERNEL % "warpOther(x[0])") == ["W031"]


def test_a_local_name_is_handed_on() -> None:
    code = f"__global__ void k(int *x) {{ auto warpOne = {SHUFFLE}; x[0] = run(x[0], warpOne); }}\n"
    assert remaining(TAKING % "warpOp" + code) == []


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("auto f = [&](auto warpOp) { return warpOp(3); }; x[0] = f(x[1]);", []),
        ("x[0] = warpOp(3); auto f = [](int warpOp) { return warpOp; }; x[1] = f(1);", ["W031"]),
        ("int warpOp(x[0]); x[1] = warpOp;", []),
        ("unsigned (*warpOp)(int) = 0; x[0] = warpOp(3);", ["W031"]),
        ("int a = 1; return warpOp(a);", ["W031"]),
        ("x[0] = warpOp(1); x[1] = warpOp(2);", ["W031"]),
    ],
)
def test_where_a_name_is_declared(body: str, found: list[str]) -> None:
    assert remaining(f"__global__ void k(int *x) {{ {body} }}\n") == found


def test_a_member_is_a_function_object() -> None:
    made = "template <class F> struct Red { F warpSum; __device__ int run(int v) { return warpSum(v); } };\n"
    use = f"__global__ void k(int *x) {{ auto f = {SHUFFLE}; Red<decltype(f)> r{{f}}; *x = r.run(*x); }}\n"
    assert remaining(made + use) == []
    assert remaining(made.replace("F warpSum;", "F f;") + use) == ["W031"]


def test_no_model_is_made_of_a_function_that_only_calls_a_name_again_and_again() -> None:
    code = b"void run() { warpOp<1>(a); x = warpOp(b); if (c) { warpOp(d); } }\n"
    unit = Unit(code + b"void g() { f = warpOp; warpOp(1); }")
    at = [Span(one, one + 6) for one in places(unit.code, b"warpOp")]
    assert handed_operators(unit, [*at[:3], at[4]]) == Handed(frozenset(), ())
    assert [of.called for (of,) in unit.facts[model]] == [b"g"]
