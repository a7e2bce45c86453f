"""Locks that a loop takes by an atomic swap: of one value, at one place.

What a loop stores beside a lock, in another member of what the same name leads to, leaves the lock where
it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from hipify_py.lanes.hazards import turn_ways
from hipify_py.source.expression_reading import expression
from hipify_py.source.statements import expression_end
from hipify_py.source.tokens import OWN_NAME, token_at, token_before, words

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from hipify_py.lanes.hazards.loop_kinds import Kind
    from hipify_py.model import Span
    from hipify_py.source.function_model import CallText

BY_BIT = (b"atomicOr", b"atomicAnd", b"fetch_or", b"fetch_and")
MEMBER = frozenset({b".", b"->"})


class Turn(turn_ways.Turn, Protocol):
    """What is asked of a loop."""

    def is_constant(self, span: Span) -> bool:
        """Say whether a value is a number, or the name of one."""

    def of_expression(self, span: Span, followed: frozenset[bytes]) -> Kind:
        """Say on what an expression hangs, through the names that the loop assigns."""

    def of_address(self, span: Span, followed: frozenset[bytes]) -> Kind:
        """Say on what the address of a lock hangs."""


def of_swap(
    turn: Turn,
    call: CallText,
    given: Sequence[Span],
    followed: frozenset[bytes],
    back: CallText | None = None,
) -> Kind:
    """Say whether an atomic swap takes a lock: of one value, at one place, and not given back at once.

    `given` are the address and what is swapped; `back` takes back what was put there in vain.
    """
    if len(given) < 2:
        return "moves"
    address, *swapped = given
    if b"compare_exchange" in turn.text(call.name) and not _is_reset(turn, swapped[0]):
        return "moves"  # what was there instead is what is expected in the next turn
    by_bit = turn.text(call.name).startswith(BY_BIT)  # which may be told by memory: nothing is compared
    kinds = {"still", "flag"} if by_bit else {"still"}
    still = all(turn.of_expression(one, followed) in kinds for one in swapped[:1])
    if not still or turn.of_address(address, followed) == "moves":
        return "moves"
    names = {word[0] for word in OWN_NAME.finditer(turn.code, *address)}
    return "turn" if is_freed(turn, call, names, back) else "lock"


def _is_reset(turn: Turn, address: Span) -> bool:
    """Say whether each turn of the loop gives a number to what has the address that a call is given."""
    name = turn.text(address).strip(b"& \t\r\n")
    return any(turn.is_constant(one.value) and not one.operator for one in turn.given.get(name, ()))


def is_freed(turn: Turn, swap: CallText, names: set[bytes], back: CallText | None = None) -> bool:
    """Say whether the loop itself gives back a lock behind the swap that takes it, in the same turn.

    What only takes `back` what was put there in vain does not.
    """
    besides = back.name.start if back else -1
    return turn.function.calls.frees(turn.loop, swap.name.start, names, besides)


def wholes(code: bytes, span: Span, calls: Container[int]) -> Iterable[Span]:
    """Give the spans of the calls in an expression whose names begin at some places, with their objects."""
    if not calls:
        return []
    nodes = expression(code[slice(*span)]).walk()
    made = ((one.within(span.start), one) for one in nodes if one.kind == "call")
    return [at for at, one in made if _name(code, at, one.name) in calls]


def _name(code: bytes, call: Span, name: bytes) -> int:
    """Give where the name of a call begins; that of a method stands behind its object."""
    found = code.find(name, *call)
    while found >= 0 and token_at(code, found + len(name)).text not in {b"(", b"<"}:
        found = code.find(name, found + 1, call.end)
    return found


def is_aside(turn: Turn, target: bytes, at: Span) -> bool:
    """Say whether what is stored to lies aside from what a name leads to at a place.

    It does in another member, but for those of a union, which lie in one place, and in another element.
    """
    name = OWN_NAME.search(target)
    if name is None:
        return False
    stored, asked = member(target, name.end()), member(turn.code, at.end)
    if stored and asked:
        return stored != asked and not _is_union(turn, turn.text(at))
    one = _element(target, name.end()) if target.strip() != name[0] else None
    other = _element(turn.code, at.end)
    return one is not None and other is not None and one[0] == other[0] and one[1] != other[1]


def _element(code: bytes, end: int) -> tuple[bytes, int] | None:
    """Give the index behind a name that ends at a place, as what a number is added to, and that."""
    mark, text = token_at(code, end), b"0"
    if mark.text in {b"[", b"+"}:
        end = expression_end(code, mark.end, len(code))
        text, end = code[mark.end : end], end + (mark.text == b"[")
    if token_at(code, end).text not in {b")", b",", b""}:
        return None
    base, _, last = text.rpartition(b"+")
    if last.strip().isdigit():
        return b"".join(base.split()), int(last)
    return b"".join(text.split()), 0


def _is_union(turn: Turn, name: bytes) -> bool:
    types = {one.type_in(turn.code) for one in turn.function.names.declared.get(name, ())}
    named = words(turn.code, *types) if types else ()
    return any(token_before(turn.code, one.start).text == b"union" for one in named)


def member(code: bytes, end: int) -> bytes:
    """Give the member of which the name is that ends at a place; nothing without one."""
    sign = token_at(code, end)
    if sign.text == b")":  # `(*s).size`
        sign = token_at(code, sign.end)
    return token_at(code, sign.end).text if sign.text in MEMBER else b""
