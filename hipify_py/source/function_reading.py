"""The model of a function, made once for each that is asked for."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.source.changed_names import MOST_OF_A_NAME, changed_elsewhere
from hipify_py.source.definitions import defining, outermost_function
from hipify_py.source.error_nodes import lost
from hipify_py.source.forward_jumps import parted
from hipify_py.source.function_names import FunctionNames
from hipify_py.source.functions import functions
from hipify_py.source.token_reading import beside, from_tokens
from hipify_py.source.tree_reading import from_tree
from hipify_py.source.unit_facts import fact, fact_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from hipify_py.source.forward_jumps import Parted
    from hipify_py.source.function_model import Model, Path
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit


@fact_of
def model(unit: Unit, function: Function) -> Model:
    """Give the model of a function or a macro of a file."""
    node = _node(unit, function)
    return from_tree(unit, function, node) if node else from_tokens(unit.code, function)


@fact_of
def names(unit: Unit, function: Function) -> FunctionNames:
    """Give the names of a function or a macro of a file."""
    if function.kind == "macro":
        return FunctionNames(model(unit, function))

    def called(name: bytes) -> Sequence[Model]:
        return [model(unit, one) for one in functions_by_name(unit).get(name, ())[:MOST_OF_A_NAME]]

    read = model(unit, function)
    return FunctionNames(read, changed_elsewhere(unit, read, called))


def path(unit: Unit, of: Model, at: int, last: int | None = None) -> Path:
    """Give the conditions around a place, from the outside in, those of `?`, `&&` and `||` among them.

    So are those on which a `goto` jumps over the place, or there; none of one that goes on behind the `last`
    place that is asked for.
    """
    around = of.path(at)
    if of.read == "tokens":
        around = (*around, *beside(unit.code, at))
    if jumps := [one for one in parted_by_jumps(unit, of) if one.span.start <= at < one.span.end]:
        spans = {one.span for one in around}
        of_jumps = (one.condition for one in jumps if last is None or one.label <= last)
        around = (*around, *(one for one in dict.fromkeys(of_jumps) if one.span not in spans))
    return around


def parted_by_jumps(unit: Unit, of: Model) -> tuple[Parted, ...]:
    """Give what jumps to labels behind them part in a function."""
    return _parted(unit, of.function)


@fact_of
def _parted(unit: Unit, function: Function) -> tuple[Parted, ...]:
    return parted(unit, model(unit, function))


@fact
def functions_by_name(unit: Unit) -> dict[bytes, tuple[Function, ...]]:
    """Give the functions that a file defines, by the names that call them."""
    bodies = (node.child_by_field_name("body") for node in defining(unit).get("function", ()))
    found: dict[bytes, tuple[Function, ...]] = {}
    for made in dict.fromkeys(functions(unit, [body.start_byte for body in bodies if body]).values()):
        found[made.called] = (*found.get(made.called, ()), made)
    return found


@fact
def defined_functions(unit: Unit) -> dict[bytes, Function]:
    """Give the functions that a file defines, by the names that call them: of several of a name none."""
    return {name: made[0] for name, made in functions_by_name(unit).items() if len(made) == 1}


def is_called_alone(unit: Unit, function: Function) -> bool:
    """Say whether a function is the only one that its name calls, its body told or its head taken for one."""
    made = defined_functions(unit).get(function.called)
    return made is not None and made.span == function.span


def _node(unit: Unit, function: Function) -> Node | None:
    """Give the node of a function, or the root of a macro's text; None where the grammar lost its way."""
    start, end = function.body
    behind = bisect_right(unit.too_deep, Span(end, end))
    if unit.too_deep[:behind] and unit.too_deep[behind - 1].end > start:
        return None
    node = unit.tree_at(start).root_node if function.kind == "macro" else outermost_function(unit, start)
    return None if node is None or lost(node) else node
