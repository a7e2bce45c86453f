"""Distances of shuffles that stand in lists."""

from __future__ import annotations

import pytest
from helpers.warps import native

HEAD = """__device__ constexpr int FAR[] = {16, 8, 4, 2, 1};
__device__ const int NEAR[] = {4, 2, 1};
#define HALF 16
template <int... O> struct Seq {};
template <int... O>
__device__ int fold(int v, Seq<O...>) { ((v += __shfl_xor_sync(~0u, v, O)), ...); return v; }
template <int O> __device__ int step(int v) { return v + __shfl_xor_sync(~0u, v, O); }
template <class T, int O>
struct Down { static __device__ int go(int v) { return __shfl_down_sync(~0u, v, O); } };
"""
KERNEL = "__global__ void k(int *p, int n, int *t) { int v = p[n]; %s p[n] = v; }\n"


def told(code: str) -> list[str]:
    return [one.rule for one in native(HEAD + KERNEL % code).findings if one.rule == "W011"]


@pytest.mark.parametrize(
    "code",
    [
        "for (int o : {16, 8, 4, 2, 1}) v += __shfl_xor_sync(~0u, v, o);",
        "for (int o : {HALF, HALF / 2}) v += __shfl_xor_sync(~0u, v, o);",
        "for (int o : FAR) v += __shfl_xor_sync(~0u, v, o);",
        "for (int k = 0; k < 5; ++k) v += __shfl_down_sync(~0u, v, FAR[k]);",
        "for (int k = 0; k < 5; ++k) { int o = FAR[k]; v += __shfl_down_sync(~0u, v, o); }",
        "const int own[] = {16, 1}; for (int k = 0; k < 2; ++k) v += __shfl_down_sync(~0u, v, own[k]);",
        "const int own[2] = {1, 16}; for (int o : own) v += __shfl_down_sync(~0u, v, (o));",
        "v = fold(v, Seq<1, 2, 4, 8, 16>{});",
        "v = step<16>(v);",
        "v = step<1>(step<HALF>(v));",
        "v = Down<int, 16>::go(v);",
    ],
)
def test_as_far_as_32_lanes(code: str) -> None:
    assert told(code) == ["W011"]


@pytest.mark.parametrize(
    "code",
    [
        "for (int o : {8, 4, 2, 1}) v += __shfl_xor_sync(~0u, v, o);",
        "for (int o : {32, 16, 8, 4, 2, 1}) v += __shfl_xor_sync(~0u, v, o);",
        "for (int o : NEAR) v += __shfl_xor_sync(~0u, v, o);",
        "for (int k = 0; k < 3; ++k) v += __shfl_down_sync(~0u, v, NEAR[k]);",
        "for (int k = 0; k < 5; ++k) v += __shfl_xor_sync(~0u, v, FAR[k], 32);",
        "const int FAR[] = {2, 1}; for (int k = 0; k < 2; ++k) v += __shfl_down_sync(~0u, v, FAR[k]);",
        "v += __shfl_xor_sync(~0u, v, t[0]);",
        "for (int o : FAR) v += o; v += __shfl_xor_sync(~0u, v, 1);",
        "v = fold(v, Seq<1, 2, 4>{});",
        "v = step<8>(v);",
        "v = Down<int, 4>::go(v) + sizeof(Seq<1>);",
    ],
)
def test_less_far_or_farther(code: str) -> None:
    assert told(code) == []


FOLD = """#include <utility>
template <int... I> __device__ int fold(int v, std::integer_sequence<int, I...>) {
    (%s, ...);
    return v;
}
"""
BITS, LANES = "(v += __shfl_xor_sync(~0u, v, 1 << I))", "(v += __shfl_xor_sync(~0u, v, I))"


@pytest.mark.parametrize(
    ("step", "given", "is_told"),
    [
        (BITS, "std::make_integer_sequence<int, 5>{}", True),
        (BITS, "std::integer_sequence<int, 4, 3, 2, 1, 0>()", True),
        (BITS, "std::make_integer_sequence<int, 4>{}", False),
        (BITS, "std::make_integer_sequence<int, 6>{}", False),
        (LANES, "std::make_integer_sequence<int, 5>{}", False),
        (LANES, "std::integer_sequence<int, 16, 8>{}", True),
        (BITS.replace("I)", "I, 32)"), "std::make_integer_sequence<int, 5>{}", False),
    ],
)
def test_sequences_of_numbers(step: str, given: str, is_told: bool) -> None:
    found = native(FOLD % step + KERNEL % f"v = fold(v, {given});").findings
    assert ("W011" in {one.rule for one in found}) is is_told


def test_a_sequence_that_a_lambda_takes() -> None:
    made = "[&]<size_t... I>(std::index_sequence<I...>) { (S, ...); }(std::make_index_sequence<5>{});"
    made = made.replace("S", BITS)
    assert "W011" in told(made)
    assert "W011" not in told(made.replace("<5>", "<3>"))
