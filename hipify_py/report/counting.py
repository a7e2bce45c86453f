"""Numbers with what they count."""

from __future__ import annotations


def counted(count: int, what: str) -> str:
    """Write a number and what it counts, which takes an `s` where there is not one of it."""
    return f"{count} {plural(count, what)}"


def plural(count: int, what: str) -> str:
    """Write what a number counts."""
    return what if count == 1 else f"{what}s"
