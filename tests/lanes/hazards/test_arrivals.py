"""Barriers made of a count, at which every thread of a block comes together."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

BAR = """struct Bar { int arrived;
  __device__ void wait(int expected) { int seen = 0, lane = threadIdx.x & 31; %s
    do { if (lane == 0) seen = atomicAdd(&arrived, 0); seen = __shfl_sync(0xffffffff, seen, 0);
    } while (seen < expected); } };
"""
LEADER = "if (lane == 0) { __threadfence_block(); atomicAdd(&arrived, 1); }"
KERNEL = """__global__ void k(int *o, int n) { __shared__ Bar bar, bars[4];
  const int w = threadIdx.x / 32; %s }
"""
TURNS = "for (int r = 0; r < n; r++) { o[threadIdx.x] += r; bar.wait((r + 1) * (blockDim.x / 32)); }"


def _said(arrive: str, use: str) -> list[str]:
    return remaining(BAR % arrive + KERNEL % use)


@pytest.mark.parametrize(
    "arrive",
    [
        LEADER,
        "atomicAdd(&arrived, 1);",
        "if (!lane) atomicAdd( & arrived, 2);",
        "if (expected > 3) atomicAdd(&arrived, 1); if (lane == 0) if (0 == lane) atomicAdd(&arrived, 1);",
    ],
)
@pytest.mark.parametrize("use", [TURNS, "bar.wait(4);", "if (n > 3) return; bar.wait(n);"])
def test_all_have_added_before_they_wait(arrive: str, use: str) -> None:
    assert _said(arrive, use) == []


@pytest.mark.parametrize(
    "arrive",
    [
        "",
        "if (lane == 0 && threadIdx.x < 32) atomicAdd(&arrived, 1);",
        "if (threadIdx.x == 0) atomicAdd(&arrived, 1);",
        "if (expected > 3) atomicAdd(&arrived, 1);",
        "if (expected > 3) if (lane == 0) atomicAdd(&arrived, 1);",
        "if (lane == 0) if (expected > 3) atomicAdd(&arrived, 1);",
        "if (lane == 0) atomicAdd(&other, 1);",
        "if (lane == 0) atomicAdd(&arrived, 0);",
        "if (threadIdx.x / 32 == 1) return; atomicAdd(&arrived, 1);",
    ],
)
def test_not_all_have_added(arrive: str) -> None:
    assert _said(arrive, "bar.wait(4);") == ["W026"]


@pytest.mark.parametrize(
    "use",
    [
        "if (w == 0) bar.wait(1); else bar.wait(2);",
        "bar.wait(w);",
        "bars[w].wait(4);",
        "if (w == 1) return; bar.wait(4);",
        "for (int r = w; r < n; r++) bar.wait(r);",
        "for (int r = 0; r < n; r++) { if (o[threadIdx.x] == r) break; bar.wait(r); }",
        "for (int r = 0; r < n; r++) { bar.wait(r); if (o[threadIdx.x] == r) break; }",
        "",
    ],
)
def test_not_all_come_to_it_alike(use: str) -> None:
    assert "W026" in _said(LEADER, use)


def test_through_another_function() -> None:
    through = "__device__ void meet(Bar &b, int n) { b.wait(n); }\n"
    assert remaining(BAR % LEADER + through + KERNEL % "meet(bar, n);") == []
    assert remaining(BAR % LEADER + through + KERNEL % "meet(bars[w], n);") == ["W026"]
    assert remaining(BAR % LEADER + through + KERNEL % "if (w) meet(bar, n);") == ["W026"]


def test_two_functions_of_a_name() -> None:
    other = "__device__ void wait(float) { }\n"
    assert remaining(other + BAR % LEADER + KERNEL % "bar.wait(n);") == ["W026"]
