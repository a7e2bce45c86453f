"""What hangs on the number of a block: who waits for another block waits for none of its own wavefront."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Protocol

from hipify_py.lanes.flow.followed import followed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.lanes.hazards.function_calls import FunctionCalls
    from hipify_py.model import Span
    from hipify_py.source.function_model import CallText, Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

SCALED = re.compile(rb"\bblockIdx\s*\.\s*[xyz]\s*\*|\*\s*blockIdx\b")  # by warps or threads of a block
OF_THREADS = re.compile(rb"\s*threadIdx\s*\.\s*[xyz]\s*(?:(?:/|>>)[^%&]*)?")  # of all of the block, no lane
DRAWS = frozenset({b"atomicAdd", b"atomicInc"})


class Surroundings(Protocol):
    """What is asked of the function in which an expression stands."""

    unit: Unit
    model: Model
    names: FunctionNames
    calls: FunctionCalls


def hangs_on_blocks(of: Surroundings, span: Span) -> bool:
    """Say whether an expression hangs on the index of the block, or on a number drawn, through names."""
    return any(
        b"blockIdx" in words or (DRAWS & words and any(_draws(of, one) for one in of.model.called_in(at)))
        for at, words in followed(of.unit.code, [span], of.names.values_of)
    )


def is_of_blocks(of: Surroundings, span: Span) -> bool:
    """Say whether an expression hangs on the block alone, and not on the number of a thread in the grid."""
    code = of.unit.code
    scaled = [words for at, words in followed(code, [span], of.names.values_of) if SCALED.search(code, *at)]
    return hangs_on_blocks(of, span) and not any(map(partial(_counts_threads, of), scaled))


def _counts_threads(of: Surroundings, words: Iterable[bytes]) -> bool:
    """Say whether one of some words is the number of a thread in its block, or has it for a value."""
    texts = (of.unit.code[slice(*at)] for word in words for at in of.names.values_of(word))
    return b"threadIdx" in words or any(OF_THREADS.fullmatch(text) for text in texts)


def _draws(of: Surroundings, call: CallText) -> bool:
    """Say whether a call draws a number, such as that of a block."""
    return of.unit.code[slice(*call.name)] in DRAWS and not of.calls.adds_nothing(call)
