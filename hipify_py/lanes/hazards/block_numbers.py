"""What hangs on the number of a block: who waits for another block waits for none of its own wavefront."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from hipify_py.lanes.find.handed_arguments import handed
from hipify_py.lanes.flow.followed import followed
from hipify_py.lanes.flow.storage import is_shared
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model, names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.lanes.hazards.function_calls import FunctionCalls
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import CallText, Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

DEEPEST = 4  # functions that hand on a number, and names that stand for it
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
        b"blockIdx" in words
        or (DRAWS & words and any(_draws(of, one) for one in of.model.called_in(at)))
        or any(is_handed_block(of.unit, of.model.function, word) for word in words & {*of.model.parameters})
        for at, words in followed(of.unit.code, [span], of.names.values_of)
    )


def is_handed_block(unit: Unit, function: Function, name: bytes, left: int = DEEPEST) -> bool:
    """Say whether all calls of a function hand it the number of their block for a parameter.

    That is the block's index, or a number drawn that its threads share, and nothing made of either.
    """
    given = handed(unit, function, name) if left else ()
    return bool(given) and all(_is_number_of_block(unit, *one, left - 1) for one in given)


def _is_number_of_block(unit: Unit, argument: Span, home: Function, left: int) -> bool:
    """Say whether an argument is the number of the block of the function that a call stands in."""
    read, known, span = model(unit, home), names(unit, home), argument
    for _ in range(DEEPEST):
        node = bare(expression(unit.code[slice(*span)]))
        if _is_index(node, b"blockIdx"):
            return True
        if node.kind != "name":
            return False
        made, given = known.declared.get(node.text, ()), known.given.get(node.text, ())
        begun = [
            one for one in given if not (one.operator == b"+" and b"gridDim" in unit.code[slice(*one.value)])
        ]
        if any(is_shared(unit, one) for one in made):
            calls = [one for each in begun for one in read.called_in(each.value)]
            return len(begun) == 1 and any(unit.code[slice(*one.name)] in DRAWS for one in calls)
        if node.text in read.parameters and not begun:
            return is_handed_block(unit, home, node.text, left)
        if len(begun) != 1 or begun[0].operator:
            return False
        span = begun[0].value
    return False


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
