"""Flags in shared memory: one thread that waits for such a flag waits for threads of its own block."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.storage import is_shared
from hipify_py.lanes.hazards.at_thread import threads
from hipify_py.lanes.hazards.call_roles import STILL, role_of
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.function_reading import names
from hipify_py.source.spans import holds
from hipify_py.source.tokens import A_NAME, OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.function_model import Loop, Model
    from hipify_py.source.unit import Unit

MEMBERS = re.compile(rb"(?:\s*+\.\s*+[A-Za-z_]\w*+)++")


class Place(NamedTuple):
    """A name, and the member of it that is meant, by way of others; none for all of it."""

    name: bytes
    members: tuple[bytes, ...] = ()

    def meets(self, other: Place) -> bool:
        """Say whether one is the other, or a part of it."""
        return self.name == other.name and all(map(bytes.__eq__, self.members, other.members))


def set_later(unit: Unit, of: Model, loop: Loop, constants: ConstantTable) -> bool:
    """Say whether a loop asks for shared memory that others set behind it, or in a turn of a loop around.

    What stands under the conditions of the loop itself is done by the thread that waits, and so is what
    conditions on the thread's number leave to that one.
    """
    declared = names(unit, of.function).declared
    flags = {
        place
        for place in _places(unit.code, loop.whole)
        if any(is_shared(unit, one) for one in declared.get(place.name, ()))
    }
    if not flags:
        return False
    waits = of.path(loop.whole.start)
    own = {(one.span, one.otherwise) for one in waits if one.keyword == "if"}
    later = map(of.path, _written_later(unit, of, loop, flags))
    others = [path for path in later if not own & {(one.span, one.otherwise) for one in path}]
    if not others:
        return False
    block = threads(unit, names(unit, of.function), constants)
    waiting = [one for one in block if one.comes(waits) is not False]
    if len(waiting) != 1:
        return True
    return any(one.comes(path) is not False for path in others for one in block if one is not waiting[0])


def _written_later(unit: Unit, of: Model, loop: Loop, flags: set[Place]) -> Iterator[int]:
    """Give where such may be given a value behind a loop, or in another around it."""
    around = [one.whole for one in of.loops if one.whole != loop.whole and holds(one.whole, loop.whole)]
    for at in _written(unit, of, flags):
        is_later = at.start >= loop.whole.end or any(holds(one, at) for one in around)
        if is_later and not holds(loop.whole, at):
            yield at.start


def _written(unit: Unit, of: Model, flags: set[Place]) -> Iterator[Span]:
    """Give where one of some places is given a value, or to a call that may do so."""
    for one in of.assignments:
        written = next(_places(one.target, Span(0, len(one.target))), None)
        if written and any(map(written.meets, flags)):
            yield one.value
    for call in of.calls:
        given = [place for each in call.arguments for place in _places(unit.code, each)]
        sets = role_of(unit.code[slice(*call.name)]) not in STILL | {"load"}
        if sets and any(one.meets(flag) for one in given for flag in flags):
            yield call.name


def _places(code: bytes, span: Span) -> Iterator[Place]:
    for word in OWN_NAME.finditer(code, *span):
        members = MEMBERS.match(code, word.end(), span.end)
        yield Place(word[0], tuple(A_NAME.findall(members[0])) if members else ())
