"""What numbers a file gives a template: the same each time, as in `scan<32, 16><<<n, 512>>>(...)`, or others.

Who asks knows that no other file can name the template: it stands in no header.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.open_constants import is_open
from hipify_py.resolve.macros import parameters
from hipify_py.resolve.pasted_arguments import any_paste
from hipify_py.source.brackets import template_arguments
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import names_in
from hipify_py.source.functions import head_of
from hipify_py.source.template_parameters import parameter_names, template_parameters
from hipify_py.source.tokens import token_at
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import holds_part, standing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WIDTH = b"32"
MOST = 16  # places at which a template is named
MOST_WAYS = 8  # of giving a template its numbers, which are looked at one by one


def in_function(
    unit: Unit, function: Function, constants: ConstantTable, *, native: bool = False
) -> ConstantTable:
    """Give the constants that hold in a function: those of a file, and the numbers its template is given.

    Of a `native` one a number that is a warp's width is told to who gives it: it may give the wavefront's.
    """
    ways = _ways(unit, function, constants) if holds_part(unit, b"template") else ()
    alike = ways[0].items() if ways else ()
    told = {name: value for name, value in alike if all(way.get(name) == value for way in ways)}
    return _with(constants, told, native=native)


def each_way(
    unit: Unit, function: Function, constants: ConstantTable, *, native: bool = False
) -> Sequence[ConstantTable]:
    """Give the constants by each of the ways in which a file gives a template its numbers, if they differ.

    Nothing where these are many. A number that is not told is none of a way's constants.
    """
    ways = _ways(unit, function, constants) if holds_part(unit, b"template") else ()
    told = {tuple(sorted(way.items())): way for way in ways}
    if not 1 < len(told) <= MOST_WAYS:
        return ()
    return [_with(constants, way, native=native) for way in told.values()]


def _with(constants: ConstantTable, told: Mapping[bytes, bytes], *, native: bool) -> ConstantTable:
    kept = {name: value for name, value in told.items() if not native or value != WIDTH}
    return constants.beside(kept) if kept else constants


@fact_of
def _ways(unit: Unit, function: Function, constants: ConstantTable) -> Sequence[Mapping[bytes, bytes]]:
    """Give the numbers that a template is given at each place that names it, as far as they are told."""
    taken = template_parameters(unit, function)
    if not function.of_device or all(one.is_type for one in taken):
        return ()
    if any(one.name in constants.texts for one in taken):
        return ()  # the file has constants of the name, and perhaps others made of them
    ways: list[Mapping[bytes, bytes]] = []
    for listed in _given(unit, function, len(taken)):
        given = zip(taken, listed, strict=True)
        worth = {one.name: _number(unit, span, constants) for one, span in given if not one.is_type}
        ways.append({name: b"%d" % value for name, value in worth.items() if name and value is not None})
    return ways


def _number(unit: Unit, argument: Span, constants: ConstantTable) -> int | None:
    """Give the number that an argument is in whatever build, if no template gives it."""
    node = expression(unit.code[slice(*argument)])
    taken = parameters(unit, unit.directive_at(argument.start))  # by the macro that names the template
    if _of_a_template(unit, node) or not names_in(node).isdisjoint(taken) or is_open(unit, node, constants):
        return None
    return constants.plain(node)


def _of_a_template(unit: Unit, node: Expression) -> bool:
    """Say whether an argument has a name that a template of the file gives another meaning."""
    return not names_in(node).isdisjoint(parameter_names(unit))


def _given(unit: Unit, function: Function, taken: int) -> Sequence[Sequence[Span]]:
    """Give the arguments of a template at each place that names it; nothing where one lacks some.

    Nor where macros put names together: they may name it anywhere.
    """
    if any_paste(unit):
        return ()
    found: list[Sequence[Span]] = []
    head = head_of(unit.code, function)
    for word in islice(standing(unit, function.called), MOST + 1):
        if head is not None and head.start <= word.start < head.end:
            continue
        opens = token_at(unit.code, word.end)
        listed = template_arguments(unit.code, opens.end) if opens.text == b"<" else []
        if len(listed) != taken or function.body.start <= word.start < function.body.end:
            return ()
        found.append(listed)
    return found if len(found) <= MOST else ()
