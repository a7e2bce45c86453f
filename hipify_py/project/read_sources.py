"""Sources that a run has read for what they tell the others, kept for their own conversion.

What is worked out of a source is kept with it, so that who converts it in the same process need not do all of
that again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hipify_py.source.unit import Unit

ROOM = 1_000_000  # bytes of sources: with what is known of it, one takes 5 to 17 times its size in memory


class ReadSources:
    """The first sources of a run, by their paths; in another process there are none, and none are kept."""

    def __init__(self, room: int = ROOM) -> None:
        """Begin without any; `room` is how many bytes of sources are kept at once."""
        self._room = room
        self._units: dict[str, tuple[bytes, Unit]] = {}

    def __reduce__(self) -> tuple[type[ReadSources], tuple[int]]:
        """Send another process nothing."""
        return ReadSources, (0,)

    def keep(self, path: str, source: bytes, unit: Unit) -> None:
        """Keep what is known of a source, where there is room."""
        if len(source) <= self._room:
            self._room -= len(source)
            self._units[path] = source, unit

    def take(self, path: str, source: bytes) -> Unit | None:
        """Give what is known of a source, and keep it no longer; None where the file holds another by now."""
        before, unit = self._units.pop(path, (b"", None))
        self._room += len(before)
        return unit if before == source else None
