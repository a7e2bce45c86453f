"""Follow values through a function: which hold a lane's index, a warp's index, or differ by thread.

Each name holds what it is ever given, by the declaration that it stands for. What is found errs towards
saying that a value differs between lanes.
"""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from hipify_py.lanes.find.special_members import class_of_object
from hipify_py.lanes.flow.answers import answer, heavy, is_kept, is_open
from hipify_py.lanes.flow.evaluators import Sources, evaluator_of
from hipify_py.lanes.flow.function_flow import function_flow
from hipify_py.lanes.flow.held_values import Hints, Values
from hipify_py.lanes.flow.index_names import LANES, THREADS, WARPS
from hipify_py.lanes.flow.index_parts import SPLITS, split
from hipify_py.lanes.flow.indirect_values import Told
from hipify_py.lanes.flow.lattice import (
    LANE_INDEX,
    NEUTRAL,
    NOTHING,
    OF_LANE,
    OF_WARP,
    THREAD,
    THREAD_INDEX,
    Value,
    joined,
)
from hipify_py.lanes.flow.passed_indices import is_known, is_told, passed
from hipify_py.lanes.flow.summaries import handed, of_object, stored
from hipify_py.lanes.flow.worklist import Work, meeting
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_names import name_of
from hipify_py.source.function_reading import model, names
from hipify_py.source.unit_facts import fact, fact_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

    from hipify_py.lanes.flow.call_stores import Given
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.function_flow import Flow
    from hipify_py.lanes.flow.member_values import ValuesWith
    from hipify_py.lanes.flow.summaries import ValuesOf
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

NAMED = {  # what a parameter is by its name alone
    **dict.fromkeys(LANES, OF_LANE),
    **dict.fromkeys(THREADS, THREAD._replace(slope=1)),
    **dict.fromkeys(WARPS, OF_WARP),
}
INDEX = THREAD_INDEX | LANE_INDEX
NO_READS: Mapping[bytes, bytes] = MappingProxyType({})
NO_NAMES = frozenset[bytes]()


def follow(
    unit: Unit,
    function: Function,
    constants: ConstantTable,
    known: FunctionNames,
    given: Iterable[tuple[bytes, Value]],
) -> Values:
    """Follow the values of a function whose parameters are given some until nothing new is learnt."""
    flow = _flow(unit, function, constants, known)
    said, reaching = flow.said, flow.reaching
    held = {known.symbol(name, function.body.start): value for name, value in given}
    given_to = {symbol: flow.versions.get(symbol, NO_NAMES) | {symbol} for symbol in held}
    versions = {**flow.versions, **given_to}
    place, seen, sources = 0, NO_READS, _sources(unit, constants)
    evaluator = evaluator_of(
        sources,
        lambda name: held.get(seen.get(name) or reaching.version(known.symbol(name, place), place)),
        known.declared,
        lambda: (known, place),
    )
    for one in said:
        if one.symbol in one.sources and one.symbol not in held:
            held[one.symbol] = evaluator.value(expression(name_of(one.symbol)))
    held = {**dict.fromkeys((one.version for one in said), NEUTRAL), **held}
    work = Work(said, flow.users)
    while work.todo or work.settle(held):
        if not (due := work.next()):
            continue
        number, fresh = due
        one, seen = said[number], flow.reads[number]
        place, before = one.at, held[one.version]
        value = one.value or evaluator.value(one.node)
        if one.operator in SPLITS and before.indices:
            value = joined((value, split(constants, one.operator, before, one.node)))
        made = meeting(one, before, value, fresh, held)
        if made != before:
            held[one.version] = made
            work.todo += work.changed(one.version)
    alone = {of: joined(held[one] for one in made) for of, made in versions.items() if of}
    return Values(sources, {**_by_name(alone), **alone}, reaching=reaching, versions=held)


def _flow(unit: Unit, function: Function, constants: ConstantTable, known: FunctionNames) -> Flow:
    """Give how values flow through a function, with what those that it calls do by themselves."""
    question = "flow", function, constants

    def work() -> Flow:
        values_of = _values_of(unit, constants)
        told = Told(
            lambda name, number, given: stored(unit, name, number, given, values_of),
            lambda made: of_object(unit, class_of_object(unit, made), values_of),
            lambda name, number, place: handed(unit, name, number, place, values_of),
        )
        return function_flow(unit, model(unit, function), known, told, constants)

    return work() if is_open(unit, question) else answer(unit, question, work)


def _parameters(
    unit: Unit, function: Function, constants: ConstantTable, given: Given | None
) -> Iterator[tuple[bytes, Value]]:
    """Give what the parameters of a function hold: what is given, what is passed, or what their names say.

    What is passed in the file, and a name, count only where it is not told what they are given.
    """
    taken = () if function.kind == "macro" else model(unit, function).parameters
    told_of = dict(enumerate(given or ()))
    for number, name in enumerate(taken):
        value = told_of.get(number)
        if value is None and given is None and function.kind != "kernel" and name:
            value = _of_callers(unit, function, constants, number, name)
        if value:
            yield name, value


def _of_callers(
    unit: Unit, function: Function, constants: ConstantTable, number: int, name: bytes
) -> Value | None:
    """Give what calls in the file pass for a parameter, and where they do not tell it, what its name says."""
    seen, hint = passed(unit, function, _values_at(unit, constants)).get(number), NAMED.get(name.lower())
    if hint is None or (seen and seen.level >= hint.level):
        return seen
    if is_known(unit, function, number):
        return seen or NOTHING
    hint = hint._replace(by_name=name)
    return joined((seen, hint)) if seen else hint


def _by_name(held: Mapping[bytes, Value]) -> dict[bytes, Value]:
    """Give what all hold that bear a name, by the name."""
    found: dict[bytes, list[Value]] = {}
    for symbol, value in held.items():
        found.setdefault(name_of(symbol), []).append(value)
    return {name: joined(values) for name, values in found.items()}


def _values_at(
    unit: Unit, constants: ConstantTable
) -> Callable[[Function | None, int], Callable[[Expression], Value]]:
    def values_at(function: Function | None, place: int) -> Callable[[Expression], Value]:
        if function is None:
            return evaluator_of(_sources(unit, constants), lambda _: None, ()).value
        return _of_caller(unit, function, constants).at(place).value

    return values_at


@fact_of
def _of_caller(unit: Unit, function: Function, constants: ConstantTable) -> LazyValues:
    return LazyValues(unit, function, constants)


def _values_with(unit: Unit, constants: ConstantTable) -> ValuesWith:
    return lambda function, given, at: LazyValues(unit, function, constants, given).at(at).value


def _values_of(unit: Unit, constants: ConstantTable) -> ValuesOf:
    return lambda function, given: LazyValues(unit, function, constants, given)


def _sources(unit: Unit, constants: ConstantTable) -> Sources:
    values_at, values_with = _values_at(unit, constants), _values_with(unit, constants)
    return Sources(unit, constants, _values_of(unit, constants), values_at, values_with)


class LazyValues:
    """The values of one function, followed when they are first asked for."""

    def __init__(
        self,
        unit: Unit,
        function: Function,
        constants: ConstantTable,
        given: Given | None = None,
    ) -> None:
        """Remember where to look; `given` is what the parameters hold, if not what is passed in the file."""
        self.unit, self.function, self.constants, self.given = unit, function, constants, given
        self._kept: Values | None = None
        self.hints = Hints()

    def without_hints(self) -> LazyValues:
        """Give the same without what a name alone tells; its `hints` are those on which an answer hung."""
        found = LazyValues(self.unit, self.function, self.constants, self.given)
        found.hints.count = False
        return found

    def with_constants(self, constants: ConstantTable) -> LazyValues:
        """Give the same with other constants, such as those that a template is given at one place."""
        found = LazyValues(self.unit, self.function, constants, self.given)
        found.hints.count = self.hints.count
        return found

    def __call__(self) -> Values:
        """Give the values."""
        return self._values

    def at(self, place: int) -> Values:
        """Give the values, of names as they stand for at a place."""
        known = names(self.unit, self.function)
        if self._kept is not None:
            return self._kept.at(place, known)
        later = partial(self._at, place, known)
        sources = _sources(self.unit, self.constants)
        return Values(sources, {}, known, place, hints=self.hints, later=later)

    def _at(self, place: int, known: FunctionNames) -> Values:
        return self._values.at(place, known)

    @property
    def _values(self) -> Values:
        if self._kept is None:
            found, stays = self._found()
            found = found._replace(hints=self.hints)
            if not stays:
                return found
            self._kept = found
        return self._kept

    def _found(self) -> tuple[Values, bool]:
        """Give what is found now, and whether that is all that ever will be."""
        given = tuple(_parameters(self.unit, self.function, self.constants, self.given))
        question = "values", self.function, given, self.constants
        inner = _inner(self.unit)

        def work() -> Values:
            known = names(self.unit, self.function)
            return follow(self.unit, self.function, self.constants, known, given)

        if is_open(self.unit, question):  # one within another's call of it does not know all that is passed
            if question not in inner:
                inner[question] = heavy(self.unit, work)
            return inner[question], False
        found = answer(self.unit, question, work)
        inner.pop(question, None)
        told = self.given is not None or self.function.kind == "kernel" or is_told(self.unit, self.function)
        return found, told and is_kept(self.unit, question)


@fact
def _inner(_unit: Unit) -> dict[Hashable, Values]:
    return {}
