"""Kernels in blocks of 32 threads: what counts by 32 in them is right on 64 lanes, too."""

from __future__ import annotations

import pytest
from helpers.warps import native, said

KERNEL = """%s
__global__ void k(const int *in, int *out, int n) {
    __shared__ int a[32];
    const unsigned mask = __activemask();
    int v = in[blockIdx.x * 32 + threadIdx.x];
    for (int i = threadIdx.x; i < n; i += 32) { a[threadIdx.x] = v; out[i * 32] += %s; }
}
void run(const int *in, int *out, int n) { %s }
"""
ASKS = "__popc(mask)"
WITHIN = "__shfl_xor_sync(mask, v, 1, 32)"
LAUNCH = "k<<<n, 32>>>(in, out, n);"


def counted(work: str, launch: str, head: str = "") -> bool:
    return not {"W012", "W014", "W038"}.isdisjoint(said(native(KERNEL % (head, work, launch))))


@pytest.mark.parametrize("work", [ASKS, WITHIN, f"{ASKS} + {WITHIN}"])
@pytest.mark.parametrize(
    "launch",
    [
        LAUNCH,
        "k<<<n, dim3(32)>>>(in, out, n);",
        "dim3 block(32, 1); k<<<n, block>>>(in, out, n);",
        LAUNCH + " k<<<1, 16>>>(in, out, 1);",
    ],
)
def test_blocks_of_32_threads_have_no_other_lanes(work: str, launch: str) -> None:
    assert not counted(work, launch)


@pytest.mark.parametrize(
    ("work", "launch", "head"),
    [
        (ASKS, "k<<<n, 64>>>(in, out, n);", ""),
        (ASKS, "k<<<n, dim3(32, 2)>>>(in, out, n);", ""),
        (ASKS, LAUNCH + " k<<<1, 128>>>(in, out, 1);", ""),
        (ASKS, LAUNCH + " k<<<1, n>>>(in, out, 1);", ""),
        (ASKS, "", ""),
        ("__shfl_down_sync(mask, v, 1)", LAUNCH, ""),
        ("__ballot_sync(mask, v)", LAUNCH, ""),
        ("__popc(mask) * warpSize", LAUNCH, ""),
    ],
)
def test_others_are_counted(work: str, launch: str, head: str) -> None:
    assert counted(work, launch, head)


@pytest.mark.parametrize(
    ("head", "is_counted"),
    [
        ("#ifdef MANY\nconst int T = 128;\n#else\nconst int T = 32;\n#endif", True),
        ("#ifndef T\n#define T 32\n#endif", True),
        ("#ifndef U\n#define U 32\n#endif\n#define T U", True),
        ("#define T 32", False),
        ("#ifndef WARP_SIZE\n#define WARP_SIZE 32\n#endif\n#define T WARP_SIZE", False),
        ("#ifdef MANY\n#define T 32\n#else\n#define T 32\n#endif", False),
    ],
)
def test_a_number_of_threads_that_another_build_may_change(head: str, *, is_counted: bool) -> None:
    assert counted(ASKS, "k<<<n, T>>>(in, out, n);", head) == is_counted
