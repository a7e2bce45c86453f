"""Of what the expressions of a function are multiples, as of a warp's lanes: by what its names are given."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from math import gcd, prod
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.lattice import OF_LANE, THREAD
from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.expressions import alike, bare
from hipify_py.source.function_reading import names
from hipify_py.source.search import places
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Model
    from hipify_py.source.unit import Unit

BITS = 32  # of an int, which is shifted by fewer
DEEPEST = 6  # names that are followed, one from the other
RESTS = frozenset((b"%", b"&"))
BLOCK = (b"blockDim", b"x")  # a number of whole warps, as is `warpSize`


class Multiple(NamedTuple):
    """What a value is a multiple of: a number and names, each as often as it is a factor."""

    number: int = 1
    factors: tuple[bytes, ...] = ()

    def times(self, other: Multiple) -> Multiple:
        """Give what a product is a multiple of."""
        return Multiple(self.number * other.number, (*self.factors, *other.factors))

    def beside(self, other: Multiple) -> Multiple:
        """Give what a sum is a multiple of."""
        shared = Counter(self.factors) & Counter(other.factors)
        return Multiple(gcd(self.number, other.number), tuple(shared.elements()))

    def holds(self, other: Multiple) -> bool:
        """Say whether it is a multiple of another."""
        return self.number % other.number == 0 and Counter(other.factors) <= Counter(self.factors)


NONE = Multiple()


def _node(unit: Unit, span: Span) -> Expression:
    return expression(unit.code[slice(*span)])


@fact_of
def _masking(unit: Unit, body: Span) -> frozenset[bytes]:
    """Give the names of which a function makes masks: `& (name - 1)`."""
    read = expressions(unit.code, body, places(unit.code, b"&", within=body))
    nodes = (node for _, root in read for node in root.walk() if node.text == b"&")
    return frozenset(_masked_by(part) for node in nodes for part in node.parts[1:]) - {b""}


def _masked_by(node: Expression) -> bytes:
    """Give the name of `name - 1`."""
    is_less = (node.kind, node.text) == ("binary", b"-") and node.parts[1].text.rstrip(b"uU") == b"1"
    return node.parts[0].text if is_less and node.parts[0].kind == "name" else b""


class Factors:
    """Reads of what expressions in one function are multiples."""

    def __init__(self, unit: Unit, of: Model, values: LazyValues, lanes: int) -> None:
        self.unit, self.values, self.lanes = unit, values, lanes
        self.names, self.of = names(unit, of.function), of
        self._number = self.values.constants.plain
        self._known: dict[tuple[bytes, int, int], Multiple] = {}  # of names, by the place and how deep

    def begins(self, node: Expression, at: Span) -> Multiple | None:
        """Give the elements of a warp, `32 * F`, where a count begins with those of a lane; else None."""
        known = self.values.at(at.start)
        terms = _operands(node, b"+")
        for index, term in enumerate(terms):
            factors = _operands(term, b"*")
            lanes = [one for one in factors if known.value(bare(one)) in {OF_LANE, THREAD}]
            if len(lanes) != 1:
                continue
            rest = [one for one in factors if one is not lanes[0]]
            exact = [self._exact(one, at.start) for one in rest]
            others = terms[:index] + terms[index + 1 :]
            if None in exact:
                return None
            least = _product([Multiple(self.lanes), *(one for one in exact if one)])
            return least if all(self.multiple(one, at.start).holds(least) for one in others) else None
        return None

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
            index, at = _node(self.unit, once.value), once.value
        changed = len(self.names.given.get(by, ())) > (by not in self.of.parameters)
        masks = by in _masking(self.unit, self.of.function.body)
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
        node = bare(node)
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
            return Multiple(self.lanes if is_block else 1, (b"".join(_texts(node)),))
        return self._of_binary(node, at, depth) if node.kind == "binary" else NONE

    def _of_binary(self, node: Expression, at: int, depth: int) -> Multiple:
        left, right = node.parts
        if node.text == b"*":
            return self.multiple(left, at, depth).times(self.multiple(right, at, depth))
        if node.text in {b"+", b"-"}:
            rounded = self._rounded(left, right, at, depth) if node.text == b"-" else NONE
            found = self.multiple(left, at, depth).beside(self.multiple(right, at, depth))
            return found if rounded == NONE else rounded
        by = self._number(right)
        if node.text in {b"<<", b">>"} and by is not None and 0 <= by < BITS:
            by = 1 << by
        if by and node.text == b"<<":
            return self.multiple(left, at, depth).times(Multiple(by))
        if by and node.text in {b"/", b">>"}:
            return _part(self.multiple(left, at, depth), by)
        return Multiple(self._low_bit(right)) if node.text == b"&" else NONE

    def _rounded(self, whole: Expression, rest: Expression, at: int, depth: int) -> Multiple:
        """Give what a value without what is left of it by a division is a multiple of: `n - n % 32`."""
        whole, rest = bare(whole), bare(rest)
        once = self._once(rest.text, at) if rest.kind == "name" else None
        rest = bare(_node(self.unit, once.value)) if once else rest
        if rest.kind != "binary" or rest.text not in RESTS or not self._is_kept(whole):
            return NONE
        of, by = map(bare, rest.parts)
        if not alike(whole, of):
            return NONE
        most = self._number(by)
        if rest.text == b"%":
            return self.multiple(by, once.value.start if once else at, depth)
        return Multiple(most + 1) if most is not None and most > 0 and most & (most + 1) == 0 else NONE

    def _is_kept(self, node: Expression) -> bool:
        """Say whether an expression is worth the same all over the function: nothing changes its names."""
        if node.kind == "name":
            given = self.names.given.get(node.text, ())
            is_taken = node.text in self.of.parameters
            is_one = len(self.names.declared.get(node.text, ())) <= 1
            return is_one and len(given) <= (not is_taken) and not any(one.operator for one in given)
        return node.kind in {"number", "binary", "cast"} and all(map(self._is_kept, map(bare, node.parts)))

    def _low_bit(self, mask: Expression) -> int:
        """Give the lowest bit that a mask lets through, such as 32 for `~31`."""
        mask = bare(mask)
        kept = self._number(mask)
        if (mask.kind, mask.text) == ("unary", b"~"):
            gone = self._number(mask.parts[0])
            kept = None if gone is None else ~gone
        return kept & -kept if kept else 1

    def _exact(self, node: Expression, at: int) -> Multiple | None:
        """Give an expression that is a product of numbers and of names alone."""
        found = [self._factor(bare(one), at) for one in _operands(node, b"*")]
        return None if None in found else _product([one for one in found if one])

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
        if once and depth < DEEPEST:
            return self.multiple(_node(self.unit, once.value), once.value.start, depth + 1)
        factor = self.names.symbol(name, at)
        return NONE if given else Multiple(self.lanes if name == b"warpSize" else 1, (factor,))

    def _once(self, name: bytes, at: int) -> Assignment | None:
        """Give what alone gives that a value which a name stands for at a place."""
        given = self.names.given_at(name, at)
        return given[0] if len(given) == 1 and not given[0].operator else None


def _operands(node: Expression, sign: bytes) -> list[Expression]:
    """Give what a sum or a product is of."""
    node = bare(node)
    if (node.kind, node.text) != ("binary", sign):
        return [node]
    return [*chain.from_iterable(_operands(one, sign) for one in node.parts)]


def _part(of: Multiple, by: int) -> Multiple:
    """Give what a part of a value is a multiple of, if that divides the value for certain."""
    return Multiple(of.number // by, of.factors) if of.number % by == 0 else NONE


def _product(found: list[Multiple]) -> Multiple:
    factors = chain.from_iterable(one.factors for one in found)
    return Multiple(prod(one.number for one in found), tuple(factors))


def _texts(node: Expression) -> list[bytes]:
    """Give the words of a member, from the object on."""
    return [*chain.from_iterable(map(_texts, node.parts)), b".", node.text] if node.parts else [node.text]
