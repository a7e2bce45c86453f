"""Kernels whose heads tell how many threads a block has at most."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

from hipify_py.lanes.flow.constant_folding import constant_table, declared_constants
from hipify_py.lanes.hazards.bounded_blocks import bounded_blocks
from hipify_py.source.unit import Unit

BODY = "k(int *x) { *x = __shfl_sync(~0u, *x, warpSize - 1); }"


def told(source: str) -> dict[str, int]:
    """Give the threads of each kernel's blocks."""
    unit = Unit(source.encode())
    found = bounded_blocks(unit, constant_table(unit, declared_constants(unit)))
    return {name.decode(): one.threads for name, one in found.items()}


@pytest.mark.parametrize(
    ("source", "threads"),
    [
        ("__global__ void __launch_bounds__(32) k() {}", {"k": 32}),
        ("__launch_bounds__(32, 4)\n__global__ void k() {}", {"k": 32}),
        ("constexpr int N = 32; template <int M> __global__ __launch_bounds__(N * 2) void k() {}", {"k": 64}),
        ("struct S { static __global__ void __launch_bounds__(32) k() {} };", {"k": 32}),
        ("__global__ void __launch_bounds__(32) __attribute__((noinline)) k();", {"k": 32}),
        # of several the largest
        ("#if A\n__launch_bounds__(32)\n#endif\n__launch_bounds__(64) __global__ void k();", {"k": 64}),
        ("template <int M> __global__ __launch_bounds__(M) void k() {}", {}),
        ("#define BOUND __launch_bounds__(32)\n__global__ void k() {}", {}),
        ("__device__ void __launch_bounds__(32) k() {}", {}),
    ],
)  # fmt: skip
def test_how_many(source: str, threads: dict[str, int]) -> None:
    assert told(source) == threads


@pytest.mark.parametrize(
    "head", ["__global__ void __launch_bounds__(32)", "__launch_bounds__(96) __global__ void"]
)
def test_half_of_a_wavefront_is_never_there(head: str) -> None:
    assert {"W030", "W057"} <= rules_of(native(f"{head} {BODY}\n"))
    assert rules_of(run(f"{head} {BODY}\n")) <= {"W000"}


@pytest.mark.parametrize(
    "source",
    [
        f"__global__ void __launch_bounds__(64) {BODY}",
        # a launch says more
        f"__global__ void __launch_bounds__(96) {BODY}\nvoid go(int *x) {{ k<<<1, 64>>>(x); }}",
        f"__global__ void __launch_bounds__(32) o(int *x) {{ *x = 1; }}\n__global__ void {BODY}",
    ],
)
def test_whole_wavefronts(source: str) -> None:
    assert "W057" not in rules_of(native(source + "\n"))


def test_masks_against_all_lanes() -> None:
    code = "__global__ void __launch_bounds__(32) k(int *x) { if (__ballot_sync(~0u, *x) == ~0u) *x = 1; }\n"
    assert "W062" in rules_of(native(code))
    assert "W062" not in rules_of(native(code.replace("(32)", "(64)")))


def test_rows_of_blocks_of_one_warp() -> None:
    code = (
        "__global__ void __launch_bounds__(32) k(int *p) { __shared__ int s[2][32];"
        " int (*r)[32] = s; r[1][threadIdx.x % warpSize] = p[0]; p[1] = __any_sync(~0u, r[0][0]); }\n"
    )
    assert "W061" not in rules_of(native(code))
    assert "W061" in rules_of(native(code.replace("(32)", "(64)")))
