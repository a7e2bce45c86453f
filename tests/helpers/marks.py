"""The marks of a test, by what it asks for."""

from __future__ import annotations

import pytest

ASKED = {"hipcheck": "compiler", "hipcheck64": "compiler", "emulator": "emulator", "page": "browser"}
SLOW = {"build", "browser", "compiler", "emulator", "packaging", "real", "stress"}


def asked(item: pytest.Item) -> set[str]:
    """Give the marks that a test has from its fixtures."""
    return {mark for fixture, mark in ASKED.items() if fixture in getattr(item, "fixturenames", ())}


def slow(item: pytest.Item) -> bool:
    """Tell whether a test is none of the inner loop's."""
    return bool(asked(item)) or not SLOW.isdisjoint(mark.name for mark in item.iter_markers())
