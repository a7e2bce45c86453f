"""Values of parameters by default that no call leaves in place."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of

HELPER = (
    "static const int WarpSize = 32;\n"
    "__device__ int near(int v, int m, int width = %s) { return __shfl_xor_sync(~0u, v, m, width); }\n"
)
KERNEL = (
    "template <int L> __global__ void k(int *x) {"
    " int v = x[threadIdx.x]; for (int i = 4; i; i /= 2) v += %s; x[threadIdx.x] = v; }\n"
)


@pytest.mark.parametrize("default", ["WarpSize", "32"])
@pytest.mark.parametrize("call", ["near(v, i, 8)", "near(v, i, L)", "near(v, i, L) + near(v, 1, 2)"])
def test_each_call_gives_a_width(default: str, call: str) -> None:
    assert "W012" not in rules_of(native(HELPER % default + KERNEL % call))


@pytest.mark.parametrize("call", ["near(v, i)", "near(v, i, L) + near(v, 1)"])
def test_the_value_by_default_is_one_of_32_lanes(call: str) -> None:
    assert "W012" not in rules_of(native(HELPER % "WarpSize" + KERNEL % call))


def test_the_value_by_default_of_what_nobody_calls() -> None:
    assert "W012" in rules_of(native(HELPER % "WarpSize" + KERNEL % "v"))


SUM = (
    "#define BY(x) sum(x)\n"
    "__device__ int sum(int v, int w = 32) {"
    " for (int d = w / 2; d; d /= 2) v += __shfl_down_sync(~0u, v, d); return v; }\n"
)


@pytest.mark.parametrize("call", ["sum(v, 32)", "sum(v, 8) + BY(v)", "sum(v)"])
def test_32_is_given_by_a_call_or_left_in_place(call: str) -> None:
    assert "W012" in rules_of(native(SUM + KERNEL % call))


def test_a_function_in_a_macro_with_another_width() -> None:
    source = SUM.replace("sum(x)", "sum(x, 8)") + KERNEL % "BY(v)"
    assert "W012" in rules_of(native(source))  # the file does not tell of each use of a macro


def test_a_file_without_kernels_is_for_others_who_may_leave_it() -> None:
    caller = "template <int L> __device__ int all(int v) { return near(v, 1, L); }\n"
    wide = HELPER.replace("m, width)", "m)") % "32"
    assert "W012" in rules_of(native(wide + caller))
    assert "W012" not in rules_of(native(HELPER % "32" + caller + KERNEL % "all<L>(v)"))
