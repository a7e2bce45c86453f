"""What one loop gives its names: a value by itself, one from memory, or only what they hold already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from hipify_py.lanes.flow.storage import holds_parts, led_to
from hipify_py.lanes.hazards import turn_ways
from hipify_py.lanes.hazards.condition_parts import condition_parts
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from hipify_py.lanes.hazards.awaited import Awaited
    from hipify_py.lanes.hazards.loop_kinds import Kind
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Assignment, CallText

ASSEMBLY = 400  # bytes before what it writes in which its text begins
ZERO = b"0"
DRAWN = 3  # parts of `asked ? one : other`


class Turn(turn_ways.Turn, Protocol):
    """What is asked of a loop."""

    awaited: Awaited

    @property
    def lent(self) -> frozenset[bytes]:
        """Give the names that calls in the loop may change."""

    def of_name(self, name: bytes, followed: frozenset[bytes], at: Span) -> Kind:
        """Say on what a name hangs: on all that the loop gives it, and on the conditions of that."""

    def calls_in(self, span: Span) -> list[CallText]:
        """Give the calls in the loop whose name begins in a span."""

    def is_constant(self, span: Span) -> bool:
        """Say whether a value is a number, or the name of one."""


def is_moved(turn: Turn, given: Assignment, name: bytes) -> bool:
    """Say whether a name, or what lies behind it, is changed from what it was."""
    if is_passed_on(turn, name, given):
        return False
    itself = name in OWN_NAME.findall(turn.code, *given.value)
    behind = given.name != name and not is_part(turn, given, name)
    return bool(given.operator or behind or itself) and not is_gathered(turn, given)


def is_part(turn: Turn, given: Assignment, name: bytes) -> bool:
    """Say whether what is given a value is a part of what a name itself holds: of an array, or an object."""
    target, function = expression(given.target), turn.function
    made = function.names.declared.get(name, ())
    within = target.kind in {"subscript", "member"} and led_to(target).name == name
    return within and bool(made) and all(holds_parts(function.unit, one) for one in made)


def is_elsewhere(turn: Turn, given: Assignment, name: bytes, followed: frozenset[bytes]) -> bool:
    """Say whether each turn gives a value to another part of what a name holds, or a call may do so."""
    if given.name == name:
        return False
    indices = {*OWN_NAME.findall(given.target)} - {name}
    asked = (turn.of_name(one, followed | {name}, given.value) for one in indices)
    return name in turn.lent or "moves" in asked


def decided_by(turn: Turn, given: Assignment, name: bytes) -> list[Span]:
    """Give the conditions under which a name is given a number, but for those that ask for its state.

    What goes from one number to the next by itself, as a state does, waits where it asks for more.
    """
    around = (each.span for each in turn.model.path(given.value.start) if turn.holds(each.span))
    asked = [each for each in around if each != turn.loop.head]
    asked += turn.awaited.ways.skipped(given.value.start)
    if not all(turn.is_constant(one.value) for one in turn.given[name]):
        return asked
    parts = (part for each in asked for part in condition_parts(turn.code, each))
    return [part for part in parts if not is_state(turn, part, name)]


def chosen_swap(turn: Turn, given: Assignment) -> tuple[list[Span], list[Span]]:
    """Give the sides of `asked ? swap : other`, and what is asked; nothing of other values.

    It is `if (asked) name = swap; else name = other;`. Whether a pointer is null hangs on nothing behind it.
    """
    node, at = expression(turn.text(given.value)), given.value.start
    swaps = (one for one in turn.calls_in(given.value) if turn.role(turn.text(one.name)) == "swap")
    if node.kind != "?" or len(node.parts) != DRAWN or given.operator or next(swaps, None) is None:
        return [], []
    asked, *sides = (one.within(at) for one in node.parts)
    parts = condition_parts(turn.code, asked)
    return sides, [one for one in parts if not _is_pointer(turn, turn.text(one))]


def _is_pointer(turn: Turn, name: bytes) -> bool:
    """Say whether a name is that of a pointer which the loop leaves where it is."""
    made = turn.function.names.declared.get(name, ())
    moved = any(one.target.strip() == name for one in turn.given.get(name, ()))
    return bool(made) and not moved and all(one.pointers for one in made)


def is_gathered(turn: Turn, given: Assignment) -> bool:
    """Say whether what atomic swaps give is put together, as in `n += atomicExch(p, 0)`."""
    at = given.value.start
    swap = next(iter(turn.calls_in(Span(at, at + 1))), None)
    gathers = given.operator in {b"+", b"|"} and given.name == given.target.strip()
    return gathers and swap is not None and turn.role(turn.text(swap.name)) == "swap"


def is_state(turn: Turn, part: Span, name: bytes) -> bool:
    """Say whether a part of a condition compares a name with numbers alone."""
    asked = [Span(*word.span()) for word in OWN_NAME.finditer(turn.code, *part)]
    return name in map(turn.text, asked) and all(
        turn.text(one) == name or turn.is_constant(one) for one in asked
    )


def is_load(turn: Turn, given: Assignment) -> bool:
    """Say whether assembly reads memory."""
    source, end = turn.function.unit.source, given.value.start
    start = source.rfind(b"asm", max(0, end - ASSEMBLY), end)
    return start >= 0 and b"ld." in source[start:end]


def is_passed_on(turn: Turn, name: bytes, given: Assignment) -> bool:
    """Say whether lanes only pass on what a name holds already, as a shuffle or a vote does."""
    call = _core(expression(turn.text(given.value)))
    passes = call.kind == "call" and turn.role(call.name) in {"pass", "vote"}
    return passes and any(_core(each).text == name for each in call.parts)


def _core(node: Expression) -> Expression:
    """Give what an expression is worth but for its type: without casts, and what asks for 0."""
    while (inner := _asked(node)) is not None:
        node = inner
    return node


def _asked(node: Expression) -> Expression | None:
    """Give of what a node is the same truth: a cast, `x != 0`, `x ? 1 : 0` or `!!x`."""
    first, *others = node.parts or (node,)
    numbers = [one.text for one in others]
    if (
        node.kind == "cast"
        or (node.kind, node.text, numbers) == ("binary", b"!=", [ZERO])
        or (node.kind == "?" and numbers == [b"1", ZERO])
    ):
        return first if node.parts else None
    negated = (node.kind, node.text) == (first.kind, first.text) == ("unary", b"!")
    return first.parts[0] if negated else None
