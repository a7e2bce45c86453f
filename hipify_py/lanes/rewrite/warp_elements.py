"""Arrays with an element for each warp by `warpSize`, of which a plain number is read.

`part[threadIdx.x / warpSize] = v; ... for (i = 0; i < 8; i++) sum += part[i];` is right for 8 warps of 32; 4
wavefronts of 64 leave half of that as it was. A bound by `warpSize`, or by what a block has, is right for any
width, and what threads have put there before is neutral, as far as its worth does not say otherwise.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.array_uses import asked, indices, uses
from hipify_py.lanes.find.own_warpsize import owned
from hipify_py.lanes.flow.call_sites import sites
from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.flow.index_parts import SHIFT
from hipify_py.lanes.flow.lane_values import INDEX
from hipify_py.lanes.flow.lattice import BEHIND_WARPS
from hipify_py.lanes.flow.storage import is_array, is_marked_shared
from hipify_py.lanes.flow.uniformity import COMPARES
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.block_widths import widest
from hipify_py.lanes.hazards.width_queries import launches
from hipify_py.lanes.rewrite.listed_distances import given_to_templates
from hipify_py.lanes.rewrite.told_widths import WARP
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import alike, bare, names_in
from hipify_py.source.function_reading import defined_functions, model, names
from hipify_py.source.spans import holds
from hipify_py.source.template_parameters import template_parameters
from hipify_py.source.tokens import A_NAME
from hipify_py.source.written_declarations import around

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.call_sites import Site
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Declaration
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WIDTH = b"warpSize"
DEEPEST = 4  # functions that are followed, one from the other
MOST = 8  # arrays of a function, and calls of one
BESIDE = frozenset((b"+", b"-"))
ENDS = frozenset((b"<", b"!=", b"<="))  # of a loop that counts up
BY_32 = frozenset(((b"/", WARP), (b">>", SHIFT)))
NO_NEUTRAL = range(2, 1 << 15)  # numbers that no sum, product, least or greatest begins with


class Store(NamedTuple):
    """Where an element is stored: the end of the array's name, and the value."""

    end: int
    value: Span


def warp_elements(unit: Unit, facts: FunctionFacts) -> Iterator[Hazard]:
    """Report such arrays of a function: where it declares them, else where one is read."""
    function, values = facts.function, facts.values
    if function is None or values is None or not function.of_device or owned(unit):
        return
    for name, stores in [*element_stores(unit, function).items()][:MOST]:
        at = stores[0].end
        made = names(unit, function).declaration(name, at)
        of_block = made and (
            made.kind == "parameter" or not is_array(unit, made) or is_marked_shared(unit, made)
        )
        by_width = {
            number
            for one in stores
            for number, index in enumerate(indices(unit, one.end))
            if is_warp(unit, function, bare(expression(unit.code[slice(*index)])), index.start, DEEPEST)
        }
        if not made or not of_block or not by_width or _is_filled(unit, facts, stores, by_width):
            continue
        read = ElementReading(unit, function, values)
        ends = {*uses(unit, function, made.at)} - {one.end for one in stores}
        found = [end for end in sorted(ends) if read.goes_to_number(end, by_width)]
        if found:
            yield Hazard("W014", _said(unit, made, found[0]))


def element_stores(unit: Unit, function: Function) -> dict[bytes, list[Store]]:
    """Give where a function stores elements of arrays, by the names of these."""
    found: dict[bytes, list[Store]] = {}
    for one in model(unit, function).assignments:
        name = one.target.partition(b"[")[0].strip()
        start = unit.code.rfind(one.target, 0, one.value.start) if A_NAME.fullmatch(name) else -1
        if name != one.target and start >= 0:
            found.setdefault(name, []).append(Store(start + len(name), one.value))
    return found


def is_warp(unit: Unit, home: Function, node: Expression, at: int, left: int = DEEPEST) -> bool:
    """Say whether an index is that of a warp by the width: `t / warpSize`, by whatever name or function."""
    node = held(unit.code, names(unit, home), node, at)
    while node.kind == "cast":
        node = bare(node.parts[-1])
    if (node.kind, node.text) == ("binary", b"/"):
        return held(unit.code, names(unit, home), bare(node.parts[1]), at).text == WIDTH
    if not left:
        return False
    if node.kind == "call":
        return _gives_warp(unit, node, left - 1)
    taken = model(unit, home).parameters
    number = taken.index(node.text) if node.kind == "name" and node.text in taken else -1
    given = [
        (one.home, one.arguments[number])
        for one in (sites(unit, home) if number >= 0 else ())
        if number < len(one.arguments)
    ]
    return any(
        is_warp(unit, caller, bare(expression(unit.code[slice(*one)])), one.start, left - 1)
        for caller, one in given[:MOST]
    )


def _gives_warp(unit: Unit, call: Expression, left: int) -> bool:
    """Say whether a function of the file gives such an index."""
    made = defined_functions(unit).get(call.name)
    values = [one.value for one in model(unit, made).jumps if one.value] if made else []
    return made is not None and any(
        is_warp(unit, made, bare(expression(unit.code[slice(*one)])), one.start, left) for one in values
    )


def _is_filled(unit: Unit, facts: FunctionFacts, stores: list[Store], by_width: set[int]) -> bool:
    """Say whether other places store elements, and what may be neutral to what is made of them."""
    assert facts.function is not None
    for one in stores:
        listed = [*indices(unit, one.end)]
        nodes = [bare(expression(unit.code[slice(*index)])) for index in listed]
        if any(
            number < len(nodes)
            and not is_warp(unit, facts.function, nodes[number], listed[number].start, DEEPEST)
            for number in by_width
        ):
            worth = facts.constants.plain(expression(unit.code[slice(*one.value)]))
            if worth not in NO_NEUTRAL:
                return True
    return False


def _said(unit: Unit, made: Declaration, end: int) -> Span:
    """Give where to speak of an array, as is done of one that has its size by 32."""
    listed = around(unit.code, made.at.start) if is_marked_shared(unit, made) else None
    bounds = [one.bounds for one in listed.declarators if one.name == made.at] if listed else []
    if bounds and bounds[0]:
        return Span(made.statement.start, bounds[0][0].end + 1)
    return Span(end - len(made.name), end)


def is_read_by_width(unit: Unit, facts: FunctionFacts, name: Span) -> bool:
    """Say whether an array with an element for each warp by `warpSize` is read as far as there are warps.

    Then its size only has to be large enough: the 32 of `part[32]` are the most warps that a block has.
    """
    function, values, text = facts.function, facts.values, unit.code[slice(*name)]
    stores = element_stores(unit, function).get(text, []) if function and values else []
    if function is None or values is None or not stores:
        return False
    ends = [one.end for one in stores]
    found = {end: next(indices(unit, end), None) for end in uses(unit, function, name)}
    read = ElementReading(unit, function, values)
    kinds = {end: read.kind(index) if index else "" for end, index in found.items()}
    return all(kinds.values()) and "bounded" in {kind for end, kind in kinds.items() if end not in ends}


class ElementReading:
    """How far the elements of arrays are read in one function."""

    def __init__(self, unit: Unit, function: Function, values: LazyValues) -> None:
        self.unit, self.function, self.values = unit, function, values
        self.model = model(unit, function)

    def goes_to_number(self, end: int, numbers: set[int]) -> bool:
        """Say whether an index behind a name goes past the first element, up to a plain number."""
        found = [*indices(self.unit, end)]
        for number in numbers:
            if number < len(found):
                node, at = bare(expression(self.unit.code[slice(*found[number])])), found[number].start
                worth = self.values.constants.plain(node)
                bounds = [self._number(one, where) for one, where in self._bounds(node, at)]
                numbers_alone = bounds and None not in bounds
                last = min(filter(None, bounds), default=0) if numbers_alone else 0
                if (last if worth is None else worth + 1) > 1:
                    return True
        return False

    def kind(self, index: Span) -> str:
        """Say of what an index is that is right for any width: "first", "warp" or "bounded"; else nothing."""
        node = bare(expression(self.unit.code[slice(*index)]))
        if self.values.constants.plain(node) == 0:
            return "first"
        if node.kind == "binary" and node.text in BESIDE and self.values.constants.plain(node.parts[1]) == 1:
            node = bare(node.parts[0])  # that of the warp before or behind
        if is_warp(self.unit, self.function, node, index.start, DEEPEST):
            return "warp"
        bounds = (self._held(one, at) for one, at in self._bounds(node, index.start))
        return "bounded" if any(one.text == WIDTH for bound in bounds for one in bound.walk()) else ""

    def _bounds(self, node: Expression, at: int) -> Iterator[tuple[Expression, int]]:
        """Give what an index that stands at a place is less than, by loops or by conditions."""
        if node.kind == "name":
            loops = [one for one in self.model.loops if holds(one.body, Span(at, at))]
            counts = [one for one in loops if node.text in self._given_in(one.start)]
            if counts:
                asked_of = expression(self.unit.code[slice(*counts[-1].condition)])
                if asked_of.kind == "binary" and asked_of.text in ENDS:
                    yield asked_of.parts[1], counts[-1].condition.start
                return
        own = self.values.at(at).value(node)
        if own.indices & INDEX and own.slope != BEHIND_WARPS:
            for one in asked(self.unit, self.function, at):
                yield from self._compared(one)

    def _given_in(self, span: Span) -> set[bytes]:
        return {one.name for one in self.model.assigned_in(span)}

    def _compared(self, condition: Span) -> Iterator[tuple[Expression, int]]:
        """Give with what a condition compares the index of a lane or a thread."""
        known = self.values.at(condition.start)
        for node in expression(self.unit.code[slice(*condition)]).walk():
            if node.kind == "binary" and node.text in COMPARES:
                for index, bound in (node.parts, node.parts[::-1]):
                    if known.value(index).indices & INDEX:
                        yield bound, condition.start

    def _held(self, node: Expression, at: int) -> Expression:
        return held(self.unit.code, names(self.unit, self.function), bare(node), at)

    def _number(self, node: Expression, at: int) -> int | None:
        """Give a plain number that nothing works out of the width, or the greatest that a template takes."""
        node = self._held(node, at)
        if (found := self._count(node)) is not None or node.kind != "name":
            return found
        spans = [*given_to_templates(self.unit, self.function, node.text)] or self._by_default(node.text)
        put = [self._count(bare(expression(self.unit.code[slice(*one)]))) for one in spans]
        return max(filter(None, (*put, *self._handed(node.text, at))), default=None)

    def _by_default(self, name: bytes) -> list[Span]:
        taken = template_parameters(self.unit, self.function)
        return [one.default for one in taken if one.name == name and one.default]

    def _handed(self, name: bytes, at: int) -> Iterator[int | None]:
        """Give the numbers that calls and launches give a parameter, which nothing changes."""
        known, taken = names(self.unit, self.function), self.model.parameters
        made = known.declaration(name, at)
        if (
            made is None
            or made.kind != "parameter"
            or len(known.given.get(name, ())) > (made.value is not None)
        ):
            return
        number = taken.index(name)
        for site in islice(sites(self.unit, self.function), MOST):
            for one in site.arguments[number : number + 1]:
                node = bare(expression(self.unit.code[slice(*one)]))
                node = held(self.unit.code, names(self.unit, site.home), node, one.start)
                if self._is_of_block(node, site):
                    yield self._count(node)

    def _is_of_block(self, node: Expression, site: Site) -> bool:
        """Say whether a number is that of the warps of 32 in a block that comes here."""
        worth = self.values.constants.plain
        whole, count = node.parts[0] if self._is_by_32(node) else None, worth(node)
        if self.function.kind != "kernel":
            return count is not None or (whole is not None and b"blockDim" in names_in(whole))
        if count is not None:
            return count * WARP == widest(self.unit, self.function, self.values.constants)
        threads = (one.threads for one in launches(self.unit) if one.kernel == self.function.called)
        spans = (one for one in threads if site.at < one.start < site.arguments[0].start)
        made = (bare(expression(self.unit.code[slice(*one)])) for one in spans)
        return whole is not None and any(alike(bare(whole), one) for one in made)

    def _is_by_32(self, node: Expression) -> bool:
        by = self.values.constants.plain(bare(node.parts[1])) if node.kind == "binary" else None
        return by is not None and (node.text, by) in BY_32

    def _count(self, node: Expression) -> int | None:
        """Give a plain number, and of so many threads by 32, `T / 32`, the most warps that a block has."""
        if any(one.text == WIDTH for one in node.walk()):
            return None
        found = self.values.constants.plain(node)
        return WARP if found is None and self._is_by_32(node) else found
