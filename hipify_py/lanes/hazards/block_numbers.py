"""What hangs on the number of a block: who waits for another block waits for none of its own wavefront."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from hipify_py.lanes.flow.followed import followed

if TYPE_CHECKING:
    from hipify_py.lanes.hazards.function_calls import FunctionCalls
    from hipify_py.model import Span
    from hipify_py.source.function_model import CallText, Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit

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


def _draws(of: Surroundings, call: CallText) -> bool:
    """Say whether a call draws a number, such as that of a block."""
    return of.unit.code[slice(*call.name)] in DRAWS and not of.calls.adds_nothing(call)
