"""The time of a conversion grows with its source: the constructs of the bench that once grew faster, and bounds."""

from __future__ import annotations

import time

import pytest
from constructs import CONSTRUCTS
from helpers.matches import RULES

from hipify_py.conversion import convert
from hipify_py.settings import Options

SIZE = 6_000
MOST = 9.0  # times as long for four times as much: the square would be sixteen
WERE_BAD = """
    ballots assigned; ballots nested; ballots nested in counts; bits behind brackets; bits of masks; bounds opened;
    calls in a mask; comments behind #; comments behind #, then include; constants of the one before;
    constants without an end; constexpr functions opened; cub; cub aliases; declarators; define of the one before;
    for opened; if; if of hip nested; ignore above code; ignore many ids; ignore that hits; include unclosed;
    kernels launched by one host; locals of that name; locks in a body; members of others; members with brackets;
    pointer types; pointers; scopes of names nested; strings over two lines in one macro; tiles copied;
    versions in one condition; warp chosen for each kernel; warpSize in classes; while nested with break;
    while opened
"""
NAMES = [" ".join(name.split()) for name in WERE_BAD.split(";")]


def seconds(source: bytes) -> float:
    begun = time.process_time()
    convert(source, RULES, Options(warp="native"))
    return time.process_time() - begun


@pytest.mark.parametrize("name", NAMES)
def test_four_times_as_much_takes_about_four_times_as_long(name: str) -> None:
    one = CONSTRUCTS[name]
    times = max(1, SIZE * 64 // len(one.text(64)))
    small, large = one.text(times), one.text(4 * times)
    least, most = seconds(small), seconds(large)
    for _ in range(4):  # what else the machine does must not count
        if most < MOST * least:
            break
        least, most = max(least, seconds(small)), min(most, seconds(large))
    assert most < MOST * least, f"{len(small)} bytes in {least:.3f} s, {len(large)} in {most:.3f} s"
