"""Barriers of groups that functions are handed: told where that is the block, and some threads get there."""

from __future__ import annotations

import pytest
from helpers.warps import remaining, text_of

from hipify_py.lanes.hazards.meeting_calls import calls
from hipify_py.source.unit import Unit

CG = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
KERNEL = CG + (
    "%s__global__ void k(int *p, int n) { int warp = threadIdx.x / 32; auto b = cg::this_thread_block();"
    " auto t = cg::tiled_partition<32>(b); %s }\n"
)
MEET = "template <class G> __device__ void meet(const G &g) { g.sync(); }\n"
ANY = "__device__ void meet(cg::thread_group g) { g.sync(); }\n"
SUM = (
    "template <class G> __device__ int sum(G g, int *s, int v) { s[g.thread_rank()] = v;"
    " for (int d = g.size() / 2; d; d /= 2) { g.sync(); v += s[d]; } g.sync(); return v; }\n"
)
PAST = MEET + "template <class G> __device__ void past(G g) { meet(g); }\n"
ASKED = "template <class G> __device__ void meet(G g, bool all) { if (all) g.sync(); }\n"
OTHERS = "__device__ void meet(int *) {}\n"


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (MEET, "if (warp == 0) meet(b);"),
        (MEET, "if (warp == 0) meet(cg::this_thread_block());"),
        (MEET, "if (warp == 0) meet<cg::thread_block>(b); else meet(b);"),
        (MEET.replace("g.sync()", "cg::sync(g)"), "if (warp == 0) meet(b);"),
        (
            MEET.replace(
                "template <class G> __device__ void meet(const G &g)", "__device__ void meet(auto g)"
            ),
            "if (warp == 0) meet(b);",
        ),
        (ANY, "if (warp == 0) meet(b);"),
        (ANY, "cg::thread_group g = b; if (warp == 0) meet(g);"),
        ("", "cg::thread_group g = cg::this_thread_block(); if (warp == 0) g.sync();"),
        ("", "cg::thread_group g(b); if (warp == 0) cg::sync(g);"),
        (SUM, "if (warp == 0) p[0] = sum(b, p, 1);"),
        (PAST, "if (warp == 0) past(b);"),
        (ASKED, "if (warp == 0) meet(b, true);"),
        (OTHERS + MEET, "if (warp == 0) meet(b);"),
        (
            MEET + "struct Row { __device__ void go(cg::thread_block b) { meet(b); } };\n",
            "Row row; if (warp == 0) row.go(b);",
        ),
        (MEET.replace("g.sync();", "if (threadIdx.x / 32 == 0) g.sync();"), "meet(b);"),
    ],
)
def test_the_block_is_handed_to_what_some_threads_call(head: str, code: str) -> None:
    assert remaining(KERNEL % (head, code)) == ["G016"]


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (MEET, "meet(b);"),
        (MEET, "if (warp == 0) meet(t);"),
        (MEET, "meet(b); if (warp == 0) meet(cg::tiled_partition<32>(b));"),
        (MEET, "if (n) meet(b);"),
        ("", "cg::thread_group g = b; g = cg::tiled_partition(b, 32); if (warp == 0) g.sync();"),
        (ANY, "cg::thread_group g = cg::tiled_partition(b, 32); if (warp == 0) meet(g);"),
        (SUM, "p[0] = sum(b, p, 1); if (warp == 0) p[1] = sum(t, p, 1);"),
        (PAST, "past(b); if (warp == 0) past(t);"),
        (ASKED, "if (warp == 0) meet(b, false);"),
        (MEET.replace("g.sync();", "if (threadIdx.x / 32 == 0) g.sync();"), "meet(t);"),
        (MEET.replace("g.sync();", ""), "if (warp == 0) meet(b);"),
        (OTHERS + MEET, "if (warp == 0) meet(p);"),
    ],
)
def test_other_groups_are_handed_to_it_or_all_threads_call(head: str, code: str) -> None:
    assert "G016" not in remaining(KERNEL % (head, code))


def test_each_call_of_a_function_is_told() -> None:
    unit = Unit((KERNEL % (MEET, "if (warp == 0) { meet(b); } else { p[0] = 1; meet(b); }")).encode())
    told = [text_of(unit, one) for spans in calls(unit).values() for one in spans]
    assert sorted(told) == ["g.sync", "meet", "meet"]
