"""What the calls in a file pass for the parameters of its functions: indices of threads, lanes and warps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.answers import answer_or, is_answered, is_kept
from hipify_py.lanes.flow.call_sites import sites
from hipify_py.lanes.flow.known_arguments import DEEPEST, is_always_known
from hipify_py.lanes.flow.lattice import NEUTRAL, joined
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import model
from hipify_py.source.tokens import token_at
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hipify_py.lanes.flow.lattice import Value
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

    ValuesAt = Callable[[Function, int], Callable[[Expression], Value]]

MEMBER = frozenset({b".", b"->"})


def passed(unit: Unit, function: Function, values_at: ValuesAt) -> Mapping[int, Value]:
    """Give what is passed for a function's parameters, by their numbers, where an index is among it.

    What calls differ in is joined. `values_at` gives what tells the values of expressions at a place of a
    function. A call in the function itself does not count.
    """
    open_ = _open(unit)

    def work() -> Mapping[int, Value]:
        open_.append(function)
        found = _passed(unit, function, values_at)
        open_.pop()
        return found

    return answer_or(unit, ("passed", function), work, {}) if len(open_) < DEEPEST else {}


def is_known(unit: Unit, function: Function, number: int) -> bool:
    """Say whether all is seen that a function is ever given for a parameter, and known for what it is.

    What is passed was asked for before: where that was not gone into, nothing is known.
    """
    is_asked = is_answered(unit, ("passed", function))
    return is_asked and is_always_known(unit, function, number, len(_open(unit)))


def is_told(unit: Unit, function: Function) -> bool:
    """Say whether what is passed to a function was asked for, and is known for good."""
    return is_kept(unit, ("passed", function))


@fact
def _open(_unit: Unit) -> list[Function]:
    return []


def _passed(unit: Unit, function: Function, values_at: ValuesAt) -> dict[int, Value]:
    found: dict[int, Value] = {}
    for one in sites(unit, function):
        value_of = values_at(one.home, one.at)
        for number, argument in enumerate(one.arguments):
            value = value_of(expression(unit.code[slice(*argument)]))
            found[number] = joined((found.get(number, NEUTRAL), value))
    return {
        number: one
        for number, one in found.items()
        if one.level and not _in_parts(unit, function, number, one)
    }


def _in_parts(unit: Unit, function: Function, number: int, value: Value) -> bool:
    """Say whether a function asks what it is given for its members, which are known by their names."""
    taken = model(unit, function).parameters
    if value.indices or number >= len(taken):
        return False
    return any(
        token_at(unit.code, word.end).text in MEMBER for word in standing(unit, taken[number], function.body)
    )
