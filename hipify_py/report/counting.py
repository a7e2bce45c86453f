"""Numbers with what they count."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def counted(count: int, what: str) -> str:
    """Write a number and what it counts, which takes an `s` where there is not one of it."""
    return f"{count} {plural(count, what)}"


def plural(count: int, what: str) -> str:
    """Write what a number counts."""
    return what if count == 1 else f"{what}s"


def listed(words: Sequence[str], most: int) -> str:
    """Name up to `most` things, and count the others."""
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more
