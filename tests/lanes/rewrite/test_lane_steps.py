"""Steps over 32 lanes of a wavefront, in loops and through functions of the file."""

from __future__ import annotations

import pytest
from helpers.warps import facts_of, native, text_of

from hipify_py.lanes.rewrite.lane_steps import reaching, short_steps, steps
from hipify_py.lanes.rewrite.wavefront_functions import is_confined
from hipify_py.source.unit import Unit

FUNCTION = "__device__ int f(int v, int lane, int *s) { %s return v; }\n"
FROM = "__device__ int from(int v, int m) { return __shfl_xor_sync(~0u, v, m); }\n"
LOG = "#define LOG 5\nstruct T { static const int log2 = 5; };\n"
FAR = "template <class T> __device__ T far(T v, int d) { return from(v, d); }\n"


def told(source: str) -> list[str]:
    return [one.rule for one in native(source).findings if one.rule == "W011"]


@pytest.mark.parametrize(
    "code",
    [
        "for (int i = 0; i < 5; ++i) v += __shfl_xor_sync(~0u, v, 1 << i);",
        "for (int i = 0; i < LOG; ++i) v += __shfl_xor_sync(~0u, v, 1 << i);",
        "for (int i = 4; i >= 0; i--) v += __shfl_xor_sync(~0u, v, 1 << i);",
        "for (int i = 0; i <= 4; ++i) { int o = __shfl_up_sync(~0u, v, 1u << i); v += lane >= i ? o : 0; }",
        "for (int i = 0; i != 5; ++i) v += from(v, 1 << i);",
        "for (int i = T::log2 - 1; i >= 0; --i) v += from(v, 1 << i);",
        "int i = 0; for (; i < 5; ++i) v += __shfl_xor_sync(~0u, v, 1 << i);",
        "for (int i = 16; i; i >>= 1) v += from(v, i);",
        "for (int i = 16; i; i = i / 2) v += far(v, i);",
        "v += from(v, 16); v += from(v, 8);",
        "v = __shfl_sync(~0u, v, 31);",
    ],
)
def test_steps_over_32_lanes(code: str) -> None:
    assert told(LOG + FROM + FAR + FUNCTION % code) == ["W011"]


@pytest.mark.parametrize(
    "code",
    [
        "for (int i = 0; i < 5; ++i) v += __shfl_xor_sync(~0u, v, i);",
        "for (int i = 0; i < 3; ++i) v += __shfl_xor_sync(~0u, v, 1 << i);",
        "for (int i = 0; i < 6; ++i) v += __shfl_xor_sync(~0u, v, 1 << i);",
        "for (int i = 0; i < 5; ++i) v += __shfl_xor_sync(~0u, v, 1 << i, 32);",
        "for (int i = 0; i < 5; ++i) s[i] = 1 << i; v = from(v, 1);",
        "for (int i = 16; i; i >>= 1) s[i] += s[i + 1]; v = from(v, 1);",
        "for (int i = warpSize / 2; i; i >>= 1) v += from(v, i);",
        "for (int i = 0; i < 5; ++i) v += other(v, 1 << i);",
        "v = from(16, v);",
    ],
)
def test_steps_of_another_kind(code: str) -> None:
    assert told(FROM + FUNCTION % code) == []


MACROS = """#define FULL 0xffffffffu
#define SHFL(m, v, d) __shfl_down_sync(m, v, d)
#define ADD(m, v, d) v += SHFL(m, v, d)
#define SUM(m, v) { ADD(m, v, %s); ADD(m, v, 8); ADD(m, v, 4); ADD(m, v, 2); ADD(m, v, 1); }
__global__ void k(int *x) { int v = x[threadIdx.x]; SUM(FULL, v); x[threadIdx.x] = v; }
"""


def test_macros_that_make_steps_by_macros() -> None:
    assert told(MACROS % "16") == ["W011"]
    assert told(MACROS % "4") == []
    assert told((MACROS % "16").replace("v, d) __", "v, d) 0 * __shfl_xor_sync(m, v, d, 32) + __")) == [
        "W011"
    ]
    assert told((MACROS % "16").replace("(m, v, d)\n#define ADD", "(m, v, d, 32)\n#define ADD")) == []


def test_functions_that_pass_a_distance_on() -> None:
    narrow = "__device__ int near(int v, int d) { return __shfl_xor_sync(~0u, v, d, 8); }\n"
    loop = "__device__ int a(int d) { return b(d); } __device__ int b(int d) { return a(d); }\n"
    unit = Unit((FAR + FROM + narrow + loop + FUNCTION % "v += far(v, 16) + near(v, 16);").encode())
    all_facts = facts_of(unit)
    reaches = reaching(unit, all_facts, is_confined)
    assert reaches == {b"from": 1, b"far": 1}
    (of_f,) = (one for one in all_facts if one.function and one.function.name == "f")
    made = [*steps(unit, of_f, reaches, is_confined)]
    assert [(text_of(unit, one.at), text_of(unit, one.distance)) for one in made] == [("far", "16")]
    assert [text_of(unit, one.span) for one in short_steps(unit, of_f, made)] == ["far"]
