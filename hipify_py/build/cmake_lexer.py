"""CMake's language as data: commands, their arguments and comments, with spans (cmake-language(7))."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from hipify_py.build.remarks import blanked
from hipify_py.lazy import re
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_KEPT = 1000  # files that several ask for, one after the other
REMARK = re.compile(rb"#[^\r\n]*")
BRACKET = re.compile(rb"\[(=*)\[")
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
    """One command: its `name` in lower case, the spans of that and of the whole, its arguments.

    `texts` are what these say, without their marks.
    """

    name: bytes
    place: Span
    span: Span
    arguments: tuple[Argument, ...]
    texts: tuple[bytes, ...]


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
    reader = _Reader(source, [], set())
    commands: list[Command] = []
    at = 3 if source.startswith(b"\xef\xbb\xbf") else 0
    wrong = None
    try:
        while (at := reader.skip(at)) < len(source):
            command = reader.command(at)
            commands.append(command)
            at = command.span.end
    except _SyntaxError as error:
        wrong = int(error.args[0])
    code = bytearray(source)
    for start, end in reader.comments:
        code[start:end] = blanked(source[start:end])
    return Listfile(source, bytes(code), tuple(commands), wrong)


class _Reader(NamedTuple):
    """A file while it is read, with the comments that were met.

    `open` are the numbers of `=` in the brackets that are closed nowhere behind: a file that opens such
    without end is not searched to its own end at each.
    """

    source: bytes
    comments: list[Span]
    open: set[int]

    def skip(self, at: int) -> int:
        """Give the offset behind blanks and comments."""
        while True:
            if found := BLANK.match(self.source, at):
                at = found.end()
            elif self.source[at : at + 1] == b"#":
                start, bracket = at, self.bracket(at + 1)
                remark = REMARK.match(self.source, at)
                at = bracket[0].end if bracket else remark.end() if remark else at + 1
                self.comments.append(Span(start, at))
            else:
                return at

    def bracket(self, at: int) -> tuple[Span, Span] | None:
        """Give the span of a bracketed text and of what stands in it; None of another one."""
        begin = BRACKET.match(self.source, at)
        if begin is None or len(begin[1]) in self.open:
            return None
        mark = b"]" + begin[1] + b"]"
        end = self.source.find(mark, begin.end())
        if end < 0:
            self.open.add(len(begin[1]))
            return None
        return Span(at, end + len(mark)), Span(begin.end(), end)

    def command(self, at: int) -> Command:
        """Give the command that begins at an offset."""
        name = NAME.match(self.source, at)
        blank = AROUND_NAME.match(self.source, name.end()) if name else None
        if name is None or blank is None:
            raise _SyntaxError(at)
        arguments = tuple(self.arguments(blank.end() + 1))
        texts = tuple(self.source[slice(*one.inner)] for one in arguments[:-1])
        span = Span(at, arguments[-1].span.end)
        return Command(name[0].lower(), Span(*name.span()), span, arguments[:-1], texts)

    def arguments(self, at: int) -> Iterator[Argument]:
        """Give the arguments of a command, brackets too; the last is the bracket that closes it."""
        source, start, depth = self.source, at, 1
        while depth:
            at = self.skip(at)
            mark = source[at : at + 1]
            if mark in {b"(", b")"}:
                depth += 1 if mark == b"(" else -1
                found = inner = Span(at, at + 1)
                kind: Kind = "open" if mark == b"(" else "close"
            elif quoted := QUOTED.match(source, at):
                found, inner, kind = Span(*quoted.span()), Span(*quoted.span(1)), "quoted"
            elif bracket := self.bracket(at):
                found, inner, kind = *bracket, "bracket"
            elif word := UNQUOTED.match(source, at):
                found, inner, kind = Span(*word.span()), Span(*word.span()), "unquoted"
            else:
                raise _SyntaxError(min(at, len(source) - 1) if mark else start - 1)
            if depth > DEEPEST:
                raise _SyntaxError(at)
            yield Argument(found, inner, kind)
            at = found.end
