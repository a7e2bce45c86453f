"""The marks of a test, by what it asks for."""

from __future__ import annotations

import pytest

ASKED = {"hipcheck": "compiler", "hipcheck64": "compiler", "emulator": "emulator", "page": "browser"}
NEEDED = {"needs g++": "emulator", "needs cmake, ninja and make": "build", "needs make": "build"}
SLOW = {"build", "browser", "compiler", "emulator", "packaging", "real", "stress"}


def asked(item: pytest.Item) -> set[str]:
    """Give the marks that a test has from its fixtures, and from what it is skipped without."""
    needs = {mark.kwargs.get("reason") for mark in item.iter_markers("skipif")}
    made = {mark for fixture, mark in ASKED.items() if fixture in getattr(item, "fixturenames", ())}
    return made | {mark for reason, mark in NEEDED.items() if reason in needs}


def slow(item: pytest.Item) -> bool:
    """Tell whether a test is none of the inner loop's."""
    return bool(asked(item)) or not SLOW.isdisjoint(mark.name for mark in item.iter_markers())
