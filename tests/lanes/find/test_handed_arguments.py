"""What all calls of a function hand it for a parameter."""

from __future__ import annotations

import pytest

from hipify_py.lanes.find.handed_arguments import handed
from hipify_py.source.functions import functions, written_functions
from hipify_py.source.unit import Unit

TAKER = "template <class G> __device__ int f(G g, int p) { return g.any(p); }\n"


def given(code: str, name: str = "g") -> list[str]:
    unit = Unit((TAKER + code).encode())
    taker = next(one for one in written_functions(unit) if one.called == b"f")
    return [unit.source[slice(*one)].decode() for one, _ in handed(unit, taker, name.encode())]


def test_the_arguments_of_all_calls() -> None:
    code = "__global__ void k(int *x) { x[0] = f(a, 1); x[1] = f<T>(b(2), x[0]); }"
    assert given(code) == ["a", "b(2)"]
    assert given(code, "p") == ["1", "x[0]"]


@pytest.mark.parametrize(
    "code",
    [
        "",
        "__global__ void k(int *x) { x[0] = f(a, 1); }\nauto h = f<int>;\n",
        "__global__ void k(int *x) { x[0] = f(a, 1); auto h = f<int>; }\n",
        "__device__ int f(int v) { return v; }\n__global__ void k(int *x) { x[0] = f(a, 1); }\n",
        "__global__ void k(int *x) {" + " x[0] = f(a, 1);" * 40 + " }\n",
    ],
)
def test_calls_that_are_not_all_known(code: str) -> None:
    assert given(code) == []


def test_a_name_that_is_no_parameter() -> None:
    assert given("__global__ void k(int *x) { x[0] = f(a, 1); }", "q") == []


def test_a_declaration_is_no_call() -> None:
    declared = "struct S { __device__ int h(int q); };\n"
    calls = "__device__ int S::h(int q) { return q; }\n__global__ void k(S s, int *x) { x[0] = s.h(7); }\n"
    unit = Unit((declared + calls).encode())
    at = unit.code.index(b"return q")
    taker = functions(unit, [at])[at]
    assert [unit.source[slice(*one)] for one, _ in handed(unit, taker, b"q")] == [b"7"]
