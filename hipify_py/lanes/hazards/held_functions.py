"""Calls of variables that hold one of some functions: `Step f = steps[warp]; f(p);`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.hazards.function_tables import tables
from hipify_py.model import Span
from hipify_py.source.function_reading import model
from hipify_py.source.functions import functions
from hipify_py.source.tokens import OWN_NAME, follows, token_before, words
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from hipify_py.source.function_model import Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

LAMBDA = b"["
CALLED = ((b"(",), (b")", b"("))  # `f(p)`, `(*f)(p)`


def held_calls(unit: Unit, wanted: AbstractSet[bytes]) -> Iterator[tuple[Function, Span]]:
    """Give the calls by variables of device code that may hold one of the functions wanted by their names.

    A variable is given one by its name, out of a table of the file, or by another such variable.
    """
    made = tables(unit) if wanted else {}
    of_tables = {name for name, spans in made.items() if any(_names(unit, one) & wanted for one in spans)}
    found = [*all_standing(unit, *wanted, *of_tables)] if wanted else []
    places = [one.start for one in found if one.text in of_tables or not follows(unit.code, one.end, b"(")]
    homes = dict.fromkeys(functions(unit, places).values()) if places else {}
    for home in (one for one in homes if one.of_device):
        read = model(unit, home)
        if held := _held(unit, read, wanted | of_tables):
            yield from ((home, span) for span in _called(unit, read, held))


def _held(unit: Unit, read: Model, wanted: AbstractSet[bytes]) -> set[bytes]:
    """Give the variables of a function that are given what is wanted, in the order of the source."""
    own = {one.name for one in read.declarations if one.kind == "local"}
    held = set[bytes]()
    for one in read.assignments:
        is_lambda = unit.code[one.value.start : one.value.start + 1] == LAMBDA
        if one.target in own and not is_lambda and _names(unit, one.value) & (wanted | held):
            held.add(one.target)
    return held


def _called(unit: Unit, read: Model, names: set[bytes]) -> Iterator[Span]:
    declared = {one.at.start for one in read.declarations}
    for word in words(unit.code, *names, within=read.function.body):
        behind = any(follows(unit.code, word.end, *one) for one in CALLED)
        is_use = token_before(unit.code, word.start).text not in {b".", b"->", b"::"}
        if behind and is_use and word.start not in declared and not _is_given(unit, word.start):
            yield Span(word.start, word.end)


def _is_given(unit: Unit, at: int) -> bool:
    """Say whether something is called with a name, and what comes out is called: `g(f)(x)`."""
    opens = token_before(unit.code, at)
    return opens.text == b"(" and token_before(unit.code, opens.start).is_word


def _names(unit: Unit, span: Span) -> set[bytes]:
    return set(OWN_NAME.findall(unit.code, *span))
