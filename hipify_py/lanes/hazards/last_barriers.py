"""Warp barriers behind which a kernel ends, and stores nothing but what nothing else in it names.

As in `if (done) { __syncwarp(); if (lane == 0) status[row] = OK; return; } ... __syncwarp(); if (lane == 0)
status[row] = OK;`. Whoever has not waited for the others there has read nothing that they write, nor written
what they read: the barriers put no stores in order that other warps may look for, as none of them is behind a
fence, an atomic or `volatile`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.storage import is_reference, is_shared
from hipify_py.lanes.hazards.one_loop import READS
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_model import LOOPS
from hipify_py.source.function_reading import names
from hipify_py.source.tokens import OWN_NAME, words
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.source.function_model import Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

ORDERS = (b"volatile", b"asm", b"atomic", b"fence", b"memory_order", b"goto")  # in a file, be it in a name
MOST = 16  # barriers that are looked at
BARRIER, RESTRICT = b"__syncwarp", b"restrict"
OWN_WORDS = frozenset(b"if else return threadIdx blockIdx blockDim gridDim x y z __syncwarp".split())
BUILT_IN = frozenset(b"int unsigned bool char short long float double void".split())


def are_last(unit: Unit, read: Model, barriers: Sequence[Span], constants: ConstantTable) -> bool:
    """Say whether a kernel ends so behind each of some barriers."""
    is_short = len(barriers) <= MOST and read.function.kind == "kernel"
    if not is_short or holds_part(unit, *ORDERS):
        return False
    known = names(unit, read.function)
    tails = [*filter(None, (_behind(read, one) for one in barriers))]
    words_ = {name for one in tails for name in OWN_NAME.findall(unit.code, *one)}
    if len(tails) < len(barriers) or not all(_is_own(unit, known, name, constants) for name in words_):
        return False
    stored = [_stored(unit, read, one) for one in tails]
    return None not in stored and all(
        _is_named_there(unit, known, name, tails) for each in stored for name in each or ()
    )


def _behind(read: Model, barrier: Span) -> Span | None:
    """Give what a kernel does behind a barrier, up to the return that all take who come to it, or its end."""
    body, own = read.function.body, read.path(barrier.start)
    if read.home(barrier.start) != body or any(one.keyword in LOOPS | {"switch"} for one in own):
        return None
    behind = read.jumps_in(Span(barrier.end, body.end))
    returns = (one.at for one in behind if one.kind == "return" and read.path(one.at) == own)
    return Span(barrier.end, next(returns, body.end))


def _stored(unit: Unit, read: Model, tail: Span) -> list[bytes] | None:
    """Give the pointers behind which something is stored in a part of a kernel; None where it does more."""
    stored: list[bytes] = []
    for one in read.assigned_in(tail):
        target = expression(one.target)
        if target.kind == "subscript" and target.parts[0].kind == "name" and not one.operator:
            stored.append(target.parts[0].text)
        elif one.target.strip() != one.name:
            return None
    reads = sum(1 for _ in READS.finditer(unit.code, *tail))
    waits = all(unit.code[slice(*one.name)] == BARRIER for one in read.called_in(tail))
    return stored if waits and reads == len(stored) else None


def _is_own(unit: Unit, known: FunctionNames, name: bytes, constants: ConstantTable) -> bool:
    """Say whether a name stands for what the thread holds itself, or for a constant."""
    made = known.declared.get(name, ())
    if made:
        return not any(is_reference(unit, one) or is_shared(unit, one) for one in made)
    return name in OWN_WORDS or name in BUILT_IN or constants.number(name) is not None


def _is_named_there(unit: Unit, known: FunctionNames, name: bytes, tails: Sequence[Span]) -> bool:
    """Say whether a pointer that alone leads to its memory is named behind the barriers alone."""
    made = known.declared.get(name, ())
    is_alone = [(one.kind, one.pointers) for one in made] == [("parameter", 1)]
    if not is_alone or any(RESTRICT not in unit.code[slice(*one.statement)] for one in made):
        return False
    used = words(unit.code, name, within=known.function.body)
    return all(any(one.start <= word.start < one.end for one in tails) for word in used)
