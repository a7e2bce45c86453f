"""Functions that call one another so often that no interpreter follows them to the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from helpers.warps import run, said

LINKS = 200
Found = TypeVar("Found")
NESTED = "(1 + " * 70, ")" * 70


def test_a_long_chain_of_calls_is_no_failure() -> None:
    links = "".join(
        f"__device__ int f{n}(int *p, int lane) {{ int x = f{n + 1}(p, lane); p[n] = x; return p[x]; }}\n"
        for n in range(LINKS)
    )
    last = f"__device__ int f{LINKS}(int *p, int lane) {{ return __shfl_sync(0xffffffff, p[lane], 0); }}\n"
    kernel = "__global__ void k(int *p) { if (f0(p, threadIdx.x) == 0) __syncthreads(); }\n"
    assert "W000" in said(run(last + links + kernel))


def _below(frames: int, ask: Callable[[], Found]) -> Found:
    return _below(frames - 1, ask) if frames else ask()


@pytest.mark.parametrize("frames", [0, 200])
@pytest.mark.parametrize("links", [20, 40, 70, 500])
@pytest.mark.parametrize(
    "returned",
    [
        "f{0}(a) + f{0}(a)",
        "1+(2*(3+(4*(5+f{0}((a+1)*2)))))",
        NESTED[0] + "f{0}((a+1)*2)" + NESTED[1],
    ],
)
def test_a_chain_of_calls_is_no_failure_whatever_they_stand_in(
    returned: str, links: int, frames: int
) -> None:
    chain = "".join(
        f"__device__ int f{n}(int a) {{ return {returned.format(n - 1)}; }}\n" for n in range(1, links + 1)
    )
    code = (
        "__device__ int f0(int a) { return a; }\n" + chain + "__global__ void k(int *p) {\n"
        "  int v = __shfl_down_sync(0xffffffff, p[0], 1);\n"
        f"  if (f{links}(threadIdx.x) == v) __syncthreads();\n}}\n"
    )
    assert "G016" in said(_below(frames, lambda: run(code)))
