"""Edits made by hand and at random."""

from __future__ import annotations

from hypothesis import strategies as st

from hipify_py.model import Edit, Span


def edit(start: int, end: int, *parts: bytes | Span, rule: str = "T000") -> Edit:
    return Edit(Span(start, end), parts, rule, "test")


@st.composite
def nested(draw: st.DrawFn, start: int, end: int, depth: int = 0) -> list[Edit]:
    """Draw edits of the bytes `start` to `end`: apart from one another, with others in what they keep."""
    marks = draw(st.lists(st.integers(start, end), min_size=2, max_size=6, unique=True).map(sorted))
    found: list[Edit] = []
    for low, high in zip(marks[::2], marks[1::2], strict=False):
        borders = (
            draw(st.lists(st.integers(low + 1, high - 1), max_size=4, unique=True).map(sorted))
            if (high - low > 1)
            else []
        )
        kept = [Span(a, b) for a, b in zip(borders[::2], borders[1::2], strict=False)]
        for span in kept if depth < 3 else ():
            if draw(st.booleans()) and span.end - span.start > 2:
                found += draw(nested(span.start + 1, span.end - 1, depth + 1))
        texts: list[bytes | Span] = list(draw(st.lists(st.binary(max_size=3), max_size=3)))
        found.append(edit(low, high, *draw(st.permutations([*kept, *texts]))))
    if draw(st.booleans()) and marks[-1] < end:
        found.append(edit(end, end, b"<in>"))
    return found
