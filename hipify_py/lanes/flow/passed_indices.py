"""What the calls in a file pass for the parameters of its functions: indices of threads, lanes and warps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.answers import answer_or, is_kept
from hipify_py.lanes.flow.call_sites import all_sites, sites
from hipify_py.lanes.flow.constant_folding import declared_constants
from hipify_py.lanes.flow.index_names import BUILT_IN
from hipify_py.lanes.flow.lattice import NEUTRAL, joined
from hipify_py.lanes.flow.uniformity import KEEPS
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_names import CHANGED
from hipify_py.source.function_reading import functions_by_name, model, names
from hipify_py.source.tokens import token_at
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hipify_py.lanes.flow.lattice import Value
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

    ValuesAt = Callable[[Function, int], Callable[[Expression], Value]]

MEMBER = frozenset({b".", b"->"})
WORKED_OUT = frozenset(("name", "number", "member", "binary", "unary", "cast", "?", "subscript"))
DEEPEST = 16  # functions that pass on to one another what is asked for


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
    """Say whether all is seen that a function is ever given for a parameter, and known for what it is."""
    question = "is known", function, number
    return answer_or(unit, question, lambda: _is_known(unit, function, number), unknown=False)


def _is_known(unit: Unit, function: Function, number: int) -> bool:
    if function.kind == "kernel":
        return True
    given = [(one, one.arguments[number : number + 1]) for one in all_sites(unit, function)]
    return bool(given) and all(spans and _tells(unit, one.home, spans[0], set()) for one, spans in given)


def _tells(unit: Unit, home: Function, span: Span, met: set[bytes]) -> bool:
    """Say whether all that is worked out by an expression of a function is known; `met` are its symbols."""
    if home.kind == "host" or model(unit, home).home(span.start) != home.body:
        return False  # a lambda is given what nobody sees
    node = expression(unit.code[slice(*span)])
    return all(_is_seen(unit, home, part, span.start, met) for part in node.walk())


def _is_seen(unit: Unit, home: Function, node: Expression, at: int, met: set[bytes]) -> bool:
    if node.kind == "call":
        return node.name in KEEPS or node.name in functions_by_name(unit)
    if node.kind != "name" or node.name in BUILT_IN:
        return node.kind in WORKED_OUT
    known = names(unit, home)
    made, symbol = known.declaration(node.text, at), known.symbol(node.text, at)
    if made is None:
        return node.name in _constants(unit)
    if symbol in met:
        return True
    met.add(symbol)
    given = known.given_at(node.text, at)
    is_begun = bool(given) if made.kind == "local" else _is_told(unit, home, node.text)
    return is_begun and all(one.operator != CHANGED and _tells(unit, home, one.value, met) for one in given)


def _is_told(unit: Unit, home: Function, name: bytes) -> bool:
    """Say whether all is known that a function is given for a parameter of a name."""
    listed = model(unit, home).parameters
    return name in listed and is_known(unit, home, listed.index(name))


@fact
def _constants(unit: Unit) -> frozenset[bytes]:
    return frozenset(declared_constants(unit))


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
