"""What the condition of a directive is worth, as far as it is known which macros are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Mapping

KNOWN = {True: b"__hip_has_it__", False: b"__hip_lacks_it__"}
"""What stands in a text for a part of which it is known whether it holds."""
TOKEN = re.compile(rb"\s*(defined\s*\(\s*\w+\s*\)|defined\s+\w+|\w+|&&|\|\||!(?!=)|[()]|\S)")
NAME = re.compile(rb"(\w+)\s*\)?\Z")
DEEPEST = 50  # brackets and signs of a condition
Truth = bool | None
NOTHING: Mapping[bytes, bool] = {}


def truth(text: bytes, zeros: frozenset[bytes], sure: Mapping[bytes, bool] = NOTHING) -> Truth:
    """Say whether the text of a condition holds in which `KNOWN` stands for what is known of its parts.

    `zeros` are macros that are 0, `sure` says of others whether they are there and no 0, or neither.
    """
    known = {name: value for value, name in KNOWN.items()}
    return of_condition(text, {**sure, **known}, zeros)


def of_name(text: bytes, sure: Mapping[bytes, bool], *, negated: bool) -> Truth:
    """Say whether the macro is there for which an `#ifdef` asks, or is not, as `negated` asks."""
    tokens = TOKEN.findall(text)
    value = sure.get(tokens[0]) if len(tokens) == 1 else None
    return _not(value) if negated else value


def of_condition(text: bytes, sure: Mapping[bytes, bool], zeros: frozenset[bytes]) -> Truth:
    """Say whether what an `#if` asks holds."""
    return _Condition(TOKEN.findall(text), sure, zeros).whole()


def _not(value: Truth) -> Truth:
    return None if value is None else not value


class _Condition:
    """Reads the text of a condition with what is known of it."""

    def __init__(self, tokens: list[bytes], sure: Mapping[bytes, bool], zeros: frozenset[bytes]) -> None:
        self.tokens, self.sure, self.zeros, self.at, self.depth = tokens, sure, zeros, 0, 0

    def whole(self) -> Truth:
        value = self.any_of()
        return value if self.at == len(self.tokens) else None

    def take(self, token: bytes) -> bool:
        found = self.tokens[self.at : self.at + 1] == [token]
        self.at += found
        return found

    def any_of(self) -> Truth:
        values = [self.all_of()]
        while self.take(b"||"):
            values.append(self.all_of())
        return True if True in values else None if None in values else False

    def all_of(self) -> Truth:
        values = [self.one()]
        while self.take(b"&&"):
            values.append(self.one())
        return False if False in values else None if None in values else True

    def one(self) -> Truth:
        self.depth += 1
        value = None if self.depth > DEEPEST else self.signed()
        self.depth -= 1
        return self.behind(value)

    def signed(self) -> Truth:
        if self.take(b"!"):
            return _not(self.one())
        if self.take(b"("):
            value = self.any_of()
            return value if self.take(b")") else None
        token = self.tokens[self.at] if self.at < len(self.tokens) else b""
        self.at += 1
        if token in self.zeros:
            return False
        named = NAME.search(token)
        return self.sure.get(named[1]) if named else None

    def behind(self, value: Truth) -> Truth:
        """Pass over what compares or counts: it makes of a value one that is not known."""
        start, depth = self.at, 0
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if depth == 0 and token in {b"&&", b"||", b")"}:
                break
            depth += (token == b"(") - (token == b")")
            self.at += 1
        return value if self.at == start else None
