"""What a template's numbers are where a file gives it the same each time: `scan<32, 16><<<n, 512>>>(...)`.

Who asks knows that no other file can name the template: it stands in no header.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.open_constants import is_open
from hipify_py.source.brackets import template_arguments
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import names_in
from hipify_py.source.functions import head_of
from hipify_py.source.template_parameters import parameter_names, template_parameters
from hipify_py.source.tokens import token_at
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WIDTH = b"32"
MOST = 16  # places at which a template is named


def in_function(
    unit: Unit, function: Function, constants: ConstantTable, *, native: bool = False
) -> ConstantTable:
    """Give the constants that hold in a function: those of a file, and the numbers its template is given.

    Of a `native` one a number that is a warp's width is told to who gives it: it may give the wavefront's.
    """
    told = _told(unit, function, constants) if b"template" in unit.code else {}
    told = {name: value for name, value in told.items() if not native or value != WIDTH}
    return constants.beside(told) if told else constants


@fact_of
def _told(unit: Unit, function: Function, constants: ConstantTable) -> Mapping[bytes, bytes]:
    """Give the numbers that a template is given wherever a file names it, each time the same."""
    taken = template_parameters(unit, function)
    if not function.of_device or all(one.is_type for one in taken):
        return {}
    if any(one.name in constants.texts for one in taken):
        return {}  # the file has constants of the name, and perhaps others made of them
    given = _given(unit, function, len(taken))
    found: dict[bytes, bytes] = {}
    for number, one in enumerate(taken):
        nodes = [expression(unit.code[slice(*listed[number])]) for listed in given if not one.is_type]
        if any(_of_a_template(unit, node) for node in nodes):
            continue
        worth = {None if is_open(unit, node, constants) else constants.plain(node) for node in nodes}
        value = worth.pop() if len(worth) == 1 else None
        if value is not None and one.name:
            found[one.name] = b"%d" % value
    return found


def _of_a_template(unit: Unit, node: Expression) -> bool:
    """Say whether an argument has a name that a template of the file gives another meaning."""
    return not names_in(node).isdisjoint(parameter_names(unit))


def _given(unit: Unit, function: Function, taken: int) -> Sequence[Sequence[Span]]:
    """Give the arguments of a template at each place that names it; nothing where one lacks some.

    Nor where macros put names together: they may name it anywhere.
    """
    if b"##" in unit.code:
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
