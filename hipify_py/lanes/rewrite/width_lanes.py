"""Indices of lanes by `warpSize`: `t % warpSize`, `t & (warpSize - 1)`, by whatever name or function."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.call_sites import sites
from hipify_py.lanes.flow.followed import held
from hipify_py.lanes.flow.member_values import stores
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import defined_functions, model, names
from hipify_py.source.functions import functions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WIDTH = b"warpSize"
SPLITS = frozenset((b"%", b"&"))
DEEPEST = 4  # functions and members that are followed, one from the other
MOST = 8  # calls of a function, and stores to a member


def is_width_lane(unit: Unit, home: Function, node: Expression, at: int, left: int = DEEPEST) -> bool:
    """Say whether an index is that of a lane by the width, by whatever name, function or member."""
    node = held(unit.code, names(unit, home), bare(node), at)
    while node.kind == "cast":
        node = held(unit.code, names(unit, home), bare(node.parts[-1]), at)
    if splits_lane(node):
        return True
    if not left:
        return False
    return any(
        is_width_lane(unit, around, bare(expression(unit.code[slice(*one)])), one.start, left - 1)
        for around, one in _given(unit, home, node, at)
    )


def _given(unit: Unit, home: Function, node: Expression, at: int) -> Iterator[tuple[Function, Span]]:
    """Give what a call, a parameter or a member may be, each with the function that it stands in."""
    if node.kind == "call":
        made = defined_functions(unit).get(node.name)
        yield from ((made, one.value) for one in model(unit, made).jumps if one.value) if made else ()
        return
    taken = model(unit, home).parameters
    if node.kind == "name" and node.text in taken:
        number = taken.index(node.text)
        for site in islice(sites(unit, home), MOST):
            yield from ((site.home, one) for one in site.arguments[number : number + 1])
    elif node.kind == "member" or (node.kind == "name" and not names(unit, home).declaration(node.text, at)):
        found = stores(unit).get(node.text, [])[:MOST]
        homes = functions(unit, [one.value.start for one in found]) if found else {}
        yield from ((homes[one.value.start], one.value) for one in found if one.value.start in homes)


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
