"""Elements of a lane's own that are set up to `D / warpSize`, and used by `j / warpSize`, each `j` below `D`.

The quotient is rounded down. Where `D` is 32 or 96, a multiple of 32 lanes and not of 64, half of the lanes
of a wavefront use one element more than has been set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.rewrite.width_lanes import WIDTH, is_width, is_width_lane
from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.expressions import Expression, alike, bare
from hipify_py.source.function_reading import model, names
from hipify_py.source.search import places
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.model import Span
    from hipify_py.source.function_model import Loop
    from hipify_py.source.unit import Unit

WAVEFRONT = 64
MOST_LOOPS = 16  # of a function that are read
SAID = "this quotient is rounded down, and lanes use an element more than it sets where there is a rest"


def rounded_shares(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report the quotients up to which such elements are set, of what is not known to be a multiple of 64."""
    if facts.function is None or facts.values is None or owned(unit) or not holds_part(unit, WIDTH):
        return
    read = _Reading(unit, facts)
    used = [*read.used()]
    for array, whole, quotient in read.set() if used else ():
        if any(array == one and alike(whole, of) for one, of in used) and not read.is_whole(whole):
            yield Hazard("W046", quotient, SAID)


class _Reading:
    """Reads the loops of one function."""

    def __init__(self, unit: Unit, facts: FunctionFacts) -> None:
        assert facts.function is not None
        self.unit, self.function, self.constants = unit, facts.function, facts.constants
        self.names = names(unit, facts.function)
        self.model = model(unit, facts.function)

    def used(self) -> Iterator[tuple[bytes, Expression]]:
        """Give the arrays whose elements lanes take by turns of `warpSize`, each with what these go up to."""
        for loop in self.model.loops[:MOST_LOOPS]:
            bound = self._bound(loop)
            if bound is None or not self._goes_by_width(loop, bound[0]):
                continue
            brackets = places(self.unit.code, b"[", within=loop.body)
            for start, root in expressions(self.unit.code, loop.body, brackets):
                for node in root.walk():
                    if node.kind == "subscript" and self._is_turn(node.parts[1], bound[0], start):
                        yield bare(node.parts[0]).text, bound[1]

    def set(self) -> Iterator[tuple[bytes, Expression, Span]]:
        """Give the function's own arrays that loops set up to a quotient, with what is divided, and where."""
        for loop in self.model.loops[:MOST_LOOPS]:
            bound = self._bound(loop)
            quotient = self._quotient(loop, bound[1]) if bound else None
            if bound is None or quotient is None:
                continue
            for one in self.model.assigned_in(loop.body):
                node = expression(one.target.strip())
                base = bare(node.parts[0]).text if node.kind == "subscript" else b""
                is_set = base and not one.operator and bare(node.parts[1]).text == bound[0]
                if is_set and self._is_own(base):
                    yield base, *quotient

    def is_whole(self, node: Expression) -> bool:
        """Say whether something is a multiple of the width, or of 64, by what it is given."""
        number = self.constants.plain(node)
        made = held(self.unit.code, self.names, node)
        sides = made.parts if (made.kind, made.text) == ("binary", b"*") else ()
        factors = [number, *map(self.constants.plain, (made, *sides))]
        known = any(one is not None and one % WAVEFRONT == 0 for one in factors)
        return known or any(is_width(one, last=False) for one in sides)

    def _bound(self, loop: Loop) -> tuple[bytes, Expression] | None:
        """Give what counts a loop's turns, and what it stays below."""
        node = bare(expression(self.unit.code[slice(*loop.condition)]))
        if (node.kind, node.text) != ("binary", b"<") or bare(node.parts[0]).kind != "name":
            return None
        return bare(node.parts[0]).text, bare(node.parts[1])

    def _goes_by_width(self, loop: Loop, counter: bytes) -> bool:
        """Say whether a loop begins with a lane's number, and goes on by `warpSize`."""
        steps = [one for one in self.model.assigned_in(loop.step) if one.name == counter]
        begun = [one for one in self.model.assigned_in(loop.start) if one.name == counter]
        if len(steps) != 1 or len(begun) != 1 or steps[0].operator != b"+":
            return False
        first = bare(self._node(begun[0].value))
        return is_width(self._node(steps[0].value), last=False) and is_width_lane(
            self.unit, self.function, first, begun[0].value.start
        )

    def _is_turn(self, index: Expression, counter: bytes, at: int) -> bool:
        """Say whether an index is the number of a turn: `j / warpSize`."""
        node = bare(held(self.unit.code, self.names, bare(index), at + index.span.start))
        divides = (node.kind, node.text) == ("binary", b"/") and is_width(node.parts[1], last=False)
        return divides and bare(node.parts[0]).text == counter

    def _quotient(self, loop: Loop, bound: Expression) -> tuple[Expression, Span] | None:
        """Give what is divided by `warpSize` for a loop's bound, be it under a name, and where it is."""
        once = self.names.once(bound.text, loop.condition.start) if bound.kind == "name" else None
        node = bare(self._node(once.value)) if once else bound
        if (node.kind, node.text) != ("binary", b"/") or not is_width(node.parts[1], last=False):
            return None
        start = once.value.start if once else loop.condition.start
        whole = bare(node.parts[0])
        return (whole, node.within(start)) if whole.kind == "name" else None

    def _is_own(self, name: bytes) -> bool:
        made = self.names.declared.get(name, ())
        return len(made) == 1 and made[0].kind == "local"

    def _node(self, span: Span) -> Expression:
        return expression(self.unit.code[slice(*span)])
