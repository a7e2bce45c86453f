"""Loops that macros of a file make: whole ones, and heads whose body stands behind the macro's use."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.hazards.loop_exits import LoopExits
from hipify_py.lanes.hazards.loop_kinds import first
from hipify_py.lanes.hazards.looping_macros import looping_macros, uses
from hipify_py.lanes.hazards.one_loop import Turn
from hipify_py.lanes.hazards.one_thread import one_thread
from hipify_py.lanes.hazards.tries import Tries
from hipify_py.model import Span
from hipify_py.source.brackets import arguments, closing
from hipify_py.source.function_model import LOOPS, Loop
from hipify_py.source.function_reading import model
from hipify_py.source.spans import holds
from hipify_py.source.statements import statement
from hipify_py.source.tokens import token_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.hazards.loop_kinds import Kind
    from hipify_py.source.function_model import Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

NONE = Span(0, 0)
DEEPEST = 4  # macros that use one another


class MacroWait(NamedTuple):
    """A macro that waits: where it is used, and for what.

    It may count its tries meanwhile, and let one thread of a block `alone` wait.
    """

    shown: Span
    kind: Kind
    counts: bool
    alone: bool


class _Use(NamedTuple):
    """Where a macro is used: its name, with what it is given, and the statement behind it."""

    shown: Span
    given: Sequence[Span]
    behind: Span


def macro_waits(unit: Unit, of: Model, exits: LoopExits) -> Iterator[MacroWait]:
    """Give where a function uses macros whose loops wait."""
    macros = looping_macros(unit)
    for at in uses(unit, of.function.body):
        use = _use(unit, at, of.function.body.end)
        macro = macros[token_at(unit.code, at).text]
        found = [one for one in _kinds(exits, use, macro, DEEPEST) if one[0] in {"lock", "turn", "flag"}]
        if found:
            kind, counts, _ = found[0]
            yield MacroWait(use.shown, kind, counts, all(alone for _, _, alone in found))


def _use(unit: Unit, at: int, limit: int) -> _Use:
    word = token_at(unit.code, at)
    opens = token_at(unit.code, word.end)
    if opens.text != b"(":
        return _Use(Span(at, word.end), (), statement(unit.code, word.end, limit))
    end = closing(unit.code, opens.start, limit)
    given = tuple(arguments(unit.code, opens.start, end))
    return _Use(Span(at, end), given, statement(unit.code, end, limit))


def _kinds(of: LoopExits, use: _Use, macro: Function, left: int) -> Iterator[tuple[Kind, bool, bool]]:
    """Give for what each loop of a macro waits, or tries, whether it counts, and whether one thread waits."""
    read = model(of.unit, macro)
    given = dict(zip(read.parameters, use.given, strict=False))
    whole = Span(use.given[0].start if use.given else use.behind.start, use.behind.end)
    around = Turn(of, Loop("do", whole, NONE, NONE, NONE, NONE, whole))

    def of_name(name: bytes) -> Kind:
        if name in given:
            return around.of_expression(given[name], frozenset())
        return around.of_name(name, frozenset(), NONE)

    inside = LoopExits(of.unit, read, of.constants, of.depth + 1, of_name)
    for loop in read.loops:
        counted = {one.name for one in read.assigned_in(loop.whole)}
        names = {of.unit.code[slice(*given[name])].strip() if name in given else name for name in counted}
        body = _body(of, use.behind, names) if loop.body.start >= loop.body.end else None
        alone = one_thread(of.unit, read.path(loop.whole.start), None)
        yield *_together(inside, loop, body), alone
    if left:
        for at in uses(of.unit, macro.body):
            inner = looping_macros(of.unit)[token_at(of.unit.code, at).text]
            yield from _kinds(inside, _use(of.unit, at, macro.body.end), inner, left - 1)


def _together(inside: LoopExits, loop: Loop, body: Turn | None) -> tuple[Kind, bool]:
    """Give for what a macro's loop waits with the body that it has, or is given."""
    kind = inside.kind(loop)
    left = body.kind() if body and body.exits else "still"
    if kind != "moves":
        return first({kind, left}), False
    if body and not Tries(body).is_idle():
        return "moves", False
    tried = inside.bounded(loop)
    return (tried if tried != "moves" or left == "still" else left), True


def _body(of: LoopExits, body: Span, counted: set[bytes]) -> Turn:
    """Give the body of a loop of which the head stands in a macro that counts in some names."""
    code, read = of.unit.code, of.model
    exits = [
        [one.span for one in read.path(jump.at) if holds(body, one.span)]
        for jump in read.jumps
        if holds(body, Span(jump.at, jump.at)) and (jump.kind == "return" or _leaves(read, jump.at, body))
    ]

    def of_name(name: bytes) -> Kind | None:
        return "moves" if name in counted else of.given(name)

    known = LoopExits(of.unit, read, of.constants, of.depth, of_name)
    empty = code[slice(*body)].strip(b"; \t\r\n{}") == b""
    return Turn(known, Loop("do", body, NONE, NONE, NONE, NONE, body), () if empty else exits, leaves=True)


def _leaves(read: Model, at: int, body: Span) -> bool:
    """Say whether a `break` or a `goto` at a place leaves the loop around a body, and none within it."""
    return not any(one.keyword in LOOPS | {"switch"} and holds(body, one.span) for one in read.path(at))
