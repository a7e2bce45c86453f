"""Read the cooperative groups that a source declares: by their types, and by the calls that make them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.source.brackets import template_arguments
from hipify_py.source.search import matches
from hipify_py.source.statements import first_name, separators
from hipify_py.source.tokens import qualified_start, token_at, token_before, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.tokens import Token

TYPES = {
    b"thread_block_tile": "tile",
    b"coalesced_group": "coalesced",
    b"thread_block": "block",
    b"grid_group": "grid",
    b"thread_group": "group",
    b"multi_grid_group": "group",
}
MAKERS = {
    b"tiled_partition": "tile",
    b"coalesced_threads": "coalesced",
    b"binary_partition": "coalesced",
    b"labeled_partition": "coalesced",
    b"this_thread_block": "block",
    b"this_grid": "grid",
    b"this_multi_grid": "group",
    b"this_thread": "group",
}
WORD = rb"(?<!\w)(%s)\b\s*(<)?"
TYPE = re.compile(WORD % b"|".join(TYPES))
MAKER = re.compile(WORD % b"|".join(MAKERS))
MODIFIERS = frozenset({b"const", b"&", b"&&", b"*", b"__restrict__"})
ENDS = frozenset(b", ) = ; ( { [ :".split())  # what stands behind the name of a variable or a parameter
FURTHER = frozenset(b"= ; , { (".split())  # the same of a variable that is not the first of its declaration
MOST_BRACKETS = 8  # around the call that makes a group
MOST = 240  # bytes around a place that are looked at


class Declared(NamedTuple):
    """A group that a source declares: where, under which name, of which kind."""

    at: int
    name: bytes
    kind: str


def declarations(code: bytes) -> Iterator[Declared]:
    """Give the variables, parameters and members of a text that are groups."""
    typed = [*_typed(code)]
    yield from typed
    yield from _made(code, sorted(typed))


def _typed(code: bytes) -> Iterator[Declared]:
    """Give what is declared with the type of a group, or with another name of one."""
    aliases: dict[bytes, str] = {}
    for found in matches(code, TYPE, *TYPES):
        kind, before = TYPES[found[1]], _before_type(code, found.start())
        variable = _variable(code, _type_end(code, found), ENDS)
        if before.text == b"=" and (made := _alias(code, before)):
            aliases[made] = kind
        elif variable and before.text == b"typedef":
            aliases[variable.text] = kind
        elif variable:
            yield Declared(variable.start, variable.text, kind)
            yield from (Declared(one.start, one.text, kind) for one in _further(code, variable.end))
    for word in words(code, *aliases):
        variable = _variable(code, word.end, ENDS)
        if variable and token_before(code, word.start).text not in {b".", b"->"}:
            yield Declared(variable.start, variable.text, aliases[word.text])


def _before_type(code: bytes, at: int) -> Token:
    """Give what stands before a type, with its scopes, that is named at a place."""
    before = token_before(code, qualified_start(code, at))
    return token_before(code, before.start) if before.text == b"typename" else before


def _alias(code: bytes, sign: Token) -> bytes:
    """Give the name that `using name =` gives a type; nothing where the sign is that of something else."""
    name = token_before(code, sign.start)
    return name.text if token_before(code, name.start).text == b"using" else b""


def _variable(code: bytes, at: int, ends: frozenset[bytes]) -> Token | None:
    """Give the name of the variable whose type ends at a place."""
    name = token_at(code, at)
    while name.text in MODIFIERS:
        name = token_at(code, name.end)
    named = name.is_word and not name.text[:1].isdigit()
    return name if named and token_at(code, name.end).text in ends else None


def _made(code: bytes, typed: list[Declared]) -> Iterator[Declared]:
    """Give what is declared `auto` with a call that makes a group; `typed` are the others, in order."""
    kinds: dict[bytes, str] = {}  # of the last group of each name
    others = iter(typed)
    other = next(others, None)
    for found in matches(code, MAKER, *MAKERS):
        while other and other.at < found.start():
            kinds[other.name] = other.kind
            other = next(others, None)
        variable = _of_auto(code, found.start())
        if variable:
            kind = MAKERS[found[1]]
            if found[1] == b"tiled_partition" and not found[2]:
                first = first_name(code, found.end())
                kind = "coalesced" if kinds.get(first) == "coalesced" else "group"
            kinds[variable.text] = kind
            yield Declared(variable.start, variable.text, kind)


def _of_auto(code: bytes, at: int) -> Token | None:
    """Give the variable declared `auto` with the call of the function that is named at a place."""
    sign = token_before(code, qualified_start(code, at))
    for _ in range(MOST_BRACKETS):
        outer = token_before(code, sign.start)
        if sign.text != b"(" or outer.text not in {b"(", b"=", b"{"}:
            break
        sign = outer
    if sign.text == b"{" and (equal := token_before(code, sign.start)).text == b"=":
        sign = equal
    name = token_before(code, sign.start)
    before = token_before(code, name.start)
    while before.text in MODIFIERS:
        before = token_before(code, before.start)
    made = sign.text in {b"=", b"(", b"{"} and name.is_word and before.text == b"auto"
    return name if made else None


def _further(code: bytes, at: int) -> Iterator[Token]:
    """Give the other names that a declaration makes, behind the end of its first."""
    for comma in separators(code, at, at + MOST):
        if code.startswith(b",", comma) and (found := _variable(code, comma + 1, FURTHER)):
            yield found


def _type_end(code: bytes, found: re.Match[bytes]) -> int:
    """Give where a type ends, behind its template arguments."""
    if not found[2]:
        return found.end()
    arguments = template_arguments(code, found.end())
    close = code.find(b">", arguments[-1].end) if arguments else -1
    return close + 1 if close >= 0 else found.end()
