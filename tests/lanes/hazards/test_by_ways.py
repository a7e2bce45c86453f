"""Lanes that are missing by none of the lists of numbers that a template is given."""

from __future__ import annotations

import pytest
from helpers.warps import RULES, remaining, rules_of, run

from hipify_py.conversion import convert
from hipify_py.settings import Options

KERNEL = """template <int N, int T> __global__ void k(const int *in, int *out) {
    for (int i = threadIdx.x; i < N; i += T) {
        int x = __shfl_xor_sync(~0u, in[i], 16);
        __syncthreads();
        out[i] = x;
    }
}
%s
"""
LAUNCHES = "void go(int *a, int n) {{ if (n) k<1024, 256><<<1, 256>>>(a, a); else k<{}><<<1, 128>>>(a, a); }}"
INSTANCE = "template __global__ void k<{}>(const int *, int *);\n"
INSTANCES = INSTANCE.format("1024, 256") + INSTANCE


@pytest.mark.parametrize("uses", [LAUNCHES, INSTANCES])
@pytest.mark.parametrize(
    ("numbers", "told"),
    [("512, 128", False), ("512, 64", False), ("500, 128", True), ("n, 128", True)],
)
def test_each_list_of_numbers(uses: str, numbers: str, *, told: bool) -> None:
    assert ("W023" in remaining(KERNEL % uses.format(numbers))) == told


def test_lists_of_another_file() -> None:
    source = (KERNEL % LAUNCHES.format("512, 128")).encode()
    found = convert(source, RULES, Options(path="k.cuh")).findings
    assert "W023" in {one.rule for one in found}


def test_many_lists() -> None:
    uses = " ".join(f"k<{n * 128}, 128><<<1, 128>>>(a, a);" for n in range(1, 10))
    assert "W023" in remaining(KERNEL % f"void go(int *a) {{ {uses} }}")


GROUPS = """template <int LANES> __global__ void k(const int *in, int *out, int n) {
    int g = threadIdx.x / LANES;
    if (g < n) out[g] = __reduce_add_sync(~0u, in[threadIdx.x]);
}
void go(int *a, int n) { k<32><<<1, 256>>>(a, a, n); k<%s><<<1, 256>>>(a, a, n); }
"""


@pytest.mark.parametrize(("lanes", "told"), [("64", False), ("16", True)])
def test_groups_of_lanes(lanes: str, *, told: bool) -> None:
    assert ("W023" in rules_of(run(GROUPS % lanes))) == told


MACROS = """#define CASE(I) case I: k<I><<<1, 128>>>(x); break;
constexpr int I = 64;
template <int N> __global__ void k(int *x) { if (threadIdx.x < N) x[0] = __shfl_down_sync(~0u, x[1], 1); }
void go(int *x, int n) { switch (n) { CASE(20) CASE(64) } k<32><<<1, 128>>>(x); }
"""


def test_what_a_macro_takes() -> None:
    assert "W023" in rules_of(run(MACROS))
    assert "W023" not in rules_of(run(MACROS.replace("CASE(I)", "CASE(J)").replace("case I", "case J")))
