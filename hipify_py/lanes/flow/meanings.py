"""How far one goes into what names stand for: macros, constants and lambdas that are made of one another."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.answers import leaves_little

if TYPE_CHECKING:
    from collections.abc import Iterator

DEEPEST = 16  # meanings in one another
MOST = 100  # meanings in all that one expression is worked out by: two of the one before each double them


class Meanings:
    """The names whose meanings are being worked out, and how many were for the outermost of them."""

    def __init__(self) -> None:
        """Begin with none."""
        self.open: set[bytes] = set()
        self.times = 0

    @contextmanager
    def of(self, name: bytes, many: int = 1) -> Iterator[bool]:
        """Go into the meanings of a name, of which there are so many; say whether that is still done."""
        self.times = self.times + many if self.open else many
        goes_on = self.times <= MOST and len(self.open) < DEEPEST and not leaves_little()
        self.open.add(name)
        try:
            yield goes_on
        finally:
            self.open.remove(name)
