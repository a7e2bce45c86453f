"""The parser of expressions: by the precedence of C++'s operators, from token to token."""

from __future__ import annotations

from hipify_py.model import Span
from hipify_py.source.expressions import END, KEYWORDS, Expression, is_type
from hipify_py.source.token_reader import CLOSES, TokenReader

BINARY = {
    b"||": 2,
    b"&&": 3,
    b"|": 4,
    b"^": 5,
    b"&": 6,
    **dict.fromkeys((b"==", b"!="), 7),
    **dict.fromkeys((b"<", b">", b"<=", b">="), 8),
    **dict.fromkeys((b"<<", b">>"), 9),
    **dict.fromkeys((b"+", b"-"), 10),
    **dict.fromkeys((b"*", b"/", b"%"), 11),
}
ASSIGNS = frozenset(sign + b"=" for sign in (b"", *b"+ - * / % & | ^ << >>".split()))
CHOICE, ASSIGNED = 1, 0
UNARY = frozenset((b"+", b"-", b"!", b"~", b"*", b"&", b"++", b"--"))
BEFORE = frozenset(b"return else do case default throw goto new delete typename".split())  # an expression
CASTS = frozenset(b"static_cast reinterpret_cast const_cast dynamic_cast bit_cast".split())
ENDS = frozenset((b",", b")", b"]", b"}", b";", END))
MEMBERS = (b"integral_constant::value", b"numeric_limits::digits")  # are read as calls of their templates
OBJECTS = b"integral_constant"  # and so are objects of this one, which are what its member is
EMPTY = frozenset(((b"(", b")"), (b"{", b"}")))
DEEPEST = 80  # signs and operators in each other, and brackets, which count twice: each takes eight frames


class Parser(TokenReader):
    """Reads one text; `at` is the number of the next token."""

    def listed(self) -> Expression:
        """Read what commas part, up to a bracket's end, a semicolon or the end: one alone is no list."""
        start, found = self.at, [self.item()]
        while self.taken(b","):
            found.append(self.item())
        return found[0] if len(found) == 1 else self.made("list", b",", start, tuple(found))

    def item(self) -> Expression:
        """Read up to a comma or what ends a list: what is left of what is no expression is put beside it."""
        start, found = self.at, [self.binary(ASSIGNED)]
        while self.token.sign not in ENDS:
            before = self.at
            found.append(self.binary(ASSIGNED))
            self.at += self.at == before
        return found[0] if len(found) == 1 else self.made("other", b"", start, tuple(found))

    def right(self, least: int) -> Expression:
        """Read the operand on the right of an operator."""
        self.depth += 1
        made = self.binary(least)
        self.depth -= 1
        return made

    def binary(self, least: int) -> Expression:
        """Read operators that bind as strongly as `least`, or stronger."""
        start, left = self.at, self.unary()
        while True:
            sign = self.sign()
            binds = BINARY.get(sign, -1)
            if binds >= least and binds > CHOICE:
                self.at += 1
                left = self.made("binary", sign, start, (left, self.right(binds + 1)))
            elif sign == b"?" and least <= CHOICE:
                self.at += 1
                first = self.right(ASSIGNED)
                self.taken(b":")
                left = self.made("?", sign, start, (left, first, self.right(ASSIGNED)))
            elif sign in ASSIGNS and least <= ASSIGNED:
                self.at += 1
                left = self.made("binary", sign, start, (left, self.right(ASSIGNED)))
            else:
                return left

    def unary(self) -> Expression:
        """Read an operand with the signs and casts before it."""
        start = self.at
        if self.depth > DEEPEST:
            return self.flat(start)
        self.depth += 1
        if self.sign() in UNARY:
            self.at += 1
            made = self.made("unary", self.tokens[start].sign, start, (self.unary(),))
        elif kind := self.cast():
            made = self.made("cast", kind, start, (self.unary(),))
        else:
            self.depth += 1
            made = self.behind(start, self.operand())
            self.depth -= 1
        self.depth -= 1
        return made

    def cast(self) -> bytes:
        """Take `(type)` before an operand; where it is none, nothing is taken."""
        start = self.at
        if self.taken(b"("):
            kind, typed = self.type_name()
            if kind and self.taken(b")"):
                sign = self.sign()
                if not sign:
                    return kind
                # Nothing but a type ends in what points: `(state *)&x`.
                if sign in UNARY | {b"(", b"{"} and (typed or kind.endswith((b"*", b"&"))):
                    return kind
        self.at = start
        return b""

    def operand(self) -> Expression:
        """Read a number, a name, or what stands in brackets."""
        start, token = self.at, self.token
        if token.kind == "number":
            self.at += 1
            return self.made("number", token.text, start)
        if token.text in BEFORE:
            self.at += 1
            return self.made("other", token.text, start)
        if token.kind == "name" or token.sign == b"::":
            return self.named(start)
        if token.sign in CLOSES:
            return self.bracketed()
        if token.sign not in ENDS and token.sign not in BINARY:
            self.at += 1
        return self.made("other", token.sign, start)

    def bracketed(self) -> Expression:
        """Read what stands in a bracket, to its other end."""
        start, end = self.at, CLOSES[self.sign()]
        self.at += 1
        made = self.listed()
        if self.taken(b";"):  # of a lambda
            made = self.made("other", b"", self.at - 1, (made, self.statements()))
        return made if self.taken(end) else self.made("other", b"", start, (made,))

    def statements(self) -> Expression:
        """Read on behind a semicolon, to the end of the bracket around it."""
        start, found = self.at, [self.listed()]
        while self.taken(b";"):
            found.append(self.listed())
        return self.made("other", b"", start, tuple(found))

    def named(self, start: int) -> Expression:
        """Read a name with the scopes before it, a type that makes a value, or a cast by its name."""
        name, given = b"", Span(0, 0)
        while True:
            token = self.token
            if token.kind == "name" and (not name or name.endswith(b"::")):
                name += token.text
            elif token.text in KEYWORDS and is_type(name):
                name += b" " + token.text
            elif token.sign == b"::":
                name += b"::" * bool(name)
            else:
                break
            self.at += 1
            if self.sign() == b"<":
                begin = self.at
                cast = name.rpartition(b"::")[2] in CASTS
                if self.angles() and (cast or self.sign() in {b"(", b"::", b"{"}):
                    if cast:
                        kind = self.spelt(begin)[1:-1]
                        return self.made("cast", kind, start, (self.value(start),))
                    given = Span(self.tokens[begin].end, self.tokens[self.at - 1].start)
                else:
                    self.at = begin
        if self.sign() in {b"(", b"{"} and is_type(name):
            return self.made("cast", name, start, (self.bracketed(),))
        if given.end and (of_type := self.constant(name)):
            return self.made("call", of_type, start, self.within(given))
        made = self.made("name", name, start)
        return made._replace(given=self.within(given)) if given.end and self.sign() == b"(" else made

    def within(self, angles: Span) -> tuple[Expression, ...]:
        """Read template arguments."""
        listed = Parser(b" " * angles.start + self.text[slice(*angles)]).listed()
        return listed.parts if listed.kind == "list" else (listed,)

    def constant(self, name: bytes) -> bytes:
        """Give the template of which a member of it, or an object, is a constant; nothing where none is."""
        if name.endswith(OBJECTS) and (self.sign(), self.tokens[self.at + 1].sign) in EMPTY:
            self.at += 2
            return name
        return name.rpartition(b"::")[0] if name.endswith(MEMBERS) else b""

    def value(self, start: int) -> Expression:
        """Read what a cast by its name is of."""
        return self.bracketed() if self.sign() == b"(" else self.made("other", b"", start)

    def behind(self, start: int, made: Expression) -> Expression:
        """Read the members, subscripts and arguments behind an operand."""
        while True:
            sign = self.sign()
            if sign == b"(":
                made = self.call(start, made)
            elif sign == b"[":
                made = self.made("subscript", sign, start, (made, self.bracketed()))
            elif sign in {b".", b"->"} and self.tokens[self.at + 1].kind == "name":
                self.at += 2
                name = self.tokens[self.at - 1].text
                before = self.at
                if self.sign() == b"<" and not (self.angles() and self.sign() == b"("):
                    self.at = before
                made = self.made("member", name, start, (made,))
            elif sign in {b"++", b"--"}:
                self.at += 1
                made = self.made("unary", sign, start, (made,))
            elif sign == b"{" and made.kind == "name":
                made = self.made("other", made.text, start, (self.bracketed(),))
            else:
                return made

    def call(self, start: int, called: Expression) -> Expression:
        """Read the arguments of a call; of a method the object is the first part."""
        empty = self.tokens[self.at + 1].sign == b")"
        listed = self.bracketed()
        given = () if empty else listed.parts if listed.kind == "list" else (listed,)
        if called.kind == "name":
            return self.made("call", called.text, start, given)._replace(given=called.given)
        if called.kind == "member":
            return self.made("call", called.text, start, (*called.parts, *given))
        return self.made("call", b"", start, (called, *given))
