"""Numbers that names stand for in one function: not where something of the name hides the file's constant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.open_constants import is_open
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import names_in
from hipify_py.source.function_reading import names
from hipify_py.source.template_parameters import parameter_names

if TYPE_CHECKING:
    from hipify_py.lanes.flow.integers import Number
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.source.expressions import Expression


def fixed(node: Expression, values: LazyValues) -> int | None:
    """Give the number that something is in a function, in whatever build."""
    found = None if is_open(values.unit, node, values.constants) else constant_of(node, values)
    return found.value if found else None


def constant_of(node: Expression, values: LazyValues) -> Number | None:
    """Give the value of a constant, unless a name in it may stand for something else than in the file."""
    found = values.constants.of(node)
    return None if found and any(_is_hidden(one, values) for one in names_in(node)) else found


def _is_hidden(name: bytes, values: LazyValues) -> bool:
    """Say whether a template has a parameter of a constant's name, or the function a name of other worth."""
    unit, known = values.unit, names(values.unit, values.function)
    made = known.declared.get(name, ())
    is_open = name in parameter_names(unit) and name not in values.constants.given
    if is_open or (made and len(known.given.get(name, ())) > 1):
        return True
    worth = values.constants.of(expression(name))
    return any(
        one.kind == "parameter"
        or not one.value
        or values.constants.number(unit.code[slice(*one.value)]) != worth
        for one in made
    )
