"""Expressions that hold masks of lanes, and such as name a lane."""

from __future__ import annotations

import pytest
from helpers.masks import HEAD, holds, masks_of

from hipify_py.source.expression_reading import expression


@pytest.mark.parametrize(
    "expression",
    [
        "m",
        "~m & 3",
        "(m >> 1) | v",
        "v ? m : 0",
        "static_cast<int>(m)",
        "unsigned(m)",
        "__brev(m)",
        "__ballot(v)",
        "__ballot_sync(m, v) & 1 << v",
        "__activemask()",
        "__match_any_sync(v, v)",
        "__shfl_sync(v, m, 0)",
        "1u << lane",
        "(1ull << threadIdx.x) - 1",
        "1 << getLaneId()",
        "~0u << lane",
        "-1 << lane",
        "0xffffffffu >> (32 - lane)",
        "0xffffffffffffffffull << lane",
    ],
)
def test_expressions_that_hold_a_mask(expression: str) -> None:
    found = masks_of(HEAD + "}")
    (function,) = found.bodies
    assert holds(found, expression, function)


@pytest.mark.parametrize(
    "expression",
    [
        "v",
        "m == 0",
        "m != v",
        "!m",
        "m && v",
        "m || v",
        "m < 3",
        "m >= v",
        "m & 1",
        "m ? 1 : 2",
        "__popc(m)",
        "__ffs(m) - 1",
        "g(m)",
        "__shfl_sync(m, v, 0)",
        "a[m]",
        "p.m + p->m",
        "1 << v",
        "0xffffffff >> (31 - v)",
        "__any(v)",
    ],
)
def test_expressions_that_hold_none(expression: str) -> None:
    found = masks_of(HEAD + "}")
    (function,) = found.bodies
    assert not holds(found, expression, function)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lane", True),
        ("lane + 1", True),
        ("threadIdx.x", True),
        ("threadIdx.x & 31", True),
        ("getLaneId()", True),
        ("leader", True),
        ("last + 1", True),
        ("n", False),
        ("k", False),
        ("__ballot(lane)", False),
        ("p[lane]", False),
        ("laneIdx", True),
        ("v", False),
        ("p.lane", False),
        ("plane", False),
        ("threadIdx.y", False),
    ],
)
def test_expressions_that_name_a_lane(text: str, *, expected: bool) -> None:
    found = masks_of(
        HEAD + "int leader = __ffs(m) - 1, last = 31 - __clz(m), n = __popc(m), k = f(__ffs(m)); }"
    )
    (function,) = found.bodies
    assert found.is_lane(expression(text.encode()), function, function.body.end - 1) is expected
