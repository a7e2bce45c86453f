"""Shuffles by a mask of some lanes where not all of these come."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = (
    "__global__ void k(const int *x, int *y, int n, int phi) {"
    " int i = blockIdx.x * 64 + threadIdx.x, lane = threadIdx.x & 31, v = x[i], d = 0; %s y[i] = d; }\n"
)
SAME = "unsigned same = __match_any_sync(~0u, x[i]); "
SUM = "for (int j = 0; j < 32; j++) if (same >> j & 1) d += __shfl_sync(same, v, j);"


@pytest.mark.parametrize(
    "code",
    [
        "if (lane % phi != phi - 1) d = v - __shfl_down_sync(__activemask(), v, 1);",
        "if (i < n) for (int j = 16; j; j /= 2) v += __shfl_down_sync(__activemask(), v, j);",
        "if (x[i]) { unsigned m = __activemask(); d = __shfl_xor_sync(m, v, 1); }",
        "if (i >= n) return; d = __shfl_down_sync(__activemask(), v, 1);",
        "for (int j = lane; j < n; j += 32) d += __shfl_down_sync(__activemask(), v, 1);",
        "if (i < n) { int t = __shfl_down_sync(__activemask(), v, 1); if (n > 1) d = t; v += t; }",
    ],
)
def test_those_there_take_from_one_that_may_not_be(code: str) -> None:
    assert remaining(KERNEL % code) == ["W023"]


@pytest.mark.parametrize(
    "code",
    [
        "d = v - __shfl_down_sync(__activemask(), v, 1);",
        "if (n > 3) d = v - __shfl_down_sync(__activemask(), v, 1);",
        "if (i < n) d = v - __shfl_up_sync(__activemask(), v, 1);",
        "if (i / 8 < n) d = v - __shfl_xor_sync(__activemask(), v, 1);",
        "if (x[i]) { unsigned m = __activemask(); d = __shfl_sync(m, v, __ffs(m) - 1); }",
        "if (i < n) { int t = __shfl_down_sync(__activemask(), v, 1); if (i + 1 < n) d += t; }",
        "if (i < n) { int t = __shfl_down_sync(__activemask(), v, 1); d = i + 1 < n ? t : 0; }",
        "if (i < n) d = __reduce_add_sync(__activemask(), v);",
    ],
)
def test_those_there_take_from_one_that_is(code: str) -> None:
    assert remaining(KERNEL % code) == []


@pytest.mark.parametrize(
    "code",
    [
        f"{SAME} if (__ffs(same) - 1 == lane) {{ {SUM} }}",
        f"{SAME} int leader = __ffs(same) - 1; if (lane == leader) {{ {SUM} }}",
        f"{SAME} const bool leads = 31 - __clz(same) == lane; if (leads) {{ {SUM} }}",
        f"{SAME} if (__popc(same & ((1u << lane) - 1)) == 0) {{ {SUM} }}",
        f"unsigned same = __ballot_sync(~0u, v); if (v) if (lane == __ffs(same) - 1) {{ {SUM} }}",
    ],
)
def test_a_leader_that_comes_alone(code: str) -> None:
    assert remaining(KERNEL % code) == ["W023"]


@pytest.mark.parametrize(
    "code",
    [
        f"{SAME} {SUM}",
        f"{SAME} if (n > 3) {{ {SUM} }}",
        f"{SAME} if (__ffs(same) - 1 != lane) {{ {SUM} }}",
        f"{SAME} if (__popc(same) == 4) {{ {SUM} }}",
        f"if (lane == 0) {{ {SAME.replace('~0u', '1u')} {SUM} }}",
        f"{SAME} if (__ffs(same) - 1 == lane) d = y[0]; d = __shfl_sync(same, d, __ffs(same) - 1);",
    ],
)
def test_others_come_too(code: str) -> None:
    assert remaining(KERNEL % code) == []
