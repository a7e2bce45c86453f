"""A file as the grammar reads it: first as it stands, then with stand-ins where it loses its way."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Span
from hipify_py.source.error_nodes import cost, errors_in, takes_long
from hipify_py.source.grammar import edited, parse

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tree_sitter import Tree

    from hipify_py.source.error_nodes import Found
    from hipify_py.source.lexer import Directive, Text

MARK = ord("#")
BRACES = b"{}"
MOST_EDITS = 1000  # of a tree, behind which parsing all of it anew takes no longer


class Reading(NamedTuple):
    """The tree of a file, and the offsets of those directives of conditions that it does not know of.

    `in_a_row` are those of these conditions, from `#if` to `#endif`, whose sides it knows as blocks in a row,
    and `errors` what the grammar could not make sense of.
    """

    tree: Tree
    left_out: tuple[int, ...] = ()
    in_a_row: tuple[Span, ...] = ()
    errors: tuple[Found, ...] = ()


def read(text: Text, directives: Sequence[Directive], masked: bytes) -> Reading:
    """Parse a file, of which `masked` is what `for_grammar` gives; of two trees the one that errs less.

    Raises ValueError where that takes many times as long as any code.
    """
    tree = parse(masked, code=text.code)
    errors = errors_in(tree)
    if not errors:
        return Reading(tree)
    from hipify_py.source.grammar_text import replaced
    from hipify_py.source.plainer_text import stand_ins

    made, found = Reading(tree, errors=errors), stand_ins(text, directives, masked, errors)
    if found:
        plain = replaced(masked, found)
        old = edited(tree, masked, found) if len(found) <= MOST_EDITS else None
        with suppress(ValueError):
            again = parse(plain, old=old, code=replaced(text.code, found))
            left = errors_in(again)
            if cost(left) < cost(errors):
                conditions = (one.span.start for one in directives if one.name != b"pragma")
                left_out = tuple(start for start in conditions if plain[start] != MARK)
                made = Reading(again, left_out, tuple(_in_a_row(directives, plain)), left)
    if takes_long(made.errors):
        raise ValueError
    return made


def _in_a_row(directives: Sequence[Directive], plain: bytes) -> Iterator[Span]:
    """Give the conditions of which a text has braces in the place of `#else` and its like."""
    open_: list[tuple[int, bool]] = []
    for one in directives:
        start, end = one.span
        if one.name.startswith(b"if"):
            open_.append((start, False))
        elif open_ and one.name.startswith(b"el"):
            first, has_braces = open_.pop()
            open_.append((first, has_braces or plain[start] in BRACES))
        elif open_ and one.name == b"endif":
            first, has_braces = open_.pop()
            if has_braces:
                yield Span(first, end)
