"""Functions that call themselves again until something has come: loops without a head."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.hazards.condition_parts import condition_parts
from hipify_py.lanes.hazards.one_loop import READS
from hipify_py.model import Span
from hipify_py.source.function_model import Loop
from hipify_py.source.function_reading import defined_functions, model
from hipify_py.source.tokens import OWN_NAME, token_before, words
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.source.function_model import CallText, Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

NONE = Span(0, 0)
OF_MEMBERS = frozenset({b".", b"->", b"~"})  # what stands before their names
POLLED = (b"volatile", b"atomic", b"ld_", b"__ld")


class SelfCall(NamedTuple):
    """A loop that a call of the function itself makes.

    `exits` are the parts of conditions on which each way out hangs, and `counts` says that others count.
    """

    loop: Loop
    shown: Span
    exits: Sequence[Sequence[Span]]
    counts: bool


@fact
def polls(unit: Unit) -> bool:
    """Say whether a file may have memory that others write."""
    return holds_part(unit, *POLLED)


@fact
def self_calls(unit: Unit) -> dict[Span, list[Span]]:
    """Give where functions of a file call themselves, by their spans, if the file has memory others write."""
    found: dict[Span, list[Span]] = {}
    if polls(unit):
        for name, home in defined_functions(unit).items():
            if home.kind == "device" and _is_named(unit, name, home):
                calls = (one.name for one in model(unit, home).calls)
                if own := [one for one in calls if unit.code[slice(*one)] == name]:
                    found[home.span] = own
    return found


def _is_named(unit: Unit, name: bytes, home: Function) -> bool:
    """Say whether a function's name stands in its body, and not as a member's or a destructor's."""
    named = words(unit.code, name, within=home.body)
    return any(token_before(unit.code, one.start).text not in OF_MEMBERS for one in named)


def calls_of_itself(unit: Unit, of: Model) -> Iterator[SelfCall]:
    """Give the loops that the calls of a function by itself make, where only counts are passed on anew."""
    own = set(self_calls(unit).get(of.function.span, ()))
    for call in of.calls:
        if call.name not in own or len(call.arguments) != len(of.parameters):
            continue
        moved = _moved(unit, of, call)
        if moved is None:
            continue
        body, end = of.function.body, [call.name, *call.arguments][-1].end
        asked = [one.span for one in of.path(call.name.start)]
        left = [
            [one.span for one in of.path(jump.at)]
            for jump in of.jumps
            if jump.kind == "return"
            and not (jump.value and jump.value.start <= call.name.start < jump.value.end)
        ]
        ways = [*([one] for one in asked), *(one for one in left if one)]
        parts = [[part for one in way for part in condition_parts(unit.code, one)] for way in ways]
        still = [[one for one in way if not _names(unit, one) & moved] for way in parts]
        loop = Loop("do", body, body, Span(call.name.start, end), NONE, NONE, body)
        yield SelfCall(loop, Span(call.name.start, end), [one for one in still if one], still != parts)


def _moved(unit: Unit, of: Model, call: CallText) -> set[bytes] | None:
    """Give the parameters for which another count is passed; None where something else is."""
    moved = set[bytes]()
    for name, argument in zip(of.parameters, call.arguments, strict=True):
        text = unit.code[slice(*argument)].strip()
        if text == name:
            continue
        if READS.search(text) or b"(" in text or not set(OWN_NAME.findall(text)) <= {name}:
            return None
        moved.add(name)
    return moved


def _names(unit: Unit, span: Span) -> set[bytes]:
    return set(OWN_NAME.findall(unit.code, *span))
