"""Parts of coalesced groups that are asked for their place, which HIP's own do not tell."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

HEAD = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
KERNEL = HEAD + "__global__ void k(int *o, int p) { auto g = cg::coalesced_threads(); %s }\n"
TILE = (
    HEAD
    + "__global__ void k(int *o, int p) { auto g = cg::tiled_partition<16>(cg::this_thread_block()); %s }\n"
)
PART = "auto part = cg::binary_partition(g, p); "


@pytest.mark.parametrize(
    "code",
    [
        PART + "o[0] = part.meta_group_rank();",
        PART + "o[0] = part.meta_group_size();",
        "cg::coalesced_group part = cg::binary_partition(g, p); o[part.meta_group_rank()] = 1;",
        "auto part = g; part = cg::binary_partition(g, p > 1); o[0] = part . meta_group_rank();",
        "o[0] = cg::binary_partition(g, p).meta_group_rank();",
    ],
)
def test_their_places_are_reported(code: str) -> None:
    assert "W056" in rules_of(native(KERNEL % code))
    assert "W056" not in rules_of(run(KERNEL % code))
    assert "W056" not in rules_of(native(TILE % code))


@pytest.mark.parametrize(
    "code",
    [
        PART + "o[0] = part.thread_rank();",
        PART + "o[0] = g.meta_group_rank();",
        "auto part = cg::tiled_partition(g, 4); o[0] = part.meta_group_rank();",
        "o[0] = f(cg::binary_partition(g, p)) + g.meta_group_size();",
    ],
)
def test_other_places_are_not(code: str) -> None:
    assert "W056" not in rules_of(native(KERNEL % code))


@pytest.mark.parametrize("maker", ["binary_partition", "labeled_partition"])
def test_parts_of_tiles_come_from_the_header(maker: str) -> None:
    made = native(TILE % f"o[0] = cg::{maker}(g, p).meta_group_rank();")
    assert rules_of(made) == {"W000"}
    assert f"hipify_warp32::{maker}(g, p)" in made.text
