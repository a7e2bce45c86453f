"""Slots that a compare-and-swap claims for good, as in a hash table: no lock, for nobody gives them back.

`old = atomicCAS(slot, EMPTY, key)` gives EMPTY where the slot is the lane's own now, and ends the loop as
well where another lane has put the same key there. Whatever else it gives, the slot is taken, and stays so:
the next turn looks elsewhere, whoever is late.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.source.expression_reading import expression, expressions
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import functions_by_name, model
from hipify_py.source.search import places
from hipify_py.source.spans import holds
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.lanes.hazards.lock_places import Turn
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

CLAIMS = 3  # what a compare-and-swap is given: an address, what is expected there, and what is put there
SAME = b"=="
SWAPS = (b"atomicCAS", b"atomicExch")


def claims(turn: Turn, given: Sequence[Span]) -> bool:
    """Say whether a swap takes a slot for a key, which is asked for, and nothing in the file frees one."""
    if len(given) != CLAIMS:
        return False
    if not _goes_on(turn, given[0]):
        return False  # it takes the same slot again and again
    expected, key = (bare(expression(turn.text(one))) for one in given[1:])
    empty = turn.function.constants.of(expected)
    if key.kind != "name" or empty is None or turn.is_constant(given[2]) or not _asks(turn, key.text):
        return False
    stored = (turn.function.constants.number(text) for text in _stored(turn.function.unit))
    return not any(one is not None and one.value == empty.value for one in stored)


def _goes_on(turn: Turn, address: Span) -> bool:
    """Say whether each turn tries another slot, or another lane tries its own: `if (lane == who)`."""
    around = (one.span for one in turn.model.path(address.start) if holds(turn.loop.body, one.span))
    asked = (address, *(one for one in around if SAME in turn.text(one)))
    return any(not turn.given.keys().isdisjoint(OWN_NAME.findall(turn.code, *one)) for one in asked)


def _asks(turn: Turn, key: bytes) -> bool:
    """Say whether a loop asks whether what it has read is the key."""
    code, body = turn.code, turn.loop.whole
    for _, root in expressions(code, body, places(code, SAME, within=body)):
        for node in root.walk():
            if (node.kind, node.text) == ("binary", SAME) and any(_is(one, key) for one in node.parts):
                return True
    return False


def _is(node: Expression, name: bytes) -> bool:
    node = bare(node)
    return (node.kind, node.text) == ("name", name)


@fact
def _stored(unit: Unit) -> frozenset[bytes]:
    """Give the texts of what functions of the device store to memory, or swap into it."""
    return frozenset(b"".join(text.split()) for text in _stores(unit))


def _stores(unit: Unit) -> Iterator[bytes]:
    for made in functions_by_name(unit).values():
        for function in made:
            if function.kind == "host":
                continue
            read = model(unit, function)
            for one in read.assignments:
                if not OWN_NAME.fullmatch(one.target.strip()) and not one.operator:
                    yield unit.code[slice(*one.value)]
            for call in read.calls:
                if unit.code[slice(*call.name)].startswith(SWAPS) and call.arguments:
                    yield unit.code[slice(*call.arguments[-1])]
