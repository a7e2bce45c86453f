"""What the names of one function hold, and what expressions of them come to at a place."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.evaluators import Sources, evaluator_of
from hipify_py.lanes.flow.index_names import BUILT_IN
from hipify_py.lanes.flow.lattice import LEVELS, NOTHING, Value
from hipify_py.source.expression_reading import expression

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.lattice import Level
    from hipify_py.lanes.flow.reaching import Reaching
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

NO_VERSIONS: Mapping[bytes, Value] = MappingProxyType({})
PLAIN = frozenset(("member", "number", "binary", "unary"))


class Hints:
    """The names that alone told what was asked of some values, and whether what they say counts."""

    def __init__(self) -> None:
        """Begin with none; they count."""
        self.names: set[bytes] = set()
        self.count = True

    def take(self, name: bytes) -> bool:
        """Take what a name says; say whether it counts."""
        self.names.add(name)
        return self.count


class Values(NamedTuple):
    """What the names of one function hold, by their symbols and by their names.

    What is asked is asked of all that bear a name, or behind `at` of the one that it stands for at a place,
    and of its value there.
    """

    sources: Sources
    held: dict[bytes, Value]
    names: FunctionNames | None = None
    place: int = 0
    reaching: Reaching | None = None
    versions: Mapping[bytes, Value] = NO_VERSIONS
    hints: Hints | None = None
    later: Callable[[], Values] | None = None
    """Follows the function, where that is put off until a name is asked for that it may give a value."""

    @property
    def unit(self) -> Unit:
        """Give the file."""
        return self.sources.unit

    @property
    def constants(self) -> ConstantTable:
        """Give the file's constants."""
        return self.sources.constants

    def at(self, place: int, names: FunctionNames) -> Values:
        """Give the same for names at a place."""
        known = self.later() if self.later else self
        return known._replace(names=names, place=place, hints=self.hints)

    def declared(self, place: int, names: FunctionNames) -> Values:
        """Give the same for names as they are declared at a place, whatever of all that they hold there."""
        known = self.later() if self.later else self
        return Values(known.sources, known.held, names, place, hints=self.hints)

    def indices(self, name: bytes) -> int:
        """Give the marks of the indices that a name holds, or is made of; 0 for one that is not known."""
        if self.later:
            return self._known().indices(name)
        return self._trusted(self.held.get(self.symbol(name), NOTHING)).indices

    def symbol(self, name: bytes) -> bytes:
        """Give what a name stands for."""
        return self.names.symbol(name, self.place) if self.names else name

    def level(self, text: bytes) -> Level:
        """Say between whom the value of an expression may differ: no threads of a block, warps, or lanes."""
        return LEVELS[self.value(expression(text)).level]

    def value(self, node: Expression) -> Value:
        """Give what is known of an expression."""
        if self.later and not _is_built_in(node, self.names):
            return self._known().value(node)
        declared = self.names.declared if self.names else None
        standing = (self.names, self.place) if self.names else None
        evaluator = evaluator_of(self.sources, self._named, declared, lambda: standing)
        return self._trusted(evaluator.value(node))

    def says(self, name: bytes, is_one: Callable[[bytes], bool]) -> bool:
        """Say whether a name by itself is that of an index, where nothing else tells."""
        return is_one(name) and (self.hints is None or self.hints.take(name))

    def _known(self) -> Values:
        known = self.later() if self.later else self
        return known._replace(hints=self.hints)

    def _named(self, name: bytes) -> Value | None:
        symbol = self.symbol(name)
        if self.names and self.reaching:
            found = self.versions.get(self.reaching.version(symbol, self.place))
        else:
            found = self.held.get(symbol)
        return found and self._trusted(found)

    def _trusted(self, found: Value) -> Value:
        is_hint = found.by_name and self.hints is not None
        return NOTHING if is_hint and self.hints and not self.hints.take(found.by_name) else found


def _is_built_in(node: Expression, known: FunctionNames | None) -> bool:
    """Say whether the only names in an expression are CUDA's own, which no function gives a value."""
    declared = known.declared if known else ()
    return all(
        part.kind in PLAIN or (part.kind == "name" and part.name in BUILT_IN and part.name not in declared)
        for part in node.walk()
    )
