"""On what the outcome of a call in a loop hangs: a lock that it takes, a flag that it reads, or its moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from hipify_py.lanes.hazards import own_marks, predicates
from hipify_py.lanes.hazards.atomic_methods import of_object
from hipify_py.lanes.hazards.block_numbers import hangs_on_blocks, is_of_blocks
from hipify_py.lanes.hazards.call_roles import STILL
from hipify_py.lanes.hazards.changed_arguments import takes_a_copy
from hipify_py.lanes.hazards.claimed_slots import claims
from hipify_py.lanes.hazards.ending_truths import ending_truth
from hipify_py.lanes.hazards.handed_updates import updates
from hipify_py.lanes.hazards.lock_places import is_aside, is_freed, of_swap
from hipify_py.lanes.hazards.own_marks import in_vain, keeps_out, takes_all, undoing
from hipify_py.lanes.hazards.predicates import asks_alone, others_ask
from hipify_py.source.expression_reading import expression
from hipify_py.source.spans import holds
from hipify_py.source.tokens import OWN_NAME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.lanes.hazards.loop_kinds import Kind
    from hipify_py.model import Span
    from hipify_py.source.function_model import CallText


class Turn(own_marks.Turn, predicates.Turn, Protocol):
    """What is asked of a loop."""


def outcome(turn: Turn, call: CallText, followed: frozenset[bytes]) -> Kind:
    """Say on what the outcome of a call hangs."""
    name = turn.text(call.name)
    role, given = of_object(turn.code, call) or (turn.role(name), call.arguments)
    if role == "vote" and _votes_on_blocks(turn, call, followed):
        return "moves"  # all lanes wait together, for another block
    if role == "swap":
        alone = takes_all(turn, call, given) or claims(turn, given)
        return "moves" if alone else of_swap(turn, call, given, followed)
    if role == "load":
        return "flag"
    if role == "add":
        return _of_add(turn, call, given, followed)
    return "still" if role in STILL else _of_other(turn, call, name, followed)


def _of_add(turn: Turn, call: CallText, given: Sequence[Span], followed: frozenset[bytes]) -> Kind:
    """Say on what the outcome of an atomic hangs that changes what is there."""
    if turn.function.calls.adds_nothing(call._replace(arguments=tuple(given))):
        return "flag"
    undo = undoing(turn, call, given)
    if not undo and not keeps_out(turn, call, given):
        return "moves"
    return of_swap(turn, call, given, followed, in_vain(turn, call, undo))


def _votes_on_blocks(turn: Turn, call: CallText, followed: frozenset[bytes]) -> bool:
    """Say whether lanes vote on what hangs on the block, or on what they swap in the loop themselves.

    A vote on who has taken a lock is neither: lanes of the same wavefront may hold it, behind the loop.
    """
    asks = hangs_on_blocks if "swap" in map(turn.role, turn.called) else is_of_blocks
    return any(
        asks(turn.function, one) and turn.of_expression(one, followed) == "flag" for one in call.arguments
    )


def _of_other(turn: Turn, call: CallText, name: bytes, followed: frozenset[bytes]) -> Kind:
    """Say on what the outcome of a call hangs that is not known by its name."""
    ends = ending_truth(turn, call.name.start)
    kind = turn.function.of_function(name, ends=ends)
    if kind == "moves":
        return "flag" if asks_alone(turn, call, name, ends=ends) else kind
    if name in turn.function.names.declared and not others_ask(turn, name):
        return "moves"
    if kind == "lock" and updates(turn, call, name, followed):
        return "moves"
    given = {word[0] for one in call.arguments for word in OWN_NAME.finditer(turn.code, *one)}
    freed = kind == "lock" and (is_freed(turn, call, given) or _swaps_again(turn, call, given))
    return "turn" if freed else kind


def _swaps_again(turn: Turn, call: CallText, names: set[bytes]) -> bool:
    """Say whether a function that takes a lock is called again for it behind, as to give it back."""
    return any(
        one.name.start > call.name.start
        and any(not names.isdisjoint(OWN_NAME.findall(turn.code, *each)) for each in one.arguments)
        and turn.function.of_function(turn.text(one.name)) == "lock"
        for one in turn.calls
    )


def lent_places(turn: Turn, at: Span) -> frozenset[bytes]:
    """Give the names that calls may change, for one in a lock's address: what is added to may lie aside.

    What an atomic that takes a lock does to that leaves its address as it is.
    """
    added = {one: _added_to(turn, one) for one in turn.calls}
    own = {text for one, text in added.items() if text and holds(one.arguments[0], at)}
    changing = [
        one
        for one, text in added.items()
        if not text or not (text in own or is_aside(turn, turn.text(one.arguments[0]), at))
    ]
    is_kept = _is_a_member(turn, at) and all(_get_copies(turn, one, turn.text(at)) for one in changing)
    return turn.function.calls.lent(changing) - ({turn.text(at)} if is_kept else set())


def _is_a_member(turn: Turn, at: Span) -> bool:
    """Say whether an address is made of a member of the function's own object, and of nothing behind that."""
    given = next((each for one in turn.calls for each in one.arguments[:1] if holds(each, at)), None)
    behind = turn.code[at.end : given.end] if given else b""
    made = turn.function.names.declared.get(turn.text(at), ())
    is_own = all(not one.pointers and not one.sign_in(turn.code) for one in made)
    nodes = expression(turn.text(given or at)).walk()
    is_led = any((one.kind, one.text) == ("unary", b"*") for one in nodes)
    is_plain = behind.count(b"[") <= 1 and b"->" not in behind and not is_led
    return bool(made) and is_own and is_plain and behind.lstrip().startswith(b".")


def _get_copies(turn: Turn, call: CallText, name: bytes) -> bool:
    """Say whether a call is given an object by value alone, wherever it is given it."""
    unit, called, calls = turn.function.unit, turn.text(call.name), turn.function.calls
    given = [number for number, one in enumerate(call.arguments) if name in OWN_NAME.findall(turn.code, *one)]
    return name not in calls.lent([call]) or all(
        b"&" not in turn.text(call.arguments[number]) and takes_a_copy(unit, called, number)
        for number in given
    )


def _added_to(turn: Turn, call: CallText) -> bytes:
    """Give the address of what an atomic adds to, without blanks; nothing of other calls."""
    adds = call.arguments and turn.role(turn.text(call.name)) == "add"
    return b"".join(turn.text(call.arguments[0]).split()) if adds else b""
