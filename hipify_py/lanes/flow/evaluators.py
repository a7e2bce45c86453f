"""Work out expressions where they stand: by what names hold, and a file's macros, functions and classes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.special_members import class_of_object
from hipify_py.lanes.flow.call_classes import object_class
from hipify_py.lanes.flow.class_fields import fields
from hipify_py.lanes.flow.index_names import BUILT_IN
from hipify_py.lanes.flow.lambda_values import pure_lambda
from hipify_py.lanes.flow.lattice import NOTHING, VARIES, joined
from hipify_py.lanes.flow.listed_members import listed_member
from hipify_py.lanes.flow.macro_values import macro_values
from hipify_py.lanes.flow.made_members import made_member
from hipify_py.lanes.flow.meanings import Meanings
from hipify_py.lanes.flow.member_values import member_value
from hipify_py.lanes.flow.objects import object_at
from hipify_py.lanes.flow.pieces import part_of
from hipify_py.lanes.flow.summaries import returned
from hipify_py.lanes.flow.uniformity import Evaluator
from hipify_py.source.defined_types import defined_types
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model
from hipify_py.source.listed_values import GRID
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.vector_names import is_vector

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.lambda_values import PureLambda
    from hipify_py.lanes.flow.lattice import Value
    from hipify_py.lanes.flow.member_values import ValuesWith
    from hipify_py.lanes.flow.objects import Object
    from hipify_py.lanes.flow.summaries import ValuesOf
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

    Standing = tuple[FunctionNames, int]
    ValuesAt = Callable[[Function | None, int], Callable[[Expression], Value]]

MOST_NAMES = 8  # that are given one another


class Sources(NamedTuple):
    """A file and its constants, and what gives the values of functions, the callers' and an object's too."""

    unit: Unit
    constants: ConstantTable
    values_of: ValuesOf
    values_at: ValuesAt
    values_with: ValuesWith


def evaluator_of(
    sources: Sources,
    held: Callable[[bytes], Value | None],
    declared: Container[bytes] | None = None,
    standing: Callable[[], Standing | None] = lambda: None,
) -> Evaluator:
    """Work out expressions by what names hold, by a file's macros, functions and classes.

    A name that is not among the `declared` ones may be that of a member, where those are told. `standing`
    tells where what is worked out stands, and among which names.
    """
    unit, constants = sources.unit, sources.constants
    meanings = Meanings()
    called_lambda = _lambdas(unit, standing)
    given_to: list[dict[bytes, Value]] = []  # the macros that are being worked out, the innermost last

    def named(whole: bytes) -> Value | None:
        if given_to and whole in given_to[-1]:
            return given_to[-1][whole]
        scope, _, name = whole.rpartition(b"::")
        found = _own(held, scope, name, declared)
        is_own = found is not None or (not scope and name in (declared or ()))
        if not is_own and name in constants.texts and not meanings.is_open(name):
            with meanings.of(name) as is_told:
                found = evaluator.value(expression(constants.texts[name])) if is_told else VARIES
        is_free = found is None and _may_be_member(unit, scope, name, declared)
        return of_member(name, b"") if is_free else found

    def of_call(name: bytes, given: tuple[Value, ...] | None, part: int | None) -> Value | None:
        own = called_lambda(name) if part is None else None
        found = None if own else returned(unit, name, given, sources.values_of, part)
        name = name.rpartition(b"::")[2]
        stands_for = (own,) if own else macro_values(unit).get(name, ())
        if found is not None or not stands_for or meanings.is_open(name):
            return found
        values = []
        with meanings.of(name, len(stands_for)) as is_told:
            for one in stands_for if is_told else ():
                told = dict(zip(one.parameters, given or (), strict=False))
                given_to.append({**dict.fromkeys(one.parameters, NOTHING), **told})
                values.append(evaluator.value(one.node if part is None else part_of(one.node, part)))
                given_to.pop()
        return joined(values) if is_told else VARIES

    def of_member(name: bytes, of: bytes) -> Value | None:
        return _member(sources, standing(), name, of)

    def of_made(name: bytes, of: bytes) -> Value | None:
        return _made(sources, standing(), name, of)

    def class_of(name: bytes) -> bytes:
        at = standing()
        return object_class(unit, at[0], name, at[1]) if at else b""

    called, only = meanings.once(of_call), partial(_only_value, unit, standing)
    evaluator = Evaluator(constants, named, called, of_member, class_of, of_made, only)
    return evaluator


def _only_value(unit: Unit, standing: Callable[[], Standing | None], node: Expression) -> Expression:
    """Give what a name is declared with that is given nothing else, be it by way of other such names."""
    node = bare(node)
    at = standing() if node.kind == "name" else None
    if at is None:
        return node
    known, place = at
    for _ in range(MOST_NAMES):
        made = known.declaration(node.text, place) if node.kind == "name" else None
        given = known.given_at(node.text, place) if made and made.kind == "local" else ()
        if made is None or made.value is None or [made.value] != [one.value for one in given]:
            break
        node, place = bare(expression(unit.code[slice(*made.value)])), made.value.start
    return node


def _own(
    held: Callable[[bytes], Value | None], scope: bytes, name: bytes, declared: Container[bytes] | None
) -> Value | None:
    """Give what a name holds: one behind the name of a class or a namespace is none of a function's own."""
    return NOTHING if scope and name in (declared or ()) else held(name)


def _may_be_member(unit: Unit, scope: bytes, name: bytes, declared: Container[bytes] | None) -> bool:
    """Say whether a name may be that of a member: of a scope that is no class of the file's it is none."""
    of_class = not scope or scope.rpartition(b"::")[2] in _classes(unit)
    return of_class and declared is not None and name not in declared


@fact
def _classes(unit: Unit) -> frozenset[bytes]:
    return frozenset(one.name for one in defined_types(unit))


def _object(unit: Unit, at: Standing | None, name: bytes) -> Object | None:
    return object_at(unit, at[0], name, at[1]) if at and name else None


def _made(sources: Sources, at: Standing | None, name: bytes, of: bytes) -> Value | None:
    """Give what a constructor or a list in braces gives a member of an object, if that is all."""
    unit, one = sources.unit, _object(sources.unit, at, of)
    found = made_member(unit, name, one, sources.values_at, sources.values_with) if one else None
    if found is not None or at is None:
        return found
    return listed_member(unit, at, name, of, sources.values_at)


def _member(sources: Sources, at: Standing | None, name: bytes, of: bytes) -> Value | None:
    """Give what members of a name hold, of the object that bears one or of all."""
    if of and _is_of_cuda(sources.unit, at, of):
        return None
    one = _object(sources.unit, at, of)
    return member_value(sources.unit, name, sources.values_at, sources.values_with, one)


def _is_of_cuda(unit: Unit, at: Standing | None, name: bytes) -> bool:
    """Say whether a name stands for a vector of CUDA's: a built-in one, or one of its type left as it came.

    What an object of a class of the file holds in a member of the same name is nothing to it.
    """
    made = at[0].declaration(name, at[1]) if at else None
    if at is None or made is None:
        return name in BUILT_IN and not (at and name in at[0].declared)
    of = class_of_object(unit, made)
    is_one = of in BUILT_IN or of == GRID or is_vector(of)
    return is_one and not fields(unit, of) and name not in _set_in_parts(unit, at[0].function)


@fact_of
def _set_in_parts(unit: Unit, function: Function) -> frozenset[bytes]:
    """Give the names of objects of which a function sets members, or that a call in it may change."""
    read = model(unit, function)
    targets = (one.target for one in read.assignments if one.target.strip() != one.name)
    given = (unit.code[slice(*one)].strip().lstrip(b"&") for call in read.calls for one in call.arguments)
    return frozenset((*(name for one in targets for name in A_NAME.findall(one)[:1]), *given))


def _lambdas(unit: Unit, standing: Callable[[], Standing | None]) -> Callable[[bytes], PureLambda | None]:
    """Give what tells lambdas by the names that stand for them, and looks for each once at a place."""
    known: dict[tuple[bytes, int], PureLambda | None] = {}

    def called(name: bytes) -> PureLambda | None:
        at = standing()
        asked = name, at[1] if at else -1
        if asked not in known:
            known[asked] = _called_lambda(unit, at, name)
        return known[asked]

    return called


def _called_lambda(unit: Unit, at: Standing | None, name: bytes) -> PureLambda | None:
    """Give the lambda that a name stands for which is called, and nothing more than that."""
    scope, _, called = name.rpartition(b"::")
    if at is None or scope:
        return None
    return pure_lambda(unit, model(unit, at[0].function), at[0], called, at[1])
