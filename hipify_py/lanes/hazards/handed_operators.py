"""Calls of what a function is handed, or an object is made with: that is told of where it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.call_classes import own_class
from hipify_py.lanes.flow.call_sites import calls_by_name
from hipify_py.lanes.flow.class_fields import fields
from hipify_py.model import Span
from hipify_py.source.function_reading import names
from hipify_py.source.functions import functions
from hipify_py.source.template_parameters import given_to
from hipify_py.source.tokens import A_NAME, token_at, token_before
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit


NO_DECLARATION = frozenset(b"= + - / % ! ~ | ^ || == != <= >= += -= *= /= ? return { ; }".split())
"""What stands before no name that is being declared with a bracket behind it."""


OPENS = frozenset((b"(", b"<"))  # behind what is called


class Handed(NamedTuple):
    """The calls of what is handed on, and the names that the file hands over for it."""

    calls: frozenset[Span]
    given: tuple[Span, ...]


def handed_operators(unit: Unit, called: Sequence[Span]) -> Handed:
    """Give those calls that are of a parameter of the function around, or of a member of its class."""
    homes = functions(unit, [one.start for one in called]) if called else {}
    found = set[Span]()
    taken: dict[Function, set[bytes]] = {}
    for one in called:
        home, name = homes.get(one.start), unit.code[slice(*one)]
        if home is None or home.kind == "macro":
            continue
        made = names(unit, home).declaration(name, one.start) if _may_be_declared(unit, home, one) else None
        if made is not None and made.kind == "parameter":
            taken.setdefault(home, set()).add(name)
        elif made is not None or name not in fields(unit, own_class(unit, home)):
            continue
        found.add(one)
    return Handed(frozenset(found), tuple(dict.fromkeys(_given(unit, taken))))


def _may_be_declared(unit: Unit, home: Function, call: Span) -> bool:
    """Say whether a function may declare the name that it calls: no model is made for one that cannot.

    The name stands before the call as well then, and not only in other calls, or what looks like the call is
    the declaration.
    """
    return _first_declaring(unit, home, unit.code[slice(*call)]) <= call.start


@fact_of
def _first_declaring(unit: Unit, home: Function, name: bytes) -> int:
    """Give the first place in a function at which a name may be declared; the end of the file if none is."""
    for one in standing(unit, name, home.span):
        before, behind = token_before(unit.code, one.start), token_at(unit.code, one.end)
        if before.text not in NO_DECLARATION or behind.text not in OPENS:
            return one.start
    return len(unit.code)


def _given(unit: Unit, taken: dict[Function, set[bytes]]) -> Iterator[Span]:
    """Give the names that calls of some functions hand over for some of their parameters."""
    for around, call, several in calls_by_name(unit, taken, hosts=True):
        for home in several:
            handed = (each for name, each in given_to(unit, home, call) if name in taken[home])
            yield from (one for one in handed if _is_free(unit, around, one))


def _is_free(unit: Unit, around: Function, argument: Span) -> bool:
    """Say whether an argument is a name that a function does not declare itself."""
    name = unit.code[slice(*argument)]
    return A_NAME.fullmatch(name) is not None and not names(unit, around).declaration(name, argument.start)
