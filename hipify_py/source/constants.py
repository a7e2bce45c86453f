"""The constants that a file declares: what is `const`, `constexpr` or in the memory of constants."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.source.brackets import MOST, trimmed
from hipify_py.source.search import word_start
from hipify_py.source.statements import separators
from hipify_py.source.tokens import A_NAME, qualified_start, token_at, token_before
from hipify_py.source.type_names import MOST_WORDS
from hipify_py.source.unit_facts import fact
from hipify_py.source.written_declarations import NO_TYPE, declaration

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.source.unit import Unit
    from hipify_py.source.written_declarations import Declarator, Written

# The words for them, before something that is given a value or takes one.
WORDS = re.compile(rb"const(?:(?<!\wconst)(?:expr)?\b|(?<=\b__const)ant__\b)(?=[^=;{})]{0,400}[={(])")
MEMORY = b"__constant__"
LONGEST = len(MEMORY)
ENDS = re.compile(rb"[,;{]")  # what stands behind the first name
FAR = 3 * MOST  # behind which there is no end
LISTED = frozenset((b"<", b",", b"="))  # before what is no declaration but a parameter, or nothing
VOID = (b"()", b"(void)")


class ConstantFunction(NamedTuple):
    """A `constexpr` function: its name, the type of what it returns, its parameters, and its brace."""

    name: bytes
    type: bytes
    taken: Span
    body: int


@fact
def constant_declarations(unit: Unit) -> tuple[Written, ...]:
    """Give the declarations of constants and of `constexpr` functions, wherever they stand, in order."""
    return tuple(_declarations(unit.code))


def _declarations(code: bytes) -> Iterator[Written]:
    end = closes = 0
    for found in WORDS.finditer(code):
        if closes < found.end():
            mark = ENDS.search(code, found.end())
            closes = mark.start() if mark else len(code)
        if found.start() < end or closes - found.end() > FAR:
            continue
        start = _start(code, word_start(code, found.start(), LONGEST))
        made = declaration(code, start) if token_before(code, start).text not in LISTED else None
        if made is None or b"typedef" in made.specifiers or code[made.end : made.end + 1] not in {b";", b"{"}:
            continue
        end = made.end
        yield made


def _start(code: bytes, at: int) -> int:
    """Give where a declaration begins in which a word stands: `unsigned const`, `a::B const`."""
    for _ in range(MOST_WORDS):
        word = token_before(code, at)
        if not A_NAME.match(word.text) or word.text in NO_TYPE:
            break
        at = qualified_start(code, word.start)
    return at


def values(unit: Unit) -> Iterator[tuple[Written, Declarator, Span]]:
    """Give the constants that have a value, with their declarations and what they are given.

    Pointers and arrays of such are none, nor what points to a function. The value of a list has its braces.
    """
    for made in constant_declarations(unit):
        for one in made.declarators:
            if one.value and not (one.signs or one.pointed or one.taken):
                yield made, one, one.value


def constant_functions(unit: Unit) -> Iterator[ConstantFunction]:
    """Give the `constexpr` functions that a file defines."""
    for made in constant_declarations(unit):
        last = made.declarators[-1]
        if b"constexpr" in made.specifiers and last.taken and unit.code[made.end : made.end + 1] == b"{":
            name = unit.code[slice(*last.name)]
            yield ConstantFunction(name, made.type_in(unit.code), last.taken, made.end)


def takes_nothing(code: bytes, function: ConstantFunction) -> bool:
    """Say whether a function has no parameters."""
    return b"".join(code[slice(*function.taken)].split()) in VOID


def only_return(code: bytes, function: ConstantFunction) -> bytes:
    """Give what a function returns that does nothing else; nothing of any other."""
    word = token_at(code, function.body + 1)
    if word.text != b"return":
        return b""
    end = max(separators(code, word.end, min(len(code), word.end + MOST)), default=word.end)
    closes = token_at(code, end + 1)
    is_all = code[end : end + 1] == b";" and closes.text == b"}"
    return code[slice(*trimmed(code, word.end, end))] if is_all else b""
