"""What an expression comes to, node by node: between whom it differs, and whether it is an index."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.lattice import (
    LANE,
    LANE_INDEX,
    NOTHING,
    OF_LANE,
    OF_WARP,
    THREAD,
    THREAD_INDEX,
    UNIFORM,
    WARP,
    WARP_ALONE,
    WARP_INDEX,
    Value,
    joined,
)
from hipify_py.lanes.flow.uniformity import Evaluator
from hipify_py.source.expression_reading import expression

VARIES = Value(LANE)
NAMES = {b"tid": THREAD, b"lane": OF_LANE, b"warp": OF_WARP, b"v": VARIES, b"n": NOTHING}
RETURNS = {b"mine": OF_LANE, b"same": NOTHING, b"vote": WARP_ALONE}
PASSES_ON = {b"mine", b"same"}


def returned(name: bytes, given: tuple[Value, ...] | None, _part: int | None) -> Value | None:
    varying = next((one for one in given or () if one.level), None)
    name = name.rpartition(b"::")[2]
    return varying if varying and name in PASSES_ON else RETURNS.get(name)


def value(text: str) -> Value:
    constants = ConstantTable({b"W": b"32", b"LOG": b"5"})
    return Evaluator(constants, NAMES.get, returned).value(expression(text.encode()))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3", NOTHING),
        ("n + blockIdx.x", NOTHING),
        ("unknown", NOTHING),
        ("atomicAdd(&n, 1)", VARIES._replace(slope=9)),
        ("atomicMax_block(&n, 1)", VARIES._replace(slope=9)),
        ("atomicLoad(&n)", NOTHING),
        ("threadIdx.x", THREAD),
        ("threadIdx.y", OF_WARP),
        ("threadIdx.z * n", OF_WARP),
        ("tid + n", THREAD),
        ("tid + lane", Value(LANE, THREAD_INDEX | LANE_INDEX)),
        ("n ? tid : 0", THREAD),
        ("tid ? n : 0", VARIES),
        ("(int)tid", THREAD),
        ("-tid", THREAD),
        ("min(tid, n)", THREAD),
        ("tid % 32", OF_LANE),
        ("tid & (W - 1)", OF_LANE),
        ("tid & 15", OF_LANE),
        ("tid % 64", THREAD),
        ("tid / 32", OF_WARP),
        ("tid >> LOG", OF_WARP),
        ("(tid + n) / W * 4", OF_WARP),
        ("tid / 64", WARP_ALONE),
        ("tid >> 6", WARP_ALONE),
        ("tid & ~31", WARP_ALONE),
        ("tid / 16", THREAD),
        ("tid / n", THREAD),
        ("lane % 8", OF_LANE),
        ("lane / 32", OF_WARP),
        ("v / 32", VARIES),
        ("n / 32", NOTHING),
        ("tid / kWarpSize", OF_WARP),
    ],
)
def test_arithmetic(text: str, expected: Value) -> None:
    assert value(text)[:2] == expected[:2]


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("tid < 64", WARP),
        ("tid >= W", WARP),
        ("tid <= 31", WARP),
        ("tid > 31", WARP),
        ("64 > tid", WARP),
        ("tid < 48", LANE),
        ("tid <= 32", LANE),
        ("tid < n", LANE),
        ("tid + 1 < 32", LANE),
        ("lane < 32", LANE),
        ("lane == 0", LANE),
        ("warp == 0 && n", WARP),
        ("n < 64", UNIFORM),
        ("tid < 32 || lane", LANE),
        ("!tid", LANE),
    ],
)
def test_a_comparison_is_no_index(text: str, level: int) -> None:
    assert value(text)[:2] == (level, 0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("__any_sync(m, tid)", WARP_ALONE),
        ("__ballot(v)", WARP_ALONE),
        ("__activemask()", WARP_ALONE),
        ("hipify_warp32::reduce_add_sync(m, v)", WARP_ALONE),
        ("any(v)", VARIES),
        ("__match_any_sync(m, v)", VARIES),
        ("__syncthreads_or(v)", NOTHING),
        ("__shfl_sync(m, v, 0)", WARP_ALONE),
        ("__shfl_sync(m, v, lane)", VARIES),
        ("__shfl_sync(m, v, 0, 32)", WARP_ALONE),
        ("__shfl_sync(m, v, 0, warpSize)", WARP_ALONE),
        ("__shfl_sync(m, v, 0, 8)", VARIES),
        ("__shfl(v, 0)", WARP_ALONE),
        ("hipify_warp32::shfl_sync(m, v, 0)", WARP_ALONE),
        ("tile.shfl(v, 0)", WARP_ALONE),
        ("__shfl_xor_sync(m, v, 1)", VARIES),
        ("__shfl_xor_sync(m, n, 1)", WARP_ALONE),
        ("__shfl_up(v, 1)", VARIES),
        ("__popc(__ballot_sync(m, v))", WARP_ALONE),
    ],
)
def test_what_works_on_the_warp(text: str, expected: Value) -> None:
    assert value(text)[:2] == expected[:2]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p[tid]", VARIES),
        ("p[warp]", WARP_ALONE),
        ("p[n]", NOTHING),
        ("*(p + tid)", VARIES),
        ("tid.x", THREAD),
        ("v.x", VARIES),
        ("p.laneId", OF_LANE),
        ("getLaneId()", OF_LANE),
        ("laneid", OF_LANE),
        ("load(tid)", VARIES),
        ("load(n)", NOTHING),
        ("mine()", OF_LANE),
        ("mine(v)", OF_LANE),
        ("same(v)", VARIES),
        ("same(n)", NOTHING),
        ("same(warp)", OF_WARP),
        ("vote(v)", WARP_ALONE),
        ("g.thread_rank()", Value(LANE, THREAD_INDEX | LANE_INDEX)),
        ("g.thread_index().x", THREAD),
        ("tid n", THREAD),
    ],
)
def test_members_elements_and_calls(text: str, expected: Value) -> None:
    assert value(text)[:2] == expected[:2]


def test_values_are_joined() -> None:
    assert joined([]) == NOTHING
    assert joined([OF_WARP, THREAD, NOTHING])[:2] == (LANE, THREAD_INDEX | WARP_INDEX)
