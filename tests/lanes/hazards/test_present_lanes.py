"""Shuffles that read lanes which are there, whoever has left."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

KERNEL = (
    "__global__ void k(const int *x, int *y, int n) {"
    " int i = blockIdx.x * blockDim.x + threadIdx.x, g = i / 16, v = 0; %s y[i] = v; }\n"
)
UP, DOWN = "v = __shfl_up_sync(~0u, v, 1);", "v = __shfl_down_sync(~0u, v, 1);"
XOR = "for (int m = %s; m; m /= 2) v += __shfl_xor_sync(~0u, v, m);"


def told(code: str) -> list[bool]:
    source = KERNEL.replace("%s", code)
    return ["W023" in rules_of(result) for result in (run(source), native(source))]


@pytest.mark.parametrize(
    "code",
    [
        f"if (i >= n) return; {UP}",
        f"if (!(i < n)) return; {UP}",
        f"if (n <= i) return; {UP}",
        f"if (i < n) {{ {UP} }}",
        f"if (i < n && n > 3) {{ {UP} }}",
        f"if (i + 1 > n || n < 3) return; for (int j = 1; j < 32; j *= 2) {{ {UP} }}",
        "if (i >= n) return; v = __shfl_sync(~0u, x[i], 0);",
    ],
)
def test_lower_lanes_are_there(code: str) -> None:
    assert told(code) == [False, False]


@pytest.mark.parametrize(
    "code",
    [
        f"if (i >= n) return; {DOWN}",
        f"if (i < n) return; {UP}",
        f"if (x[i] > n) return; {UP}",
        f"if (i >= n || x[i]) return; {UP}",
        f"if (i >= n && x[i]) return; {UP}",
        f"if (n - i < 3) {{ {UP} }}",
        f"if (i >= n) return; if (i & 1) {{ {UP} }}",
        f"for (; i < n; i += threadIdx.x + 1) {{ {UP} }}",
        "if (i >= n) return; v = __shfl_sync(~0u, x[i], 1);",
        "if (i >= x[i]) return; v = __shfl_sync(~0u, x[i], 0);",
    ],
)
def test_lanes_may_be_missing(code: str) -> None:
    assert told(code) == [True, True]


@pytest.mark.parametrize(
    "code",
    [
        f"if (g >= n) return; {XOR % 8}",
        f"if ((i >> 4) >= n) return; {XOR % 8}",
        f"if (g >= n) return; if (x[g] <= 0) return; {XOR % 8}",
        f"if (g < n) {{ {XOR % 4} }}",
        "if (g >= n) return; v = __shfl_down_sync(~0u, v, 1, 16);",
        "if (g >= n) return; v = __shfl_xor_sync(~0u, v, 15);",
    ],
)
def test_groups_that_leave_together(code: str) -> None:
    assert told(code) == [False, False]


@pytest.mark.parametrize(
    "code",
    [
        f"if (g >= n) return; {XOR % 16}",
        f"if (g >= n) return; if (x[i]) return; {XOR % 8}",
        f"if (i / 12 >= n) return; {XOR % 8}",
        f"if (g >= n) return; {DOWN}",
        "if (g >= n) return; v = __shfl_down_sync(~0u, v, 1, 32);",
        f"g += threadIdx.x & 1; if (g >= n) return; {XOR % 8}",
        f"if ((i + threadIdx.x) / 16 >= n) return; {XOR % 8}",
    ],
)
def test_groups_of_which_a_part_may_leave(code: str) -> None:
    assert told(code) == [True, True]
