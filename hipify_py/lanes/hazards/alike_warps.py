"""Conditions that all warps of a block meet alike, as each works out the same: `while (mask)`.

So it is where a condition hangs on nothing but the lane's index, what a kernel is given, what it reads behind
`const` by these, and votes and shuffles of such: each warp goes the same way, whatever its lanes hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.lattice import OF_LANE
from hipify_py.lanes.flow.storage import is_shared
from hipify_py.lanes.hazards.block_widths import whole_lanes
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_names import CHANGED
from hipify_py.source.function_reading import model, names
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Condition
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

VOTES = frozenset(b"__ballot __ballot_sync __any __any_sync __all __all_sync".split())
COUNTS = frozenset(b"__ffs __ffsll __popc __popcll __clz __clzll __brev min max abs".split())
SHUFFLES = b"__shfl"
OF_GRID = frozenset((b"blockIdx", b"blockDim", b"gridDim"))
MADE_OF = frozenset(("binary", "unary", "cast", "?", "list"))
WARP = 32
MOST = 64  # names and conditions that are followed


def is_alike(unit: Unit, function: Function, asked: Span, values: LazyValues) -> bool:
    """Say whether a condition of a kernel holds in all warps of a block, or in none."""
    if function.kind != "kernel" or whole_lanes(unit, function, values.constants, 0)[0] < WARP:
        return False  # the last warp of a block has fewer lanes
    loops = [one for one in model(unit, function).path(asked.start) if one.keyword in LOOPS]
    around = [_asked(unit, function, one) for one in loops]
    if any(values.at(one.start).level(unit.code[slice(*one)]) == "lane" for one in around):
        return False  # whose lanes leave it one by one
    reading = _Reading(unit, function, values)
    return all(reading.follows(one) for one in (asked, *around, *_jumps(unit, function)))


@fact_of
def _jumps(unit: Unit, function: Function) -> tuple[Span, ...]:
    """Give what the jumps of a function hang on, each once."""
    read = model(unit, function)
    around = (one for jump in read.jumps for one in read.path(jump.at))
    return tuple(dict.fromkeys(_asked(unit, function, one) for one in around))


def _asked(unit: Unit, function: Function, one: Condition) -> Span:
    loop = model(unit, function).loop(one.span)
    return loop.condition if loop else one.span


class _Reading:
    """Follows what conditions of one function hang on, each name once."""

    def __init__(self, unit: Unit, function: Function, values: LazyValues) -> None:
        self.unit, self.function, self.values = unit, function, values
        self.names, self.model = names(unit, function), model(unit, function)
        self.seen: set[bytes | Span] = set()

    def follows(self, span: Span) -> bool:
        """Say whether all that an expression hangs on is alike in each warp."""
        todo = [span]
        while todo:
            at = todo.pop()
            if at in self.seen:
                continue
            self.seen.add(at)
            found = [*self._parts(expression(self.unit.code[slice(*at)]), at.start)]
            if None in found or len(self.seen) > MOST:
                return False
            todo += (one for one in found if one)
        return True

    def _parts(self, node: Expression, at: int) -> Iterator[Span | None]:
        """Give what the names in an expression are given, and when; None for what is not alike."""
        todo = [node]
        while todo:
            one = bare(todo.pop())
            number = one.kind == "number" or self.values.constants.of(one) is not None
            of_grid = one.kind == "member" and one.parts[0].text in OF_GRID
            if number or of_grid or self.values.at(at).value(one) == OF_LANE:
                continue
            if one.kind == "name":
                yield from self._given(one.text, at)
            elif one.kind in MADE_OF or (one.kind == "call" and _is_plain(one.name)):
                todo += one.parts
            elif one.kind == "subscript" and self._is_constant(one.parts[0], at):
                todo += one.parts[1:]
            else:
                yield None

    def _given(self, name: bytes, at: int) -> Iterator[Span | None]:
        """Give the values of a name of the kernel's own, and the conditions around them."""
        made = self.names.declaration(name, at)
        given = self.names.given_at(name, at)
        if made is None or made.pointers or made.sign_in(self.unit.code) or is_shared(self.unit, made):
            yield None
            return
        if name in self.seen:
            return
        self.seen.add(name)
        for one in given:
            if one.operator in {CHANGED, b"asm"} or one.target.strip() != name:
                yield None
            yield one.value
            for around in self.model.path(one.value.start):
                yield _asked(self.unit, self.function, around)

    def _is_constant(self, node: Expression, at: int) -> bool:
        """Say whether something is a parameter behind which a kernel only reads."""
        made = self.names.declaration(node.text, at) if node.kind == "name" else None
        is_taken = made is not None and made.kind == "parameter" and made.pointers == 1
        words = A_NAME.findall(self.unit.code, made.statement.start, made.at.start) if made else []
        return is_taken and b"const" in words


def _is_plain(name: bytes) -> bool:
    return name in VOTES | COUNTS or name.startswith(SHUFFLES)
