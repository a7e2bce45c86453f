"""Masks of which single bits alone are asked for."""

from __future__ import annotations

import pytest
from helpers.warps import broken, device, facts_of, text_of

from hipify_py.lanes.flow.lane_masks import Masks
from hipify_py.lanes.rewrite.picked_bits import unheeded_shifts
from hipify_py.source.unit import Unit

MASK = "unsigned m = __ballot(p), f; "


def found(code: str) -> list[str]:
    unit = Unit(f"__device__ void f(int p, int lane, unsigned *q) {{ {MASK}{code} }}\n".encode())
    masks = Masks(unit, facts_of(unit))
    return [text_of(unit, one) for one in unheeded_shifts(unit, masks.by_name[b"f"], masks)]


@pytest.mark.parametrize(
    "code",
    [
        "f = m << 1; q[0] = f >> lane & 1;",
        "f = (m << 1) | q[1]; q[0] = (f >> lane) & 1u;",
        "f = (unsigned)(m << 1); if (f & (1u << lane)) q[0] = (f >> 3) & 1;",
    ],
)
def test_shifts_that_nothing_hangs_on(code: str) -> None:
    assert found(code) == ["m << 1"]
    assert "W012" not in broken(device(MASK + code))


@pytest.mark.parametrize(
    "code",
    [
        "f = m << 1; q[0] = f;",
        "f = m << 1; q[0] = __popc(f) + (f >> lane & 1);",
        "f = m << 1; q[0] = f >> lane & 3;",
        "f = __popc(m << 1); q[0] = f >> lane & 1;",
        "f = m << 1; f += lane; q[0] = (f >> lane & 1) + f;",
    ],
)
def test_shifts_of_what_is_used_otherwise(code: str) -> None:
    assert found(code) == []
