"""Steps of coalesced groups that go by 32 lanes."""

from __future__ import annotations

import pytest
from helpers.warps import native, run

HEAD = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n#define WARP 32\n"
KERNEL = (
    "__global__ void k(int *o, int v) { auto t = cg::tiled_partition<32>(cg::this_thread_block());"
    " %s if (!threadIdx.x) *o = v; }\n"
)
SUM = "for (int s = 16; s > 0; s >>= 1) v += g.shfl_down(v, s);"
MADE = "auto g = cg::coalesced_threads(); "
PARAMETER = HEAD + "__device__ int sum(%s g, int v) { " + SUM + " return v; }\n"


def told(code: str, head: str = HEAD) -> list[str]:
    source = head + KERNEL % code
    assert not [one for one in run(source).findings if one.rule == "W011"]
    return [one.rule for one in native(source).findings if one.rule == "W011"]


@pytest.mark.parametrize(
    "code",
    [
        MADE + SUM,
        "cg::coalesced_group g = cg::coalesced_threads(); " + SUM,
        MADE + "for (unsigned s = WARP / 2; s > 0; s /= 2) { v += g.shfl_xor(v, s); }",
        MADE + "for (int s = 1; s < 32; s *= 2) { int a = g.shfl_up(v, s); v += o[s] ? a : 0; }",
        MADE + "for (int s = 1; s <= 16; s <<= 1) v += g.shfl_xor(v, s);",
        MADE + "for (int i = 4; i >= 0; --i) v += g.shfl_down(v, 1 << i);",
        MADE + "v += g.shfl_down(v, 16);",
        "auto c = cg::coalesced_threads(); auto g = cg::binary_partition(c, v > 0); " + SUM,
        "auto g = cg::labeled_partition(cg::coalesced_threads(), v & 3); " + SUM,
        "if (v) { auto g = cg::coalesced_threads(); " + SUM + " }",
    ],
)
def test_they_are_told(code: str) -> None:
    assert told(code) == ["W011"]


@pytest.mark.parametrize(
    "code",
    [
        MADE + "for (int s = g.size() / 2; s > 0; s >>= 1) v += g.shfl_down(v, s);",
        MADE + "for (int s = warpSize / 2; s > 0; s >>= 1) v += g.shfl_down(v, s);",
        MADE + "for (int s = 1; s < g.size(); s *= 2) v += g.shfl_up(v, s);",
        MADE + "for (int s = 4; s > 0; s >>= 1) v += g.shfl_down(v, s);",
        MADE + "v = g.shfl(v, 0) + g.shfl(v, g.size() - 1);",
        MADE + "for (int s = 16; s > 0; s >>= 1) v += s; v = g.shfl(v, 0);",
        "for (int s = 16; s > 0; s >>= 1) v += t.shfl_down(v, s);",
        "auto g = cg::binary_partition(t, v > 0); " + SUM,
        "cg::coalesced_group g = cg::labeled_partition(t, v & 3); " + SUM,
        "auto p = cg::binary_partition(t, v > 0); auto g = cg::binary_partition(p, v > 9); " + SUM,
    ],
)
def test_others_are_not(code: str) -> None:
    assert not told(code)


@pytest.mark.parametrize("group", ["cg::coalesced_group", "const cg::coalesced_group &"])
def test_a_group_that_is_handed_is_asked_for_where_it_comes_from(group: str) -> None:
    head = PARAMETER % group
    assert told("v = sum(cg::coalesced_threads(), v);", head) == ["W011"]
    assert told("auto g = cg::coalesced_threads(); v = sum(g, v);", head) == ["W011"]
    assert told("v = sum(cg::binary_partition(t, v), v) + sum(cg::coalesced_threads(), v);", head) == ["W011"]
    assert told("v = 0;", head) == ["W011"]  # others may call it
    assert not told("v = sum(cg::binary_partition(t, v), v);", head)


def test_a_template_is_asked_what_it_is_given() -> None:
    head = HEAD + "template <class G> __device__ int sum(G g, int v) { " + SUM + " return v; }\n"
    assert told("v = sum(cg::coalesced_threads(), v);", head) == ["W011"]
    assert not told("v = sum(t, v);", head)
    assert not told("v = sum(cg::binary_partition(t, v), v);", head)
