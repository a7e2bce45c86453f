"""Steps by calls of a function that is given both elements: `add(t + 16, t, s)` for `s[to] += s[from]`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.hazards.element_steps import Step, element, waits_in
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import functions_by_name, model
from hipify_py.source.functions import functions
from hipify_py.source.template_parameters import given_to
from hipify_py.source.tokens import OWN_NAME, words
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.function_model import CallText, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

# What a call is given for an element that is 8 off.
FAR_ONE = re.compile(rb"[(,]\s*+[A-Za-z_][\w.]*+\s*+[-+^]\s*+\(?8[uU]?\)?\s*+[,)]")
SIGNS = frozenset((b"+", b"-", b"^"))
MOST = 64  # functions of a file that are looked at


class Pair(NamedTuple):
    """A function that takes from one element for another of a volatile array, all three given to it."""

    home: Function
    array: bytes
    place: bytes
    other: bytes


@fact
def pairs(unit: Unit) -> dict[bytes, Pair]:
    """Give such functions that are called for elements some way off, by their names."""
    places = [one.start() + 1 for one in FAR_ONE.finditer(unit.code)]
    homes = dict.fromkeys(functions(unit, places).values()) if places else {}
    called = dict.fromkeys(
        unit.code[slice(*call.name)]
        for home in homes
        for call in model(unit, home).calls
        if FAR_ONE.search(unit.code, call.name.end, call.arguments[-1].end + 1 if call.arguments else 0)
    )
    made = functions_by_name(unit)
    alone = [made[name][0] for name in called if len(made.get(name, ())) == 1][:MOST]
    return {one.called: pair for one in alone if (pair := _pair(unit, one))}


def _pair(unit: Unit, home: Function) -> Pair | None:
    head = Span(home.span.start, home.body.start)
    if home.kind != "device" or not any(words(unit.code, b"volatile", within=head)):
        return None
    read = model(unit, home)
    if waits_in(unit, read, home.body):
        return None
    return next(_found(unit, read, home), None)


def _found(unit: Unit, read: Model, home: Function) -> Iterator[Pair]:
    taken = frozenset(read.parameters)
    for given in read.assignments:
        array, index = element(given.target)
        place = _only(index, taken)
        for node in expression(unit.code[slice(*given.value)]).walk() if array in taken and place else ():
            if node.kind != "subscript" or node.parts[0].text != array:
                continue
            start = given.value.start
            of = unit.code[node.parts[0].within(start).end : node.within(start).end].strip()[1:-1]
            other = _only(of, taken)
            if other not in {b"", place} and _put(of, other, place) == b"".join(index.split()):
                yield Pair(home, array, place, other)


def _only(index: bytes, taken: frozenset[bytes]) -> bytes:
    """Give the one parameter that an index names."""
    named = taken.intersection(OWN_NAME.findall(index))
    return next(iter(named)) if len(named) == 1 else b""


def _put(index: bytes, name: bytes, place: bytes) -> bytes:
    """Give an index with another name in it, without blanks."""
    return b"".join(OWN_NAME.sub(lambda one: place if one[0] == name else one[0], index).split())


def paired_steps(unit: Unit, read: Model) -> Iterator[Step]:
    """Give the steps that a function makes by calling such functions."""
    known = pairs(unit)
    for call in read.calls if known else ():
        pair = known.get(unit.code[slice(*call.name)])
        if pair and (step := _step(unit, pair, call)):
            yield step


def _step(unit: Unit, pair: Pair, call: CallText) -> Step | None:
    given = {name: unit.code[slice(*span)].strip() for name, span in given_to(unit, pair.home, call)}
    if not {pair.array, pair.place, pair.other} <= given.keys():
        return None
    node = bare(expression(given[pair.other]))
    if node.kind != "binary" or node.text not in SIGNS or bare(node.parts[0]).text != given[pair.place]:
        return None
    far = given[pair.other][slice(*node.parts[1].span)]
    span = Span(call.name.start, call.arguments[-1].end + 1)
    return Step(given[pair.array], given[pair.place], node.text, far, span)
