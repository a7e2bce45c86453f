"""Barriers of groups that a function is handed: `g.sync()`, where `g` is the whole block for some callers.

The type of such a group is a parameter of the function's template, or that from which all groups derive.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.group_declarations import declarations
from hipify_py.lanes.flow.call_classes import MOST, may_call
from hipify_py.lanes.flow.call_sites import calls_by_name
from hipify_py.lanes.hazards.block_meetings import OF_GROUPS, blocks_of, has_blocks, is_block, synced
from hipify_py.model import Span
from hipify_py.source.brackets import unbracketed
from hipify_py.source.function_reading import is_called_alone, model
from hipify_py.source.functions import functions
from hipify_py.source.template_parameters import given_to
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.source.function_model import CallText
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

DEEPEST = 4  # functions that hand on the group that they were handed
HEIR = "group"  # the kind of what may be any group

Taken = dict["Function", dict[bytes, "Sequence[Span]"]]  # by parameters, where the function comes to barriers


class HandedBlock(NamedTuple):
    """A call that hands the block to a function: where it stands, which function, and for which parameter.

    `uses` are the places of that function that come to a barrier of what it is handed.
    """

    home: Function
    call: CallText
    called: Function
    name: bytes
    uses: Sequence[Span]


def handed_blocks(unit: Unit) -> Iterator[HandedBlock]:
    """Give the calls by which functions of a file are handed the block whose threads they bring together."""
    if not has_blocks(unit):
        return
    taken = _taken(unit)
    known: set[tuple[Function, bytes]] = set()
    for _ in range(DEEPEST):
        if not taken:
            return
        known |= {(home, name) for home, names in taken.items() for name in names}
        further: dict[Function, dict[bytes, list[Span]]] = {}
        for home, call, called in _calls(unit, taken):
            for name, argument in given_to(unit, called, call):
                if name not in taken[called]:
                    continue
                given = unbracketed(unit.code[slice(*argument)]).strip()
                if is_block(given, blocks_of(unit, home)):
                    yield HandedBlock(home, call, called, name, taken[called][name])
                elif given in model(unit, home).parameters and (home, given) not in known:
                    further.setdefault(home, {}).setdefault(given, []).append(call.name)
        taken = {home: {**uses} for home, uses in further.items()}


def _taken(unit: Unit) -> Taken:
    """Give the barriers of what functions are handed as groups of any kind."""
    found: Taken = {}
    places = [word.start for word in all_standing(unit, OF_GROUPS)]
    for home in dict.fromkeys(functions(unit, places).values()):
        if home.kind != "device":
            continue
        head = unit.code[home.span.start : home.body.end]
        told = {one.name for one in declarations(head) if one.kind != HEIR}
        for name in {*model(unit, home).parameters} - told:
            if at := [Span(*one) for one in synced(unit.code, home.body, {name})]:
                found.setdefault(home, {})[name] = tuple(at)
    return found


def _calls(unit: Unit, taken: Taken) -> Iterator[tuple[Function, CallText, Function]]:
    """Give the calls of some functions of the file, each with the function that it stands in."""
    for home, call, several in calls_by_name(unit, taken):
        for called in several[:MOST]:
            if is_called_alone(unit, called) or may_call(unit, home, call, called):
                yield home, call, called
