"""The C++ grammar, what it makes of a text, and the tree-sitter queries that are asked of its trees."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Language, Point, Query, Tree

    from hipify_py.model import Span

# Each angle may open a template, which takes the parser a frame of its stack.
STRETCH, MOST_ANGLES = re.compile(rb"(?:\A|[;{}>])[^;{}>]{2000,}+"), 1000  # where angles open and none closes
# The parser keeps all attributes of a row in mind until it knows what they belong to.
ATTRIBUTES, MOST_ATTRIBUTES = re.compile(rb"(?:\[\[[^\[\]]*+\]\]\s*+){1000}"), 1000
# It goes back at each bracket that closes nothing, for what it may leave out.
PAIRS, MOST_CLOSED = ((b"(", b")"), (b"{", b"}")), 1000
# A query counts levels in 16 bits, and never ends in a tree of more. Each operator of a sum is one.
DEEPEST, STATEMENT_ENDS = 30_000, re.compile(rb"[;{}]")
CHUNK = 65536  # bytes that are handed to the parser at once
# What a query asks of its captures, outside of texts and comments; those that tree-sitter's binding answers.
NO_PREDICATE, PREDICATE = re.compile(r'"(?:[^"\\]|\\.)*+"|;[^\n]*+'), re.compile(r"#([\w.-]++[?!]?)")
PREDICATES = {f"{which}{kind}?" for which in ("", "not-", "any-", "any-not-") for kind in ("eq", "match")}
PREDICATES |= {"any-of?", "not-any-of?"}
LEAST_TURNS, TURN = 20_000, 14  # of the parser, and bytes that allow one more: dense code takes 14 for one


@lru_cache(maxsize=1)
def language() -> Language:
    """Load the grammar, once a process and only when something is parsed."""
    import tree_sitter
    import tree_sitter_cpp

    return tree_sitter.Language(tree_sitter_cpp.language())


def parse(
    text: bytes,
    part: Span | None = None,
    old: Tree | None = None,
    *,
    code: bytes | None = None,
    ends: bytes | None = None,
) -> Tree:
    """Parse a text, or a part of it; raises ValueError where that takes many times as long as any code.

    `old` is the tree of another text, `edited` to be that of this one: what both have is not parsed again.
    `code` is the text without what its literals and comments hold, whose brackets cost the parser nothing.
    `ends` is what the part is read with behind it, as if it stood there: one byte.
    """
    import tree_sitter

    looked_at, counted = (one[part.start : part.end] if part else one for one in (text, code or text))
    if _takes_too_many_turns(looked_at) and (code is None or _takes_too_many_turns(counted)):
        raise ValueError
    left = LEAST_TURNS + len(text) // TURN

    def stops(_at: int, _has_error: bool) -> bool:  # noqa: FBT001
        nonlocal left
        left -= 1
        return left < 0

    end = part.end if part else len(text)

    views: list[memoryview] = []
    parsing = True

    def read(at: int, _point: object) -> memoryview | bytes:
        if not parsing:  # but asked for the text of a node, as a predicate in a query does
            return text[at : min(at + CHUNK, end)]
        if ends and at == end:
            return ends
        views.append(memoryview(text)[at : min(at + CHUNK, end)])
        return views[-1]

    parser = tree_sitter.Parser(language())
    if part is not None:
        # Only offsets are ever asked for, so rows and columns of the range may be anything that is in order.
        last = part.end + bool(ends)
        points = tree_sitter.Point(0, part.start), tree_sitter.Point(0, last)
        parser.included_ranges = [tree_sitter.Range(*points, part.start, last)]
    try:
        if old is None:
            made = parser.parse(read, progress_callback=stops)
        else:
            made = parser.parse(read, old, progress_callback=stops)
    finally:
        parsing = False
        for view in views:  # the binding keeps all that it reads for ever
            view.release()
    if _is_long(looked_at) and _is_too_deep(made):
        raise ValueError
    return made


def _is_long(text: bytes) -> bool:
    """Say whether a statement may have over `DEEPEST` bytes; one that has fills half of that somewhere."""
    half = DEEPEST // 2
    return any(not STATEMENT_ENDS.search(text, at, at + half) for at in range(0, len(text) - half + 1, half))


def _takes_too_many_turns(text: bytes) -> bool:
    """Say whether a text has angles, attributes or brackets that take the parser far more than others."""
    if any(text.count(closes) - text.count(opens) > MOST_CLOSED for opens, closes in PAIRS):
        return True
    if text.count(b"<") > MOST_ANGLES and any(_opens_too_many(found[0]) for found in STRETCH.finditer(text)):
        return True
    return text.count(b"[[") >= MOST_ATTRIBUTES and ATTRIBUTES.search(text) is not None


def _is_too_deep(tree: Tree) -> bool:
    """Say whether nodes of a tree lie in more than `DEEPEST` others."""
    cursor, depth = tree.walk(), 0
    while depth <= DEEPEST:
        if cursor.goto_first_child():
            depth += 1
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return False
            depth -= 1
    return True


def edited(tree: Tree, text: bytes, replacements: Sequence[tuple[int, bytes]]) -> Tree:
    """Give a copy of the tree of a text that knows of its replacements.

    Each is an offset, and what stands there in place of as many bytes; they are in order and do not overlap.
    """
    import tree_sitter

    edits, row, last = [], 0, 0
    for start, stand_in in replacements:
        row += text.count(b"\n", last, start)
        last = start
        there = tree_sitter.Point(row, start - text.rfind(b"\n", 0, start) - 1)
        gone = text[start : start + len(stand_in)]
        edits.append((start, start + len(stand_in), there, _behind(there, gone), _behind(there, stand_in)))
    copy = tree.copy()
    for start, end, there, was, now in reversed(edits):  # so that those before it keep their rows
        copy.edit(start, end, end, there, was, now)
    return copy


def _behind(at: Point, text: bytes) -> Point:
    """Give the point behind a text that begins at a point."""
    import tree_sitter

    lines = text.count(b"\n")
    column = len(text) - text.rfind(b"\n") - 1 if lines else at.column + len(text)
    return tree_sitter.Point(at.row + lines, column)


def _opens_too_many(text: bytes) -> bool:
    return text.count(b"<") - 2 * text.count(b"<<") > MOST_ANGLES


@lru_cache(maxsize=256)
def compile_query(text: str) -> Query:
    """Compile a tree-sitter query; raises `tree_sitter.QueryError` where it is wrong."""
    import tree_sitter

    return tree_sitter.Query(language(), text)


def query_error(text: str) -> str:
    """Say what is wrong with a tree-sitter query; empty where it is right."""
    import tree_sitter

    try:
        compile_query(text)
    except tree_sitter.QueryError as error:
        return str(error)
    unknown = {found[1] for found in PREDICATE.finditer(NO_PREDICATE.sub("", text))} - PREDICATES
    return f"no predicate is named #{min(unknown)}" if unknown else ""


def captured(text: str) -> dict[str, bool]:
    """Give the names that a query captures, and whether every match holds one of the name."""
    query = compile_query(text)
    return {
        query.capture_name(capture): query.pattern_count > 0
        and all(_always(query, pattern, capture) for pattern in range(query.pattern_count))
        for capture in range(query.capture_count)
    }


def _always(query: Query, pattern: int, capture: int) -> bool:
    try:
        return query.capture_quantifier(pattern, capture) in {"", "+"}
    except SystemError:  # how the binding says that the pattern has no such capture
        return False
