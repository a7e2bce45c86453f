"""Rows of 32 elements, or a few more, that a product sets apart, for lanes by `warpSize`: `s[w * 33 + lane]`.

No bound tells of them: the array is as long as a template, the host or a `struct` makes it. On gfx9 lanes 32
to 63 of a wavefront reach the elements of the next one. Rows of which each lane has some elements are told by
the two: `x[row * 128 + lane * 4]` is for 32 lanes, be it divided by 4 for vectors of so many.
"""

from __future__ import annotations

import functools
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.array_uses import asked
from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.flow.call_sites import sites
from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.flow.index_parts import SHIFT
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.rewrite.rows_of_32 import FEW, WARP
from hipify_py.lanes.rewrite.short_rows import bounds_lane, has_small_blocks
from hipify_py.lanes.rewrite.warp_elements import is_warp
from hipify_py.lanes.rewrite.width_lanes import WIDTH, is_width_lane
from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model, names
from hipify_py.source.search import places
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

MOST = 8  # calls that hand a row on
LONGEST = 1 << 12  # elements of a row
DEEPEST = 4  # names that are followed, one from the other
STRIDES = frozenset((b"*", b"<<"))
SHARES = frozenset((b"/", b">>"))  # by which elements become vectors
PARTS = frozenset((b"+", b"["))


class Term(NamedTuple):
    """A term of an address: the function that it stands in, where the text begins that it was read of."""

    home: Function
    node: Expression
    start: int

    @property
    def at(self) -> int:
        """Give where the term stands."""
        return self.start + self.node.span.start


def flat_rows(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report the products that set such rows apart, in which a lane by `warpSize` is the index."""
    function, values = facts.function, facts.values
    if function is None or values is None or owned(unit) or not holds_part(unit, WIDTH):
        return
    told: set[Span] = set()
    for at, found in _addresses(unit, function):
        row = _row(unit, found, facts.constants) if len(found) > 1 else None
        if row is None or row[0] in told or has_small_blocks(unit, function, values):
            continue
        known, conditions = names(unit, function), asked(unit, function, at)
        if not any(bounds_lane(unit, known, one, values) for one in conditions):
            told.add(row[0])
            yield Hazard("W061", row[0], f"rows of {row[1]} elements")


def _addresses(unit: Unit, function: Function) -> Iterator[tuple[int, list[Term]]]:
    """Give the terms of what a function reaches, `s[a + b]`, `*(s + a)` and `f(s + a)`, and where it does."""
    for start, root in expressions(
        unit.code, function.body, places(unit.code, b"[", b"+", within=function.body)
    ):
        for node in root.walk():
            made = [node] if node.kind == "subscript" else []
            if node.kind == "call" or (node.kind, node.text) == ("unary", b"*"):
                made = [one for one in node.parts if bare(one).text == b"+"]
            for one in made:
                found = Term(function, one, start)
                yield found.at, [*_terms(unit, found, DEEPEST)]


def _terms(unit: Unit, of: Term, left: int) -> Iterator[Term]:
    """Give what an address is the sum of, by way of the names of pointers and of indices."""
    node = bare(of.node)
    while node.kind == "binary" and node.text in SHARES and bare(node.parts[1]).kind == "number":
        node = bare(node.parts[0])
    if node.kind in {"binary", "subscript"} and node.text in PARTS:
        for part in node.parts:
            yield from _terms(unit, of._replace(node=part), left)
        return
    yield of._replace(node=node)
    for one in _given(unit, of._replace(node=node)) if left and node.kind == "name" else ():
        value = bare(one.node)
        if (value.kind, value.text) == ("unary", b"&"):
            value = bare(value.parts[0])
        elif value.kind == "subscript":
            continue  # what is read there, and no address
        yield from _terms(unit, one._replace(node=value), left - 1)


def _given(unit: Unit, of: Term) -> Iterator[Term]:
    """Give what a name holds that is given its value once, or what calls give a parameter that stays."""
    known, name = names(unit, of.home), of.node.text
    taken = model(unit, of.home).parameters
    if once := known.once(name, of.at):
        yield Term(of.home, expression(unit.code[slice(*once.value)]), once.value.start)
    elif name in taken and not known.given.get(name):
        for site in islice(sites(unit, of.home), MOST):
            for one in site.arguments[taken.index(name) :][:1]:
                yield Term(site.home, expression(unit.code[slice(*one)]), one.start)


def _row(unit: Unit, found: list[Term], constants: ConstantTable) -> tuple[Span, int] | None:
    """Give the product that sets rows apart in a sum with a lane by the width, and how long they are."""
    for one in found:
        size = _size(unit, one, constants)
        if size and any(is_width_lane(unit, by.home, by.node, by.at) for by in found if by != one):
            return one.node.within(one.start), size
    lanes = [by for by in map(functools.partial(_of_lane, unit, constants), found) if by > 1]
    for one in found if lanes else ():
        size = max((by for by, _ in _factors(unit, one, constants)), default=0)
        if size in {WARP * by for by in lanes}:
            return one.node.within(one.start), size
    return None


def _of_lane(unit: Unit, constants: ConstantTable, of: Term) -> int:
    """Give how many elements each lane by the width has of a row, by the factor of its number; or 0."""
    found = _factors(unit, of, constants)
    return next((by for by, one in found if is_width_lane(unit, of.home, one, of.start + one.span.start)), 0)


def _factors(unit: Unit, of: Term, constants: ConstantTable) -> Iterator[tuple[int, Expression]]:
    """Give the numbers by which a term multiplies something, each with that."""
    node = bare(of.node)
    if node.kind != "binary" or node.text not in STRIDES:
        return
    pairs = (node.parts, node.parts[::-1])
    for one, by in pairs if node.text == b"*" else pairs[:1]:
        number = constants.plain(held(unit.code, names(unit, of.home), bare(by), of.at))
        if number is not None and 0 < number < LONGEST:
            yield (1 << number if node.text == b"<<" else number), bare(one)


def _size(unit: Unit, of: Term, constants: ConstantTable) -> int:
    """Give by how much a term sets the elements of one warp by the width apart from the next; 0 of others."""
    node = of.node
    if node.kind != "binary" or node.text not in STRIDES:
        return 0
    pairs = (node.parts, node.parts[::-1])
    for index, by in pairs if node.text == b"*" else pairs[:1]:
        size = constants.plain(bare(by)) or 0
        size = (WARP if size == SHIFT else 0) if node.text == b"<<" else size
        if size in FEW and _is_warp(unit, of._replace(node=bare(index))):
            return size
    return 0


def _is_warp(unit: Unit, of: Term) -> bool:
    """Say whether an index is that of a warp by the width, or begins with it and goes on by more warps."""
    if is_warp(unit, of.home, of.node, of.at):
        return True
    given = names(unit, of.home).given.get(of.node.text, ()) if of.node.kind == "name" else ()
    begins = (one for one in given if not one.operator)
    return any(
        is_warp(unit, of.home, bare(expression(unit.code[slice(*one.value)])), one.value.start)
        for one in begins
    )
