"""Quotients by 32 on the host that are right for wavefronts of 64 lanes, too: they say how much is enough.

As the bytes of shared memory of a launch, `threads / 32 * sizeof(float)`, they make room for warps of which
there are half as many; as the blocks, along one axis, of a kernel that takes its items in turn along that, by
`gridDim`, any number does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.followed import by_assignments, followed
from hipify_py.model import Span
from hipify_py.source.brackets import parts
from hipify_py.source.conditions import inside
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import functions_by_name, model, names
from hipify_py.source.listed_values import GRID as GRID_TYPE
from hipify_py.source.return_types import returned_type
from hipify_py.source.spans import holds, merged
from hipify_py.source.tokens import A_NAME, token_at, token_before
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.source.call_parts import LaunchParts
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Declaration
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

GRID, SHARED = 0, 2  # of what a launch is given
AXES = b"xyz"
OPENS = frozenset((b"(", b"{"))
PARTS = frozenset((b".", b"->", b"["))  # behind a name, of what it stands for
DEEPEST = 4  # names that hand a number on


def is_enough(unit: Unit, home: Function, at: int) -> bool:
    """Say whether what stands at a place of a function of the host is for these alone."""
    return _is_for(unit, home, at, DEEPEST)


def _is_for(unit: Unit, home: Function, at: int, left: int) -> bool:
    if inside(_room(unit, home), at):
        return True
    found = [one for one in model(unit, home).declarations if one.value and holds(one.value, Span(at, at))]
    if not found or not left:
        return False
    made = found[-1]  # the innermost
    if (
        names(unit, home).given_at(made.name, made.at.end)[1:]
        or len(names(unit, home).declared[made.name]) > 1
    ):
        return False  # it is given something else as well
    used = [one for one in standing(unit, made.name, home.body) if one.start != made.at.start]
    if not used or any(token_at(unit.code, one.end).text in PARTS for one in used):
        return False
    side, grids = _side(unit, made, at), _grids(unit, home)
    if side is None:
        return all(_is_for(unit, home, one.start, left - 1) for one in used)
    return all(AXES[side : side + 1] in grids.get(one.start, b"") for one in used)


def _side(unit: Unit, made: Declaration, at: int) -> int | None:
    """Give which side of a grid that is declared a place counts; None where no grid is declared."""
    assert made.value is not None
    node = bare(expression(unit.code[slice(*made.value)]))
    if node.text == GRID_TYPE or (node.kind == "list" and made.type_in(unit.code) == GRID_TYPE):
        return _number([one.within(made.value.start) for one in node.parts], at)
    if made.type_in(unit.code) != GRID_TYPE:
        return None
    opened = token_before(unit.code, made.value.start).text in OPENS
    return _number([*parts(unit.code, *made.value)], at) if opened else len(AXES)


def _number(sides: Sequence[Span], at: int) -> int:
    return next((number for number, one in enumerate(sides) if holds(one, Span(at, at))), len(AXES))


@fact_of
def _room(unit: Unit, home: Function) -> tuple[Span, ...]:
    """Give what launches are told of shared memory, and the sides of grids of which any number will do."""
    shared = (one for found, _ in _launched(unit, home) for one in found.arguments[SHARED : SHARED + 1])
    return merged([*shared, *(one for each in _launched(unit, home) for one in _sides(unit, *each))])


def _sides(unit: Unit, launch: LaunchParts, taken: bytes) -> Iterator[Span]:
    """Give what counts blocks of a launch along the axes that its kernel takes in turn."""
    grid = launch.arguments[GRID]
    node = bare(expression(unit.code[slice(*grid)]))
    if node.kind == "list" or node.text == GRID_TYPE:
        yield from (
            one.within(grid.start) for one, axis in zip(node.parts, AXES, strict=False) if axis in taken
        )
    elif AXES[0] in taken and not _gives_grid(unit, node):
        yield grid


def _gives_grid(unit: Unit, node: Expression) -> bool:
    """Say whether an expression is the call of a function of the file that gives a whole grid."""
    made = functions_by_name(unit).get(node.name, ()) if node.kind == "call" else ()
    types = (returned_type(unit.code, one) for one in made)
    return any(one is not None and unit.code[slice(*one)] == GRID_TYPE for one in types)


@fact_of
def _grids(unit: Unit, home: Function) -> dict[int, bytes]:
    """Give the axes that kernels take in turn by where launches name their grids."""
    return {one.arguments[GRID].start: taken for one, taken in _launched(unit, home)}


@fact_of
def _launched(unit: Unit, home: Function) -> list[tuple[LaunchParts, bytes]]:
    """Give the launches of a function, each with the axes along which its kernel takes items in turn."""
    launches = [found for one in unit.launches_in(home.body) if (found := unit.launch(one))]
    return [(one, _taken_in_turn(unit, one)) for one in launches]


def _taken_in_turn(unit: Unit, launch: LaunchParts) -> bytes:
    named = A_NAME.findall(unit.code[slice(*launch.callee)].partition(b"<")[0])
    found = functions_by_name(unit).get(named[-1], ()) if named else ()
    axes = [_turns(unit, one) for one in found if one.kind == "kernel"]
    return bytes(axis for axis in AXES if axes and all(axis in each for each in axes))


@fact_of
def _turns(unit: Unit, kernel: Function) -> bytes:
    """Give the axes along which a loop of a kernel begins with the block's number and steps by the grid."""
    read, found = model(unit, kernel), set[int]()
    given = by_assignments(read.assignments)
    for loop in read.loops:
        for one in read.assigned_in(loop.step):
            began = [each for each in given(one.name) if each != one.value]
            by = _axes(unit, followed(unit.code, [one.value], given), b"gridDim")
            found |= by & _axes(unit, followed(unit.code, began, given), b"blockIdx")
    return bytes(axis for axis in AXES if axis in found)


def _axes(unit: Unit, pieces: Iterator[tuple[Span, set[bytes]]], of: bytes) -> set[int]:
    """Give the axes of a variable of CUDA's of which some pieces of code speak."""
    nodes = (expression(unit.code[slice(*at)]) for at, names in pieces if of in names)
    members = (
        one for node in nodes for one in node.walk() if one.kind == "member" and one.parts[0].text == of
    )
    return {axis for one in members for axis in AXES if one.text == b"%c" % axis}
