"""Which aliases of CUDA's namespaces, and which `using` of other files, each file of a run sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.resolve.qualified_names import statements
from hipify_py.resolve.shared_spaces import in_order
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hipify_py.project.include_graph import IncludeGraph, Seen
    from hipify_py.resolve.told import Told

EVERY = -1  # all bits


class SpacesSeen:
    """What is said of namespaces in an include graph."""

    def __init__(self, graph: IncludeGraph, roots: Iterable[bytes]) -> None:
        """Gather what leads to one of some outermost namespaces, and what makes the same names of others."""
        self._graph = graph
        told = graph.names("space")
        self._leading = in_order(told, roots)
        self._order = {text: place for place, text in enumerate(self._leading)}
        made = {said.name for said in self._leading.values() if said.name}
        rivals = (text for text in told - self._leading.keys() if statements(text)[0].name in made)
        self._bits = 0
        for text in (*self._leading, *rivals):
            self._bits |= graph.bits("space", text, EVERY)
        self._known: dict[tuple[int, frozenset[bytes]], tuple[tuple[bytes, bytes], ...]] = {}

    def of(self, seen: Seen) -> tuple[tuple[bytes, bytes], ...]:
        """Give the statements that a file sees, each with its scope and behind those that it builds on.

        A name of which anything else is made is left out.
        """
        bits = seen.ever & self._bits
        if not bits:
            return ()
        told = [*self._graph.told(bits)]
        parts = {part for one in told for part in A_NAME.findall(one.value)}
        used = frozenset(part for part in parts if self._graph.bits("using", part, seen.ever))
        if (bits, used) not in self._known:
            self._known[bits, used] = self._kept(told, used)
        return self._known[bits, used]

    def _kept(self, told: Sequence[Told], used: frozenset[bytes]) -> tuple[tuple[bytes, bytes], ...]:
        others = {statements(one.name)[0].name for one in told if one.name not in self._leading}
        led = sorted((one for one in told if one.name in self._order), key=lambda one: self._order[one.name])
        kept = (one for one in led if self._leading[one.name].name not in others)
        return tuple(
            (one.name, b"" if used.issuperset(A_NAME.findall(one.value)) else one.value) for one in kept
        )
