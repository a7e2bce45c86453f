"""Masks of lanes, followed through the functions of a file: which names hold one, which functions give it.

A name is followed by the declaration that it stands for where it stands: `names` holds symbols, and with a
node goes the place at which the text begins that it was read from.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.def_use import VOTES, read, used_as_masks
from hipify_py.lanes.flow.index_names import names_lane
from hipify_py.lanes.flow.lane_values import INDEX
from hipify_py.lanes.flow.mask_declarations import declared
from hipify_py.lanes.flow.mask_nodes import PICKS, MaskNodes, counted_lanes, operations
from hipify_py.lanes.flow.mask_shifts import is_narrow_shift, mask_of
from hipify_py.lanes.flow.met_calls import MetCalls
from hipify_py.lanes.flow.own_widths import may_be_width
from hipify_py.lanes.flow.scaled_indices import ScaledIndices, is_product
from hipify_py.lanes.flow.value_types import is_narrow
from hipify_py.lanes.warp_names import GIVE_MASKS
from hipify_py.lazy import cached_property, re
from hipify_py.source.brackets import unbracketed
from hipify_py.source.expression_reading import expression, statements
from hipify_py.source.search import places
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from hipify_py.lanes.flow.def_use import Body
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.lanes.flow.mask_nodes import Operation
    from hipify_py.lanes.flow.mask_shifts import Shift
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

MAKES = GIVE_MASKS | {b"get_sreg_lanemask_" + which for which in b"eq lt le gt ge".split()}
FINDS = frozenset(b"__ffs __ffsll __clz __clzll".split())  # a lane, in a mask
OF_SHIFT = re.compile(rb"(?<![\w.])(?:-?\s*[12]|0[xX][fF]+[0-9a-eA-E]?|~\s*0|UINT(?:32)?_MAX)[uUlL]*\s*\Z")
KEEPS = frozenset((b"+", b"-", b"*", b"=", b"+=", b"-=", b"<<=", b">>=", *PICKS))
SHIFTS = frozenset((b"<<", b">>"))
JOINS = frozenset((b"+", b"-", *PICKS))
GIVES_BITS = frozenset((b"", b"|", b"^", b"<<"))  # with `=`
MOST_ROUNDS = 50  # in which masks are followed from function to function
NONE: Mapping[bytes, frozenset[int]] = MappingProxyType({})


class Masks:
    """What is known of the masks of lanes in a file; all of it where they are `settled`.

    `dropping` are macros of other files, with those of their arguments that are masks for nothing.
    """

    def __init__(
        self, unit: Unit, all_facts: Sequence[FunctionFacts], dropping: Mapping[bytes, frozenset[int]] = NONE
    ) -> None:
        """Follow the masks until nothing new is learnt."""
        self.unit, self.dropping = unit, dropping
        followed = all_facts if _has_masks(unit, all_facts) else ()
        self.bodies = {w.function: read(unit, w) for w in followed if w.function and w.values}
        self.by_name = {body.name: body for body in self.bodies.values()}
        self.names = {function: used_as_masks(unit, body) for function, body in self.bodies.items()}
        self.givers: set[bytes] = set()
        self._through: set[bytes] = set()  # of the givers those that give a mask where they are given one
        self._scaled = ScaledIndices(unit, {})
        self._finds: dict[Function, set[bytes]] = {of: set() for of in self.bodies}
        self._counts = {of: counted_lanes(unit, of) for of in self.bodies}
        self._picking: set[Span] = set()  # shifts of a constant that pick lanes of masks
        self._statements: dict[Function, tuple[tuple[int, Expression], ...]] = {}
        self._operations: dict[Function, tuple[Operation, ...]] = {}
        self._values: dict[Function, Mapping[bytes, Sequence[Span]]] = {}
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

    def holds(self, span: Span, function: Function) -> bool:
        """Say whether the value of an expression is a mask of lanes."""
        text, at = self.unit.code[slice(*span)], span.start
        return b";" not in text and self.is_mask(expression(text), function, at)  # else it is of a lambda

    def is_named(self, name: bytes, function: Function, at: int) -> bool:
        """Say whether a name stands for a mask of lanes at a place."""
        return self.bodies[function].names.symbol(name, at) in self.names[function]

    def has_part(self, body: Body) -> bool:
        """Say whether a function holds, gives back or is given a mask, be it by a macro that it names."""
        if self.names[body.function] or body.name in self.givers:
            return True
        words = OWN_NAME.findall(self.unit.code, *body.function.body) if self.givers else ()
        return not self.givers.isdisjoint(words)

    def is_mask(self, node: Expression, function: Function, at: int) -> bool:  # noqa: PLR0911  a case a kind
        """Say whether the value of a node is a mask of lanes."""
        if node.kind == "name":
            named = self.is_named(node.text, function, at + node.span.start)
            return named or self._is_object_macro(node.text)
        if node.kind == "call":
            return (
                node.name in MAKES or self._gives(node, function, at) or self._passes_on(node, function, at)
            )
        if node.kind == "binary" and node.text in {b"<<", b">>"}:
            return self.shift(node, function, at) != "" or self.is_mask(node.parts[0], function, at)
        if node.kind == "binary":
            one_bit = node.text == b"&" and any(part.text.rstrip(b"uUlL") == b"1" for part in node.parts)
            parts = () if one_bit or node.text not in KEEPS else node.parts
            return any(self.is_mask(part, function, at) for part in parts)
        if node.kind == "?":
            return any(self.is_mask(part, function, at) for part in node.parts[1:])
        if node.kind in {"subscript", "member"}:
            return self.is_mask(node.parts[0], function, at)
        if (node.kind, node.text) in {("unary", b"!"), ("cast", b"bool")}:
            return False
        return any(self.is_mask(part, function, at) for part in node.parts)

    def _is_object_macro(self, name: bytes) -> bool:
        """Say whether a name stands for a mask as a macro without parameters."""
        body = self.by_name.get(name) if name in self.givers else None
        return body is not None and body.function.kind == "macro" and not body.parameters

    def _gives(self, node: Expression, function: Function, at: int) -> bool:
        """Say whether a function of the file gives a mask to this call."""
        if node.name not in self._through:
            return node.name in self.givers
        return any(self.is_mask(part, function, at) for part in node.parts)

    def _passes_on(self, node: Expression, function: Function, at: int) -> bool:
        """Say whether a call gives back what it is given: a shuffle, or a mask the other way round."""
        if not node.name.startswith((b"__shfl", b"__brev")):
            return False
        value = node.parts[node.name.endswith(b"_sync") :][:1]
        return bool(value) and self.is_mask(value[0], function, at)

    def shift(self, node: Expression, function: Function, at: int) -> Shift:
        """Say which mask a shift of a constant by a lane's number makes, or by what picks lanes of masks."""
        kind = mask_of(node, self.bodies[function].facts.constants)
        picks = kind and (
            node.within(at) in self._picking or self._counts_to_lane(node.parts[1], function, at)
        )
        return kind if picks else ""

    def picks_in_32(self, node: Expression, function: Function, at: int) -> bool:
        """Say whether a shift beside a mask is of a constant of 32 bits that is not widened."""
        if node.kind != "binary" or node.within(at) not in self._picking or self.shift(node, function, at):
            return False
        body, left = self.bodies[function], node.parts[0]
        if left.kind != "name" or body.facts.constants.of(left) is not None or node.text != b"<<":
            return is_narrow_shift(self.unit, node, body.facts.constants)
        made = body.names.declaration(left.text, at + left.span.start)
        narrow = made is not None and not made.pointers and is_narrow(made.type_in(self.unit.code))
        return narrow and not self.is_mask(left, function, at)

    def _counts_to_lane(self, node: Expression, function: Function, at: int) -> bool:
        """Say whether a shift goes to a lane: by its number, or by what counts all lanes."""
        symbol = self.bodies[function].names.symbol(node.text, at + node.span.start)
        return symbol in self._counts[function] or self.is_lane(node, function, at)

    def from_top(self, node: Expression, function: Function, at: int) -> bool:
        """Say whether a node is a lane's number counted from the last one's: `31 - lane`."""
        counted = node.kind == "binary" and node.text == b"-" and node.parts[0].text == b"31"
        return counted and self.is_lane(node.parts[1], function, at)

    def finds_lane(self, node: Expression, function: Function, at: int) -> bool:
        """Say whether a value is the first or the last lane of a mask: `__ffs(m) - 1`, `31 - __clz(m)`."""
        counted = node.kind == "binary" and node.text == b"-"
        calls = [one for one in (node.parts if counted else (node,)) if one.kind == "call" and one.parts]
        return any(one.name in FINDS and self.is_mask(one.parts[0], function, at) for one in calls)

    def is_lane(self, node: Expression, function: Function, at: int) -> bool:
        """Say whether the value of a node is the number of a lane, or what is made of one."""
        if node.kind in {"binary", "unary", "cast", "?", "list", "other"}:
            parts = node.parts
            of_group = node.text == b"%" and parts and self._is_variable(parts[-1], function, at)
            return not (of_group or is_product(node)) and any(
                self.is_lane(part, function, at) for part in parts
            )
        body, place = self.bodies[function], at + node.span.start
        if node.kind == "name":
            symbol = body.names.symbol(node.text, place)
            known = symbol in self._finds[function] or names_lane(node.text)
        else:
            known = self.finds_lane(node, function, at)
        values = body.values.declared(place, body.names)
        is_index = values.value(node).indices & INDEX != 0
        return known or (is_index and not self._scaled.is_scaled(node, body, place))

    def _is_variable(self, node: Expression, function: Function, at: int) -> bool:
        """Say whether a number of lanes is one that a function is handed or works out, and no warp's."""
        body = self.bodies[function]
        constants = body.facts.constants
        if node.kind != "name" or constants.of(node) is not None:
            return False
        made = body.names.declaration(node.text, at + node.span.start)
        return made is not None and not may_be_width(self.unit, function, node, constants)

    def statements(self, body: Body) -> tuple[tuple[int, Expression], ...]:
        """Give where each statement of a function begins, and its node."""
        if body.function not in self._statements:
            found = statements(self.unit.code, body.function.body)
            self._statements[body.function] = tuple(found)
        return self._statements[body.function]

    def operations(self, body: Body) -> tuple[Operation, ...]:
        """Give the operators, casts and calls of a function, of each statement the outer ones first."""
        if body.function not in self._operations:
            self._operations[body.function] = (*operations(self.statements(body)),)
        return self._operations[body.function]

    def values(self, body: Body) -> Mapping[bytes, Sequence[Span]]:
        """Give what the bits of each mask in a function come from, by the symbol of its name."""
        if body.function not in self._values:
            found: dict[bytes, list[Span]] = {}
            for one in body.given:
                if one.target == one.name and one.operator in GIVES_BITS:
                    found.setdefault(body.names.symbol(one.name, one.value.start), []).append(one.value)
            held = self.names[body.function]
            self._values[body.function] = {name: given for name, given in found.items() if name in held}
        return self._values[body.function]

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
