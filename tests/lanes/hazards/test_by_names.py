"""Findings that rest on a name alone say so, and no others."""

from __future__ import annotations

import pytest
from helpers.warps import run

SUMS = "{ if (%s < 15) v += __shfl_xor_sync(~0u, v, 1); return v; }\n"
MEETS = "{ if (%s < 40) __syncthreads(); }\n"
STEPS = "{ for (int d = 16; d > 0; d /= 2) s[%s] += s[%s + d]; }\n"


def told(source: str, rule: str) -> list[str]:
    """Give what stands in round brackets at the end of each finding of a rule."""
    found = [one.message for one in run(source).findings if one.rule == rule]
    return [one[one.rindex("(") :] if one.endswith(")") else "" for one in found]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("lane", "(`lane` is taken for a lane's index by its name)"),
        ("LaneId", "(`LaneId` is taken for a lane's index by its name)"),
        ("tid", "(`tid` is taken for a thread's index by its name)"),
    ],
)
def test_what_rests_on_the_name_of_a_parameter_says_so(name: str, said: str) -> None:
    assert told(f"__device__ int f(int {name}, int v) " + SUMS % name, "W023") == [said]


def test_so_does_what_is_made_of_it_or_is_taken_from_a_name_out_of_sight() -> None:
    made = SUMS.replace("{ if (%s", "{ int a = lane / 2, b = a + n; if (b")
    (said,) = told("__device__ int f(int lane, int n, int v) " + made, "W023")
    assert said == "(`lane` is taken for a lane's index by its name)"
    (said,) = told("__device__ int f(int v) " + SUMS % "getLaneId()", "W023")
    assert said == "(`getLaneId` is taken for a lane's index by its name)"
    helped = "__device__ int f(int at, int v) " + SUMS % "at"
    (said,) = told(helped + "__device__ int g(int lane, int v) { return f(lane, v); }", "W023")
    assert said == "(`lane` is taken for a lane's index by its name)"


def test_barriers_and_steps_say_it_too() -> None:
    assert told("__device__ void f(int wid) " + MEETS % "wid", "G016") == [
        "(`wid` is taken for a warp's index by its name)"
    ]
    assert told("__device__ void f(volatile int *s, int tid) " + STEPS.replace("%s", "tid"), "W018") == [
        "(`tid` is taken for a thread's index by its name)"
    ]


@pytest.mark.parametrize(
    "source",
    [
        "__device__ int f(int v) " + SUMS % "threadIdx.x",
        "__device__ int f(int v) { int lane = threadIdx.x & 31; " + (SUMS % "lane")[1:],
        "__device__ int f(int lane, int v) " + SUMS % "threadIdx.x",
        "__device__ int f(int lane, int v) " + SUMS % "lane + (int)threadIdx.x",
        "__device__ int f(int lane, int v) "
        + SUMS % "lane"
        + "__global__ void k(int *p) { p[0] = f(threadIdx.x & 31, 2); }",
        "__device__ int f(int lane, int v) { lane = threadIdx.x; " + (SUMS % "lane")[1:],
    ],
)
def test_what_is_known_by_other_means_does_not(source: str) -> None:
    assert told(source, "W023") == [""]


def test_a_barrier_that_the_warp_alone_parts_does_not_speak_of_the_lane() -> None:
    code = "{ int w = threadIdx.x / 32; if (lane < 16 && w == 0) __syncthreads(); }"
    assert told("__device__ void f(int lane) " + code, "G016") == [""]


def test_of_several_places_each_says_it_for_itself() -> None:
    code = "{ if (lane < 15) v += __shfl_xor_sync(~0u, v, 1);"
    code += " if (threadIdx.x < 3) v += __shfl_xor_sync(~0u, v, 1);"
    (one,) = [
        each
        for each in run(f"__device__ int f(int lane, int v) {code} return v; }}").findings
        if each.rule == "W023"
    ]
    assert not one.message.endswith("by its name)")
    (one,) = [
        each
        for each in run(
            "__device__ int f(int lane, int v) {" + code[1:].replace("threadIdx.x", "lane") + " return v; }"
        ).findings
        if each.rule == "W023"
    ]
    assert one.message.endswith("by its name)")
    assert [each.message for each in one.related] == [
        "not every lane gets here (`lane` is taken for a lane's index by its name)"
    ]


@pytest.mark.parametrize(
    "call",
    ["f(blockIdx.x, p[threadIdx.x])", "f(n, p[threadIdx.x])", "f(3, 1)"],
)
def test_what_callers_give_alike_is_no_index_whatever_its_name(call: str) -> None:
    source = "__device__ int f(int tid, int v) " + SUMS % "tid"
    assert told(source + "__global__ void k(int *p, int n) { p[threadIdx.x] = " + call + "; }", "W023") == []
    assert told("__global__ void k(int lane, int v) " + SUMS.replace("return v; ", "") % "lane", "W023") == []
