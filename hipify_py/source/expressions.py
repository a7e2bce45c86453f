"""Expressions as nodes: the same in code and in macros; `expression_reading` reads them from their text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

Kind = Literal[
    "number", "name", "call", "unary", "binary", "?", "member", "subscript", "cast", "list", "other"
]


TOKEN = re.compile(
    rb"\s*(?:(?P<number>\.?\d(?:[\w.']|(?<=[eEpP])[+-])*)|(?P<name>[A-Za-z_]\w*)"
    rb"|(?P<sign><<=|>>=|->\*?|::|\+\+|--|<<|>>|[-+*/%&|^<>=!]=|&&|\|\||\S))"
)
MIRRORED = {b"<": b">", b">": b"<", b"<=": b">=", b">=": b"<="}
"""The sign that says the same of two values put the other way round."""
SPELT = {b"or": b"||", b"and": b"&&", b"not": b"!", b"compl": b"~"}
END = b"the end"  # as a sign, which is in no text
KEYWORDS = frozenset(
    b"unsigned signed int long short char bool float double void const volatile struct auto".split()
)
FIXED = re.compile(rb"u?int(?:8|16|32|64|ptr)?_t|size_t|ptrdiff_t|uint|u(?:short|char|long)")


class Expression(NamedTuple):
    """One node: `text` is its operator, name or number, and what a call calls, or a cast makes.

    `parts` are its operands; those of a call are its arguments, led by the object for a method's, and `given`
    what stands in angle brackets behind its name. `span` is in the text that was read; `within` puts it into
    the code that this was cut from.
    """

    kind: Kind
    text: bytes
    span: Span
    parts: tuple[Expression, ...] = ()
    height: int = 1
    given: tuple[Expression, ...] = ()

    @property
    def name(self) -> bytes:
        """Give the name, or what a call calls, without the scopes before it."""
        return self.text.rpartition(b"::")[2]

    def within(self, start: int) -> Span:
        """Give the node's place in a code in which the text that was read begins at `start`."""
        return Span(start + self.span.start, start + self.span.end)

    def walk(self) -> Iterator[Expression]:
        """Give the node and all below it, each before its parts."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(reversed(node.parts))


def bare(node: Expression) -> Expression:
    """Give a node without the casts around it."""
    while node.kind == "cast" and node.parts:
        node = node.parts[0]
    return node


def names_in(node: Expression) -> frozenset[bytes]:
    """Give the names that an expression says, of what it calls among them."""
    return frozenset(part.name for part in node.walk() if part.kind in {"name", "call"})


def alike(one: Expression, other: Expression) -> bool:
    """Say whether two expressions read the same, but for blanks, brackets and casts around them."""
    one, other = bare(one), bare(other)
    parts, others = (*one.given, *one.parts), (*other.given, *other.parts)
    same = (one.kind, one.text, len(one.given)) == (other.kind, other.text, len(other.given))
    return same and len(parts) == len(others) and all(map(alike, parts, others))


def with_parents(root: Expression) -> Iterator[tuple[Expression, tuple[Expression, ...]]]:
    """Give a node and all below it, each before its parts, with the two around it, the inner one last."""
    todo: list[tuple[Expression, tuple[Expression, ...]]] = [(root, ())]
    while todo:
        node, around = todo.pop()
        yield node, around
        todo.extend((part, (*around[-1:], node)) for part in reversed(node.parts))


class Lexeme(NamedTuple):
    """A token of an expression; `sign` is its text, or that of the operator it spells out, and else empty.

    Those of `source/tokens.py` part `>>` and `<<=`, which may be brackets of templates.
    """

    kind: str
    sign: bytes
    text: bytes
    start: int
    end: int


def lexemes(text: bytes) -> Iterator[Lexeme]:
    """Give the tokens of a text, last one for its end."""
    for found in TOKEN.finditer(text, 0, len(text.rstrip())):
        kind = found.lastgroup or "sign"
        word = found[kind]
        sign = word if kind == "sign" else SPELT.get(word, b"") if kind == "name" else b""
        yield Lexeme("sign" if sign else kind, sign, word, *found.span(kind))
    yield Lexeme("end", END, b"", len(text), len(text))


def is_type(text: bytes) -> bool:
    """Say whether a text names a type of the language or of `<stdint.h>`, with what points to it."""
    words = text.replace(b"*", b" ").replace(b"&", b" ").split()
    return bool(words) and all(
        word in KEYWORDS or FIXED.fullmatch(word.rpartition(b"::")[2]) for word in words
    )
