"""Numbers that a lane's index comes into as a factor alone, as `thread * 4 % 32`: of bits, and no lane's.

Nor is a rank in a tile one of a wavefront's lanes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.group_declarations import declarations
from hipify_py.lanes.flow.lattice import LANE_INDEX, THREAD_INDEX
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

INDEX = LANE_INDEX | THREAD_INDEX
JOINS = frozenset(("binary", "unary", "cast", "?", "list"))
RANK = b"thread_rank"
QUOTIENTS = frozenset((b"/", b">>"))
DEEPEST = 4  # names that are followed, one from the other


class ScaledIndices(NamedTuple):
    """Reads in which values of the functions of a file an index is a factor; each name's value once."""

    unit: Unit
    known: dict[tuple[Function, Span, int], bool]

    def is_scaled(self, node: Expression, body: Body, at: int, left: int = DEEPEST) -> bool:
        """Say whether the index of a lane or a thread is in a value as a factor alone, by names too."""
        values, todo = body.values.declared(at, body.names), [node]
        while todo:
            node = bare(todo.pop())
            if not values.value(node).indices & INDEX or is_product(node) or self._is_of_tile(node):
                continue
            if node.kind == "name" and left and self._is_given_scaled(node.text, body, at, left - 1):
                continue
            if node.kind not in JOINS:
                return False
            todo += node.parts
        return True

    def _is_of_tile(self, node: Expression) -> bool:
        """Say whether a node is a rank in a tile, of 32 at most: of no more lanes on any GPU."""
        of = bare(node.parts[0]) if node.kind == "call" and node.name == RANK and node.parts else node
        return of is not node and of.kind == "name" and of.text in _tiles(self.unit)

    def _is_given_scaled(self, name: bytes, body: Body, at: int, left: int) -> bool:
        once = body.names.once(name, at)
        asked = (body.function, once.value, left) if once else None
        if once and asked and asked not in self.known:
            given = expression(self.unit.code[slice(*once.value)])
            self.known[asked] = self.is_scaled(given, body, once.value.start, left)
        return asked is not None and self.known[asked]


@fact
def _tiles(unit: Unit) -> frozenset[bytes]:
    """Give the names of the tiles that a file declares, which are those of no other group."""
    kinds: dict[bytes, set[str]] = {}
    for one in declarations(unit.code):
        kinds.setdefault(one.name, set()).add(one.kind)
    return frozenset(name for name, found in kinds.items() if found == {"tile"})


def is_product(node: Expression) -> bool:
    """Say whether something is a multiple of a number, and not the first lane of a group: `lane / 4 * 4`."""
    sides = [bare(one) for one in node.parts] if (node.kind, node.text) == ("binary", b"*") else []
    return bool(sides) and not any(one.kind == "binary" and one.text in QUOTIENTS for one in sides)
