"""Barriers that lanes skip in blocks of one warp."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

SKIP = "if (j + t >= n) continue;"
BARRIER = "s[31 - t] = p[j + t]; __syncthreads(); p[j + t] = s[t];"
LOOP = "for (int j = 0; j < n - 1; j += 32) { %s }"
KERNEL = "static __global__ void k(int *p, int n) { __shared__ int s[32]; int t = threadIdx.x; %s }\n"
START = "void start(int *p, int n) { %s }\n"
LAUNCH = "k<<<1, 32>>>(p, n);"


def is_told(
    body: str = LOOP % (SKIP + BARRIER), launch: str = LAUNCH, head: str = "", more: str = ""
) -> bool:
    source = head + KERNEL % body + START % launch + more
    told = "G016" in rules_of(run(source))
    assert ("G016" in rules_of(native(source))) is told
    return told


@pytest.mark.parametrize(
    "launch",
    [
        LAUNCH,
        "k<<<n, 16>>>(p, n);",
        "k<<<1, dim3(8, 4)>>>(p, n);",
        "dim3 b(32); k<<<1, b>>>(p, n);",
        "const int b = 32; k<<<1, b>>>(p, n);",
        "if (n) k<<<1, 32>>>(p, n); else k<<<2, 8>>>(p, n);",
    ],
)
def test_blocks_of_one_warp(launch: str) -> None:
    assert not is_told(launch=launch)


@pytest.mark.parametrize(
    "launch",
    [
        "k<<<1, 64>>>(p, n);",
        "k<<<1, 33>>>(p, n);",
        "k<<<1, dim3(32, 2)>>>(p, n);",
        "k<<<1, 32>>>(p, n); k<<<1, 64>>>(p, n);",
        "k<<<1, 32>>>(p, n); k<<<1, n>>>(p, n);",
        "k<<<1, n>>>(p, n);",
        "k<<<1, n > 9 ? 16 : 32>>>(p, n);",
        "int b = 32; b = n; k<<<1, b>>>(p, n);",
        "dim3 b(32); b.x = n; k<<<1, b>>>(p, n);",
        "dim3 b(32); dim3 &c = b; c.x = 64; k<<<1, b>>>(p, n);",
        "k<<<1, 32>>>(p, n); auto f = k; f<<<1, 64>>>(p, n);",
        "k<<<1, 32>>>(p, n); cudaLaunchKernel((void *)k, 1, 64, 0, 0, 0);",
        "",
    ],
)
def test_other_blocks(launch: str) -> None:
    assert is_told(launch=launch)


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("#include <cuda_runtime.h>\n#include <cstdio>\n", False),
        ('#include "mine.h"\n', False),
        ("static __global__ void k(int *p, int n);\n#include <mine/launch.inl>\n", True),
        ('extern "C" ', True),
        ("#pragma once\n", True),
        ("#define LAUNCH(n) k##n<<<1, 64>>>\n", True),
        ("#define B 32\n", False),
    ],
)
def test_who_may_start_it(head: str, told: bool) -> None:
    assert is_told(head=head) is told


def test_what_is_included_behind_it_may_start_it() -> None:
    assert is_told(more='#include "launch.inl"\n')


@pytest.mark.parametrize(
    ("before", "behind", "told"),
    [
        ("", "", True),
        ("#include <cuda_runtime.h>\n", "", True),
        ('#include "cuda_kernels.h"\n', "", True),
        ("namespace own {\n", "}\nusing own::k;\n", True),
        ("namespace {\n", "}\n", False),
    ],
)
def test_other_files_may_start_what_they_can_name(before: str, behind: str, told: bool) -> None:
    kernel = KERNEL.removeprefix("static ") % (LOOP % (SKIP + BARRIER))
    source = before + kernel + behind + START % LAUNCH
    assert ("G016" in rules_of(run(source))) is told
    assert ("G016" in rules_of(native(source))) is told


def test_constants_are_no_numbers() -> None:
    assert is_told(launch="k<<<1, B>>>(p, n);", head="#define B 32\n")
    assert is_told(launch="", more="template <int B> void go(int *p) { k<<<1, B>>>(p, 1); }\n")


@pytest.mark.parametrize(
    "body",
    [
        LOOP % ("if (j + t >= n) { continue; }" + BARRIER),
        LOOP % (SKIP + "if (n > 3) { s[t] = 1; }" + BARRIER),
        LOOP % (SKIP.replace("j + t >= n", "n <= t + j") + BARRIER),
        "int m = n - 1; " + LOOP % (SKIP.replace("= n", "= m + 1") + BARRIER),
        LOOP % ("int i; if (j + t > 9) i = j; else { i = j + 1; }" + SKIP + BARRIER),
        LOOP % (SKIP + BARRIER + "if (n == j) break;"),
    ],
)
def test_lanes_that_skip_alone(body: str) -> None:
    assert not is_told(body)


@pytest.mark.parametrize(
    "body",
    [
        # who skips does something that others may wait for
        LOOP % ("if (j + t >= n) { s[t] = 0; continue; }" + BARRIER),
        LOOP % ("if (j + t < n) { s[t] = 0; } else continue;" + BARRIER),
        LOOP % ("s[t] = j;" + SKIP + BARRIER),
        LOOP % ("int &r = s[0]; r = j;" + SKIP + BARRIER),
        LOOP % ("int *r = s; *r = j;" + SKIP + BARRIER),
        LOOP % ("if (t == 0) s[0] = j;" + SKIP + BARRIER),
        LOOP % ("if (t == 0 && (s[0] = j) > 3) continue;" + BARRIER),
        LOOP % ("if (atomicAdd(s, 1) > t) continue;" + BARRIER),
        "for (int j = 0; j < n; s[t] = j++) { " + SKIP + BARRIER + " }",
        "for (int j = 0; j < n; j += 32) { " + SKIP + BARRIER + ' asm volatile("bar.sync 0;"); }',
        # who skips may come in a later turn
        LOOP % ("if (j + t < n) continue;" + BARRIER),
        LOOP % ("if ((j & 1) != (t & 1)) continue;" + BARRIER),
        LOOP % ("if (p[j + t] > n) continue;" + BARRIER),
        LOOP % ("int v = p[j + t]; if (v > n) continue;" + BARRIER),
        LOOP % ("int i = j; if (j > 99) i = j + 64;" + SKIP.replace("j", "i") + BARRIER),
        LOOP % (SKIP + BARRIER + "n++;"),
        LOOP % (SKIP + BARRIER + "if (s[0]) j -= 64;"),
        "for (int j = n; j > 0; j -= 32) {" + SKIP + BARRIER + "}",
        "for (int j = 0; j < n; j += p[0]) {" + SKIP + BARRIER + "}",
        # it comes to another barrier, or to none from a branch
        LOOP % (SKIP + BARRIER + "__syncthreads();"),
        LOOP % (SKIP + BARRIER) + "__syncthreads();",
        LOOP % (SKIP + "if (t < n) {" + BARRIER + "}"),
        LOOP % (SKIP + BARRIER.replace("__syncthreads()", "n += __syncthreads_count(t)")),
        # or leaves
        LOOP % (SKIP + BARRIER + "if (s[t] > t) break;"),
        LOOP % (SKIP + "if (s[t] > t) return;" + BARRIER),
        LOOP % (LOOP.replace("j", "i") % "if (t > n) goto end;" + SKIP + BARRIER + "end: n++;"),
    ],
)
def test_lanes_that_do_more(body: str) -> None:
    assert is_told(body)


def test_functions_and_blocks_as_groups() -> None:
    helper = "__device__ void f(int *p, int n, int t) { " + LOOP % (SKIP + "__syncthreads();") + " }\n"
    assert is_told("f(p, n, t);", head=helper)
    group = "auto g = cooperative_groups::this_thread_block(); " + LOOP % (SKIP + "g.sync();")
    assert is_told(group)
