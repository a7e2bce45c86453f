"""On which side of a condition a place stands."""

from __future__ import annotations

import pytest
from helpers.warps import facts_of

from hipify_py.lanes.hazards.switch_labels import Labels
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("body", "sides"),
    [
        ("if (n) { a(); a(); } else a();", [0, 0, 1]),
        ("switch (n) { case 0: a(); a(); break; case 1: case 2: a(); break; default: a(); }", [1, 1, 3, 4]),
        ("switch (n) { case 0: switch (m) { case 5: a(); case 6: a(); } break; default: a(); }", [1, 1, 2]),
    ],
)
def test_sides(body: str, sides: list[int]) -> None:
    unit = Unit(b"__device__ void f(int n, int m) { %b }" % body.encode())
    read = model(unit, next(one.function for one in facts_of(unit) if one.function))
    labels = Labels(unit, read)
    calls = [one.name.start for one in read.calls]
    assert [labels.side(read.path(at)[0], at) for at in calls] == sides


def test_who_jumped_out_of_a_switch_is_apart_from_who_went_on() -> None:
    unit = Unit(
        b"__device__ void f(int n) { switch (n) { case 0: a(); goto b; case 1: goto c; }"
        b" a(); a(); return; b: a(); a(); return; c: a(); }"
    )
    read = model(unit, next(one.function for one in facts_of(unit) if one.function))
    labels, switch = Labels(unit, read), read.path(read.calls[0].name.start)[0]
    first, on, also, jumped, too, others = (labels.side(switch, one.name.start) for one in read.calls)
    assert (on, jumped) == (also, too)
    assert len({first, on, jumped, others}) == 4
