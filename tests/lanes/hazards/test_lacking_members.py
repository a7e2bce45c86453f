"""What a release of ROCm lacks of groups, and whether a newer one has it."""

from __future__ import annotations

import pytest
from helpers.warps import run

from hipify_py.lanes.find.warp_ops import Kind, WarpOp
from hipify_py.lanes.hazards.lacking_members import lacking
from hipify_py.model import Span
from hipify_py.releases import NEWEST
from hipify_py.rules.load import load
from hipify_py.source.unit import Unit


def op(kind: Kind, name: bytes) -> WarpOp:
    return WarpOp(kind, name, Span(3, 3 + len(name)))


def said(one: WarpOp, rocm: str, *, native: bool) -> list[str]:
    found = [*lacking([one], load(rocm=rocm), native=native)]
    assert all((hazard.message, hazard.span) == ("G017", one.span) for hazard in found)
    return [hazard.said for hazard in found]


LATER = f" (ROCm {NEWEST} has it)"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (b"a tile of a tile as a type", f"a tile of a tile as a type{LATER}"),
        (b"ballot", f"ballot{LATER}"),
        (b"barrier_arrive", "barrier_arrive"),
        (b"get_type", "get_type"),
        (b"shfl_xor", "shfl_xor"),
    ],
)
@pytest.mark.parametrize("native", [False, True])
def test_what_nothing_stands_for_is_said(name: bytes, expected: str, *, native: bool) -> None:
    """What no release has is not promised for one."""
    assert said(op("lacking", name), "6.4", native=native) == [expected]


@pytest.mark.parametrize("kind", ["member", "tile"])
def test_what_the_header_has_is_lacking_only_where_it_is_not_included(kind: Kind) -> None:
    assert said(op(kind, b"num_threads"), "6.4", native=False) == []
    assert said(op(kind, b"num_threads"), "6.4", native=True) == [f"num_threads{LATER}"]


@pytest.mark.parametrize(
    ("rocm", "native", "expected"),
    [
        ("6.4", True, [f"binary_partition{LATER}"]),
        (NEWEST, True, []),
        ("6.4", False, []),
        (NEWEST, False, []),
    ],
)
def test_a_partition_by_a_predicate_is_newer_than_old_releases(
    rocm: str, expected: list[str], *, native: bool
) -> None:
    assert said(op("collective", b"binary_partition"), rocm, native=native) == expected


@pytest.mark.parametrize("kind", ["shuffle", "vote", "group", "collective", "spelling", "size", "cub"])
def test_what_is_there_is_not_said(kind: Kind) -> None:
    for native in (False, True):
        assert said(op(kind, b"any"), "6.4", native=native) == []


def test_a_member_that_no_release_has_is_reported_in_a_conversion() -> None:
    source = (
        "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
        "__global__ void k() { auto b = cg::this_thread_block(); auto t = b.barrier_arrive(); b.sync(); }\n"
    )
    unit = Unit(source.encode())
    found = [one for one in run(source).findings if one.rule == "G017"]
    assert [unit.source[slice(*one.span)] for one in found] == [b"barrier_arrive"]
    assert "barrier_arrive" in found[0].message


@pytest.mark.parametrize(
    ("declared", "expected"),
    [("int p", ["W045"]), ("int p = 0", []), ("int2 p", ["G017"]), ("float p", ["W045"])],
)
def test_a_value_that_is_not_set_is_no_member_that_lacks(declared: str, expected: list[str]) -> None:
    source = (
        "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n__device__ void f(int *c) { "
        f"auto g = cg::coalesced_threads(); {declared}; if (g.thread_rank() == 0) p = next(c); "
        "g.shfl(p, 0); }\n"
    )
    assert [one.rule for one in run(source, "native").findings if one.rule in {"G017", "W045"}] == expected
    assert "hipify_warp32::shfl(g, p, 0)" in run(source).text or not expected
