"""Functions that call one another so often that no interpreter follows them to the end."""

from __future__ import annotations

from helpers.warps import run, said

LINKS = 200


def test_a_long_chain_of_calls_is_no_failure() -> None:
    links = "".join(
        f"__device__ int f{n}(int *p, int lane) {{ int x = f{n + 1}(p, lane); p[n] = x; return p[x]; }}\n"
        for n in range(LINKS)
    )
    last = f"__device__ int f{LINKS}(int *p, int lane) {{ return __shfl_sync(0xffffffff, p[lane], 0); }}\n"
    kernel = "__global__ void k(int *p) { if (f0(p, threadIdx.x) == 0) __syncthreads(); }\n"
    assert "W000" in said(run(last + links + kernel))
