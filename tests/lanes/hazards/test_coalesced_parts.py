"""Parts that a coalesced group is cut into, which a wavefront of 64 lanes cuts elsewhere."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

HEAD = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
KERNEL = HEAD + "__global__ void k(int *o) { auto b = cg::this_thread_block(); %s }\n"


@pytest.mark.parametrize(
    "code",
    [
        "auto g = cg::coalesced_threads(); auto few = cg::tiled_partition(g, 4); o[0] = few.size();",
        "cg::coalesced_group g = cg::coalesced_threads(), few = cg::tiled_partition(g, *o); *o = few.any(1);",
        "o[0] = cg::tiled_partition(cg::coalesced_threads(), 8).size();",
        "auto g = cg::coalesced_threads(); const auto &h = g; o[0] = tiled_partition (h, 8).size();",
    ],
)
def test_parts_of_coalesced_groups_are_told(code: str) -> None:
    assert "W058" in rules_of(native(KERNEL % code))
    assert "W058" not in rules_of(run(KERNEL % code))


@pytest.mark.parametrize(
    "code",
    [
        "auto few = cg::tiled_partition(b, 4); o[0] = few.size();",
        "auto few = cg::tiled_partition<4>(b); o[0] = few.size();",
        "auto g = cg::coalesced_threads(); o[0] = g.size();",
        "auto g = cg::coalesced_threads(); o[0] = mine.tiled_partition(g, 4);",
        "auto g = cg::binary_partition(cg::tiled_partition<32>(b), *o); o[0] = g.size();",
    ],
)
def test_other_groups_are_not(code: str) -> None:
    assert "W058" not in rules_of(native(KERNEL % code))
