"""Places that only one thread of a block comes to: it waits for no lane of its own wavefront."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.lanes.flow.lattice import LANE_INDEX, THREAD_INDEX
from hipify_py.lanes.flow.storage import is_shared
from hipify_py.model import Span
from hipify_py.source.function_reading import is_called_alone, model, names
from hipify_py.source.functions import functions
from hipify_py.source.search import last_of
from hipify_py.source.tokens import OWN_NAME
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.lane_values import Values
    from hipify_py.source.function_model import Model, Path
    from hipify_py.source.unit import Unit

DEEPEST = 4  # functions that lead to a place
MOST_CALLS = 16  # of one that are looked at
INDEX = b"threadIdx.x"


def one_thread(unit: Unit, path: Path, values: LazyValues | None) -> bool:
    """Say whether only one thread of a block comes to a place with some conditions around it.

    One lane of each warp is not enough. Without values, as in a macro, it is told by `threadIdx` alone.
    """
    for condition in path:
        text = unit.code[slice(*condition.span)]
        if condition.otherwise or condition.keyword != "if" or b"||" in text:
            continue
        known = values.at(condition.span.start) if values else None
        parts = (_said_by(unit, known, part) for part in text.split(b"&&"))
        if any(_is_index(side, known) for part in parts for side in _compared(part)):
            return True
    return False


def called_by_one_thread(unit: Unit, of: Model, values: LazyValues, left: int = DEEPEST) -> bool:
    """Say whether all calls of a function are made by one thread of a block, and pass nothing shared."""
    if of.function.kind != "device" or not left or not is_called_alone(unit, of.function):
        return False
    known = _by_constants(unit).setdefault(values.constants, {})
    if of.function.span not in known:
        known[of.function.span] = False  # where it calls itself
        known[of.function.span] = _are_of_one_thread(unit, of, values, left)
    return known[of.function.span]


@fact
def _by_constants(_unit: Unit) -> dict[ConstantTable, dict[Span, bool]]:
    """Keep what was told of each function, for the constants by which it was read."""
    return {}


def _are_of_one_thread(unit: Unit, of: Model, values: LazyValues, left: int) -> bool:
    starts = [word.start for word in islice(standing(unit, of.function.called), MOST_CALLS + 1)]
    homes = functions(unit, starts if len(starts) <= MOST_CALLS else ())
    if homes.keys() != {*starts}:
        return False  # its address is taken
    calls = 0
    for at, home in homes.items():
        read = model(unit, home)
        found = read.called_in(Span(at, at + 1))
        if home.span == of.function.span and not found:
            continue  # where it is defined
        if home.kind == "macro" or not found or home.span == of.function.span:
            return False
        known = LazyValues(unit, home, values.constants)
        begin = last_of(unit.code, b";{}()", at) + 1
        if _passes_shared(unit, read, [Span(begin, at), *found[0].arguments]) or not (
            one_thread(unit, read.path(at), known) or called_by_one_thread(unit, read, known, left - 1)
        ):
            return False
        calls += 1
    return calls > 0


def _passes_shared(unit: Unit, read: Model, spans: list[Span]) -> bool:
    """Say whether a call is given what the threads of a block share, or on an object of that kind."""
    declared = names(unit, read.function).declared
    used = {word[0] for one in spans for word in OWN_NAME.finditer(unit.code, *one)}
    return any(is_shared(unit, one) for name in used for one in declared.get(name, ()))


def _said_by(unit: Unit, known: Values | None, part: bytes) -> bytes:
    """Give what a part of a condition asks, where that is a name that is given its value once."""
    once = known.names.once(part.strip(b"() \t\r\n")) if known and known.names else None
    text = unit.code[slice(*once.value)] if once else part
    return part if b"||" in text or b"&&" in text else text


def _compared(part: bytes) -> tuple[bytes, ...]:
    """Give, without blanks and brackets, what has to be equal where a condition holds: `a == b`, or `!a`."""
    bare = b"".join(part.split()).lstrip(b"(")
    if bare.startswith(b"!"):
        return (bare[1:].strip(b"()"),)
    left, equal, right = bare.partition(b"==")
    return (left.strip(b"()"), right.strip(b"()")) if equal else ()


def _is_index(side: bytes, known: Values | None) -> bool:
    """Say whether an expression is the index of a thread in its block."""
    if side == INDEX or known is None:
        return side == INDEX
    indices = known.indices(side) & (THREAD_INDEX | LANE_INDEX)
    return side.endswith(b"thread_rank") or indices == THREAD_INDEX
