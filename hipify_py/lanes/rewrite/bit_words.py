"""Bits kept in words of 32, one behind the other: `bits[i >> 5] >> (i & 31) & 1` counts no lanes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.source.expression_reading import expressions
from hipify_py.source.expressions import alike, bare
from hipify_py.source.function_reading import names
from hipify_py.source.search import places
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.model import Span
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

WORDS = {b">>": 5, b"/": 32}
BITS = {b"&": 31, b"%": 32}


def word_splits(unit: Unit, function: Function, constants: ConstantTable) -> Iterator[Span]:
    """Give where an index is split into that of a word and that of the word's bit, which is asked for.

    The words are what the function is given to read: others may hold what lanes vote.
    """
    for start, root in expressions(unit.code, function.body, places(unit.code, b"[", within=function.body)):
        for node in root.walk():
            if (split := _split(node, constants)) and _is_read_only(unit, function, split.words, start):
                yield from (split.word.within(start), split.bit.within(start))


class _Split(NamedTuple):
    words: Expression
    word: Expression
    bit: Expression


def _split(node: Expression, constants: ConstantTable) -> _Split | None:
    """Give the parts of `words[i >> 5] >> (i & 31)` or `words[i >> 5] & (1u << (i & 31))`."""
    if node.kind != "binary" or node.text not in {b">>", b"&"}:
        return None
    left, right = map(bare, node.parts)
    if node.text == b"&" and left.kind != "subscript":
        left, right = right, left
    if left.kind != "subscript" or len(left.parts) <= 1:
        return None
    word, bit = bare(left.parts[1]), right
    if node.text == b"&":
        is_bit = (bit.kind, bit.text) == ("binary", b"<<") and constants.plain(bit.parts[0]) == 1
        bit = bare(bit.parts[1]) if is_bit else node
    split = _is_by(word, WORDS, constants) and _is_by(bit, BITS, constants)
    return _Split(left.parts[0], word, bit) if split and alike(word.parts[0], bit.parts[0]) else None


def _is_by(node: Expression, numbers: Mapping[bytes, int], constants: ConstantTable) -> bool:
    number = numbers.get(node.text) if node.kind == "binary" else None
    return number is not None and constants.plain(node.parts[1]) == number


def _is_read_only(unit: Unit, function: Function, words: Expression, start: int) -> bool:
    """Say whether a name is a parameter that points to what is `const`."""
    if words.kind != "name" or function.kind == "macro":
        return False
    made = names(unit, function).declaration(words.text, words.within(start).start)
    if made is None or made.kind != "parameter" or made.pointers != 1:
        return False
    return b"const" in A_NAME.findall(unit.code, made.statement.start, made.at.start)
