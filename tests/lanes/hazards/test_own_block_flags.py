"""Waits of one thread for a flag in the memory of the device that another of its block sets later."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

CODE = (
    "__device__ volatile int flag;\n__device__ int count, other;\n"
    "__global__ void k(volatile int *f, int *o, int n) { int i = threadIdx.x; %s }\n"
)
WAIT = "if (i == 0) { while (flag == 0) ; o[1] = o[0]; }"


@pytest.mark.parametrize(
    "code",
    [
        f"{WAIT} if (i == 33) flag = 1;",
        f"{WAIT} else if (i == 33) flag = 1;",
        f"{WAIT} else {{ o[0] = 1; flag = 1; }}",
        f"{WAIT} if (i / 32 == 1) flag = 1;",
        f"{WAIT} if (i == 33 && n) flag = n;",
        f"{WAIT} if (i > 31 && n == 2) atomicExch((int *)&flag, 1);",
        "if (i == 0) { for (;;) { if (flag) break; } } else flag = 1;",
        "if (i == 0) { while (*f == 0) ; } if (i == 1) *f = 1;",
        "if (i == 0) { while (f[2] != n) ; } if (i == 1) f[2] = n;",
        "if (i == 0) { while (f[0] != n) ; } if (i == 1) *f = n;",
        "if (!i) { while (atomicAdd(&count, 0) < 9) ; } else atomicAdd(&count, 1);",
        "if (i == 40) { while (flag == 0) ; } if (i == 33) flag = 1;",
    ],
)
def test_another_lane_sets_it(code: str) -> None:
    assert remaining(CODE % code) == ["W026"]


@pytest.mark.parametrize(
    "code",
    [
        WAIT,
        f"{WAIT} if (i == 64) flag = 1;",  # another wavefront
        f"{WAIT} if (i == 0) flag = 1;",
        f"{WAIT} flag = 1;",  # the thread itself, by the other blocks' turns
        f"{WAIT} if (n) flag = 1;",
        f"{WAIT} __syncthreads(); if (i == 33) flag = 1;",
        f"{WAIT} if (i == 33) flag = 0;",
        f"{WAIT} if (i == 33) atomicExch((int *)&flag, 0);",
        f"{WAIT} if (i == 33) o[1] = atomicAdd(&count, 1);",
        f"{WAIT} if (i == 33) other = 1;",
        f"{WAIT} if (blockIdx.x == 1 && i == 33) flag = 1;",
        f"if (blockIdx.x == 0) {{ {WAIT} }} else {{ if (i == 33) flag = 1; }}",
        f"if (i == 33) flag = 1; {WAIT}",
        "if (i == 0) { while (f[blockIdx.x] == 0) ; } if (i == 1) f[blockIdx.x + 1] = 1;",
        "if (i == 0) { while (f[1] == 0) ; } if (i == 1) f[2] = 1;",
        "if (i == 0) { while (atomicAdd(&count, 0) < 9) ; } else n = atomicAdd(&count, 0);",
    ],
)
def test_others_set_it_or_nobody(code: str) -> None:
    assert remaining(CODE % code) == []
