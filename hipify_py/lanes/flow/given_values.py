"""What the names of one function are given: by which assignments, under which conditions."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.assembly_values import read_by, register
from hipify_py.lanes.flow.bindings import bound
from hipify_py.lanes.flow.indirect_values import Indirect, indirect_values
from hipify_py.lanes.flow.lambda_values import lambda_returns
from hipify_py.lanes.flow.lattice import NEUTRAL, NOTHING
from hipify_py.lanes.flow.reaching import Reaching
from hipify_py.lanes.flow.storage import is_reference, is_shared, leads_to_block
from hipify_py.lanes.flow.versions import MARK, Written
from hipify_py.source.expression_reading import NO_NODE, expression

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.lanes.flow.indirect_values import Told
    from hipify_py.lanes.flow.lattice import Value
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, Declaration, Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

COUNTS, BESIDE = frozenset((b"++", b"--")), 8
HANDED = b" handed on"  # behind a version: what the target is given itself, in memory or not
ASSIGNS = b" \t\r\n=+-*/%&|^<>"


class Given(NamedTuple):
    """What a version of a symbol is given at a place: an expression, or what is known by other means.

    It is joined with other versions, the `sources`, and with what decides between those, the `conditions`.
    What a condition hangs on is the same, without a symbol.
    """

    symbol: bytes
    version: bytes
    node: Expression = NO_NODE
    at: int = 0
    operator: bytes = b""
    value: Value | None = None
    sources: frozenset[bytes] = frozenset()
    conditions: frozenset[bytes] = frozenset()


def given_values(unit: Unit, read: Model, known: FunctionNames, told: Told) -> tuple[list[Given], Reaching]:
    """Give what each assignment and each condition of a function says, and which version a place reads.

    `told` is what `indirect_values` asks of others.
    """
    said = [(known.symbol(one.name, one.value.start), one) for one in read.assignments if one.name]
    others = [*indirect_values(unit, read, known, told)]
    written = [*(_written(unit, known, *each) for each in said), *(_added(known, one) for one in others)]
    reaching = Reaching(read, unit.code, written)
    found = [*_others(known, reaching, others), *_assigned(unit, read, known, reaching, said)]
    return [*found, *_merged(reaching), *_decided(unit, reaching)], reaching


def _assigned(
    unit: Unit,
    read: Model,
    known: FunctionNames,
    reaching: Reaching,
    said: Iterable[tuple[bytes, Assignment]],
) -> Iterator[Given]:
    """Give what assignments to symbols say."""
    ordered = sorted(said, key=lambda each: each[1].value)
    shared = {one.value for _, one in ordered if _is_of_block(unit, known, one)}
    for (symbol, one), behind in zip_longest(ordered, ordered[1:]):
        version, operator = reaching.made(symbol, one.value), operator_of(unit, one)
        if one.value in shared:
            yield Given(symbol, version, value=NOTHING)
            symbol, version = b"", version + HANDED  # noqa: PLW2901  for a name that is given the same with it
        if (returned := lambda_returns(unit, read, one.value)) is not None:
            nodes = ((each.start, expression(unit.code[slice(*each)])) for each in returned)
            yield from (Given(symbol, version, node, at, operator) for at, node in nodes)
            yield Given(symbol, version, value=NEUTRAL)  # it may return nothing
            continue
        text, sources = unit.code[slice(*one.value)], frozenset[bytes]()
        if behind and _goes_on(one, behind[1]):
            text = unit.code[one.value.start : behind[1].value.start].rstrip(ASSIGNS)
            on = reaching.made(behind[0], behind[1].value)
            sources = frozenset((on + HANDED if behind[1].value in shared else on,))
        of_assembly = one.operator == b"asm"
        node = read_by(unit, one) if of_assembly else expression(text)
        made = known.declaration(one.name, one.value.start)
        part = bound(unit, known, made, node) if made and made.value == one.value else None
        value = register(unit, one) if of_assembly else None
        yield Given(symbol, version, part or node, one.value.start, operator, value, sources)


def _goes_on(one: Assignment, behind: Assignment) -> bool:
    """Say whether what is given to one name goes to the one before, as in `a = b = c`.

    Read in each of them, a long chain would take for ever.
    """
    return one.value.start < behind.value.start < one.value.end <= behind.value.end


def _merged(reaching: Reaching) -> Iterator[Given]:
    """Give what joins other versions of a symbol, by conditions."""
    for merge in reaching.merges:
        symbol, sources = merge.version.partition(MARK)[0], frozenset(merge.sources)
        conditions = frozenset(merge.conditions)
        yield Given(symbol, merge.version, value=NEUTRAL, sources=sources, conditions=conditions)


def _decided(unit: Unit, reaching: Reaching) -> Iterator[Given]:
    """Give what the conditions ask on which versions hang."""
    asked = {condition for merge in reaching.merges for condition in merge.conditions}
    for decision in reaching.control.decisions(asked):
        if span := decision.asked:
            node = expression(unit.code[slice(*span)])
            yield Given(b"", decision.condition, node, span.start)
        else:
            yield Given(b"", decision.condition, value=NOTHING, conditions=frozenset(decision.others))


def _added(known: FunctionNames, one: Indirect) -> Written:
    made = known.declaration(one.name, one.span.start)
    symbol = known.symbol(one.name, one.span.start)
    return Written(symbol, one.span, one.anew, made.scope if made else None)


def _others(known: FunctionNames, reaching: Reaching, others: Iterable[Indirect]) -> Iterator[Given]:
    for one in others:
        symbol = known.symbol(one.name, one.span.start)
        at = one.span.start if one.read is None else one.read
        yield Given(symbol, reaching.made(symbol, one.span), one.node, at, value=one.value)


def operator_of(unit: Unit, one: Assignment) -> bytes:
    """Give the operator of an assignment, which for a count up or down stands beside the target itself."""
    start, end = one.value
    beside = (
        unit.code[max(0, start - BESIDE) : start].rstrip()[-2:],
        unit.code[end : end + BESIDE].lstrip()[:2],
    )
    return next((sign for sign in beside if sign in COUNTS and sign[:1] == one.operator), one.operator)


def _written(unit: Unit, known: FunctionNames, symbol: bytes, one: Assignment) -> Written:
    made = known.declaration(one.name, one.value.start)
    decided = made is not None and _is_name(one) and not is_shared(unit, made) and not _stands_in(unit, made)
    anew = not one.operator and _is_name(one)
    first = made is not None and made.value == one.value
    return Written(symbol, one.value, anew, made.scope if made else None, decided, first)


def _stands_in(unit: Unit, made: Declaration) -> bool:
    """Say whether a name is a reference of the function's own: what it stands for is given the value."""
    return made.kind == "local" and is_reference(unit, made)


def _is_of_block(unit: Unit, known: FunctionNames, one: Assignment) -> bool:
    """Say whether what is given a value stands in memory of the block.

    Whoever gave it that, who reads it in one place reads the same: what varies is the place.
    """
    made = known.declaration(one.name, one.value.start)
    if made is None or (made.pointers and _is_name(one)):
        return False
    if made.value == one.value and is_reference(unit, made):
        return False  # the place that it stands for
    return leads_to_block(unit, known, made)


def _is_name(one: Assignment) -> bool:
    """Say whether a name itself is given a value, and not what it points at."""
    return one.target == one.name
