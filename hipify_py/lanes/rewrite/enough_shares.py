"""Quotients by 32 on the host that are right for wavefronts of 64 lanes, too: they say how much is enough.

As the bytes of shared memory of a launch, `threads / 32 * sizeof(float)`, they make room for warps of which
there are half as many; as the blocks of a kernel that takes its items in turn, by `gridDim`, any number does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.source.conditions import inside
from hipify_py.source.function_reading import functions_by_name, model, names
from hipify_py.source.spans import holds, merged
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

GRID, SHARED = 0, 2  # of what a launch is given
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
    used = [one.start for one in standing(unit, made.name, home.body) if one.start != made.at.start]
    return bool(used) and all(_is_for(unit, home, one, left - 1) for one in used)


@fact_of
def _room(unit: Unit, home: Function) -> tuple[Span, ...]:
    return merged([*_enough(unit, home)])


def _enough(unit: Unit, home: Function) -> Iterator[Span]:
    """Give what launches are told of shared memory, and the grids of kernels that take items in turn."""
    for launch in unit.launches_in(home.body):
        found = unit.launch(launch)
        if found is None:
            continue
        yield from found.arguments[SHARED : SHARED + 1]
        named = A_NAME.findall(unit.code[slice(*found.callee)].partition(b"<")[0])
        if named and _takes_in_turn(unit, named[-1]):
            yield found.arguments[GRID]


def _takes_in_turn(unit: Unit, kernel: bytes) -> bool:
    made = [one for one in functions_by_name(unit).get(kernel, ()) if one.kind == "kernel"]
    return bool(made) and all(any(_by_grid(unit, one)) for one in made)


def _by_grid(unit: Unit, kernel: Function) -> Iterator[bool]:
    """Say of the loops of a kernel whether they go on by what hangs on the number of blocks."""
    known = names(unit, kernel)
    for loop in model(unit, kernel).loops:
        for one in model(unit, kernel).assigned_in(loop.step):
            texts = [unit.code[slice(*one.value)]]
            for _ in range(DEEPEST):
                words = {name for text in texts for name in A_NAME.findall(text)}
                texts = [unit.code[slice(*each)] for name in sorted(words) for each in known.values_of(name)]
                yield b"gridDim" in words
