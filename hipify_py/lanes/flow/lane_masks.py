"""Masks of lanes, followed through the functions of a file: which names hold one, which functions give it.

A name is followed by the declaration that it stands for where it stands: `names` holds symbols, and with a
node goes the place at which the text begins that it was read from.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.def_use import VOTES, read
from hipify_py.lanes.flow.known_masks import MAKES, KnownMasks
from hipify_py.lanes.flow.mask_declarations import declared
from hipify_py.lanes.flow.mask_nodes import PICKS, MaskNodes
from hipify_py.lanes.flow.met_calls import MetCalls
from hipify_py.lazy import cached_property, re
from hipify_py.source.brackets import unbracketed
from hipify_py.source.search import places
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

OF_SHIFT = re.compile(rb"(?<![\w.])(?:-?\s*[12]|0[xX][fF]+[0-9a-eA-E]?|~\s*0|UINT(?:32)?_MAX)[uUlL]*\s*\Z")
SHIFTS = frozenset((b"<<", b">>"))
JOINS = frozenset((b"+", b"-", *PICKS))
MOST_ROUNDS = 50  # in which masks are followed from function to function
NONE: Mapping[bytes, frozenset[int]] = MappingProxyType({})


class Masks(KnownMasks):
    """What is known of the masks of lanes in a file; all of it where they are `settled`.

    `dropping` are macros of other files, with those of their arguments that are masks for nothing.
    """

    def __init__(
        self, unit: Unit, all_facts: Sequence[FunctionFacts], dropping: Mapping[bytes, frozenset[int]] = NONE
    ) -> None:
        """Follow the masks until nothing new is learnt."""
        self.dropping = dropping
        followed = all_facts if _has_masks(unit, all_facts) else ()
        super().__init__(unit, {w.function: read(unit, w) for w in followed if w.function and w.values})
        self._read = {of: MaskNodes.of(unit, body) for of, body in self.bodies.items()}
        self._times = {of: Counter(one[0] for one in read.given) for of, read in self._read.items()}
        self.met_calls = MetCalls(unit, self.by_name, self._read)
        # What callers give is known last: what one gives a function tells nothing of what the others give it.
        self._by_use: dict[Function, frozenset[bytes]] | None = None
        settled = self._follow_all()
        self._by_use = {function: frozenset(names) for function, names in self.names.items()}
        self.settled = settled and self._follow_all()

    def _follow_all(self) -> bool:
        """Follow the masks until nothing new is learnt; say whether that came to pass."""
        order, before = [*self.bodies.values()], -1
        for _ in range(MOST_ROUNDS):
            if before == (before := self._known()):
                return True
            for body in order:
                self._follow(body)
            order.reverse()  # or a mask that goes from each function to the one before took a round for each
        return before == self._known()

    def _known(self) -> int:
        named = sum(map(len, chain(self.names.values(), self._finds.values())))
        return len(self.givers) + len(self._picking) + self.met_calls.count + named

    def has_part(self, body: Body) -> bool:
        """Say whether a function holds, gives back or is given a mask, be it by a macro that it names."""
        if self.names[body.function] or body.name in self.givers:
            return True
        words = OWN_NAME.findall(self.unit.code, *body.function.body) if self.givers else ()
        return not self.givers.isdisjoint(words)

    def is_open(self, body: Body) -> bool:
        """Say whether others may call a function than those of this file: it is declared, or not called."""
        callers = self._callers.get(body.name, set())
        return callers <= {body.function} or body.name in declared(self.unit)

    @cached_property
    def _callers(self) -> dict[bytes, set[Function]]:
        """Give the functions in which each name is called."""
        found: dict[bytes, set[Function]] = {}
        for body in self.bodies.values():
            for call in body.called:
                found.setdefault(self.unit.code[slice(*call.name)], set()).add(body.function)
        return found

    def _follow(self, body: Body) -> None:
        function, read = body.function, self._read[body.function]
        names, finds = self.names[function], self._finds[function]
        for symbol, node, at, whole in read.given:
            if symbol not in names and (whole or symbol in body.arrays) and self.is_mask(node, function, at):
                names.add(symbol)
            if symbol in names:
                self._mark_shifts(node, body, at)
                if whole and self._is_other_name(body, symbol, node, at):
                    self._mark(node, body, at)
            if whole and symbol not in finds and self.finds_lane(node, function, at):
                finds.add(symbol)
        self._follow_beside(body, read.picks, self._mark)
        self._follow_beside(body, read.compared, self._mark_shifts)
        names -= body.yes
        for argument, callee, taken in self.passed(body):
            self._pass(argument, body, callee, taken)
        self._follow_returned(body)

    def _is_other_name(self, body: Body, symbol: bytes, node: Expression, at: int) -> bool:
        """Say whether a name is another for one of the function's own: that is all that it is given."""
        own = node.kind == "name" and body.names.declaration(node.text, at + node.span.start) is not None
        return own and self._times[body.function][symbol] == 1

    def _follow_beside(
        self,
        body: Body,
        nodes: Sequence[tuple[int, Expression]],
        mark: Callable[[Expression, Body, int], None],
    ) -> None:
        """Learn of what stands beside a mask in an operation."""
        for at, node in nodes:
            for one, other in (node.parts, node.parts[::-1]):
                if self.is_mask(one, body.function, at):
                    mark(other, body, at)

    def _follow_returned(self, body: Body) -> None:
        """Learn whether a function gives a mask, and whether it does so to those alone who give it one."""
        function, returned = body.function, self._read[body.function].returned
        if body.is_truth:
            return
        if body.name in self.givers:
            for at, node in returned:
                self._mark_shifts(node, body, at)
            return
        if any(self.is_mask(node, function, at) for at, node in returned):
            self.givers.add(body.name)
            if not self.names[function].intersection(body.taken) <= self._used(body):
                self._through.add(body.name)

    def _used(self, body: Body) -> AbstractSet[bytes]:
        """Give the symbols of a function that hold masks by what it does itself, not by what it is given."""
        return self.names[body.function] if self._by_use is None else self._by_use[body.function]

    def _mark(self, node: Expression, body: Body, at: int) -> None:
        """Take what picks bits of a mask for a mask, too."""
        if node.kind == "unary" and node.text == b"~":
            self._mark(node.parts[0], body, at)
        elif node.kind == "binary" and node.text in PICKS:
            for part in node.parts:
                self._mark(part, body, at)
        elif node.kind in {"binary", "cast"}:
            self._mark_shifts(node, body, at)
        elif (node.kind, node.text) == ("unary", b"-") and node.parts[0].kind == "name":
            symbol = body.names.symbol(node.parts[0].text, at + node.span.start)
            given = (one for of, one, *_ in self._read[body.function].given if of == symbol)
            if any(one.kind == "binary" and one.text == b"<<" for one in given):
                self.names[body.function].add(symbol)
        elif node.kind == "name" and node.text not in body.types:
            if body.facts.constants.number(node.text) is None:
                self.names[body.function].add(body.names.symbol(node.text, at + node.span.start))
        elif node.kind == "call":
            self._meet(node, at)

    def _mark_shifts(self, node: Expression, body: Body, at: int) -> None:
        """Take a shift of a constant for one by a lane's number: `votes & ((1u << end) - (1u << begin))`."""
        if node.kind == "binary" and node.text in SHIFTS:
            if body.facts.constants.of(node.parts[1]) is None:
                self._picking.add(node.within(at))
        elif node.kind in {"unary", "cast"} or (node.kind == "binary" and node.text in JOINS):
            for part in node.parts:
                self._mark_shifts(part, body, at)
        elif node.kind == "call" and self.met_calls.makes_shifts(node.text):
            self._meet(node, at)

    def _meet(self, node: Expression, at: int) -> None:
        """Take a function or a macro of the file for one that gives masks, if each use of it meets one."""
        if self.met_calls.meet(node, at):
            self.givers.add(node.text)

    def stays_narrow(self, node: Expression, at: int) -> bool:
        """Say whether a call meets a mask whose shift is not widened, as others use it for something else."""
        met = node.kind == "call" and node.text not in self.givers and self.met_calls.is_met(node, at)
        return met and self.met_calls.makes_shifts(node.text)

    def passed(self, body: Body) -> Iterator[tuple[Span, Body, bytes]]:
        """Give what a function passes to others of its file, with the callee and its parameter's symbol."""
        for call in body.called:
            if callee := self.by_name.get(self.unit.code[slice(*call.name)]):
                for argument, symbol in zip(call.arguments, callee.taken, strict=False):
                    yield argument, callee, symbol

    def _pass(self, argument: Span, body: Body, callee: Body, taken: bytes) -> None:
        """Follow an argument into a function, and what the function uses as a mask back to the caller."""
        if taken in self._used(callee):
            bare = unbracketed(self.unit.code[slice(*argument)])
            if OWN_NAME.fullmatch(bare) and body.facts.constants.number(bare) is None:
                self.names[body.function].add(body.names.symbol(bare, argument.start))
        elif self._by_use is not None and self.holds(argument, body.function):
            self.names[callee.function].add(taken)


def _has_masks(unit: Unit, all_facts: Sequence[FunctionFacts]) -> bool:
    """Say whether anything in a file may take, make or give a mask of lanes: few files need the rest."""
    return (
        any(word in unit.code for word in MAKES)
        or any(_is_of_mask(unit.code, at) for at in places(unit.code, b"<<", b">>"))
        or any(op.kind in VOTES for facts in all_facts for op in facts.ops)
        or any(read.kind == "register" for facts in all_facts for read in facts.assemblies)
    )


def _is_of_mask(code: bytes, shift: int) -> bool:
    """Say whether what is shifted at a place may be a mask: of launches nothing is searched."""
    last = code[shift - 1 : shift]
    return (last.isalnum() or last.isspace()) and OF_SHIFT.search(code, max(0, shift - 64), shift) is not None
