"""The tokens of an expression, one after the other, and the nodes that are made of them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.source.expressions import END, Expression, Lexeme, is_type, lexemes

if TYPE_CHECKING:
    from hipify_py.source.expressions import Kind

NO_ANGLES = frozenset((b";", b"&&", b"||", END))
CLOSERS = frozenset((b")", b"]", b"}"))
CLOSES = {b"(": b")", b"[": b"]", b"{": b"}"}
MOST_TOKENS = 40  # in which template arguments end
HIGHEST = 60  # nodes in each other; what is above is put side by side


class TokenReader:
    """Goes through the tokens of one text; `at` is the number of the next."""

    def __init__(self, text: bytes) -> None:
        self.text, self.at, self.depth = text, 0, 0
        self.tokens = [*lexemes(text)]

    @property
    def token(self) -> Lexeme:
        """Give the next token."""
        return self.tokens[self.at]

    def sign(self) -> bytes:
        """Give the next token, if it is a sign."""
        return self.tokens[self.at].sign

    def taken(self, sign: bytes) -> bool:
        """Go behind a sign, if it is the next."""
        found = self.tokens[self.at].sign == sign
        self.at += found
        return found

    def made(self, kind: Kind, text: bytes, start: int, parts: tuple[Expression, ...] = ()) -> Expression:
        """Make a node from a token on that ends before the next."""
        height = 1 + max((part.height for part in parts), default=0)
        begin = self.tokens[start].start
        span = Span(begin, self.tokens[self.at - 1].end if self.at > start else begin)
        node = Expression(kind, text, span, parts, height)
        if height <= HIGHEST:
            return node
        kept = (one for one in node.walk() if not one.parts or one.kind == "call")
        leaves = (one._replace(parts=(), height=1) for one in kept)
        return Expression("other", text, span, tuple(leaves), 2)

    def flat(self, start: int) -> Expression:
        """Take all that is left, each name, number and call by itself."""
        found = [
            Expression(_leaf(one, behind), one.text, Span(one.start, one.end))
            for one, behind in pairwise(self.tokens[start:])
            if not one.sign
        ]
        self.at = len(self.tokens) - 1
        return self.made("other", b"", start, tuple(found))

    def type_name(self) -> tuple[bytes, bool]:
        """Take what may be a type's name, with what points to it; say whether it can be nothing else."""
        start, sure = self.at, False
        while True:
            token = self.token
            if token.kind == "name":
                sure = sure or is_type(token.text)
            elif token.sign == b"<" and self.at > start:
                if not self.angles():
                    return b"", False
                continue
            elif token.sign not in {b"*", b"&", b"::"} or (token.sign != b"::" and self.at == start):
                break
            self.at += 1
        return self.spelt(start), sure

    def spelt(self, start: int) -> bytes:
        """Give the text from a token on to the next."""
        return b"".join(
            (b" " if at > start and one.kind == "name" == self.tokens[at - 1].kind else b"") + one.text
            for at, one in enumerate(self.tokens[start : self.at], start)
        )

    def angles(self) -> bool:
        """Take template arguments, if the next token begins them."""
        angles = others = 0
        for at in range(self.at, min(self.at + MOST_TOKENS, len(self.tokens))):
            sign = self.tokens[at].sign
            others += (sign in CLOSES) - (sign in CLOSERS)
            if others < 0 or sign in NO_ANGLES:
                return False
            if others == 0:
                angles += (sign == b"<") - (sign == b">") - 2 * (sign == b">>")
                if angles <= 0:
                    self.at = at + 1
                    return angles == 0
        return False


def _leaf(token: Lexeme, behind: Lexeme) -> Kind:
    """Say what a name or a number is by what stands behind it."""
    if token.kind != "name":
        return "number"
    return "call" if behind.sign == b"(" else "name"
