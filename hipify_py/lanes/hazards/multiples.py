"""Of what the expressions of a function are multiples, as of a warp's lanes: by what its names are given."""

from __future__ import annotations

from functools import reduce
from itertools import chain
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.constant_functions import chosen_text
from hipify_py.lanes.flow.folder import NO_NAMES
from hipify_py.lanes.flow.lattice import LANE, OF_LANE, THREAD, plain
from hipify_py.lanes.flow.open_constants import is_open
from hipify_py.lanes.hazards import products
from hipify_py.lanes.hazards.block_widths import whole_lanes
from hipify_py.lanes.hazards.products import NONE, Multiple, operands, part, product, terms, texts, without
from hipify_py.lazy import cached_property, re
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import alike, bare
from hipify_py.source.function_reading import functions_by_name, model, names
from hipify_py.source.template_parameters import template_parameters

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hipify_py.lanes.flow.integers import Number
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

BITS = 32  # of an int, which is shifted by fewer
DEEPEST = 6  # names and calls that are followed, one from the other
MOST_TERMS = 16  # of a sum, among which rests are looked for
MOST_CALLS = 64  # of functions of the file, for one loop
RESTS = frozenset((b"%", b"&"))
BLOCK = (b"blockDim", b"x")  # a number of whole warps, as is `warpSize`
OF_GRID = frozenset((b"blockIdx", b"blockDim", b"gridDim"))
BOUNDS = frozenset((b"min", b"max", b"umin", b"umax"))  # give one of what they are given
# Names of functions out of sight that round a value to a multiple of what they are given last.
ROUNDS = re.compile(rb"(?i)(?:(?:round|align)_?(?:up|down)|next_?multiple)\w*")


class Factors:
    """Reads of what expressions in one function are multiples."""

    def __init__(self, unit: Unit, of: Model, values: LazyValues, lanes: int) -> None:
        self.unit, self.values, self.lanes = unit, values, lanes
        self.names, self.of = names(unit, of.function), of
        self._known: dict[tuple[bytes, int, int], Multiple] = {}  # of names, by the place and how deep
        self._calls: list[bytes] = []
        self._bound: Mapping[bytes, Multiple] | None = None  # what a call gives, if it is one that is read
        self._worth: Mapping[bytes, Number] = NO_NAMES

    def _number(self, node: Expression) -> int | None:
        constants = self.values.constants
        found = constants.of(self._bare(node), given=self._worth)
        return found.value if found and not is_open(self.unit, node, constants) else None

    def _bare(self, node: Expression) -> Expression:
        """Give a node without casts, of which those to a type that a template takes read as calls."""
        node = bare(node)
        while node.kind == "call" and len(node.parts) == 1 and node.text in self._types:
            node = bare(node.parts[0])
        return node

    @cached_property
    def _types(self) -> frozenset[bytes]:
        taken = template_parameters(self.unit, self.of.function) if self._bound is not None else ()
        return frozenset(one.name for one in taken if one.is_type)

    def begins(self, node: Expression, at: Span) -> Multiple | None:
        """Give the elements of a warp, `32 * F`, where a count begins with those of a lane; else None."""
        known = self.values.at(at.start)
        added = [*chain.from_iterable(self._terms(one, at.start) for one in operands(node, b"+"))]
        for index, term in enumerate(added):
            factors = operands(term, b"*")
            lanes = [one for one in factors if plain(known.value(bare(one))) in {OF_LANE, THREAD}]
            if len(lanes) != 1:
                continue
            rest = [one for one in factors if one is not lanes[0]]
            exact = [self.exact(one, at.start) for one in rest]
            others = added[:index] + added[index + 1 :]
            if None in exact:
                return None
            least = product([Multiple(self.lanes), *(one for one in exact if one)])
            return least if all(self.multiple(one, at.start).holds(least) for one in others) else None
        return None

    def _terms(self, node: Expression, at: int) -> Sequence[Expression]:
        """Give what a name that differs by lane is the sum of; or the node."""
        node, level = bare(node), self.values.at(at).value(bare(node)).level
        once = self._once(node.text, at) if node.kind == "name" and level == LANE else None
        if once is None:
            return (node,)
        added = operands(expression(self.unit.code[slice(*once.value)]), b"+")
        said = (part for one in added for part in one.walk() if part.kind == "name")
        return added if len(added) > 1 and all(map(self.is_kept, said)) else (node,)

    def shared_by(self, node: Expression, at: Span) -> bytes:
        """Give the name of how many lanes share an element where a count begins so: `thread / share`.

        That has to be known to divide a warp's lanes, as what a mask is made of does: `thread & (share - 1)`.
        """
        node = bare(node)
        if (node.kind, node.text) != ("binary", b"/") or bare(node.parts[1]).kind != "name":
            return b""
        index, by = bare(node.parts[0]), bare(node.parts[1]).name
        once = self.names.once(index.text, at.start) if index.kind == "name" else None
        if once:
            index, at = expression(self.unit.code[slice(*once.value)]), once.value
        changed = len(self.names.given.get(by, ())) > (by not in self.of.parameters)
        masks = by in products.masking(self.unit, self.of.function.body)
        return by if masks and not changed and self.begins(index, at) == Multiple(self.lanes) else b""

    def steps_by(self, node: Expression, at: int, by: bytes) -> bool:
        """Say whether a step goes over the elements of whole warps, of which some lanes share one each."""
        node = bare(node)
        return (
            (node.kind, node.text) == ("binary", b"/")
            and bare(node.parts[1]).text == by
            and self.multiple(node.parts[0], at).holds(Multiple(self.lanes))
        )

    def multiple(self, node: Expression, at: int, depth: int = 0) -> Multiple:
        """Give what an expression at a place is known to be a multiple of."""
        node = self._bare(node)
        number = self._number(node)
        if number is not None:
            return Multiple(number)
        if node.kind == "name":
            asked = node.text, at, depth
            if asked not in self._known:
                self._known[asked] = self._of_name(*asked)
            return self._known[asked]
        if node.kind == "member":
            is_block = (node.parts[0].text, node.text) == BLOCK
            factors = (b"".join(texts(node)),) if self._bound is None or is_block else ()
            of = self.unit, self.of.function, self.values.constants
            return Multiple(min(self.lanes, whole_lanes(*of, DEEPEST)[0]) if is_block else 1, factors)
        if node.kind == "?":
            return self._of_either(node, at, depth)
        if node.kind == "call":
            return self._called(node, at, depth)
        return self._of_binary(node, at, depth) if node.kind == "binary" else NONE

    def _of_either(self, node: Expression, at: int, depth: int) -> Multiple:
        """Give what both values of a choice are multiples of, one of which may be all but what is asked."""
        asked, *ways = node.parts
        is_not = (bare(asked).kind, bare(asked).text) == ("unary", b"!")
        asked = bare(bare(asked).parts[0]) if is_not else bare(asked)
        equal = (asked.kind, asked.text, *map(self._number, asked.parts[1:])) == ("binary", b"==", 0)
        unequal = asked.kind == "binary" and asked.text in {b"!=", b">"} and self._number(asked.parts[1]) == 0
        rest = asked.parts[0] if equal or unequal else asked
        whole, by = self._rest(rest, at, depth)
        found = [self.multiple(one, at, depth) for one in ways]
        even = int(equal == is_not)
        if whole and self.is_kept(whole) and alike(bare(ways[even]), whole):
            found[even] = by
        return found[0].beside(found[1])

    def _called(self, node: Expression, at: int, depth: int) -> Multiple:
        """Give what that is a multiple of which a function gives: of the file, or one known by its name."""
        made = functions_by_name(self.unit).get(node.name, ())
        if not made and node.parts and node.name in BOUNDS:
            shared = [self.multiple(one, at, depth) for one in node.parts]
            return reduce(Multiple.beside, shared)
        if not made and ROUNDS.fullmatch(node.name):
            to = node.parts[-1:] if len(node.parts) > 1 else node.given[:1]
            return self.multiple(to[0], at, depth) if to else NONE
        if len(made) != 1 or depth >= DEEPEST or len(self._calls) >= MOST_CALLS:
            return NONE
        return self._within(made[0], node, at, depth)

    def _within(self, function: Function, node: Expression, at: int, depth: int) -> Multiple:
        """Give what that is a multiple of which a function of the file gives for what a call gives it."""
        self._calls.append(node.name)
        of = model(self.unit, function)
        text = chosen_text(self.unit, of) if not of.loops else b""
        taken = [one.name for one in template_parameters(self.unit, function)]
        if not text or len(of.parameters) != len(node.parts) or len(taken) < len(node.given):
            return NONE
        given = dict(
            zip([*taken[: len(node.given)], *of.parameters], [*node.given, *node.parts], strict=True)
        )
        inner = Factors(self.unit, of, self.values, self.lanes)
        worth = {
            name: self.values.constants.of(self._bare(one), given=self._worth) for name, one in given.items()
        }
        inner._worth = {name: one for name, one in worth.items() if one}
        inner._bound = {name: self.multiple(one, at, depth) for name, one in given.items()}
        inner._calls = self._calls
        return inner.multiple(expression(text), function.body.end - 1, depth + 1)

    def _of_binary(self, node: Expression, at: int, depth: int) -> Multiple:
        left, right = node.parts
        if node.text == b"*":
            return self.multiple(left, at, depth).times(self.multiple(right, at, depth))
        if node.text in {b"+", b"-"}:
            return self._of_sum(node, at, depth)
        by = self._number(right)
        if node.text in {b"<<", b">>"} and by is not None and 0 <= by < BITS:
            by = 1 << by
        if by and node.text == b"<<":
            return self.multiple(left, at, depth).times(Multiple(by))
        if by and node.text in {b"/", b">>"}:
            return part(self.multiple(left, at, depth), by)
        return Multiple(self._low_bit(right, at, depth)) if node.text == b"&" else NONE

    def _of_sum(self, node: Expression, at: int, depth: int) -> Multiple:
        """Give what a sum is a multiple of: also one of a value without what a division leaves of it."""
        left, found = terms(node), list[Multiple]()
        for rest in [one for sign, one in left if sign == b"-"] if len(left) <= MOST_TERMS else ():
            whole, by = self._rest(rest, at, depth)
            kept = without(left, terms(whole)) if whole and self.is_kept(whole) else None
            if kept is not None:
                found.append(by)
                left = [one for one in kept if one[1] is not rest]
        found += (self.multiple(one, at, depth) for _, one in left)
        return reduce(Multiple.beside, found)

    def _rest(self, rest: Expression, at: int, depth: int) -> tuple[Expression | None, Multiple]:
        """Give of what a value is what a division leaves, and by what: `n` and 32 of `n % 32`."""
        rest = self._bare(rest)
        once = self._once(rest.text, at) if rest.kind == "name" else None
        rest = self._bare(expression(self.unit.code[slice(*once.value)])) if once else rest
        if rest.kind != "binary" or rest.text not in RESTS:
            return None, NONE
        whole, by = map(self._bare, rest.parts)
        most = self._number(by)
        if rest.text == b"%":
            return whole, self.multiple(by, once.value.start if once else at, depth)
        is_mask = most is not None and most > 0 and most & (most + 1) == 0
        return (whole, Multiple(most + 1)) if most is not None and is_mask else (None, NONE)

    def is_kept(self, node: Expression) -> bool:
        """Say whether an expression is worth the same all over the function: nothing changes its names."""
        if node.kind == "name":
            given = self.names.given.get(node.text, ())
            is_taken = node.text in self.of.parameters
            is_one = len(self.names.declared.get(node.text, ())) <= 1
            return is_one and len(given) <= (not is_taken) and not any(one.operator for one in given)
        if node.kind == "member":
            return node.parts[0].text in OF_GRID
        return node.kind in {"number", "binary", "cast"} and all(map(self.is_kept, map(bare, node.parts)))

    def _low_bit(self, mask: Expression, at: int, depth: int) -> int:
        """Give the lowest bit that a mask lets through: 32 for `~31`, `-blockDim.x`, `~(blockDim.x - 1)`."""
        mask = self._bare(mask)
        kept = self._number(mask)
        if mask.kind == "unary" and mask.text in {b"~", b"-"}:
            of = self._bare(mask.parts[0])
            gone, less = self._number(of), products.less_one(of)
            if gone is not None:
                kept = ~gone if mask.text == b"~" else -gone
            elif (less is not None) == (mask.text == b"~"):  # `~(n - 1)` is `-n`
                kept = self.multiple(less or of, at, depth).number
        return kept & -kept if kept else 1

    def exact(self, node: Expression, at: int) -> Multiple | None:
        """Give an expression that is a product of numbers and of names alone."""
        found = [self._factor(bare(one), at) for one in operands(node, b"*")]
        return None if None in found else product([one for one in found if one])

    def _factor(self, node: Expression, at: int) -> Multiple | None:
        number = self._number(node)
        if number is not None:
            return Multiple(number) if number > 0 else None
        return self._of_name(node.text, at, DEEPEST) if node.kind == "name" else None

    def _of_name(self, name: bytes, at: int, depth: int) -> Multiple:
        """Give what a name is a multiple of at a place: of itself where nothing changes it."""
        given, once = self.names.given_at(name, at), self._once(name, at)
        if len(given) > 1 or any(one.operator for one in given):
            return NONE
        if self._bound is not None and not given:
            return self._bound.get(name, NONE)
        if once and depth < DEEPEST:
            return self.multiple(expression(self.unit.code[slice(*once.value)]), once.value.start, depth + 1)
        factor = self.names.symbol(name, at)
        return NONE if given else Multiple(self.lanes if name == b"warpSize" else 1, (factor,))

    def _once(self, name: bytes, at: int) -> Assignment | None:
        """Give what alone gives that a value which a name stands for at a place."""
        given = self.names.given_at(name, at)
        return given[0] if len(given) == 1 and not given[0].operator else None
