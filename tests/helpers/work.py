"""How the work of a conversion grows, counted in calls: what else the machine does makes no difference."""

from __future__ import annotations

import cProfile
import pstats
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

FACTOR = 4  # by which the second source is longer
MOST = 8.0  # times as often: the square would be sixteen
FEW = 2  # calls of one function for each byte, of which there may be any number


def growing(
    text: Callable[[int], bytes], run: Callable[[bytes], object], size: int
) -> dict[str, tuple[int, int]]:
    """Give the functions that are called too often for a source of four times the size, and how often.

    `text` makes a source of so many pieces; the smaller has about `size` bytes. Generators count by step.
    """
    run(text(3))  # what is loaded once is not counted
    times = max(1, size * 64 // len(text(64)))
    small, large = text(times), text(FACTOR * times)
    few, many = _calls(run, small), _calls(run, large)
    return {
        name: (few.get(name, 0), number)
        for name, number in many.items()
        if number > FEW * len(large) and number > MOST * few.get(name, 0)
    }


def _calls(run: Callable[[bytes], object], source: bytes) -> dict[str, int]:
    profile = cProfile.Profile()
    profile.runcall(run, source)
    listed: dict[tuple[str, int, str], tuple[int, int]] = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    return {f"{path}:{line} {name}": calls for (path, line, name), (_, calls, *_) in listed.items()}
