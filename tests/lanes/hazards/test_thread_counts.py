"""Shifts by the index of a thread in its block."""

from __future__ import annotations

import pytest
from helpers.warps import remaining, wide_counts

KERNEL = """
#define BITS 32
__global__ void k(const int *p, unsigned *out, unsigned long long w, int n) {
  unsigned m = __ballot_sync(~0u, p[threadIdx.x]), v = 0; int tid = threadIdx.x; %s out[tid] = v; }
void go(const int *p, unsigned *out) { %s }
"""
LAUNCH = "k<<<1, 128>>>(p, out, 0, 9);"
FAR = ["up to 127 in blocks of 128 threads"]
FIRST = ["32 in thread 0"]


def said(code: str, launch: str = "") -> list[str]:
    return wide_counts(KERNEL % (code, launch), b"k")


@pytest.mark.parametrize(
    "code",
    [
        "v = m << (32 - threadIdx.x);",
        "v = m >> (32 - tid);",
        "v = __clz(~(m << (BITS - tid)));",
        "int back = 32 - threadIdx.x; v = m << back;",
        "unsigned tx = threadIdx.x; v = m << (warpSize - tx);",
    ],
)
def test_what_is_left_behind_a_thread(code: str) -> None:
    assert said(code) == said(code, "k<<<1, 32>>>(p, out, 0, 9);") == FIRST


@pytest.mark.parametrize(
    "code",
    [
        "if (tid > 0) v = m << (32 - tid);",
        "v = threadIdx.x ? m << (32 - threadIdx.x) : 0;",
        "v = m << (31 - tid) << 1;",
        "v = m << (32 - tid - 1);",
        "v = m << (32 - (tid + 1));",
        "v = m << (32 - threadIdx.y);",
        "v = m << tid | m >> (32 - tid);",
        "w = w << (32 - tid);",
        "auto left = [=](unsigned a, int tx) { return a << (32 - tx); }; v = left(m, tid);",
        "tid += n; v = m << (32 - tid);",
    ],
)
def test_what_is_left_is_less_or_asked_for(code: str) -> None:
    assert said(code) == []


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("threadIdx.x", 1),
        ("threadIdx.x % 32", 1),
        ("threadIdx.x + 1", 0),
        ("n", 0),
    ],
)
def test_a_function_is_passed_a_thread(given: str, told: int) -> None:
    helper = "__device__ unsigned f(unsigned m, unsigned tx) { return m << (32 - tx); }\n"
    source = helper + KERNEL % (f"v = f(m, {given});", "")
    for name in ("tx", "at"):  # what is passed tells it, and not a name
        expected = ["32 in lane 0"] if "%" in given else FIRST
        assert wide_counts(source.replace("tx", name), b"f") == expected * told
    assert wide_counts(helper, b"f") == FIRST
    assert wide_counts(helper.replace("tx", "at"), b"f") == []


@pytest.mark.parametrize(
    "code",
    [
        "v = __popc(m & ((1u << threadIdx.x) - 1));",
        "v = (1u << tid) >> 1;",
        "if (tid < 64) v = m >> tid & 1;",
        "if (64 >= tid) v = m >> tid & 1;",
        "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return; v = m >> threadIdx.x & 1;",
        "if (blockIdx.x * blockDim.x + threadIdx.x < n) v = m >> threadIdx.x & 1;",
        "if (m) v = 1u << tid;",
    ],
)
def test_a_bit_for_each_thread_of_a_block(code: str) -> None:
    assert said(code, LAUNCH) == FAR


@pytest.mark.parametrize(
    "code",
    [
        "if (tid < 32) v = 1u << tid;",
        "if (threadIdx.x >= BITS) return; v = 1u << threadIdx.x;",
        "if (tid < n) v = 1u << tid;",
        "bool some = tid < 16; if (some) v = 1u << tid;",
        "int warp = threadIdx.x / 32; if (warp == 0) v = 1u << threadIdx.x;",
        "if (threadIdx.x / 32 == 0) v = 1u << threadIdx.x;",
        "int bit = 1u << tid; if (tid < 32) v = bit;",
        "v = 1u << (tid & 31);",
        "w = 1ull << (tid & 63);",
        "for (int i = threadIdx.x; i < 32; i += blockDim.x) v |= 1u << i;",
        "tid &= 31; v = 1u << tid;",
        "v = 1u << threadIdx.y;",
    ],
)
def test_a_bit_for_some_threads(code: str) -> None:
    assert said(code, LAUNCH) == []


@pytest.mark.parametrize(
    ("launch", "threads"),
    [
        ("k<<<1, 64>>>(p, out, 0, 9);", 64),
        ("k<<<1, dim3(128, 2)>>>(p, out, 0, 9);", 128),
        ("dim3 block(256, 2); k<<<1, block>>>(p, out, 0, 9);", 256),
        ("const int threads = 96; k<<<1, threads>>>(p, out, 0, 9);", 96),
        ("k<<<1, 32>>>(p, out, 0, 9); k<<<1, {512, 1}>>>(p, out, 0, 9);", 512),
        ("k<<<1, 32>>>(p, out, 0, 9);", 0),
        ("k<<<1, dim3(32, 8)>>>(p, out, 0, 9);", 0),
        ("dim3 block(32, 8); k<<<1, block>>>(p, out, 0, 9);", 0),
        ("int threads = 64; threads = 32; k<<<1, threads>>>(p, out, 0, 9);", 0),
        ("other<<<1, 256>>>(p, out);", 0),
        ("", 0),
    ],
)
def test_only_where_blocks_are_told_to_have_more(launch: str, threads: int) -> None:
    expected = [f"up to {threads - 1} in blocks of {threads} threads"] if threads else []
    assert said("v = 1u << threadIdx.x;", launch) == expected


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("v = f(m, threadIdx.x) + f(m, threadIdx.x - 1) + f(m, 32);", FIRST),
        ("v = f(m, threadIdx.x - 1);", []),
        ("v = threadIdx.x ? f(m, threadIdx.x) : 0;", []),
    ],
)
def test_one_call_of_several_tells(code: str, told: list[str]) -> None:
    helper = "__device__ unsigned f(unsigned m, unsigned tx) { return m << (32 - tx); }\n"
    assert wide_counts(helper + KERNEL % (code, ""), b"f") == told


def test_a_function_that_the_kernel_calls() -> None:
    helper = "__device__ unsigned f(unsigned m, unsigned tid) { return m >> tid & 1; }\n"
    source = helper + KERNEL % ("v = f(m, threadIdx.x);", LAUNCH)
    assert wide_counts(source, b"f") == FAR
    assert wide_counts(source.replace("128", "32"), b"f") == []
    assert wide_counts(source.replace("m, threadIdx.x", "m, threadIdx.x & 31"), b"f") == []


def test_a_file_is_told() -> None:
    assert remaining(KERNEL % ("v = 1u << threadIdx.x;", LAUNCH)) == ["W053"]
    assert remaining(KERNEL % ("v = 1u << tid;", LAUNCH)) == ["W053"]
    assert remaining(KERNEL % ("v = m << (32 - threadIdx.x);", "")) == ["W053"]
    assert remaining(KERNEL % ("v = 1u << tid;", LAUNCH.replace("128", "32"))) == []
