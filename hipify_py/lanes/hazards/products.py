"""Of what products and sums are multiples, and the terms and factors of which an expression makes them."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from math import gcd, prod
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.source.expression_reading import expressions
from hipify_py.source.expressions import alike, bare
from hipify_py.source.search import places
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

Term = tuple[bytes, "Expression"]
TURNED = {b"+": b"-", b"-": b"+"}


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


def operands(node: Expression, sign: bytes) -> list[Expression]:
    """Give what a sum or a product is of."""
    node = bare(node)
    if (node.kind, node.text) != ("binary", sign):
        return [node]
    return [*chain.from_iterable(operands(one, sign) for one in node.parts)]


def terms(node: Expression, sign: bytes = b"+") -> list[Term]:
    """Give the terms of a sum, each with its sign."""
    node = bare(node)
    if node.kind != "binary" or node.text not in TURNED:
        return [(sign, node)]
    turned = sign if node.text == b"+" else TURNED[sign]
    return [*terms(node.parts[0], sign), *terms(node.parts[1], turned)]


def without(left: list[Term], gone: list[Term]) -> list[Term] | None:
    """Give the terms of a sum without some others, if all of these are among them."""
    kept = [*left]
    for sign, node in gone:
        same = next((one for one in kept if one[0] == sign and alike(one[1], node)), None)
        if same is None:
            return None
        kept.remove(same)
    return kept


def part(of: Multiple, by: int) -> Multiple:
    """Give what a part of a value is a multiple of, if that divides the value for certain."""
    return Multiple(of.number // by, of.factors) if of.number % by == 0 else NONE


def product(found: list[Multiple]) -> Multiple:
    """Give what the product of some is a multiple of."""
    factors = chain.from_iterable(one.factors for one in found)
    return Multiple(prod(one.number for one in found), tuple(factors))


def texts(node: Expression) -> list[bytes]:
    """Give the words of a member, from the object on."""
    return [*chain.from_iterable(map(texts, node.parts)), b".", node.text] if node.parts else [node.text]


@fact_of
def masking(unit: Unit, body: Span) -> frozenset[bytes]:
    """Give the names of which a function makes masks: `& (name - 1)`."""
    read = expressions(unit.code, body, places(unit.code, b"&", within=body))
    nodes = (node for _, root in read for node in root.walk() if node.text == b"&")
    return frozenset(_masked_by(part) for node in nodes for part in node.parts[1:]) - {b""}


def _masked_by(node: Expression) -> bytes:
    """Give the name of `name - 1`."""
    less = less_one(node)
    return less.text if less and less.kind == "name" else b""


def less_one(node: Expression) -> Expression | None:
    """Give what is made one less: `n` of `n - 1`."""
    is_less = (node.kind, node.text) == ("binary", b"-") and node.parts[1].text.rstrip(b"uU") == b"1"
    return node.parts[0] if is_less else None
