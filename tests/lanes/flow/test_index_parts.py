"""What is left of an index behind an operator with a constant."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.index_parts import kept_bits, part_of, split
from hipify_py.lanes.flow.lattice import OF_LANE, OF_WARP, THREAD, UNKNOWN, VAGUE, WARP_ALONE, WHOLE, Value
from hipify_py.source.expression_reading import expression

ALONG = THREAD._replace(slope=WHOLE)
REST = ALONG._replace(slope=UNKNOWN)


@pytest.mark.parametrize(
    ("sign", "by", "left"),
    [
        (b"&", 31, OF_LANE),
        (b"%", 32, OF_LANE),
        (b"&", 15, VAGUE),
        (b"%", 8, VAGUE),
        (b"%", 64, REST),
        (b"&", 96, WARP_ALONE),
        (b"/", 32, OF_WARP),
        (b">>", 5, OF_WARP),
        (b">>", 6, WARP_ALONE),
        (b"/", 16, REST),
    ],
)
def test_parts_of_a_threads_index(sign: bytes, by: int, left: Value) -> None:
    assert part_of(sign, ALONG, by) == left


def test_of_an_index_with_unknown_slope_no_lane_is_left() -> None:
    assert part_of(b"%", REST, 32) == VAGUE


def test_by_what_is_no_constant_the_index_stays() -> None:
    table = ConstantTable({b"W": b"32"})
    assert split(table, b"%", ALONG, expression(b"W")) == OF_LANE
    assert split(table, b"%", ALONG, expression(b"n")) == REST


@pytest.mark.parametrize(
    ("text", "bits"),
    [
        (b"(i << 27) >> 27", 5),
        (b"(i << W) >> W", 0),
        (b"(i << 27) >> 26", 0),
        (b"i >> 27", 0),
        (b"i << 3", 0),
    ],
)
def test_bits_that_a_shift_there_and_back_keeps(text: bytes, bits: int) -> None:
    assert kept_bits(expression(text), ConstantTable({b"W": b"32"})) == bits
