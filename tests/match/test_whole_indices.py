"""`threadIdx` and its kin as whole values."""

from __future__ import annotations

import pytest
from helpers.matches import converted, matched

from hipify_py.match.whole_indices import own_names
from hipify_py.source.unit import Unit

THREAD = b"make_uint3(threadIdx.x, threadIdx.y, threadIdx.z)"
SIZE = b"make_uint3(blockDim.x, blockDim.y, blockDim.z)"
MADE = [
    "uint3 a = threadIdx;",
    "const uint3 &a = threadIdx;",
    "uint3 a(threadIdx);",
    "uint3 a{threadIdx};",
    "uint3 a; a = (threadIdx);",
    "s->at = threadIdx;",
    "s->all[1] = threadIdx;",
    "dim3 at; s->at = threadIdx;",
    "takes(threadIdx, 1);",
    "a = uint3(threadIdx);",
    "a = (const uint3)threadIdx;",
    "a = static_cast<uint3>(threadIdx);",
    "a = threadIdx + b;",
    "a = -threadIdx;",
]
STAYS = [
    "dim3 a = threadIdx;",
    "dim3 a(threadIdx);",
    "dim3 a; a = threadIdx;",
    "auto a = threadIdx;",
    "takes_size(threadIdx);",
    "a = dim3(threadIdx);",
    "n = sizeof(threadIdx);",
    "decltype(threadIdx) a;",
    "n = threadIdx.x + threadIdx . y;",
    "n = s->threadIdx;",
    "auto f = [&]() -> dim3 { return threadIdx; };",
]
ASKED = [
    "elsewhere(threadIdx);",
    "auto f = [&]() -> own { return threadIdx; };",
    "q = threadIdx;",
    "both(threadIdx);",
    "s->at({threadIdx, 1});",
]
AROUND = """struct S {{ uint3 at, all[2]; }};
__device__ void takes(const uint3 &a, int n); __device__ void takes_size(dim3 a);
__device__ void both(uint3 a); __device__ void both(dim3 a);
__global__ void k(S *s, Q q, int n) {{ {} }}
"""


@pytest.mark.parametrize("body", MADE)
def test_uint3_is_made(body: str) -> None:
    text, found = matched("M028", AROUND.format(body))
    assert text == AROUND.format(body).replace("threadIdx", THREAD.decode())
    assert found == []


@pytest.mark.parametrize("body", STAYS)
def test_nothing_to_make(body: str) -> None:
    assert matched("M028", AROUND.format(body)) == (AROUND.format(body), [])


@pytest.mark.parametrize("body", ASKED)
def test_reported_where_it_is_not_known(body: str) -> None:
    text, found = matched("M028", AROUND.format(body))
    assert text == AROUND.format(body)
    assert len(found) == 1


def test_sizes_become_one_in_sums_with_an_index() -> None:
    text, _ = matched("M028", AROUND.format("a = b + blockDim; a = blockDim * blockIdx;"))
    assert text.count(SIZE.decode()) == 1


def test_names_of_the_program() -> None:
    source = "void f(dim3 blockDim) { uint3 threadIdx = here(); uint3 a = threadIdx; g(threadIdx); }"
    assert matched("M028", source) == (source, [])


def test_what_stands_below_a_bracket_that_is_not_closed_is_nothing() -> None:
    source = "void g(uint3 b) { dim3 c; c = f((b); }"
    assert converted(source).text == source


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("uint3 threadIdx;", {b"threadIdx"}),
        ("void f(dim3 blockDim, const uint3 &threadIdx) {}", {b"blockDim", b"threadIdx"}),
        ("dim3 *\n* gridDim[2];", {b"gridDim"}),
        ("return threadIdx; x = blockDim; else blockIdx(1); f(gridDim); (threadIdx);", set()),
        ("threadIdx blockIdx; int threadIdx.x; int blockDim + 1; int gridDimension;", set()),
        ("#define A dim3 gridDim;\n#define blockDim (4)\n", {b"blockDim", b"gridDim"}),
    ],
)
def test_names_that_a_file_declares_itself(source: str, names: set[bytes]) -> None:
    assert own_names(Unit(source.encode())) == names
