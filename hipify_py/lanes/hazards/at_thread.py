"""What conditions come to for one thread of a block, by its number: which threads get to a place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow import integers
from hipify_py.lanes.flow.integers import Number
from hipify_py.lanes.hazards.group_objects import RANK, TILE_RANK, receiver, tile_size
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Condition
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

OPERATORS = frozenset((*integers.RESULTS, *integers.COMPARED))
MOST_THREADS = 1024  # of a block
DEEPEST = 8  # names that stand for one another


class AtThread(NamedTuple):
    """The values of one function's expressions, for the thread of a number."""

    unit: Unit
    names: FunctionNames
    constants: ConstantTable
    thread: int

    def value(self, node: Expression, left: int = DEEPEST) -> Number | None:
        """Give the value of an expression; None where it hangs on anything but the thread's number."""
        node = bare(node)
        if node.kind == "member" and node.text == b"x" and node.parts[0].text == b"threadIdx":
            return Number(self.thread, 32, signed=False)
        if node.kind == "name" and node.text in self.names.declared:
            return _held(self.unit, self, node.text, left)
        if node.kind == "binary" and node.text in {b"&&", b"||"}:
            return self._joined(node, left)
        operands = [self.value(part, left) for part in node.parts]
        told = [one for one in operands if one is not None]
        if node.kind == "binary" and node.text in OPERATORS and len(told) == len(operands):
            return integers.applied(node.text, told[0], told[1])
        if node.kind == "unary" and told and node.text in integers.SIGNS:
            return integers.signed(node.text, told[0])
        return self._rank(node) or self.constants.of(node)

    def _rank(self, node: Expression) -> Number | None:
        """Give the rank of the thread in its tile, or that of the tile; None for what is no such rank."""
        for rank in (RANK, TILE_RANK):
            group = receiver(node, rank)
            size = tile_size(self.unit, group, self.names, self.constants) if group else 0
            if size:
                found = self.thread % size if rank == RANK else self.thread // size
                return Number(found, 32, signed=False)
        return None

    def _joined(self, node: Expression, left: int) -> Number | None:
        """Give the truth of two conditions, of which either may decide alone."""
        decides = node.text == b"||"
        told = [one and bool(one.value) for one in (self.value(part, left) for part in node.parts)]
        if decides in told:
            return integers.truth(decides)
        return None if None in told else integers.truth(not decides)

    def comes(self, path: Iterable[Condition]) -> bool | None:
        """Say whether the thread comes to where some conditions hold; None where these do not tell."""
        open_ = False
        for one in path:
            if one.keyword not in {"if", "?"}:
                continue
            found = self.value(expression(self.unit.code[slice(*one.span)]))
            if found and bool(found.value) == one.otherwise:
                return False
            open_ = open_ or found is None
        return None if open_ else True


@fact_of
def _held(unit: Unit, at: AtThread, name: bytes, left: int) -> Number | None:
    """Give the value of a name of the function; None of one that is not given it once."""
    once = at.names.once(name) if left else None
    if once is None or once.name != once.target:
        return None
    return at.value(expression(unit.code[slice(*once.value)]), left - 1)


def threads(unit: Unit, names: FunctionNames, constants: ConstantTable) -> list[AtThread]:
    """Give all threads that a block may have in a function, in order."""
    return [AtThread(unit, names, constants, one) for one in range(MOST_THREADS)]
