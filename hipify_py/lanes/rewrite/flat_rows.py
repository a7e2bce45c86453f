"""Rows of 32 elements, or a few more, that a product sets apart, for lanes by `warpSize`: `s[w * 33 + lane]`.

No bound tells of them: the array is as long as a template, the host or a `struct` makes it. On gfx9 lanes 32
to 63 of a wavefront reach the elements of the next one. Rows of which each lane has some elements are told by
the two: `x[row * 128 + lane * 4]` is for 32 lanes, be it divided by 4 for vectors of so many. So is
`reinterpret_cast<float4 *>(x + row * 128)[lane]`, whose index counts in vectors.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.array_uses import asked
from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.flow.call_sites import sites
from hipify_py.lanes.flow.counted_loops import CountedLoops
from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.flow.index_parts import SHIFT
from hipify_py.lanes.flow.lattice import BEHIND_WARPS, WHOLE
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.rewrite.assertions import ASSERTS
from hipify_py.lanes.rewrite.rows_of_32 import FEW, WARP
from hipify_py.lanes.rewrite.short_rows import bounds_lane, has_small_blocks
from hipify_py.lanes.rewrite.vector_views import elements_in
from hipify_py.lanes.rewrite.warp_elements import is_warp
from hipify_py.lanes.rewrite.width_lanes import WIDTH, is_width_lane
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model, names
from hipify_py.source.search import places
from hipify_py.source.spans import holds
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

MOST = 8  # calls that hand a row on
LONGEST = 1 << 12  # elements of a row
DEEPEST = 4  # names that are followed, one from the other
STRIDES = frozenset((b"*", b"<<"))
SHARES = frozenset((b"/", b">>"))  # by which elements become vectors
OF_LANES = frozenset(("switch", "while"))  # what decides beside `if`
UP = b"+"
OF_THREAD = frozenset((WHOLE, BEHIND_WARPS))


class Term(NamedTuple):
    """A term of an address: the function that it stands in, where the text begins that it was read of.

    It counts in so many elements of the array at once, `times`, as in vectors that a cast makes of these.
    """

    home: Function
    node: Expression
    start: int
    times: int = 1

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
    for at, found in addresses(unit, function):
        row = _row(unit, found, values) if len(found) > 1 else None
        if row is None or row[0] in told or has_small_blocks(unit, function, values):
            continue
        if not _is_bound(unit, function, values, at):
            told.add(row[0])
            yield Hazard("W061", row[0], f"rows of {row[1]} elements")


def _is_bound(unit: Unit, function: Function, values: LazyValues, at: int) -> bool:
    """Say whether a condition around a place, or one asserted before it, says which lanes come there."""
    known = names(unit, function)
    conditions = {*asked(unit, function, at), *(one for one in _asserted(unit, function) if one.end < at)}
    if any(bounds_lane(unit, known, one, values) for one in conditions):
        return True
    chosen = (one.span for one in model(unit, function).path(at) if one.keyword in OF_LANES)
    nodes = ((one.start, node) for one in chosen for node in expression(unit.code[slice(*one)]).walk())
    return any(is_width_lane(unit, function, node, start + node.span.start) for start, node in nodes)


@fact_of
def _asserted(unit: Unit, function: Function) -> tuple[Span, ...]:
    """Give what a function asserts."""
    calls = (one for one in model(unit, function).calls if ASSERTS in unit.code[slice(*one.name)].lower())
    return tuple(one for call in calls for one in call.arguments)


def addresses(unit: Unit, function: Function) -> Iterator[tuple[int, list[Term]]]:
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
                yield found.at, [*_terms(unit, found, DEEPEST, is_reached=made == [node])]


def _terms(unit: Unit, of: Term, left: int, *, is_reached: bool = False) -> Iterator[Term]:
    """Give what an address is the sum of, by way of the names of pointers and of indices.

    An element has one where it is reached, or by `&`; what is read of a table is no part of another's.
    """
    node = whole = bare(of.node)
    while whole.kind == "binary" and whole.text in SHARES and bare(whole.parts[1]).kind == "number":
        whole = bare(whole.parts[0])
    node = whole if (whole.kind, whole.text) == ("binary", b"+") else node  # and no share of a lane's number
    if (node.kind, node.text) == ("unary", b"&"):
        node, is_reached = bare(node.parts[0]), True
    if (node.kind, node.text) == ("binary", b"+") or (node.kind == "subscript" and is_reached):
        by = elements_in(unit, of.home, node.parts[0], of.at) if node.kind == "subscript" else 1
        yield from _terms(unit, of._replace(node=node.parts[0]), left)
        yield from _terms(unit, of._replace(node=node.parts[1], times=of.times * by), left)
        return
    yield of._replace(node=node)
    for one in _given(unit, of._replace(node=node)) if left and node.kind == "name" else ():
        yield from _terms(unit, one, left - 1)


def _given(unit: Unit, of: Term) -> Iterator[Term]:
    """Give what a name holds that is given its value once, or what calls give a parameter that stays."""
    known, name = names(unit, of.home), of.node.text
    taken = model(unit, of.home).parameters
    if once := known.once(name, of.at):
        yield of._replace(node=expression(unit.code[slice(*once.value)]), start=once.value.start)
    elif name in taken and not known.given.get(name):
        for site in islice(sites(unit, of.home), MOST):
            for one in site.arguments[taken.index(name) :][:1]:
                yield Term(site.home, expression(unit.code[slice(*one)]), one.start, of.times)


def _row(unit: Unit, found: list[Term], values: LazyValues) -> tuple[Span, int] | None:
    """Give the product that sets rows apart in a sum with a lane by the width, and how long they are."""
    constants = values.constants
    for one in found:
        size = _size(unit, one, values)
        if size and any(is_width_lane(unit, by.home, by.node, by.at) for by in found if by != one):
            return one.node.within(one.start), size
    lanes = [(of, by) for of in found if (by := _of_lane(unit, constants, of))]
    for one in found if lanes else ():
        size = one.times * max((by for by, _ in factors(unit, one, constants)), default=0)
        if any(size == WARP * of.times * by for of, by in lanes if by > 1 or of.times != one.times):
            return one.node.within(one.start), size
    return None


def _of_lane(unit: Unit, constants: ConstantTable, of: Term) -> int:
    """Give how many elements each lane by the width has of a row, by the factor of its number; or 0."""
    found = ((1, of.node), *factors(unit, of, constants))
    return next((by for by, one in found if is_width_lane(unit, of.home, one, of.start + one.span.start)), 0)


def factors(unit: Unit, of: Term, constants: ConstantTable) -> Iterator[tuple[int, Expression]]:
    """Give the numbers by which a term multiplies something, each with that."""
    node = bare(of.node)
    if node.kind != "binary" or node.text not in STRIDES:
        return
    pairs = (node.parts, node.parts[::-1])
    for one, by in pairs if node.text == b"*" else pairs[:1]:
        number = constants.plain(held(unit.code, names(unit, of.home), bare(by), of.at))
        if number is not None and 0 < number < LONGEST:
            yield (1 << number if node.text == b"<<" else number), bare(one)


def _size(unit: Unit, of: Term, values: LazyValues) -> int:
    """Give by how much a term sets the elements of one warp by the width apart from the next; 0 of others."""
    node = of.node
    if node.kind != "binary" or node.text not in STRIDES:
        return 0
    pairs = (node.parts, node.parts[::-1])
    for index, by in pairs if node.text == b"*" else pairs[:1]:
        size = values.constants.plain(bare(by)) or 0
        size = (WARP if size == SHIFT else 0) if node.text == b"<<" else size
        one = of._replace(node=bare(index))
        if size in FEW and (_is_warp(unit, one, values) or (size == WARP and _is_turn(unit, one, values))):
            return size
    return 0


def _is_warp(unit: Unit, of: Term, values: LazyValues) -> bool:
    """Say whether an index is that of a warp by the width, or begins with it and goes on by more warps."""
    if is_warp(unit, of.home, of.node, of.at):
        return not _is_count(unit, of, values)
    given = names(unit, of.home).given.get(of.node.text, ()) if of.node.kind == "name" else ()
    begins = (one for one in given if not one.operator)
    return any(
        is_warp(unit, of.home, bare(expression(unit.code[slice(*one.value)])), one.value.start)
        for one in begins
    )


def _is_turn(unit: Unit, of: Term, values: LazyValues) -> bool:
    """Say whether an index is the number of a loop's turn: lanes take an element in each, 32 further on."""
    if of.node.kind != "name" or of.home.kind == "macro":
        return False
    counts = CountedLoops(unit.code, names(unit, of.home), values.constants)
    around = (one for one in model(unit, of.home).loops if holds(one.body, Span(of.at, of.at)))
    steps = [one.step for each in around if (one := counts.counted(each, of.node.text))]
    by = [unit.code[slice(*one.value)] for one in steps if one.operator == UP]
    return any(one in {b"1", of.node.text} for one in by)  # that of `++` is the name


def _is_count(unit: Unit, of: Term, values: LazyValues) -> bool:
    """Say whether something else than a thread's index is divided by the width: `n / warpSize`."""
    node = held(unit.code, names(unit, of.home), bare(of.node), of.at)
    if of.home != values.function or (node.kind, node.text) != ("binary", b"/"):
        return False
    return values.at(of.at).value(node.parts[0]).slope not in OF_THREAD
