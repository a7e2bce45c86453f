"""What is known of values: the lattice of whom they differ between, of which indices they are, how often.

The levels are those of LLVM's uniformity analysis (https://llvm.org/docs/ConvergenceAndUniformity.html): a
value is uniform, alike in each warp, or varies by lane. Two values meet in what is known of either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

Level = Literal["uniform", "warp", "lane"]
LEVELS: tuple[Level, ...] = ("uniform", "warp", "lane")
UNIFORM, WARP, LANE = range(3)
THREAD_INDEX, LANE_INDEX, WARP_INDEX = 1, 2, 4

# How often the index of the lane is in a value, as in `base + lane`: so often and nothing else that varies.
WHOLE = 3  # once, as the index of the thread itself
BEHIND_WARPS = 4  # once, as the index of the thread behind whole warps: in the grid
MOST_SLOPE = 2
OPEN, UNKNOWN = 8, 9  # nothing is known yet, and never will be


class Value(NamedTuple):
    """What is known of a value: its level, and of which indices it is made, as the sum of their marks.

    `slope` says how often the index of the lane is in it; two values that have it as often differ by what all
    lanes of a warp have alike. `by_name` is the name that says so much alone: nothing else tells that level.
    """

    level: int = UNIFORM
    indices: int = 0
    slope: int = 0
    by_name: bytes = b""


NOTHING, NEUTRAL = Value(), Value(slope=OPEN)
THREAD = Value(LANE, THREAD_INDEX, WHOLE)
OF_LANE = Value(LANE, LANE_INDEX, 1)
OF_WARP = Value(WARP, WARP_INDEX)
WARP_ALONE = Value(WARP)
VARIES = Value(LANE, 0, UNKNOWN)
VAGUE = OF_LANE._replace(slope=UNKNOWN)
RANK = Value(LANE, THREAD_INDEX | LANE_INDEX, UNKNOWN)  # in a group of which only its name is known


def without_indices(value: Value) -> Value:
    """Give the same of something that is no index any more."""
    return Value(value.level, 0, value.slope, value.by_name) if value.indices else value


def deciding(value: Value) -> Value:
    """Give what is known of something for what hangs on it, and is not made of it."""
    return Value(value.level, by_name=value.by_name)


def plain(value: Value) -> Value:
    """Give the same, whatever tells it."""
    return value._replace(by_name=b"") if value.by_name else value


def joined(values: Iterable[Value]) -> Value:
    """Give what is known of what may be any of several values."""
    level = indices = sure = 0
    slope: int | None = None
    names = b""
    for its_level, its_indices, its_slope, its_name in values:
        level = max(level, its_level)
        indices |= its_indices
        if its_name:
            names = names or its_name
        else:
            sure = max(sure, its_level)
        if slope != its_slope:
            slope = its_slope if slope is None else either(slope, its_slope)
    return Value(level, indices, slope or 0, names if sure < level else b"")


def mixed(values: Iterable[Value]) -> Value:
    """Give what is known of what is made of several values in some way."""
    level = indices = sure = 0
    names, is_open = b"", False
    for its_level, its_indices, its_slope, its_name in values:
        level = max(level, its_level)
        indices |= its_indices
        if its_name:
            names = names or its_name
        else:
            sure = max(sure, its_level)
        is_open = is_open or its_slope == OPEN
    slope = OPEN if is_open else UNKNOWN if level == LANE else 0
    return Value(level, indices, slope, names if sure < level else b"")


def either(one: int, other: int) -> int:
    """Give the slope of what may have either of two."""
    if one == other or OPEN in (one, other):
        return one if other == OPEN else other
    return once(one) if once(one) == once(other) else UNKNOWN


def summed(one: int, other: int, sign: int) -> int:
    """Give the slope of the sum of two values, or of their difference."""
    if max(one, other) >= OPEN:
        return OPEN if OPEN in (one, other) else UNKNOWN
    found = once(one) + sign * once(other)
    return found if abs(found) <= MOST_SLOPE else UNKNOWN


def once(slope: int) -> int:
    """Give how often the index of the lane is in a value, be it that of the thread itself."""
    return 1 if slope in {WHOLE, BEHIND_WARPS} else slope


def added(value: Value) -> int:
    """Give what adding a value to another one, or taking it away, does to the slope of that."""
    return OPEN if value.slope in {0, OPEN} else UNKNOWN
