"""Indices of lanes by the width: `t % warpSize`, `t & (warpSize - 1)`, `%laneid`, by whatever name."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lanes.find.array_uses import asked
from hipify_py.lanes.flow.assembly_values import register
from hipify_py.lanes.flow.call_sites import sites
from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.flow.integers import COMPARED
from hipify_py.lanes.flow.lattice import OF_LANE
from hipify_py.lanes.flow.member_stores import stores
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare, names_in
from hipify_py.source.function_reading import defined_functions, model, names
from hipify_py.source.functions import functions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.flow.call_sites import Site
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WIDTH = b"warpSize"
SPLITS = frozenset((b"%", b"&"))
LANE_IDS = frozenset((b"cub::LaneId", b"hipcub::LaneId", b"__lane_id"))
DEEPEST = 4  # functions and members that are followed, one from the other
MOST = 8  # calls of a function, and stores to a member


def is_width_lane(unit: Unit, home: Function, node: Expression, at: int, left: int = DEEPEST) -> bool:
    """Say whether an index is that of a lane by the width, by whatever name, function or member."""
    node = held(unit.code, names(unit, home), bare(node), at)
    while node.kind == "cast":
        node = held(unit.code, names(unit, home), bare(node.parts[-1]), at)
    if splits_lane(node) or _is_register(unit, home, node):
        return True
    if not left:
        return False
    given = [*_given(unit, home, node, at)]
    found = (
        is_width_lane(unit, around, bare(expression(unit.code[slice(*one)])), one.start, left - 1)
        for around, one in given
    )
    is_member = _is_member(unit, home, node, at)  # it is one of any class, and may be of another
    return bool(given) and all(found) if is_member else any(found)


def asks_width(condition: Expression, constants: ConstantTable) -> bool:
    """Say whether a condition compares the width with a number: `warpSize == 32`."""
    pairs = ((one, to) for node in condition.walk() if _compares(node) for one, to in _sides(node))
    return any(is_width(one) and constants.plain(bare(to)) is not None for one, to in pairs)


def _compares(node: Expression) -> bool:
    return node.kind == "binary" and node.text in COMPARED


def _sides(node: Expression) -> tuple[Sequence[Expression], Sequence[Expression]]:
    return node.parts, node.parts[::-1]


def _is_register(unit: Unit, home: Function, node: Expression) -> bool:
    """Say whether a node is the register of a lane's number, by CUB's name for it or as assembly reads it."""
    if node.kind == "call":
        return node.text in LANE_IDS
    given = names(unit, home).given.get(node.text, ()) if node.kind == "name" else ()
    return len(given) == 1 and given[0].operator == b"asm" and register(unit, given[0]) == OF_LANE


def _is_member(unit: Unit, home: Function, node: Expression, at: int) -> bool:
    is_own = node.kind == "name" and names(unit, home).declaration(node.text, at) is None
    return node.kind == "member" or is_own


def _given(unit: Unit, home: Function, node: Expression, at: int) -> Iterator[tuple[Function, Span]]:
    """Give what a call, a parameter or a member may be, each with the function that it stands in."""
    if node.kind == "call":
        made = defined_functions(unit).get(node.name)
        yield from ((made, one.value) for one in model(unit, made).jumps if one.value) if made else ()
        return
    taken, known = model(unit, home).parameters, names(unit, home)
    if node.kind == "name" and node.text in taken:
        number, own = taken.index(node.text), known.declaration(node.text, at)
        is_changed = own is None or len(known.given.get(node.text, ())) > (own.value is not None)
        for site in islice(sites(unit, home), MOST) if not is_changed else ():
            spans = site.arguments[number : number + 1]
            yield from ((site.home, one) for one in spans if not _is_bound(unit, site, one))
    elif _is_member(unit, home, node, at):
        found = stores(unit).get(node.text, [])
        homes = functions(unit, [one.value.start for one in found]) if 0 < len(found) <= MOST else {}
        if len(homes) == len({one.value.start for one in found}):
            yield from ((homes[one.value.start], one.value) for one in found)


def _is_bound(unit: Unit, site: Site, argument: Span) -> bool:
    """Say whether a condition around a call compares what is given there, with anything but the width."""
    given = names_in(expression(unit.code[slice(*argument)]))
    nodes = (
        node
        for one in asked(unit, site.home, site.at)
        for node in expression(unit.code[slice(*one)]).walk()
        if node.kind == "binary" and node.text in COMPARED and not any(map(is_width, node.parts))
    )
    return any(not given.isdisjoint(names_in(one)) for one in nodes)


def splits_lane(node: Expression) -> bool:
    """Say whether a node is what is left of an index by the width: `t % warpSize`, `t & (warpSize - 1)`."""
    if node.kind != "binary" or node.text not in SPLITS:
        return False
    return is_width(node.parts[1], last=node.text == b"&")


def is_width(node: Expression, *, last: bool | None = None) -> bool:
    """Say whether a node is `warpSize`, or the `last` lane of it, `warpSize - 1`; if None, either of them."""
    node = bare(node)
    is_last = (node.kind, node.text) == ("binary", b"-") and node.parts[1].text == b"1"
    whole = bare(node.parts[0]) if is_last else node
    return whole.text == WIDTH and last in {None, is_last}
