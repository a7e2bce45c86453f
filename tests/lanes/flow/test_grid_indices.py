"""The threads of the blocks before a thread's own."""

from __future__ import annotations

import pytest
from helpers.warps import rules_of, run

from hipify_py.lanes.flow.constant_folding import constant_table
from hipify_py.lanes.flow.grid_indices import counts_blocks
from hipify_py.source.expression_reading import expression
from hipify_py.source.unit import Unit

KERNEL = (
    "template <int NT> __global__ void k(const int *x, int *y, int n) {"
    " int i = %s, lane = i %% 32; for (; i < n + lane; i += NT * gridDim.x)"
    " y[i] = __shfl_down_sync(~0u, i < n ? x[i] : 0, 1); }\n"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"blockDim.x * blockIdx.x", True),
        (b"blockIdx.x * 128", True),
        (b"NT * blockIdx.x", True),
        (b"(int)blockIdx.x * (int)blockDim.x", True),
        (b"blockIdx.x * 48", False),
        (b"blockIdx.x * n", False),
        (b"blockIdx.y * blockDim.x", False),
        (b"blockIdx.x", False),
        (b"blockDim.x", False),
    ],
)
def test_blocks_times_threads(text: bytes, *, expected: bool) -> None:
    assert counts_blocks(expression(text), constant_table(Unit(b""), {})) is expected


@pytest.mark.parametrize("index", ["NT * blockIdx.x + threadIdx.x", "threadIdx.x + blockIdx.x * blockDim.x"])
def test_the_lane_of_an_index_in_the_grid(index: str) -> None:
    assert "W023" not in rules_of(run(KERNEL % index))


@pytest.mark.parametrize("begin", ["48 * blockIdx.x", "n", "n * blockIdx.x"])
def test_an_index_that_begins_elsewhere(begin: str) -> None:
    assert "W023" in rules_of(run(KERNEL % f"{begin} + threadIdx.x"))
