"""CMake's language as data: commands, their arguments and comments, with spans (cmake-language(7))."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_KEPT = 1000  # files that several ask for, one after the other
COMMENT = re.compile(rb"#\[(=*)\[.*?\]\1\]|#[^\r\n]*", re.DOTALL)
BRACKET = re.compile(rb"\[(=*)\[(.*?)\]\1\]", re.DOTALL)
QUOTED = re.compile(rb'"((?:[^"\\]|\\.)*)"', re.DOTALL)
# legacy: a makefile's variable, and quotes inside a word
UNQUOTED = re.compile(rb'(?:\$\([^\s()]*\)|[^\s()#"\\]|\\.|(?<=[^\s(])"(?:[^"\\\r\n]|\\.)*")+', re.DOTALL)
NAME = re.compile(rb"[A-Za-z_]\w*")
BLANK = re.compile(rb"\s+")
AROUND_NAME = re.compile(rb"[ \t]*(?=\()")
DEEPEST = 1000  # brackets in one another
Kind = Literal["unquoted", "quoted", "bracket", "open", "close"]


class Argument(NamedTuple):
    """One argument: `span` is all of it and `inner` what stands between its marks; a bracket is one too."""

    span: Span
    inner: Span
    kind: Kind


class Command(NamedTuple):
    """One command: its `name` in lower case, the spans of that and of the whole, and its arguments."""

    name: bytes
    place: Span
    span: Span
    arguments: tuple[Argument, ...]


class Listfile(NamedTuple):
    """What a file of CMake holds; `code` is its text with blanks for comments.

    `wrong` is the offset at which it cannot be read any more, None where all of it can.
    """

    source: bytes
    code: bytes
    commands: tuple[Command, ...]
    wrong: int | None = None

    def text(self, argument: Argument) -> bytes:
        """Give what an argument says, without its marks."""
        return self.source[slice(*argument.inner)]


class _SyntaxError(Exception):
    """The text at an offset, the exception's argument, is no CMake."""


@lru_cache(maxsize=MOST_KEPT)
def listfile(source: bytes) -> Listfile:
    """Read a file of CMake; never raises. The same text is read once, whoever asks for it."""
    comments: list[Span] = []
    commands: list[Command] = []
    at = 3 if source.startswith(b"\xef\xbb\xbf") else 0
    wrong = None
    try:
        while (at := _skip(source, at, comments)) < len(source):
            command = _command(source, at, comments)
            commands.append(command)
            at = command.span.end
    except _SyntaxError as error:
        wrong = int(error.args[0])
    code = bytearray(source)
    for start, end in comments:
        code[start:end] = re.sub(rb"[^\r\n]", b" ", source[start:end])
    return Listfile(source, bytes(code), tuple(commands), wrong)


def _skip(source: bytes, at: int, comments: list[Span]) -> int:
    """Give the offset behind blanks and comments."""
    while True:
        if found := BLANK.match(source, at):
            at = found.end()
        elif found := COMMENT.match(source, at):
            comments.append(Span(*found.span()))
            at = found.end()
        else:
            return at


def _command(source: bytes, at: int, comments: list[Span]) -> Command:
    name = NAME.match(source, at)
    blank = AROUND_NAME.match(source, name.end()) if name else None
    if name is None or blank is None:
        raise _SyntaxError(at)
    arguments = tuple(_arguments(source, blank.end() + 1, comments))
    end = arguments[-1].span.end
    return Command(name[0].lower(), Span(*name.span()), Span(at, end), arguments[:-1])


def _arguments(source: bytes, at: int, comments: list[Span]) -> Iterator[Argument]:
    """Give the arguments of a command, brackets too; the last is the bracket that closes it."""
    start, depth = at, 1
    while depth:
        at = _skip(source, at, comments)
        mark = source[at : at + 1]
        if mark in {b"(", b")"}:
            depth += 1 if mark == b"(" else -1
            found, inner, kind = Span(at, at + 1), Span(at, at + 1), "open" if mark == b"(" else "close"
        elif quoted := QUOTED.match(source, at):
            found, inner, kind = Span(*quoted.span()), Span(*quoted.span(1)), "quoted"
        elif bracket := BRACKET.match(source, at):
            found, inner, kind = Span(*bracket.span()), Span(*bracket.span(2)), "bracket"
        elif word := UNQUOTED.match(source, at):
            found, inner, kind = Span(*word.span()), Span(*word.span()), "unquoted"
        else:
            raise _SyntaxError(min(at, len(source) - 1) if mark else start - 1)
        if depth > DEEPEST:
            raise _SyntaxError(at)
        yield Argument(found, inner, kind)  # type: ignore[arg-type]  # one of the kinds above
        at = found.end
