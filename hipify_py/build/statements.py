"""Edits statement by statement, and how they are put in place of what stood there, or beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.edits import render, settle
from hipify_py.lazy import re
from hipify_py.model import LINE_END, Edit, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

INDENT = re.compile(rb"[ \t]*")


class Statement(NamedTuple):
    """A command of CMake or a line of make with the edits in it, and the lines that come before and behind.

    `rule` is what asks for the lines. `once` says that its edits hold for CUDA's build too; `always` are
    lines that come behind whatever is built.
    """

    span: Span
    edits: tuple[Edit, ...] = ()
    before: tuple[bytes, ...] = ()
    after: tuple[bytes, ...] = ()
    rule: str = ""
    once: bool = False
    always: tuple[bytes, ...] = ()


class Marks(NamedTuple):
    """How a build system writes a choice: the lines before, between and behind, and how far in they stand."""

    begin: bytes
    otherwise: bytes
    end: bytes
    indent: bytes


def line_end(source: bytes) -> bytes:
    """Give the line end of a source, that of its first line."""
    found = LINE_END.search(source)
    return found[0] if found else b"\n"


def indent_of(source: bytes, at: int) -> bytes:
    """Give the blanks that begin the line in which an offset lies."""
    start = source.rfind(b"\n", 0, at) + 1
    start = source.rfind(b"\r", start, at) + 1 or start  # not in the lines before: most files have none
    found = INDENT.match(source, start, at)
    return found[0] if found else b""


def replaced(source: bytes, code: bytes, statements: Iterable[Statement]) -> Iterator[Edit]:
    """Give the edits that put statements in the place of what stands there; `code` has no comments."""
    newline = line_end(source)
    for one in statements:
        yield from one.edits
        indent = indent_of(source, one.span.start)
        lead = newline + indent
        if one.before:
            text = b"".join(line.replace(b"\n", lead) + lead for line in one.before)
            yield Edit(Span(one.span.start, one.span.start), (text,), one.rule, "build lines")
        if lines := (*one.after, *one.always):
            at = _behind(source, code, one.span.end)
            yield Edit(Span(at, at), _behind_parts(lines, lead), one.rule, "build lines")


def _behind_parts(lines: tuple[bytes, ...], lead: bytes) -> tuple[bytes]:
    return (b"".join(lead + line.replace(b"\n", lead) for line in lines),)


def _behind(source: bytes, code: bytes, at: int) -> int:
    """Give the end of the line where nothing but a comment follows an offset, else the offset."""
    end = LINE_END.search(source, at)
    stop = end.start() if end else len(source)
    return stop if not code[at:stop].strip() else at


def beside(source: bytes, code: bytes, statements: Iterable[Statement], marks: Marks) -> Iterator[Edit]:
    """Give the edits that put HIP's statements beside those that stand there, behind a choice."""
    newline = line_end(source)
    for one in statements:
        if one.once or not (one.edits or one.before or one.after):
            yield from replaced(source, code, [one])
            continue
        indent = indent_of(source, one.span.start)
        lead, inner = newline + indent, newline + indent + marks.indent
        lines = [line.replace(b"\n", inner) for line in one.before]
        made = made_of(source, one) if one.edits else b""
        shown = made.strip().replace(lead, inner) if marks.indent else made
        behind = [line.replace(b"\n", inner) for line in one.after]
        if one.edits:
            hip = b"".join(inner + line for line in (*lines, *([shown] if shown else []), *behind))
            parts = (marks.begin, hip, lead, marks.otherwise, inner, one.span, lead, marks.end)
            always = _behind_parts(one.always, lead) if one.always else ()
            yield Edit(one.span, (*parts, *always), one.rule or one.edits[0].rule, "build choice")
        elif lines or behind:
            at = _behind(source, code, one.span.end)
            text = (
                lead + marks.begin + b"".join(inner + each for each in (*lines, *behind)) + lead + marks.end
            )
            yield Edit(Span(at, at), (text,), one.rule, "build choice")


def made_of(source: bytes, one: Statement) -> bytes:
    """Give the text of a statement with its edits applied."""
    kept, _ = settle(
        [each._replace(span=_moved(each.span, one), parts=_parts(each, one)) for each in one.edits]
    )
    return render(source[slice(*one.span)], kept)


def _moved(span: Span, one: Statement) -> Span:
    return Span(span.start - one.span.start, span.end - one.span.start)


def _parts(edit: Edit, one: Statement) -> tuple[bytes | Span, ...]:
    return tuple(_moved(part, one) if isinstance(part, Span) else part for part in edit.parts)
