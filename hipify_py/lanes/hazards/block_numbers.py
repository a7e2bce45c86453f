"""What hangs on the number of a block: who waits for another block waits for none of its own wavefront."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from hipify_py.lanes.flow.followed import followed
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.lanes.hazards.function_calls import FunctionCalls
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
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


def is_of_blocks(of: Surroundings, span: Span) -> bool:
    """Say whether an expression hangs on the block alone, and not on the number of a thread in the grid."""
    code = of.unit.code
    pieces = followed(code, [span], of.names.values_of)
    scaled = [words for at, words in pieces if b"blockIdx" in words and _is_scaled(code[slice(*at)])]
    return hangs_on_blocks(of, span) and not any(map(partial(_counts_threads, of), scaled))


def _counts_threads(of: Surroundings, words: Iterable[bytes]) -> bool:
    """Say whether one of some words is the number of a thread in its block, or has it for a value."""
    texts = (of.unit.code[slice(*at)] for word in words for at in of.names.values_of(word))
    return b"threadIdx" in words or any(map(_is_of_threads, texts))


def _is_scaled(text: bytes) -> bool:
    """Say whether the number of a block is multiplied in an expression: by warps or threads of a block."""
    products = (one for one in expression(text).walk() if (one.kind, one.text) == ("binary", b"*"))
    return any(_is_index(part, b"blockIdx") for one in products for part in one.parts)


def _is_of_threads(text: bytes) -> bool:
    """Say whether a value is the number of a thread of all of the block, or of its warp, and no lane."""
    node, sign = expression(text), b"/"
    while node.kind == "binary":
        node, sign = node.parts[0], node.text
    is_whole = sign in {b"/", b">>"} and b"%" not in text and b"&" not in text
    return is_whole and _is_index(node, b"threadIdx")


def _is_index(node: Expression, name: bytes) -> bool:
    node = bare(node)
    return node.kind == "member" and node.parts[0].text == name


def _draws(of: Surroundings, call: CallText) -> bool:
    """Say whether a call draws a number, such as that of a block."""
    return of.unit.code[slice(*call.name)] in DRAWS and not of.calls.adds_nothing(call)
