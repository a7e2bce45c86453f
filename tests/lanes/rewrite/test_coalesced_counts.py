"""Sizes and ranks of coalesced groups that are held against 32."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

HEAD = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
KERNEL = HEAD + "__global__ void k(int *o, int n) { auto g = cg::coalesced_threads(); %s }\n"


@pytest.mark.parametrize(
    "code",
    [
        "if (g.size() == 32) o[0] = 1;",
        "o[0] = 32u != g.num_threads();",
        "const bool whole = g.size() < 32; if (*o) o[1] = whole;",
        "auto n = g.size(); if (n != 32u) return; o[0] = 1;",
        "if (g.thread_rank() == 31) o[0] = 1;",
        "if (g.size() > 16) o[0] = 1;",
        "o[0] = g.size() / 32.0f;",
        "o[0] = 31 - g.thread_rank();",
        "if (cg::coalesced_threads().size() >= 32) o[0] = 1;",
        "const auto &h = g; o[0] = h.thread_rank() % 32;",
    ],
)
def test_they_are_told(code: str) -> None:
    assert "W012" in rules_of(native(KERNEL % code))
    assert "W012" not in rules_of(run(KERNEL % code))


@pytest.mark.parametrize(
    "code",
    [
        "if (g.size() == warpSize) o[0] = 1;",
        "if (g.thread_rank() == 0) o[0] = g.size();",
        "if (g.size() < n) o[0] = g.size() > 1 ? 2 : 32;",
        "auto n = g.size(); o[0] = n == 7; o[32] = 31;",
        "auto t = cg::tiled_partition<32>(cg::this_thread_block()); if (t.size() == 32) o[0] = 1;",
        "auto b = cg::this_thread_block(); if (b.size() == 32) o[0] = 1;",
        "int n = o[0]; if (n == 32) o[1] = g.size();",
    ],
)
def test_others_are_not(code: str) -> None:
    assert "W012" not in rules_of(native(KERNEL % code))
