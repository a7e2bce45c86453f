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
    unit = Unit(source.replace("H(", "__global__ void __launch_bounds__(").encode())
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
        ("H(32) k(int *) {}\nH(64) k(float *) {}", {"k": 64}),
        ("H(32) k(int *) {}\nnamespace o { __global__ void k(int *) {} }", {}),
        ("template <int N> __global__ void k() {}\ntemplate <> H(32) k<1>() {}", {}),
        ("template <int M> __global__ void k() { M; }\ntemplate <> H(32) o<1>() {}", {"o": 32}),
        # in some builds alone
        ("#if A\n__launch_bounds__(32)\n#endif\n__launch_bounds__(64) __global__ void k();", {}),
        ("__global__\n#if A\n__launch_bounds__(32)\n#endif\nvoid k() {}", {}),
        ("#if A\nH(32) k()\n#else\n__global__ void k()\n#endif\n{}", {}),
        ("#if A\nH(32) k() {}\n#else\nH(96) k() {}\n#endif", {"k": 96}),
        ("#ifndef T\n#define T 32\n#endif\nH(T) k() {}", {}),
        ("#define T 32\nH(T) k() {}", {"k": 32}),
        # what a template takes is no constant of its name
        ("const int N = 32;\ntemplate <int N> H(N) k() {}", {}),
        ("void h() { constexpr int N = 32; }\ntemplate <int N> H(N) k() {}", {}),
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
        # or may
        f"__global__ void __launch_bounds__(96) {BODY}\nauto p = &k;",
        f"__global__ void __launch_bounds__(96) {BODY}\nvoid go() {{ cudaLaunchKernel(k, 1, 64, 0, 0, 0); }}",
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


LEADER = (
    "int lane = threadIdx.x % warpSize, b = 0; if (lane == 0) b = atomicAdd(x, 32);"
    " b = __shfl_sync(~0u, b, 0); x[b + lane] = 1;"
)
OTHER = "namespace o {{ __global__ void {} k(int *x) {{ *x = 1; }} }}\n"


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ("x[0] = 1u << threadIdx.x; x[1] = __any_sync(~0u, x[2]);", "W053"),
        (LEADER, "W012"),
        ("__shared__ int s[32]; if (threadIdx.x < warpSize) s[threadIdx.x] = x[0]; x[1] = s[0];", "W061"),
    ],
)
def test_a_kernel_of_the_same_name(body: str, rule: str) -> None:
    code = f"__global__ void k(int *x) {{ {body} }}\nvoid go(int *x) {{ k<<<4, 256>>>(x); }}\n"
    for bound in ("", "__launch_bounds__(32)"):
        assert rule in rules_of(native(OTHER.format(bound) + code))
    assert rule not in rules_of(native(code.replace("256", "32")))


def test_a_bound_is_the_most() -> None:
    result = native(f"__global__ void __launch_bounds__(96) {BODY}\n")
    (found,) = [one for one in result.findings if one.rule == "W030"]
    assert "blocks of up to 96 threads" in found.message
