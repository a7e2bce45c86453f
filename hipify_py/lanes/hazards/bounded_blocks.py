"""Kernels whose heads say how many threads a block has at most: `__launch_bounds__(32)`.

Whoever starts them, a block has no more. Where nothing in the file does, it may have so many.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.open_constants import is_open
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.conditions import innermost
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import names_in
from hipify_py.source.function_reading import functions_by_name
from hipify_py.source.launch_bounds import launch_bounds
from hipify_py.source.template_parameters import parameter_names
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

    Head = tuple[Span, Sequence[Span], Span]

CALLED = re.compile(rb"\b(?!__\w+__\b|__attribute__\b|alignas\b)([A-Za-z_]\w*)\s*(?:<[^<>;{}]*>\s*)?\(")
ENDS = re.compile(rb"[;{]")  # a head
LONGEST = 300  # bytes between a bound and the kernel's name


class Bounded(NamedTuple):
    """The most threads of a kernel's block, and where the kernel's name stands behind that."""

    name: Span
    threads: int


@fact_of
def bounded_blocks(unit: Unit, constants: ConstantTable) -> Mapping[bytes, Bounded]:
    """Give how many threads the blocks of a file's kernels have at most, by their names, as their heads tell.

    Of kernels with one name the largest counts, and none where one of them has no bound that is told.
    """
    found: dict[bytes, list[Bounded]] = {}
    for name, bound in _bounds(unit, constants):
        found.setdefault(name, []).append(bound)
    most = {name: max(each, key=lambda one: one.threads) for name, each in found.items()}
    return {
        name: bound
        for name, bound in most.items()
        if all(one.threads for one in found[name])
        and all(_is_bound(unit, one, found[name]) for one in functions_by_name(unit).get(name, ()))
    }


def is_named_alone(unit: Unit, kernel: bytes) -> bool:
    """Say whether a kernel's name stands in its heads alone, so that nothing in the file may start it."""
    return all(one.start in _named(unit) for one in standing(unit, kernel))


@fact
def _named(unit: Unit) -> frozenset[int]:
    """Give where the names of functions with bounds stand in their heads."""
    return frozenset(named.start for _, _, named in _heads(unit))


@fact
def _heads(unit: Unit) -> tuple[Head, ...]:
    return (*_read_heads(unit),)


def _read_heads(unit: Unit) -> Iterator[Head]:
    """Give where bounds stand, what they are given, and the name of the function behind each."""
    for place, given in launch_bounds(unit):
        if unit.directive_at(place.start):
            continue  # of a macro, that may mark any kernel
        ends = ENDS.search(unit.code, place.end)
        end = min(ends.start() if ends else place.end, place.end + LONGEST)
        if named := CALLED.search(unit.code, place.end, end):
            yield place, given, Span(*named.span(1))


def _bounds(unit: Unit, constants: ConstantTable) -> Iterator[tuple[bytes, Bounded]]:
    """Give the bounds that heads tell, each with the function's name: 0 of those that no number tells.

    So it is where another build or a template gives another, and where a condition is around the bound alone.
    """
    for place, given, named in _heads(unit):
        node = expression(unit.code[slice(*given[0])]) if given else None
        is_told = (
            node is not None
            and innermost(unit, place.start) is innermost(unit, named.start)
            and names_in(node).isdisjoint(parameter_names(unit))
            and not is_open(unit, node, constants)
        )
        number = constants.plain(node) if node and is_told else None
        yield unit.code[slice(*named)], Bounded(named, max(0, number or 0))


def _is_bound(unit: Unit, made: Function, bounds: Iterable[Bounded]) -> bool:
    """Say whether a function is a kernel with one of some bounds in its head, in any build."""
    return made.kind == "kernel" and any(
        made.span.start <= one.name.start < made.body.start
        and innermost(unit, one.name.start) is innermost(unit, made.body.start)
        for one in bounds
    )
