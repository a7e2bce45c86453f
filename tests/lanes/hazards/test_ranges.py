"""What operators make of ranges, and how far loops count."""

from __future__ import annotations

import pytest

from hipify_py.lanes.hazards.ranges import Range, made_of, part
from hipify_py.source.expression_reading import expression

DIGIT, LANE = Range(0, 7, frozenset((b"d",))), Range(0, 31, parts_of=frozenset((b"lane",)))


@pytest.mark.parametrize(
    ("operator", "by", "ends"),
    [
        (b"+", Range(2, 3), (2, 10)),
        (b"-", Range(2, 3), (-3, 5)),
        (b"*", Range(-2, 3), (-14, 21)),
        (b"<<", Range(3, 3), (0, 56)),
        (b">>", Range(1, 1), (0, 3)),
        (b"/", Range(2, 2), (0, 3)),
        (b"*", DIGIT, (0, 49)),
    ],
)
def test_what_an_operator_makes(operator: bytes, by: Range, ends: tuple[int, int]) -> None:
    found = DIGIT.made(operator, by)
    assert found is not None
    assert (found.low, found.high, found.names) == (*ends, DIGIT.names)


@pytest.mark.parametrize(
    ("operator", "by"),
    [
        (b"<<", Range(1, 2)),
        (b"<<", Range(32, 32)),
        (b">>", Range(-1, -1)),
        (b"/", Range(0, 0)),
        (b"/", Range(40, 40)),
        (b"^", Range(1, 1)),
        (b"+", DIGIT),
        (b"-", DIGIT),
        (b"*", Range(1 << 30, 1 << 30)),
    ],
)
def test_what_is_not_told(operator: bytes, by: Range) -> None:
    assert DIGIT.made(operator, by) is None
    assert Range(-1, 7).made(b">>", Range(1, 1)) is None


def test_one_of_two_and_the_less_of_them_go_by_the_names_of_both() -> None:
    assert DIGIT.either(LANE) == Range(0, 31, DIGIT.names, LANE.parts_of)
    assert DIGIT.less(LANE) == Range(0, 7, DIGIT.names, LANE.parts_of)


@pytest.mark.parametrize(
    ("begin", "by", "end", "ends"),
    [
        ((0, 0), 1, 8, (0, 7)),
        ((0, 0), 8, 30, (0, 24)),
        ((24, 24), -8, -1, (0, 24)),
        ((0, 31), 32, 64, (0, 63)),
        ((0, 3), 8, 64, None),
        ((9, 9), 1, 8, None),
        ((0, 0), -1, 8, None),
    ],
)
def test_how_far_a_loop_counts(
    begin: tuple[int, int], by: int, end: int, ends: tuple[int, int] | None
) -> None:
    found = Range(*begin).counted(by, end)
    assert (found and (found.low, found.high)) == ends


def test_what_a_mask_or_a_remainder_leaves() -> None:
    node = expression(b"x[t]")
    assert part(None, node, 63) == Range(0, 63, parts_of=frozenset((b"x",)))
    assert [part(None, node, field) for field in (255, 65535)] == [None, None]
    assert part(Range(0, 300), node, 255) == Range(0, 255)
    assert part(DIGIT, node, 15) == DIGIT
    assert part(DIGIT, node, 5) == DIGIT._replace(high=5)
    assert part(DIGIT, node, 8) == DIGIT
    assert part(Range(-1, 7), node, 8) == Range(0, 8)


def test_of_what_a_value_is_made() -> None:
    assert made_of(expression(b"f(a) + x[i].y * 3")) == {b"f", b"a", b"x"}
