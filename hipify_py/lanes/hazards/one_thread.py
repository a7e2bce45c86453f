"""Places that only one thread of a block comes to: it waits for no lane of its own wavefront."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.lanes.flow.lattice import LANE_INDEX, THREAD_INDEX, UNIFORM, WARP_INDEX
from hipify_py.lanes.flow.storage import is_shared
from hipify_py.lanes.hazards.group_objects import RANK, TILE_RANK, is_of_block, receiver
from hipify_py.lanes.hazards.out_of_sight import is_announced
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import is_called_alone, model, names
from hipify_py.source.functions import functions
from hipify_py.source.search import last_of
from hipify_py.source.tokens import OWN_NAME, token_at, token_before
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.held_values import Values
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Model, Path
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

DEEPEST = 4  # functions that lead to a place
MOST_CALLS = 16  # of one that are looked at
MOST_PARTS = 64  # of a condition
MEMBER = frozenset((b".", b"->", b"::"))


def one_thread(unit: Unit, path: Path, values: LazyValues | None, *, parts: bool = False) -> bool:
    """Say whether only one thread of a block comes to a place with some conditions around it.

    One lane of each warp, or of each tile, is not enough; that of one warp or tile is where `parts` are asked
    for: what it waits for may be set by the one of another. Without values, as in a macro, it is told by
    `threadIdx` alone.
    """
    met: set[tuple[bytes, bool]] = set()  # lanes, and warps, of what: so that both are of the same
    for condition in path:
        if condition.otherwise or condition.keyword != "if":
            continue
        at = condition.span.start
        asked = Asked(unit, values.function if values else None, values.at(at) if values else None, at)
        for side, other in asked.equal(expression(unit.code[slice(*condition.span)])):
            if asked.differs(other):
                continue  # as in the first lane of each warp: `threadIdx.x == warp * 32`
            if asked.is_index(side):
                return True
            met |= {*asked.in_a_part(side)}
    return parts and any((of, not is_warp) in met for of, is_warp in met)


def called_by_one_thread(unit: Unit, of: Model, values: LazyValues, left: int = DEEPEST) -> bool:
    """Say whether all calls of a function are made by one thread of a block, and pass nothing shared."""
    if of.function.kind != "device" or not left or not is_called_alone(unit, of.function):
        return False
    known = _by_constants(unit).setdefault(values.constants, {})
    if of.function.span not in known:
        known[of.function.span] = False  # where it calls itself
        known[of.function.span] = _are_of_one_thread(unit, of, values, left)
    return known[of.function.span]


@fact
def _by_constants(_unit: Unit) -> dict[ConstantTable, dict[Span, bool]]:
    """Keep what was told of each function, for the constants by which it was read."""
    return {}


def _are_of_one_thread(unit: Unit, of: Model, values: LazyValues, left: int) -> bool:
    name = len(of.function.called)
    starts = [word.start for word in islice(standing(unit, of.function.called), MOST_CALLS + 1)]
    homes = functions(unit, starts if len(starts) <= MOST_CALLS else ())
    starts = [at for at in starts if at not in homes or not _is_of_variable(unit, homes[at], of, at)]
    homes = {at: homes[at] for at in starts if at in homes}
    if not all(one in homes or is_announced(unit, Span(one, one + name)) for one in starts):
        return False  # its address is taken
    calls = 0
    for at, home in homes.items():
        read = model(unit, home)
        found = read.called_in(Span(at, at + 1))
        if home.span == of.function.span and not found:
            continue  # where it is defined
        if home.kind == "macro" or not found or home.span == of.function.span:
            return False
        known = LazyValues(unit, home, values.constants)
        begin = last_of(unit.code, b";{}()", at) + 1
        if _passes_shared(unit, read, [Span(begin, at), *found[0].arguments]) or not (
            one_thread(unit, read.path(at), known) or called_by_one_thread(unit, read, known, left - 1)
        ):
            return False
        calls += 1
    return calls > 0


def _is_of_variable(unit: Unit, home: Function, of: Model, at: int) -> bool:
    """Say whether a word in a function is its variable that is named as another function: `lock.lock()`."""
    name = of.function.called
    if token_before(unit.code, at).text in MEMBER or token_at(unit.code, at + len(name)).text == b"(":
        return False
    return names(unit, home).declaration(name, at) is not None


def _passes_shared(unit: Unit, read: Model, spans: list[Span]) -> bool:
    """Say whether a call is given what the threads of a block share, or on an object of that kind."""
    declared = names(unit, read.function).declared
    used = {word[0] for one in spans for word in OWN_NAME.finditer(unit.code, *one)}
    return any(is_shared(unit, one) for name in used for one in declared.get(name, ()))


class Asked(NamedTuple):
    """What the condition at a place asks, with what is known of the function's names there."""

    unit: Unit
    function: Function | None
    known: Values | None
    at: int

    def equal(self, node: Expression) -> Iterator[tuple[Expression, Expression | None]]:
        """Give what has to be equal where a condition holds, either side with the other: `a == b`, `!a`."""
        todo, left = [node], MOST_PARTS
        while todo and left:
            left -= 1
            node = self.made(bare(todo.pop()))
            if node.kind == "binary" and node.text == b"&&":
                todo += node.parts
            elif node.kind == "binary" and node.text == b"==":
                yield from zip(node.parts, node.parts[::-1], strict=True)
            elif node.kind == "unary" and node.text == b"!":
                yield node.parts[0], None

    def made(self, node: Expression) -> Expression:
        """Give what a name is given, if that is done once, or the node itself."""
        names = self.known.names if self.known else None
        return held(self.unit.code, names, node) if names else node

    def is_index(self, node: Expression) -> bool:
        """Say whether an expression is the index of a thread in its block."""
        node = bare(node)
        if node.kind == "member" and node.text == b"x" and node.parts[0].text == b"threadIdx":
            return True
        if self.known is None:
            return False
        group = receiver(self.made(node), RANK)
        if group:
            return is_of_block(self.unit, group, self.at, self.function)
        return self._indices(node) == THREAD_INDEX

    def differs(self, other: Expression | None) -> bool:
        """Say whether what a thread is asked for is not the same for all threads."""
        return other is not None and self.known is not None and self.known.value(other).level > UNIFORM

    def in_a_part(self, node: Expression) -> Iterator[tuple[bytes, bool]]:
        """Give of what an expression is the lane, or the number: of warps, or of the tiles of a name."""
        if self.known is None:
            return
        node = bare(node)
        indices = self._indices(node)
        if indices in {LANE_INDEX, WARP_INDEX}:
            yield b"", indices == WARP_INDEX
        for rank in (RANK, TILE_RANK):
            group = receiver(self.made(node), rank)
            if group and group.kind == "name":
                yield group.text, rank == TILE_RANK

    def _indices(self, node: Expression) -> int:
        """Give the marks of the indices that a name holds."""
        found = self.known.indices(node.text) if self.known and node.kind == "name" else 0
        return found & (THREAD_INDEX | LANE_INDEX | WARP_INDEX)
