"""CUDA's intrinsics that stay where a build does not set the program's own macro for HIP."""

from __future__ import annotations

import pytest
from helpers.warps import native, run

KERNEL = """%s
__global__ void k(int *x) { int v = x[threadIdx.x];
    for (int j = 1; j < WARP_SIZE; j <<= 1) {
#%s
        v += %s;
#else
        v += %s;
#endif
    }
    x[threadIdx.x] = v; }
"""
WIDTH = "#ifdef MY_USE_HIP\n#define WARP_SIZE 64\n#else\n#define WARP_SIZE 32\n#endif"
ALONE = "#define WARP_SIZE 32"
HIPS, CUDAS = "__shfl_down(v, j)", "__shfl_down_sync(-1u, v, j)"


def told(source: str) -> list[str]:
    found = [one for one in run(source).findings if one.rule == "W044"]
    assert [one for one in native(source).findings if one.rule == "W044"] == found
    return [one.message for one in found]


@pytest.mark.parametrize(
    "source",
    [
        KERNEL % (WIDTH, "ifdef MY_USE_HIP", HIPS, CUDAS),
        KERNEL % (ALONE, "ifdef MY_USE_HIP", HIPS, CUDAS),
        KERNEL % (WIDTH, "ifndef MY_USE_HIP", CUDAS, HIPS),
        KERNEL % (WIDTH, "if defined(MY_USE_HIP) && X", HIPS, CUDAS),
    ],
)
def test_the_macro_that_the_build_has_to_set(source: str) -> None:
    assert [one.split(",")[0] for one in told(source)] == ["MY_USE_HIP keeps HIP from __shfl_down_sync"]


@pytest.mark.parametrize(
    "source",
    [
        KERNEL % (WIDTH, "ifdef __HIPCC__", HIPS, CUDAS),
        KERNEL % ("#define MY_USE_HIP 1\n" + WIDTH, "ifdef MY_USE_HIP", HIPS, CUDAS),
        KERNEL % (WIDTH, "ifdef MY_USE_HIP", HIPS, "__shfl_down(v, j)"),
        KERNEL % (WIDTH, "ifdef OTHER", HIPS, CUDAS),
        KERNEL % (WIDTH, "ifdef MY_USE_HIP", "1", "2"),
    ],
)
def test_where_no_macro_of_the_build_decides(source: str) -> None:
    assert told(source) == []
