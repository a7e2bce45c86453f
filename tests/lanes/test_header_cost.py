"""What hipify_warp32.h is compiled to, beside plain HIP: which functions take more than twice as many."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from header_cost import INCLUDE, PAIRS, Cost, cell, costs, measure, ratio, source
from helpers.toolchain import device_code

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("hipcheck")
MOST = 2.0
# A reduction cannot take for granted, as HIP's does, that all lanes are active: behind its end stands a scan.
REDUCTIONS = {f"reduce_{op}_sync" for op in ("add", "min", "max", "and", "or", "xor")}
# Of few instructions, to which choosing a half adds some.
HALVES = {"any(some)"}


def over(measured: dict[str, Cost]) -> dict[str, float]:
    """Give the functions above twice HIP's instructions, with the ratios."""
    ratios = {
        pair.what: ratio(measured[f"ours{number}"], measured[f"hips{number}"]) or 0
        for number, pair in enumerate(PAIRS)
    }
    return {what: times for what, times in ratios.items() if times > MOST}


def test_no_function_but_those_known_costs_more_than_twice() -> None:
    wide, narrow = map(over, measure(PAIRS, ["gfx90a", "gfx1100"]))
    assert wide.keys() == REDUCTIONS | HALVES
    assert narrow.keys() == REDUCTIONS
    assert max(wide.values()) < 4.5
    assert max(narrow.values()) < 6


def test_a_reduction_of_all_lanes_costs_no_more_than_twice() -> None:
    pairs = [pair for pair in PAIRS if pair.what in REDUCTIONS]
    for measured in measure(pairs, ["gfx90a", "gfx1100"]):
        for number in range(len(pairs)):
            assert measured[f"ours{number}"].straight <= MOST * measured[f"hips{number}"].instructions


@pytest.mark.parametrize("arch", ["gfx90a", "gfx1100"])
def test_the_branch_of_a_reduction_leaves_no_lane_aside(arch: str, tmp_path: Path) -> None:
    """Both halves go one way; lanes are set aside where each half goes its own."""
    file = tmp_path / "reduce.hip"
    file.write_text(source([pair for pair in PAIRS if pair.what in REDUCTIONS]))
    text = device_code(file, arch, f"-I{INCLUDE}", "-DNDEBUG")
    for number in range(len(REDUCTIONS)):
        body = text[text.index(f"ours{number}:") : text.index(f"hips{number}:")]
        before_end = body[: body.index("s_endpgm")]
        assert "s_cbranch" in before_end
        assert "saveexec" not in before_end


@pytest.mark.parametrize("arch", ["gfx90a", "gfx1100"])
def test_a_reduction_takes_the_steps_that_its_numbers_stand_for(arch: str, tmp_path: Path) -> None:
    """The numbers of patterns and controls, by the names that the assembler has for them."""
    file = tmp_path / "reduce.hip"
    file.write_text(source([pair for pair in PAIRS if pair.what in {"reduce_min_sync", "reduce(tile)"}]))
    text = device_code(file, arch, f"-I{INCLUDE}", "-DNDEBUG")
    steps = ["swizzle(SWAP,16)", "row_ror:8", "row_ror:4", "quad_perm:[2,3,0,1]", "quad_perm:[1,0,3,2]"]
    assert _in_order(text[text.index("ours0:") : text.index("hips0:")]) == steps
    assert _in_order(text[text.index("ours1:") : text.index("hips1:")]) == [
        "swizzle(SWAP,4)" if step == "row_ror:4" else step for step in steps
    ]


def _in_order(text: str) -> list[str]:
    return re.findall(r"swizzle\(\w+,\d+\)|row_ror:\d+|quad_perm:\[[\d,]+\]", text)


def test_instructions_are_counted() -> None:
    text = """first:  ; @first
; %bb.0:
\ts_load_dwordx2 s[0:1], s[4:5], 0x0
\ts_nop 1
\ts_cbranch_execz .LBB0_2
.LBB0_2:
\tv_add_u32_e32 v1, v2, v1
\ts_endpgm
\t.section .rodata
.Lfunc_end0:
\t.size first, .Lfunc_end0-first
"""
    assert costs(text) == {"first": Cost(4, 1, 4)}


def test_what_stands_behind_the_end_is_told() -> None:
    text = """first:
\ts_cbranch_vccnz .LBB0_2
\tv_mov_b32_e32 v1, v2
\ts_endpgm
.LBB0_2:
\tv_mov_b32_e32 v1, v3
\ts_branch .LBB0_1
.Lfunc_end0:
"""
    assert costs(text) == {"first": Cost(5, 1, 3)}
    assert cell(Cost(5, 1, 3), Cost(4, 0, 4)) == "3 of 5 (1) / 4 (0), 1.2 x"
