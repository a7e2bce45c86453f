"""Functions of a file that do nothing but shift: `unsigned shl(unsigned m, int n) { return m << n; }`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import is_called_alone, model
from hipify_py.source.functions import functions
from hipify_py.source.tokens import token_at, token_before, words
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

SHIFTS = frozenset((b"<<", b">>"))
MOST = 200  # bytes of what is returned


class ShiftHelper(NamedTuple):
    """A function that returns a shift by one of its parameters, and which one that is of those `taken`."""

    home: Function
    at: int
    shift: Expression
    number: int
    taken: int


def _returned(code: bytes) -> Iterator[Span]:
    """Give what blocks return that do nothing else: those of such functions among them."""
    for word in words(code, b"return"):
        end = code.find(b";", word.end, word.end + MOST)
        if end >= 0 and token_before(code, word.start).text == b"{" and token_at(code, end + 1).text == b"}":
            yield Span(word.end, end)


@fact
def shift_helpers(unit: Unit) -> Mapping[bytes, ShiftHelper]:
    """Give the device functions of a file that return a shift by what they are given, by their names."""
    texts = {one.start: unit.code[slice(*one)] for one in _returned(unit.code)}
    made = {at: text for at, text in texts.items() if b"<<" in text or b">>" in text}
    found: dict[bytes, ShiftHelper] = {}
    for at, home in functions(unit, made).items() if made else ():
        taken = model(unit, home).parameters if home.kind == "device" and is_called_alone(unit, home) else ()
        for node in expression(made[at]).walk() if taken else ():
            is_shift = node.kind == "binary" and node.text in SHIFTS and len(node.parts) == 2
            count = bare(node.parts[1]) if is_shift else None
            if count and count.kind == "name" and count.name in taken:
                found[home.called] = ShiftHelper(
                    home, at + node.span.start, node, taken.index(count.name), len(taken)
                )
    return found
