"""What the calls in a function store in its own names: functions of the file, and those of libraries."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.call_classes import may_call
from hipify_py.lanes.flow.lattice import VARIES, WARP_ALONE
from hipify_py.lanes.flow.parameter_stores import made_of, overwrites
from hipify_py.lanes.flow.storage import is_array, leads_to_block, led_to
from hipify_py.source.expression_reading import NO_NODE, expression
from hipify_py.source.function_reading import functions_by_name, model
from hipify_py.source.functions import macros
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hipify_py.lanes.flow.lattice import Value
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import CallText
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

    Stored = Callable[[bytes, int, "Given"], Value | None]

Given = tuple["Value | None", ...]  # to the parameters of a function, in order; of others nothing is told
BY_REFERENCE = {b"swap": 2, b"exchange": 1}  # functions of `std`: how many of their arguments they change
MOST_ASKED = 32  # functions of a name of which is asked whether a call may mean them
ALIKE_IN_A_WARP = frozenset((b"__match_all_sync", b"match_all_sync", b"match_all"))
BY_ADDRESS = frozenset(b"memcpy memmove memset __builtin_memcpy __builtin_memmove __builtin_memset".split())


class CallStore(NamedTuple):
    """What a call stores in a name: an expression, or what is known of it; `span` tells it from others.

    With `anew` nothing is left of what the name held before.
    """

    name: bytes
    span: Span
    node: Expression
    value: Value | None = None
    read: int | None = None
    anew: bool = False


class Taken(NamedTuple):
    """An argument in which a call may store something: its number, and the name of the function's own."""

    number: int
    name: bytes
    by_address: bool
    of_member: bool


def call_stores(unit: Unit, known: FunctionNames, call: CallText, stored: Stored) -> Iterator[CallStore]:
    """Give what a call stores in names of the function that it stands in.

    `stored` tells what a function of the file stores behind a parameter, by its name and the parameter's
    number, where its parameters hold some values.
    """
    name = unit.code[slice(*call.name)]
    if name in macros(unit):  # which `macro_stores` tells
        return
    taken = [*_taken(unit, known, call)]
    made = functions_by_name(unit).get(name, ())
    if len(made) > MOST_ASKED or any(may_call(unit, known.function, call, one) for one in made):
        own = {one.number for one in taken if one.by_address}
        foreign = _pointers(unit, name) - own  # what is there stands in memory of others
        for one in (each for each in taken if not (each.of_member and each.number in foreign)):
            told = partial(stored, name, one.number)
            of = made_of(unit, name, one.number) if one.number not in foreign else ()
            others = (each if number in of else None for number, each in enumerate(call.arguments))
            plain = unit.code[slice(*call.arguments[one.number])].strip() == one.name
            anew = plain and _is_anew(unit, name, one.number, told)
            for each in _by_function(unit, one.name, call.arguments[one.number], others, told):
                yield each._replace(anew=anew)
        return
    known_value = WARP_ALONE if name in ALIKE_IN_A_WARP else None
    for one in _of_library(name, taken):
        rest = (each for number, each in enumerate(call.arguments) if number != one.number)
        text = b", ".join(unit.code[slice(*each)] for each in rest)
        yield CallStore(one.name, call.arguments[one.number], expression(text), known_value)


def _taken(unit: Unit, known: FunctionNames, call: CallText) -> Iterator[Taken]:
    for number, argument in enumerate(call.arguments):
        led = led_to(expression(unit.code[slice(*argument)]))
        made = known.declaration(led.name, argument.start) if led.name else None
        if made is not None and not leads_to_block(unit, known, made):
            own = is_array(unit, made) or (led.own and not made.pointers)
            yield Taken(number, led.name, own, bool(led.member))


def _of_library(name: bytes, taken: Iterable[Taken]) -> Iterator[Taken]:
    """Give those arguments in which a function of elsewhere stores what it makes of the others."""
    for one in taken:
        first = one.number == 0 or name not in BY_ADDRESS
        if (one.by_address and first) or one.number < BY_REFERENCE.get(name, 0):
            yield one


def _is_anew(unit: Unit, name: bytes, number: int, stored: Callable[[Given], Value | None]) -> bool:
    """Say whether a function gives a reference a value that is as alike whatever that held before."""
    return overwrites(unit, name, number) and stored((*(None,) * number, VARIES)) == stored(())


def _by_function(
    unit: Unit,
    name: bytes,
    at: Span,
    others: Iterable[Span | None],
    stored: Callable[[Given], Value | None],
) -> Iterator[CallStore]:
    """Give what a function of the file stores by itself, and the arguments of which it makes it."""
    least = stored(())
    if least is None:
        return
    yield CallStore(name, at, NO_NODE, least)
    if least.level == VARIES.level:
        return
    for number, argument in enumerate(others):
        most = stored((*(None,) * number, VARIES)) if argument not in {None, at} else None
        if argument and most and most.level > least.level:
            yield CallStore(name, at, expression(unit.code[slice(*argument)]))


@fact_of
def _pointers(unit: Unit, name: bytes) -> frozenset[int]:
    """Give the numbers of the parameters that are pointers in some function of a name."""
    reads = (model(unit, one) for one in functions_by_name(unit)[name])
    return frozenset(
        read.parameters.index(one.name)
        for read in reads
        for one in read.declarations
        if one.kind == "parameter" and one.pointers and one.name in read.parameters
    )
