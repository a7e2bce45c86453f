"""Apply edits to a source: the only place that turns spans into new bytes.

An edit may hold other edits inside the spans it keeps, so nested calls convert in one pass.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.model import EditConflictError, Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.model import Edit

Work = bytes | tuple[Span, int, int]


def order(edit: Edit) -> tuple[int, bool, int, str, str]:
    """Sort key: by place; at one place insertions come first, then the widest edit."""
    start, end = edit.span
    return start, end > start, -end, edit.rule, repr(edit.parts)


def settle(edits: Iterable[Edit]) -> tuple[list[Edit], list[Edit]]:
    """Split edits into those that apply, sorted, and those that lie in text another edit discards.

    Raises `EditConflictError` where two edits overlap and neither lies inside the other.
    """
    kept: list[Edit] = []
    lost: list[Edit] = []
    enclosing: list[Edit] = []
    for edit in sorted(set(edits), key=order):
        start, end = edit.span
        while enclosing and enclosing[-1].span.end <= start:
            enclosing.pop()
        if enclosing:
            outer = enclosing[-1]
            if end > outer.span.end or edit.span == outer.span:
                text = f"rules {outer.rule} and {edit.rule} both want the bytes {start} to {end}"
                raise EditConflictError(text)
            if not any(p.start <= start and end <= p.end for p in outer.parts if isinstance(p, Span)):
                lost.append(edit)
                continue
        kept.append(edit)
        if end > start:
            enclosing.append(edit)
    return kept, lost


def render(source: bytes, edits: list[Edit]) -> bytes:
    """Give `source` with `edits` applied; `edits` are as `settle` returns them."""
    starts = [edit.span.start for edit in edits]
    done: list[bytes] = []
    stack: list[Work] = [(Span(0, len(source)), 0, len(edits))]
    while stack:  # a stack of its own: nesting may be deeper than Python's
        work = stack.pop()
        if isinstance(work, bytes):
            done.append(work)
            continue
        (at, end), low, high = work
        todo: list[Work] = []
        while low < high:
            edit = edits[low]
            inner = low + 1
            low = max(inner, bisect_left(starts, edit.span.end, inner, high))
            todo.append(source[at : edit.span.start])
            for part in edit.parts:
                if isinstance(part, Span):
                    todo.append((part, *_inside(edits, starts, part, inner, low)))
                else:
                    todo.append(part)
            at = edit.span.end
        todo.append(source[at:end])
        stack.extend(reversed(todo))
    return b"".join(done)


def _inside(edits: list[Edit], starts: list[int], part: Span, low: int, high: int) -> tuple[int, int]:
    """Give the index range of the edits, among `low` to `high`, that lie inside a kept part."""
    low = bisect_left(starts, part.start, low, high)
    last = bisect_left(starts, part.end, low, high)
    while last < high and edits[last].span == (part.end, part.end):
        last += 1  # insertions at the end of the part belong to it
    return low, last
