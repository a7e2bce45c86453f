"""Kernels of a file that others may name, and those of others of which it speaks."""

from __future__ import annotations

import pytest

from hipify_py.lanes.shared_kernels import offered, spoken_of
from hipify_py.source.unit import Unit

VOTES = "{ __ballot_sync(~0u, 1); }\n"
STARTS = "void go() { k<<<1, 32>>>(); }\n"


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("__device__ void f() " + VOTES + "__global__ void k() { f(); }\n" + STARTS, {b"f", b"k"}),
        ("static __device__ void f() " + VOTES + "__global__ void k() { f(); }\n" + STARTS, {b"k"}),
        ("namespace { __global__ void k() " + VOTES + "}\n" + STARTS, set()),
        ('extern "C" __global__ void k() ' + VOTES + STARTS, {b"k"}),
        ("__global__ void k() " + VOTES, set()),
        ("__global__ void k() {}\n" + STARTS, set()),
    ],
)
def test_what_others_may_name(source: str, names: set[bytes]) -> None:
    assert offered(Unit(source.encode())) == names


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("extern __global__ void k(int *p);", {b"k"}),
        ('extern "C" __global__ void k(int *p);', {b"k"}),
        ("void __global__ k(int *p);", {b"k"}),
        ("template <int N> __global__ void __launch_bounds__(N) k(int *p);", {b"k"}),
        ("__device__ float f(float), g(float);", {b"f", b"g"}),
        ("__device__ float table[4];", set()),
        ("__global__ void k(int *p) {}\n" + STARTS, set()),
        ("__global__ void k(int *p);\n__global__ void k(int *p) {}", set()),
        (STARTS, {b"k"}),
        ("void go() { n::k<4><<<1, 32>>>(); }", {b"k"}),
        ('void go() { cuModuleGetFunction(&f, m, "k"); puts("one two"); }', {b"k"}),
        ('void go() { puts("k"); }', set()),
    ],
)
def test_what_a_file_speaks_of(source: str, names: set[bytes]) -> None:
    assert spoken_of(Unit(source.encode())) == names
