"""Barriers in what a class template is given for a parameter, and calls where one of its members asks."""

from __future__ import annotations

import pytest
from helpers.sources import texts
from helpers.warps import remaining

from hipify_py.lanes.hazards.class_parameters import parameter_calls
from hipify_py.source.unit import Unit

MEET = "struct Meet { __device__ void operator()() const { __syncthreads(); } };\nstruct Other {};\n"
KERNEL = """__global__ void k(int *p) {
    %s
    if (threadIdx.x / 32 == 0) { p[0] = 1; %s; } else { %s; p[1] = p[0]; }
}
"""
HELD = "template <class F> struct Runner { F f; __device__ void run() { f(); } };\n"
MADE = "template <class F> struct Runner { __device__ static void run() { F%s(); } };\n"
AWAY = """template <int N, typename F> class Runner { const F &f; public: __device__ void run(); };
template <int N, typename F> __device__ void Runner<N, F>::run() { for (int i = 0; i < N; ++i) f(); }
"""
ASKED = "template <class F> struct Runner { F step; __device__ void operator()(int n) { step(); } };\n"


def told(head: str, made: str, call: str) -> list[str]:
    return remaining(MEET + head + KERNEL % (made, call, call))


@pytest.mark.parametrize(
    ("head", "made", "call"),
    [
        (HELD, "Runner<Meet> r;", "r.run()"),
        (HELD, "auto r = Runner<Meet>{Meet()};", "r.run()"),
        (HELD + "using Way = Meet;\n", "Runner<Way> r;", "r.run()"),
        (MADE % "()", "", "Runner<Meet>::run()"),
        (MADE % "{}", "", "Runner<Meet>::run()"),
        (AWAY, "Runner<2, Meet> r;", "r.run()"),
        (ASKED, "Runner<Meet> r;", "r(1)"),
    ],
)
def test_barriers_that_a_class_is_given(head: str, made: str, call: str) -> None:
    assert told(head, made, call) == ["G016"]


@pytest.mark.parametrize(
    ("head", "made", "call"),
    [
        (HELD, "Runner<Other> r; Meet m; m();", "r.run()"),
        (HELD.replace("f();", "f.size();"), "Runner<Meet> r;", "r.run()"),
        (HELD.replace("f();", "F g(f);"), "Runner<Meet> r;", "r.run()"),
        (AWAY, "Runner<Meet, Other> r;", "r.run()"),
        (
            HELD.replace("template <class F>", "").replace("F f", "Other f"),
            "Runner r; Meet m; m();",
            "r.run()",
        ),
    ],
)
def test_what_has_none(head: str, made: str, call: str) -> None:
    assert told(head, made, call) == []


def test_each_place_is_told_with_its_function() -> None:
    unit = Unit(
        (MEET + AWAY + HELD.replace("Runner", "Second") + "Second<Meet> s; Runner<1, Meet> r;").encode()
    )
    found = list(parameter_calls(unit, {b"Meet"}))
    assert [home.name for home, _ in found] == ["F>::run", "run"]
    assert texts(unit.code, [span for _, span in found]) == [b"f", b"f"]
    assert list(parameter_calls(unit, set())) == []
