"""Apply edits to a source: the only place that turns spans into new bytes.

An edit may hold other edits inside the spans it keeps, so nested calls convert in one pass. Comments outlive
the code around them: those that an edit drops are kept, and one that ends with its line swallows nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import LINE_END, SPLICE, Edit, EditConflictError, Span

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

Part = bytes | Span
Work = Part | tuple[Span, int, int]
LINE_COMMENT = re.compile(rb"/(?:" + SPLICE.pattern + rb")*+/")
BACKSLASH_BEFORE = re.compile(rb"\\[ \t\f\v]*\Z")
OPENERS = (b"#", b"%:")  # of a directive
SPECIAL = re.compile(rb"[/#\\]|%:")  # what comments, directives and lines that go on have
BLANK_BEFORE = re.compile(rb"(?:\r?\n|\r)[ \t]*\Z")
NAME_BEFORE = re.compile(rb"(?:\.?\d(?:[eEpP][+-]|[\w.])*|[\w$]+)\Z")  # or a number
MARKS = (b"//", b"/*", b"*/")
NEWLINES = (b"\n", b"\r")


def order(edit: Edit) -> tuple[int, bool, int, bool, bool, bool, str, str]:
    """Sort key: by place; at one insertions come first, includes and lines before others, then the widest.

    Of two on the same bytes the first is the one that keeps them, and writes around them.
    """
    start, end = edit.span
    last = edit.parts[-1] if edit.parts else b""
    line = isinstance(last, bytes) and last.endswith(NEWLINES)
    included = edit.kind.endswith("include")
    return start, end > start, -end, not included, not line, not _keeps(edit), edit.rule, repr(edit.parts)


def _keeps(edit: Edit) -> bool:
    """Say whether an edit keeps the whole of what it is about, as a cast does."""
    return edit.span in edit.parts


def settle(edits: Iterable[Edit]) -> tuple[list[Edit], list[Edit]]:
    """Split edits into those that apply, sorted, and those that lie in text another edit discards.

    Raises `EditConflictError` where two edits overlap and neither lies inside the other, or in what the
    other keeps.
    """
    found = {*edits}
    if len(found) == 1:
        return [*found], []
    kept: list[Edit] = []
    lost: list[Edit] = []
    enclosing: list[Edit] = []
    for edit in sorted(found, key=order):
        start, end = edit.span
        while enclosing and enclosing[-1].span.end <= start:
            enclosing.pop()
        if enclosing:
            outer = enclosing[-1]
            if end > outer.span.end or (edit.span == outer.span and not _keeps(outer)):
                text = f"rules {outer.rule} and {edit.rule} both want the bytes {start} to {end}"
                raise EditConflictError(text)
            if not any(p.start <= start and end <= p.end for p in outer.parts if isinstance(p, Span)):
                if not any(p.start <= start and end <= p.end for p in outer.dropped):
                    lost.append(edit)
                continue
        kept.append(edit)
        if end > start:
            enclosing.append(edit)
    return kept, lost


def keep_comments(source: bytes, comments: Sequence[Span], edits: Iterable[Edit]) -> list[Edit]:
    """Give edits, as `settle` returns them, that lose no comment and let none swallow code.

    A comment that an edit drops goes before the next piece of the source that the edit keeps, or to its end.
    Where one drops all that stands behind a backslash, that line ends there: it would go on in the next.
    `comments` are the spans of all comments of the source, in order.
    """
    starts = [comment.start for comment in comments]
    return [_with_comments(source, comments, starts, _unspliced(source, edit)) for edit in edits]


def _unspliced(source: bytes, edit: Edit) -> Edit:
    if any(edit.parts) or not BACKSLASH_BEFORE.search(source, max(0, edit.span.start - 200), edit.span.start):
        return edit
    newline = LINE_END.search(source)
    return edit._replace(parts=(newline[0],)) if newline else edit


def _with_comments(source: bytes, comments: Sequence[Span], starts: list[int], edit: Edit) -> Edit:
    first = bisect_left(starts, edit.span.start)
    last = bisect_left(starts, edit.span.end, first)
    touched = first and comments[first - 1].end >= edit.span.start
    if first == last and not touched and not _special(source, edit):
        return edit
    edit = edit._replace(parts=tuple(_whole(part, comments, starts) for part in edit.parts))
    kept = [part for part in edit.parts if isinstance(part, Span)]
    if first < last and comments[last - 1].end > edit.span.end:  # what looks blank behind a name
        last -= 1
        if not any(part.end > comments[last].start for part in kept):
            edit = edit._replace(span=Span(edit.span.start, comments[last].start))
    writes = first == last and not kept and any(edit.parts)
    if writes and not (first and comments[first - 1].end == edit.span.start):
        return edit
    inside = comments[first:last]
    dropped = [
        _on_its_line(source, one) for one in inside if not any(p.start <= one.start < p.end for p in kept)
    ]
    near = comments[max(0, first - 1) : last]
    ends = {comment.end for comment in near if LINE_COMMENT.match(source, comment.start)}
    return edit._replace(parts=_closed(source, _put_back(edit.parts, dropped), ends, edit.span))


def _special(source: bytes, edit: Edit) -> bool:
    """Say whether there may be a directive or a spliced line in an edit, or a comment may come of it."""
    if SPECIAL.search(source, max(0, edit.span.start - 1), edit.span.end + 1):
        return True
    return any(isinstance(part, bytes) and SPECIAL.search(part) for part in edit.parts)


def _whole(part: Part, comments: Sequence[Span], starts: list[int]) -> Part:
    """Give a kept piece with the whole of a comment in which it ends: blanks at its end were left out."""
    if not isinstance(part, Span):
        return part
    before = bisect_left(starts, part.end) - 1
    end = comments[before].end if before >= 0 else part.end
    return Span(part.start, max(part.end, end))


def _on_its_line(source: bytes, comment: Span) -> Span:
    """Give a comment, with the line end before it if it has a line of its own: it may speak of the next."""
    blank = BLANK_BEFORE.search(source, max(0, comment.start - 200), comment.start)
    alone = blank and source[comment.end : comment.end + 1] in (b"", *NEWLINES)
    return Span(blank.start(), comment.end) if blank and alone else comment


def _put_back(parts: Sequence[Part], comments: Sequence[Span]) -> list[Part]:
    """Give the parts of an edit with comments of the source that they lack."""
    made: list[Part] = []
    todo = [*reversed(comments)]
    for part in parts:
        while todo and isinstance(part, Span) and todo[-1].end <= part.start:
            text = made[-1] if made else b""
            name = NAME_BEFORE.search(text) if isinstance(text, bytes) else None
            if name and isinstance(text, bytes):  # what makes one name stays together
                made[-1:] = [text[: name.start()], todo.pop(), name[0]]
            else:
                made.append(todo.pop())
        made.append(part)
    return [*made, *reversed(todo)]


def _closed(source: bytes, parts: Sequence[Part], ends: Container[int], span: Span) -> tuple[Part, ...]:
    """End the line behind each kept piece with which a line has to end: a comment's, or a spliced one.

    A directive that is kept goes on a line of its own, and a comment that had one keeps it: it may speak of
    the next.
    `ends` are the offsets at which comments end that a line's end closes.
    """
    made: list[Part] = []
    at, last = (span.start if span.start in ends else None), source[max(0, span.start - 1) : span.start]
    for part in (*parts, Span(span.end, span.end)):
        text = part if isinstance(part, bytes) else source[part.start : max(part.end, part.start + 1)]
        behind = made[-1] if made else b""
        line = _own_line(source, part, behind) if last not in NEWLINES else b""
        if line:
            made.append(line)
        elif at is not None and text and text[:1] not in NEWLINES:
            newline = LINE_END.match(source, at) or LINE_END.search(source)  # at the end that of another line
            made.append(newline[0] if newline else b"\n")
        elif last + text[:1] in MARKS:
            made.append(b" ")  # or they would open or close a comment
        if isinstance(part, Span):
            at = part.end if part.end in ends or _in_splice(source, part.end) else None
        elif part:
            at = None
        last = text[-1:] or last
        made.append(part)
    return tuple(made[:-1])


def _own_line(source: bytes, part: Part, behind: Part) -> bytes:
    """Give the line's end and the blanks before a kept piece that begins with a directive, or with a comment.

    Of a comment only where something is written before it, and not in a line that goes on.
    """
    if not isinstance(part, Span) or not source.startswith((*OPENERS, b"/"), part.start):
        return b""
    blank = BLANK_BEFORE.search(source, max(0, part.start - 200), part.start)
    if blank is None or source.startswith(OPENERS, part.start):
        return blank[0] if blank else b""
    written = isinstance(behind, bytes) and behind.strip() != b""
    spliced = _in_splice(source, blank.start())
    return blank[0] if written and not spliced and LINE_COMMENT.match(source, part.start) else b""


def _in_splice(source: bytes, at: int) -> bool:
    """Say whether an offset lies between a backslash and the line's end that it takes away."""
    slash = BACKSLASH_BEFORE.search(source, max(0, at - 200), at)
    return slash is not None and SPLICE.match(source, slash.start()) is not None


def render(source: bytes, edits: list[Edit]) -> bytes:
    """Give `source` with `edits` applied; `edits` are as `settle` returns them."""
    parts = unfolded(Span(0, len(source)), edits)
    return b"".join(source[slice(*part)] if isinstance(part, Span) else part for part in parts)


def unfolded(span: Span, edits: Sequence[Edit]) -> Iterator[Part]:
    """Give what `edits`, all of them in a span of a source, make of it: pieces of the source and new bytes.

    `edits` are as `settle` returns them.
    """
    starts = [edit.span.start for edit in edits]
    stack: list[Work] = [(span, 0, len(edits))]
    while stack:  # a stack of its own: nesting may be deeper than Python's
        work = stack.pop()
        if isinstance(work, bytes | Span):
            yield work
            continue
        (at, end), low, high = work
        while low < high:
            edit, inner = edits[low], low + 1
            low = max(inner, bisect_left(starts, edit.span.end, inner, high))
            yield Span(at, edit.span.start)
            at = edit.span.end
            if inner < low:  # edits lie in it: what is behind it waits
                stack.append((Span(at, end), low, high))
                stack += [
                    (part, *_inside(edits, starts, part, inner, low)) if isinstance(part, Span) else part
                    for part in reversed(edit.parts)
                ]
                break
            yield from edit.parts
        else:
            yield Span(at, end)


def _inside(edits: Sequence[Edit], starts: list[int], part: Span, low: int, high: int) -> tuple[int, int]:
    """Give the index range of the edits, among `low` to `high`, that lie inside a kept part."""
    low = bisect_left(starts, part.start, low, high)
    last = bisect_left(starts, part.end, low, high)
    while last < high and edits[last].span == (part.end, part.end):
        last += 1  # insertions at the end of the part belong to it
    return low, last
