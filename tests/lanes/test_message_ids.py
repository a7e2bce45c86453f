"""The messages that say what became of warp code."""

from __future__ import annotations

from helpers.warps import KERNEL, native, run, said

from hipify_py.lanes.message_ids import KEPT, WIDENED

SOURCE = KERNEL % "p[i] = __shfl_sync(m, n, 0) + __popc(__ballot_sync(m, n));"


def test_they_are_notes() -> None:
    found = [*run(SOURCE).findings, *native(SOURCE).findings]
    assert {one.severity for one in found if one.rule in {KEPT, WIDENED}} == {"note"}


def test_each_way_says_its_own() -> None:
    assert KEPT in said(run(SOURCE))
    assert WIDENED not in said(run(SOURCE))
    assert WIDENED in said(native(SOURCE))
    assert KEPT not in said(native(SOURCE))
