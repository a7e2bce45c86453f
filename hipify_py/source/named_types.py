"""The names that a file gives to types: by `typedef`, by `using`, also with a template, and as macros."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from hipify_py.model import Span
from hipify_py.source.brackets import MOST, trimmed
from hipify_py.source.expressions import is_type
from hipify_py.source.lexer import DEFINE
from hipify_py.source.statements import separators
from hipify_py.source.tokens import token_at, words
from hipify_py.source.unit_facts import fact
from hipify_py.source.written_declarations import declaration, type_and_rest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

Kind = Literal["type", "pointer", "array", "function"]
SIGNS = b"*&"


class NamedType(NamedTuple):
    """A name for a type: where that is said, the name, the span of the type, and what is made of that.

    `kind` is "function" of a function's type and of what points to such; of an array "array"; of a pointer or
    a reference "pointer", whose `signs` these are. `place` is the span of the name.
    """

    at: int
    name: bytes
    type: Span
    kind: Kind
    by: Literal["typedef", "using", "define"]
    signs: bytes
    place: Span

    def type_in(self, code: bytes) -> bytes:
        """Give the type with one blank between words, as it is spelt, without what is made of it."""
        return b" ".join(code[slice(*self.type)].split())


@fact
def named_types(unit: Unit) -> tuple[NamedType, ...]:
    """Give the names of a file for types, in order."""
    return tuple(sorted([*_old(unit.code), *_new(unit.code), *_macros(unit)]))


def _old(code: bytes) -> Iterator[NamedType]:
    """Give what `typedef` names: of a list each."""
    for word in words(code, b"typedef"):
        made = declaration(code, word.start)
        if made is None or code[made.end : made.end + 1] != b";":
            continue
        type_ = trimmed(code, word.end, made.type.end)
        for one in made.declarators:
            signs = b"".join((*one.signs, *one.pointed))
            kind: Kind = (
                "function" if one.taken else "array" if one.bounds else "pointer" if signs else "type"
            )
            yield NamedType(word.start, code[slice(*one.name)], type_, kind, "typedef", signs, one.name)


def _new(code: bytes) -> Iterator[NamedType]:
    """Give what `using` names."""
    for word in words(code, b"using"):
        name = token_at(code, word.end)
        equal = token_at(code, name.end)
        if name.is_word and equal.text == b"=" and (made := _made_new(code, word, name, equal.end)):
            yield made


def _made_new(code: bytes, word: Token, name: Token, at: int) -> NamedType | None:
    end = max(separators(code, at, min(len(code), at + MOST)), default=at)
    found = type_and_rest(code, trimmed(code, at, end)) if code[end : end + 1] == b";" else None
    if found is None:
        return None
    type_, rest = found
    behind = code[slice(*rest)]
    signs = bytes(one for one in behind.partition(b"(")[0].partition(b"[")[0] if one in SIGNS)
    spelt = Span(trimmed(code, at, end).start, type_.end)
    place = Span(name.start, name.end)
    return NamedType(word.start, name.text, spelt, _kind(behind, signs), "using", signs, place)


def _kind(behind: bytes, signs: bytes) -> Kind:
    """Say what is made of a type by what stands behind its name: `(*)(int)`, `(&)[4]`, `*`."""
    if b"(" in behind and not behind.endswith(b"]"):
        return "function"
    return "array" if b"[" in behind else "pointer" if signs else "type"


def _macros(unit: Unit) -> Iterator[NamedType]:
    """Give the macros that stand for a type of numbers, or a pointer to such."""
    for one in unit.directives:
        made = DEFINE.match(unit.code, *one.body) if one.name == b"define" else None
        if made is None or made[2]:
            continue
        span = trimmed(unit.code, made.end(), one.body.end)
        text = unit.code[slice(*span)]
        if is_type(text):
            bare = text.rstrip(b"*& \t")
            signs = bytes(each for each in text[len(bare) :] if each in SIGNS)
            type_ = Span(span.start, span.start + len(bare))
            kind: Kind = "pointer" if signs else "type"
            yield NamedType(one.span.start, made[1], type_, kind, "define", signs, Span(*made.span(1)))
