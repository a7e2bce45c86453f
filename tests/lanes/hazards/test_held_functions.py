"""Calls of variables that hold one function or another, as a role says."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

SOURCE = """typedef void (*Step)(int *);
__device__ void a(int *p) {{ *p = 1; __syncthreads(); }}
__device__ void b(int *p) {{ __syncthreads(); *p = 2; }}
__device__ void c(int *p) {{ *p = 3; }}
__device__ void d(int *p) {{ a(p); }}
__device__ Step steps[2] = {{a, b}};
__device__ Step calm[] = {{c, c}};
__device__ void (*bare[])(int *) = {{&d, &c}};
__global__ void k(int *p, int n) {{ int warp = threadIdx.x / 32; {} }}
"""


def said(code: str) -> set[str]:
    return {*remaining(SOURCE.format(code))} - {"W031"}  # it may work on the wavefront as well


@pytest.mark.parametrize(
    "code",
    [
        "Step f = steps[warp]; f(p);",
        "Step f; f = steps[threadIdx.x / 32]; f(p);",
        "auto f = bare[warp]; f(p);",
        "void (*f)(int *) = steps[warp]; (*f)(p);",
        "void (*const f)(int *) = bare[warp]; f(p);",
        "Step f = warp == 0 ? a : c; f(p);",
        "Step f = c; if (warp) f = a; f(p);",
        "const Step own[] = {a, c}; Step f = own[warp]; Step g = f; (g)(p);",
        "Step f(steps[warp]); f(p);",
    ],
)
def test_a_role_decides_what_a_variable_holds(code: str) -> None:
    assert said(code) == {"G016"}


@pytest.mark.parametrize(
    "code",
    [
        "Step f = steps[n]; f(p);",
        "Step f = steps[blockIdx.x & 1]; f(p);",
        "Step f = calm[warp]; f(p);",
        "Step f = warp ? c : c; f(p);",
        "Step f = steps[warp]; p[0] = f != c;",
        "auto f = [&](int i) { a(p); p[i] = warp; }; f(n);",
        "auto f = [&](int i) { Step g = steps[n]; g(p + i); p[i] = warp; }; f(n);",
    ],
)
def test_the_same_for_all_or_no_barrier(code: str) -> None:
    assert said(code) == set()
