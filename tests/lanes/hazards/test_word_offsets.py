"""Counts of what is left of a word behind an offset."""

from __future__ import annotations

import pytest
from helpers.warps import facts_of, wide_counts

from hipify_py.lanes.hazards.word_offsets import is_lane
from hipify_py.source.expression_reading import expression
from hipify_py.source.unit import Unit

UNFOLDED = "where no compiler makes 2u << lane of it"
TILE = "auto t = cg::tiled_partition<32>(cg::this_thread_block()); "
SMALL = TILE.replace("32", "16")
RANK = "unsigned i = cg::this_thread_block().thread_rank() & 31; "
REGISTER = 'unsigned i; asm("mov.u32 %0, %%laneid;" : "=r"(i)); '
FUNCTION = "__device__ unsigned f(unsigned lo, unsigned hi, int lane, int at, int n) { %s }\n"


def said(code: str) -> list[str]:
    return wide_counts(FUNCTION.replace("%s", code))


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("return hi << (32 - lane);", "32 in lane 0"),
        ("int off = at & 31; return hi << (32 - off);", "32 where off is 0"),
        ("int off = at % 32; return lo | hi << (32 - off);", "32 where off is 0"),
        ("return hi << (32 - (at & 7) * 4);", "32 where that is 0"),
        ("int off = at & 31, left = 32 - off; return hi << left;", "32 where off is 0"),
        ("int i = cg::this_thread_block().thread_rank() % 32u; return hi << (32 - i);", "32 where i is 0"),
        ("return hi >> (32 - cg::tiled_partition<32>(block).thread_rank());", "32 where that is 0"),
        ("int i = tile.thread_rank(); return hi >> (32 - i);", "32 where i is 0"),
        (TILE + "return hi >> (t.num_threads() - t.thread_rank());", "32 where that is 0"),
        (TILE + "int i = t.thread_rank(); return hi << (i + 1);", "32 in lane 31"),
        (TILE + "return ~0u << (t.thread_rank() + 1);", "32 in lane 31 at -O0, " + UNFOLDED),
        (RANK + "return hi << (i + 1);", "32 in lane 31"),
        (REGISTER + "return hi << (32 - i);", "32 where i is 0"),
        (REGISTER + "return hi << (i + 1);", "32 in lane 31"),
    ],
)
def test_an_offset_may_be_zero(code: str, found: str) -> None:
    assert said(code) == [found]


@pytest.mark.parametrize(
    "code",
    [
        "int off = at & 31; return off ? hi << (32 - off) : 0;",
        "int off = at & 31; if (off == 0) return lo; return hi << (32 - off);",
        "int off = at & 31; return lo >> off | lo << (32 - off);",
        "int off = (at & 30) | 1; return hi << (32 - off);",
        "return hi << (32 - n);",
        "int off = at & 31; return hi << (31 - off);",
        "int i = tile.thread_rank(); return hi >> (31 - i);",
        "int i = tile.thread_rank(); if (i == 0) return lo; return hi >> (32 - i);",
        "int i = tile.meta_group_size(); return hi >> (32 - i);",
        SMALL + "return hi >> (t.num_threads() - t.thread_rank());",
        SMALL + "return hi << (t.thread_rank() + 1);",
        TILE + "return hi >> (t.num_threads() - lane);",
    ],
)
def test_what_is_known_or_asked(code: str) -> None:
    assert said(code) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lane", True),
        ("threadIdx.x % 32", True),
        ("threadIdx.x & 31", True),
        ("warp_tid()", True),
        ("threadIdx.x", False),
        ("threadIdx.x / 32", False),
        ("lane + 1", False),
        ("n", False),
    ],
)
def test_indices_of_lanes(text: str, expected: bool) -> None:
    unit = Unit((FUNCTION % "return here();").encode())
    (facts,) = [one for one in facts_of(unit) if one.function]
    assert facts.values
    assert is_lane(expression(text.encode()), facts.values.at(unit.code.index(b"here"))) is expected
