"""Bounds of threads' indexes: `i < n`, in a condition or kept in a name, and no role of warps or threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.call_classes import meant
from hipify_py.lanes.flow.lattice import WARP_INDEX
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import MIRRORED
from hipify_py.source.function_reading import model, names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.held_values import Values
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

ROLES = frozenset(b"== != = ! / % ?".split())
PARTS = frozenset(b"/ % >> & ?".split())  # of an index, which may be a warp's number
AXES = frozenset((b"y", b"z"))  # along which a block may count its warps


def is_bound(model: Model, asked: Span, values: LazyValues) -> bool:
    """Say whether an index is below a bound, or some: no role of threads, told by == or by a quotient.

    Nor is it a warp's, as a function may be handed it, but for an index along y or z, as of a row. The truth
    of that may be kept in a name that is given nothing else.
    """
    unit, held = values.unit, values.at(asked.start)
    known = names(unit, model.function)
    todo, read = [expression(unit.code[slice(*asked)])], set[bytes]()
    signs = set[bytes]()
    while todo:
        node = todo.pop()
        once = known.once(node.text) if node.kind == "name" and node.text not in read else None
        if node.kind == "binary" and node.text in {b"&&", b"||"}:
            todo += node.parts
        elif once and once.name == once.target.strip():
            read.add(node.text)
            todo.append(expression(unit.code[slice(*once.value)]))
        else:
            signs |= {one.text for one in node.walk() if one.kind in {"binary", "unary", "?"}}
            if not all(_is_along_an_axis(unit, one, known, held) for one in _of_warps(node, held)):
                return False
    return not signs.isdisjoint(MIRRORED) and signs.isdisjoint(ROLES)


def _of_warps(node: Expression, held: Values) -> list[bytes]:
    """Give the names in an expression that are known to be alike in a warp and to differ between warps."""
    found = (one.text for one in node.walk() if one.kind == "name")
    return [name for name in found if held.indices(name) & WARP_INDEX]


def _is_along_an_axis(unit: Unit, name: bytes, known: FunctionNames, held: Values) -> bool:
    """Say whether a name is a thread's index along y or z, of the block or the grid, and no part of one."""
    todo, read = [name], {name}
    while todo:
        once = known.once(todo.pop())
        if once is None or once.name != once.target.strip():
            return False
        node = expression(unit.code[slice(*once.value)])
        more = [one for one in _of_warps(node, held) if one not in read]
        nodes = [node, *_returned(unit, node)]
        if any(one.text in PARTS for each in nodes for one in each.walk()):
            return False
        if not (more or any(map(_names_an_axis, nodes))):
            return False
        read.update(more)
        todo += more
    return True


def _returned(unit: Unit, node: Expression) -> Iterator[Expression]:
    """Give what the functions return that an expression calls, each that has no more than that one return."""
    for one in node.walk():
        homes = meant(unit, one.text) if one.kind == "call" else ()
        read = model(unit, homes[0]) if len(homes) == 1 else None
        if (
            read
            and len(read.jumps) == 1
            and not read.loops
            and len(read.declarations) == len(read.parameters)
        ):
            value = read.jumps[0].value
            if read.jumps[0].kind == "return" and value:
                yield expression(unit.code[slice(*value)])


def _names_an_axis(node: Expression) -> bool:
    members = (one for one in node.walk() if one.kind == "member" and one.text in AXES)
    return any(one.parts[0].text == b"threadIdx" for one in members)
