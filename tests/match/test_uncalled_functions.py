"""Functions of the device that a file does not use."""

from __future__ import annotations

import pytest

from hipify_py.match.uncalled_functions import uncalled
from hipify_py.settings import Options
from hipify_py.source.unit import Unit

BODY = "{ while (atomicCAS(l, 0, 1)) {} }"


@pytest.mark.parametrize(
    ("source", "names"),
    [
        (f"__device__ void f(int *l) {BODY}", [b"f"]),
        (f"template <class T> __device__ T *f(int *l) {BODY}", [b"f"]),
        (
            f"struct S {{ __device__ void f(int *l) const; }}; __device__ void S::f(int *l) const {BODY}",
            [b"f"],
        ),
        (f"__device__ void f(int *l); __device__ void f(int *l) {BODY}", [b"f"]),
        (f"__device__ void f(int *l) {BODY} __global__ void k(int *l) {{ f(l); }}", []),
        (f"__device__ void f(int *l) {BODY} auto g = &f;", []),
        (f"__device__ void f(int *l) {BODY} __device__ int g(int *l) {{ return f(l); }}", []),
        (f"__device__ void f(int *l) {BODY}\n#define G f\n", []),
        ("__device__ void f(int *l) { *l = 1; }", []),
        (f"__global__ void f(int *l) {BODY}", []),
        (f"void f(int *l) {BODY}", []),
    ],
)
def test_a_name_that_only_heads_say_is_called_by_nobody(source: str, names: list[bytes]) -> None:
    assert sorted(uncalled(Unit(source.encode()), Options(path="a.cuh"))) == names


@pytest.mark.parametrize(
    ("mark", "names"),
    [("", []), ("static ", [b"f"]), ("inline ", [b"f"]), ("template <class T> ", [b"f"]), ("extern ", [])],
)
def test_other_units_may_call_what_a_source_offers(mark: str, names: list[bytes]) -> None:
    source = f"{mark}__device__ void f(int *l) {BODY}"
    assert sorted(uncalled(Unit(source.encode()), Options(path="a.cu"))) == names
