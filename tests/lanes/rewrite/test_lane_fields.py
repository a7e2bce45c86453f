"""Numbers of lanes in 5 bits, of which a wavefront's upper lanes take 6."""

from __future__ import annotations

import pytest
from helpers.warps import broken, native, run

KERNEL = (
    "struct Slot {{ unsigned lane : 5; unsigned wide : 6; unsigned rest : 21; unsigned whole; }};\n"
    "__global__ void k(unsigned *x, Slot *s, unsigned n) {{ unsigned t = threadIdx.x, lane = t % warpSize;"
    " unsigned m = __ballot_sync(0xffffffff, x[t]), v = x[t]; Slot own; {} x[t] = n; }}\n"
)


@pytest.mark.parametrize(
    "code",
    [
        "n = (v << 5) | lane;",
        "n = lane + (v << 5);",
        "n = (unsigned)(v << 5) ^ (t % warpSize);",
        "n = (v << 5) | (__ffs(m) - 1);",
        "own.lane = lane; s[0] = own;",
        "s->lane = __ffs(m) - 1;",
        "unsigned first = __ffs(m) - 1; s[n].lane = first;",
    ],
)
def test_lanes_in_5_bits(code: str) -> None:
    assert broken(native(KERNEL.format(code))) == {"W012"}
    assert broken(run(KERNEL.format(code))) == set()


@pytest.mark.parametrize(
    "code",
    [
        "n = (v << 6) | lane;",
        "n = (v << 5) | n;",
        "n = (v << 5) + v;",
        "n = (lane << 5) | v;",
        "n = (v << 5) & lane;",
        "own.wide = lane; s[0] = own;",
        "own.whole = lane; s[0] = own;",
        "own.lane = v; s[0] = own;",
        "own.lane = t / warpSize; s[0] = own;",
        "own.lane = __popc(n); s[0] = own;",
    ],
)
def test_other_fields(code: str) -> None:
    assert "W012" not in broken(native(KERNEL.format(code)))


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("if (lane < 32) s[n].lane = lane;", False),
        ("if (lane > 31) return; n = (v << 5) | lane;", False),
        ("if (v < 32) s[n].lane = lane;", True),
        ("if (lane < warpSize) n = (v << 5) | lane;", True),
    ],
)
def test_a_lane_that_is_bounded(code: str, *, told: bool) -> None:
    found = [one.message for one in native(KERNEL.format(code)).findings if one.rule == "W012"]
    assert any("the lane" in one for one in found) == told
