"""How far one goes into what names stand for: macros, constants and lambdas that are made of one another."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVarTuple

from hipify_py.lanes.flow.answers import leaves_little

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.lanes.flow.lattice import Value

Asked = TypeVarTuple("Asked")
DEEPEST = 16  # meanings in one another
MOST = 100  # meanings in all that one expression is worked out by: two of the one before each double them


class Meanings:
    """The names whose meanings are being worked out, and how many were for the outermost of them.

    What calls come to is kept by how deep they stand until the outermost is left, so that two calls of the
    one before are one; but for what hangs on a name that was open, which means itself there alone.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self.open: set[bytes] = set()
        self.times = 0
        self._met = 0  # names that were open already
        self._known: dict[tuple[object, ...], Value | None] = {}

    def once(self, work_out: Callable[[*Asked], Value | None]) -> Callable[[*Asked], Value | None]:
        """Give what works something out inside of a meaning once."""

        def kept(*asked: *Asked) -> Value | None:
            here = (len(self.open), *asked)
            if here in self._known:
                return self._known[here]
            before = self._met
            found = work_out(*asked)
            if self.open and self._met == before:
                self._known[here] = found
            return found

        return kept

    def is_open(self, name: bytes) -> bool:
        """Say whether a name is being worked out."""
        self._met += name in self.open
        return name in self.open

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
            if not self.open:
                self._known.clear()
