"""Follow values through a function: which hold a lane's index, a warp's index, or differ by thread.

Each name holds what it is ever given, by the declaration that it stands for. What is found errs towards
saying that a value differs between lanes.
"""

from __future__ import annotations

import re
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.constant_folding import TOLD
from hipify_py.lanes.flow.passed_indices import passed
from hipify_py.lanes.flow.reaching import Reaching, Written
from hipify_py.lanes.flow.uniformity import (
    LANE_INDEX,
    LEVELS,
    NOTHING,
    OF_LANE,
    OF_WARP,
    SPLITS,
    THREAD,
    THREAD_INDEX,
    Evaluator,
    Value,
    joined,
)
from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.function_names import name_of
from hipify_py.source.function_reading import defined_functions, model, names
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.uniformity import Level
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

SPLIT = re.compile(rb"(?:(?<!&)&(?!&)|[%/]|>>)=?(?=[\s(]*(?:0[xX]1[fF]|31|32|5|[A-Za-z_]))")
NAMED = {  # what a parameter is by its name alone
    re.compile(rb"(?i)lane(?:_?(?:id|idx|index))?"): OF_LANE,
    re.compile(rb"(?i)tid|tid_?x|thread_?(?:id|idx|index)(?:_?x)?|tx"): THREAD,
    re.compile(rb"(?i)(?:warp|wid)(?:_?(?:id|idx|index|num))?"): OF_WARP,
}
NAMED_LANE = next(iter(NAMED))
REGISTERS = {b"%laneid": OF_LANE, b"%tid.x": THREAD, b"%warpid": OF_WARP}
ASSEMBLY = 400  # bytes before what it writes in which its text begins
INDEX = THREAD_INDEX | LANE_INDEX
NO_VERSIONS: Mapping[bytes, Value] = MappingProxyType({})
MEANT: dict[tuple[bytes, int], str] = {
    (b"&", 31): "lane",
    (b"%", 32): "lane",
    (b">>", 5): "warp",
    (b"/", 32): "warp",
}


class Arithmetic(NamedTuple):
    """A place that splits a thread's index by the width of a warp; `kind` is "lane" or "warp"."""

    kind: str
    span: Span
    width: Span


class Values(NamedTuple):
    """What the names of one function hold, by their symbols and by their names.

    What is asked is asked of all that bear a name, or behind `at` of the one that it stands for at a place,
    and of its value there.
    """

    unit: Unit
    held: dict[bytes, Value]
    constants: ConstantTable
    names: FunctionNames | None = None
    place: int = 0
    reaching: Reaching | None = None
    versions: Mapping[bytes, Value] = NO_VERSIONS

    def at(self, place: int, names: FunctionNames) -> Values:
        """Give the same for names at a place."""
        return self._replace(names=names, place=place)

    def indices(self, name: bytes) -> int:
        """Give the marks of the indices that a name holds, or is made of; 0 for one that is not known."""
        return self.held.get(self.symbol(name), NOTHING).indices

    def symbol(self, name: bytes) -> bytes:
        """Give what a name stands for."""
        return self.names.symbol(name, self.place) if self.names else name

    def level(self, text: bytes) -> Level:
        """Say between whom the value of an expression may differ: no threads of a block, warps, or lanes."""
        return LEVELS[self.value(expression(text)).level]

    def value(self, node: Expression) -> Value:
        """Give what is known of an expression."""
        return _evaluator(self.unit, self.constants, self._named).value(node)

    def _named(self, name: bytes) -> Value | None:
        symbol = self.symbol(name)
        if self.names and self.reaching:
            return self.versions.get(self.reaching.version(symbol, self.place))
        return self.held.get(symbol)


def _evaluator(unit: Unit, constants: ConstantTable, held: Callable[[bytes], Value | None]) -> Evaluator:
    """Work out expressions by what names hold, by a file's macros and by what its functions return."""
    within = set[bytes]()

    def named(name: bytes) -> Value | None:
        found = held(name)
        if found is None and name in constants.texts and name not in within:
            within.add(name)
            found = evaluator.value(expression(constants.texts[name]))
            within.remove(name)
        return found

    evaluator = Evaluator(constants, named, lambda name: _returned(unit, name, constants))
    return evaluator


def follow(unit: Unit, function: Function, constants: ConstantTable, known: FunctionNames) -> Values:
    """Follow the values of a function until nothing new is learnt; what is goes on to whom it is given."""
    read = model(unit, function)
    held: dict[bytes, Value] = {}
    for number, name in enumerate(() if function.kind == "macro" else read.parameters):
        value = next((value for hint, value in NAMED.items() if hint.fullmatch(name)), None)
        if value is None and function.kind != "kernel" and name:
            value = passed(unit, function, _values_at(unit, constants)).get(number)
        if value:
            held[known.symbol(name, function.body.start)] = value
    symbols = {*held}
    said = [*_said(unit, read, known)]
    reaching = Reaching(read, unit.code, (Written(one.symbol, one.span, one.anew) for one in said))
    fed = [(one, (*reaching.versions(one.symbol, one.span.end),)) for one in said]
    held = {**dict.fromkeys((version for _, versions in fed for version in versions), NOTHING), **held}
    users: dict[bytes, list[tuple[_Given, tuple[bytes, ...]]]] = {}
    for one, versions in fed:
        for name in {part.name for part in one.node.walk() if part.kind == "name"}:
            read_there = reaching.version(known.symbol(name, one.at), one.at)
            users.setdefault(read_there, []).append((one, versions))
    place = 0
    evaluator = _evaluator(
        unit, constants, lambda name: held.get(reaching.version(known.symbol(name, place), place))
    )
    work = fed[::-1]
    while work:
        one, versions = work.pop()
        place = one.at
        given = one.value or evaluator.value(one.node)
        for version in versions:
            before, value = held[version], given
            if one.operator in SPLITS and before.indices:
                value = joined((value, evaluator.split(one.operator, before, one.node)))
            value = joined((before, value))
            if value != before:
                held[version] = value
                work += users.get(version, ())
    symbols.update(one.symbol for one in said)
    alone = {symbol: held[symbol] for symbol in symbols}
    return Values(unit, {**_by_name(alone), **alone}, constants, reaching=reaching, versions=held)


def _by_name(held: Mapping[bytes, Value]) -> dict[bytes, Value]:
    """Give what all hold that bear a name, by the name."""
    found: dict[bytes, list[Value]] = {}
    for symbol, value in held.items():
        found.setdefault(name_of(symbol), []).append(value)
    return {name: joined(values) for name, values in found.items()}


def _values_at(
    unit: Unit, constants: ConstantTable
) -> Callable[[Function, int], Callable[[Expression], Value]]:
    known = _callers(unit)

    def values_at(function: Function, place: int) -> Callable[[Expression], Value]:
        return known.setdefault(function, LazyValues(unit, function, constants)).at(place).value

    return values_at


@fact
def _callers(_unit: Unit) -> dict[Function, LazyValues]:
    return {}


class _Given(NamedTuple):
    """What a symbol is given: the node, or what is known by other means; with `anew` it has nothing else."""

    symbol: bytes
    operator: bytes
    node: Expression
    span: Span
    anew: bool
    value: Value | None = None

    @property
    def at(self) -> int:
        """Give where the value begins."""
        return self.span.start


def _said(unit: Unit, read: Model, known: FunctionNames) -> Iterator[_Given]:
    """Give what each assignment of a function says."""
    for given in read.assignments:
        if given.name:
            at = given.value.start
            value = _register(unit, given) if given.operator == b"asm" else None
            node = expression(unit.code[slice(*given.value)])
            anew = not given.operator and given.target == given.name
            yield _Given(known.symbol(given.name, at), given.operator, node, given.value, anew, value)


def _register(unit: Unit, given: Assignment) -> Value:
    """Give what assembly reads, by the name of its register."""
    end = given.value.start
    start = unit.source.rfind(b"asm", max(0, end - ASSEMBLY), end)
    text = unit.source[start:end] if start >= 0 else b""
    return next((value for name, value in REGISTERS.items() if name in text), NOTHING)


@fact
def _summaries(_unit: Unit) -> dict[bytes, Value | None]:
    return {}


def _returned(unit: Unit, name: bytes, constants: ConstantTable) -> Value | None:
    """Give what a function of the file returns, but for what it is given; None where it is not known."""
    made = _summaries(unit)
    if name not in made:
        made[name] = None  # where it calls itself
        function = defined_functions(unit).get(name)
        if function:
            values = LazyValues(unit, function, constants)
            returned = [one.value for one in model(unit, function).jumps if one.value]
            made[name] = joined(
                values.at(one.start).value(expression(unit.code[slice(*one)])) for one in returned
            )
    return made[name]


class LazyValues:
    """The values of one function, followed when they are first asked for."""

    def __init__(self, unit: Unit, function: Function, constants: ConstantTable) -> None:
        """Remember where to look."""
        self.unit, self.function, self.constants = unit, function, constants

    def __call__(self) -> Values:
        """Give the values."""
        return self._values

    def at(self, place: int) -> Values:
        """Give the values, of names as they stand for at a place."""
        return self._values.at(place, names(self.unit, self.function))

    def arithmetic(self) -> Iterator[Arithmetic]:
        """Give the places that split a thread's or a lane's index by the width of a warp."""
        taken = () if self.function.kind == "macro" else model(self.unit, self.function).parameters
        for start, root in expressions(self.unit.code, self.function.body, SPLIT):
            for node in root.walk():
                kind = split_kind(node, self.constants)
                if kind and node.parts[1].text in taken:  # a width of its own, whatever its name
                    continue
                if kind and self.at(start + node.span.start).value(node.parts[0]).indices & INDEX:
                    yield Arithmetic(kind, node.within(start), node.parts[1].within(start))

    @cached_property
    def _values(self) -> Values:
        return follow(self.unit, self.function, self.constants, names(self.unit, self.function))


def split_kind(node: Expression, constants: ConstantTable) -> str | None:
    """Say what a split by a constant gives: the lane's index or the warp's; None where it is neither."""
    sign = node.text.removesuffix(b"=")
    if node.kind != "binary" or sign not in SPLITS:
        return None
    by = constants.of(node.parts[1], TOLD)
    return MEANT.get((sign, by.value)) if by else None
