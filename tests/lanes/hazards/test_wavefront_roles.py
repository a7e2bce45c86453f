"""Barriers in the branches of roles: whether no wavefront has threads of two of them."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = (
    "__global__ void k(int *p, int n, int m) { int t = threadIdx.x, u = threadIdx.x %% 128; if (%s)"
    " { p[u] = 1; __syncthreads(); } else { __syncthreads(); p[u] = 2; } }\n"
)
RUN = "void run(int *p) { k<<<4, 256>>>(p, 1, 2); }\n"


@pytest.mark.parametrize(
    "asked",
    [
        "threadIdx.x < 128",
        "t < 64",
        "t >= 128",
        "64 <= t",
        "t <= 127",
        "t > 63",
        "t / 64 == 1",
        "threadIdx.x / 128 != 0",
    ],
)
def test_whole_wavefronts(asked: str) -> None:
    assert remaining(KERNEL % asked + RUN) == []


@pytest.mark.parametrize(
    "path",
    [
        '#include "k.cuh"',
        "#include <k/k.h>",
        "// k",
        'const char *s = "k";',
        "#if __has_include(<k.h>)\n#endif",
    ],
)
def test_a_header_of_the_kernels_name(path: str) -> None:
    assert remaining(path + "\n" + KERNEL % "t < 64" + RUN) == []


@pytest.mark.parametrize(
    "asked",
    [
        "t < 32",
        "t < 96",
        "t <= 128",
        "t > 64",
        "t == 64",
        "t / 32 == 1",
        "t / 96 == 1",
        "u < 64",
        "t < n",
        "t < 64 && u",
        "(t & 64) == 0",
    ],
)
def test_parts_of_wavefronts(asked: str) -> None:
    assert remaining(KERNEL % asked + RUN) == ["G016"]


@pytest.mark.parametrize(
    ("kernel", "run"),
    [
        (KERNEL, ""),
        (KERNEL, RUN.replace("256", "dim3(48, 2)")),
        (KERNEL, RUN.replace("256", "n").replace("int *p", "int *p, int n")),
        (KERNEL, RUN + "void other(int *p) { k<<<1, dim3(8, 8)>>>(p, 1, 2); }\n"),
        (KERNEL, RUN + "void other(void **p) { cudaLaunchKernel((void *)k, 1, dim3(8, 8), p, 0, 0); }\n"),
        (KERNEL.replace("p[u] = 1", "p[threadIdx.y] = 1"), RUN),
        (KERNEL.replace("if (", "t += n; if ("), RUN),
        (KERNEL.replace("__global__", "__device__"), ""),
    ],
)
def test_where_that_is_not_told(kernel: str, run: str) -> None:
    assert "G016" in remaining(kernel % "t < 64" + run)
