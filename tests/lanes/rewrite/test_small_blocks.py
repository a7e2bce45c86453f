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


@pytest.mark.parametrize(
    "work",
    [
        ASKS,
        WITHIN,
        f"{ASKS} + {WITHIN}",
        "__ballot_sync(mask, v)",
        "31 - __clz(__ballot_sync(mask, v))",
        "__popc(__match_any_sync(mask, v))",
        "__shfl_up_sync(mask, v, 1)",
        "__shfl_xor_sync(mask, v, 16)",
        "__shfl_sync(mask, v, 0) + __shfl_sync(mask, v, 31)",
        "(v += __shfl_down_sync(mask, v, 16))",
    ],
)
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
        ("__shfl_xor_sync(mask, v, n)", LAUNCH, ""),
        ("__shfl_sync(mask, v, 32)", LAUNCH, ""),
        ("__ballot_sync(mask, v)", LAUNCH, "#pragma once"),
        ("__reduce_add_sync(mask, v)", LAUNCH, ""),
        ("__popc(mask) * warpSize", LAUNCH, ""),
        ("__clz(__ballot_sync(mask, v)) - 31", LAUNCH, ""),
        ("__ffs(__brev(__ballot_sync(mask, v)))", LAUNCH, ""),
        ("31 - i - __clz(__ballot_sync(mask, v))", LAUNCH, ""),
        ("__ballot_sync(mask, v) * warpSize", LAUNCH, ""),
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


EACH = """template <class F> __global__ void each(F f) { f(threadIdx.x); }
void go(const int *in, int *out, int n) {
    k<<<n, 32>>>(in, out, n);
    each<<<1, 256>>>([=] __device__(int i) { out[i] = %s; });
}
"""


@pytest.mark.parametrize(("work", "is_counted"), [("i", False), ("__ballot_sync(~0u, i & 31)", True)])
def test_a_launcher_that_hands_another_kernel_a_lambda(work: str, *, is_counted: bool) -> None:
    kernel = KERNEL.partition("void run")[0] % ("", "__ballot_sync(mask, v)")
    found = {"W012", "W014", "W038"}.intersection(said(native(kernel + EACH % work)))
    assert bool(found) == is_counted


@pytest.mark.parametrize(
    ("macro", "is_counted"), [("p##k<<<1, 256>>>(in, out, n)", True), ("p<<<1, 256>>>(in, out, n)", False)]
)
def test_a_launch_of_a_name_that_a_macro_puts_together(macro: str, *, is_counted: bool) -> None:
    assert counted(ASKS, LAUNCH, f"#define GO(p) {macro}") == is_counted


HELPERS = """
__device__ int step(int v, int d) { return v + __shfl_xor_sync(0xffffffff, v, d); }
__device__ int sum(int v) {
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    return __shfl_sync(0xffffffff, v, 0);
}
__device__ unsigned turned(unsigned m) {
    unsigned r = 0;
    for (int i = 0; i < 32; i++) r |= ((m >> i) & 1) << (31 - i);
    return r;
}
__global__ void k(int *p, int n) {
    int v = p[blockIdx.x * 32 + threadIdx.x];
    for (int i = 0; i < 32; i++) v += step(step(v, 16), 8) + sum(v);
    unsigned up = __ballot_sync(0xffffffff, v > 0);
    up = turned(up);
    p[blockIdx.x * 32 + threadIdx.x] = v + up;
}
void run(int *p, int n) { k<<<n / 32, %s>>>(p, n); }
"""


def test_functions_that_such_kernels_alone_call() -> None:
    assert {*said(native(HELPERS % "32"))} == {"W030", "W036"}
    assert {*said(native(HELPERS % "64"))} >= {"W003", "W011", "W012", "W038"}
    other = (
        HELPERS
        + "__global__ void other(int *p) { *p = sum(*p); }\nvoid go(int *p) { other<<<1, 96>>>(p); }\n"
    )
    assert {*said(native(other % "32"))} >= {"W011", "W057"}


def test_a_step_that_some_call_makes_longer() -> None:
    far = HELPERS.replace("step(v, 16)", "step(v, n)")
    assert {*said(native(far % "32"))} >= {"W012", "W038", "W057"}


def test_what_all_lanes_are_held_against_stays_told() -> None:
    held = HELPERS.replace("up = turned(up);", "if (up == 0xffffffff) return;")
    assert "W062" in said(native(held % "32"))


def test_masks_that_name_lanes_of_the_first_32() -> None:
    kernel = "__global__ void k(int *p) { *p = __shfl_sync(0xffff, *p, 0); }\n"
    some = kernel + "void run(int *p) { k<<<9, %s>>>(p); }\n"
    assert "W024" not in said(native(some % "32"))
    assert "W024" in said(native(some % "64"))
    assert "W024" in said(native("#pragma once\n" + some % "32"))
