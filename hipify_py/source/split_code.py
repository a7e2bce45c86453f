"""Conditions of the preprocessor that split a statement, a list or a block, which the grammar cannot read."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.source.grammar_text import Replacement
    from hipify_py.source.lexer import Directive

PAIRS = (b"{}", b"()")
BEGINS = b";{}:"  # what a statement follows
ENDS = b";}"


class Border(NamedTuple):
    """What stands before a directive: the depth in braces and in brackets, and where its last token ends."""

    depths: tuple[int, ...]
    end: int


def splitting(bare: bytes, directives: Sequence[Directive]) -> Iterator[Replacement]:
    """Give blanks for the directives of conditions that split code and can be left out.

    They can where all branches one after the other are code again: there is one alone, or each ends with the
    comma of a list. `bare` is the code without directives and attributes.
    """
    open_: list[list[int]] = []
    borders: list[Border] = []
    for border, (index, one) in zip(_borders(bare, directives), enumerate(directives), strict=True):
        borders.append(border)
        if one.name.startswith(b"if"):
            open_.append([index])
        elif open_ and one.name.startswith(b"el"):
            open_[-1].append(index)
        elif open_ and one.name == b"endif":
            chain = [*open_.pop(), index]
            if _splits(bare, chain, borders):
                for part in chain:
                    start, end = directives[part].span
                    yield start, b" " * (end - start)


def _borders(bare: bytes, directives: Sequence[Directive]) -> Iterator[Border]:
    depths, last, end = (0,) * len(PAIRS), 0, 0
    for one in directives:
        start = one.span.start
        depths = tuple(
            depth + bare.count(pair[:1], last, start) - bare.count(pair[1:], last, start)
            for depth, pair in zip(depths, PAIRS, strict=True)
        )
        token = len(bare[last:start].rstrip())
        end = last + token if token else end
        last = start
        yield Border(depths, end)


def _splits(bare: bytes, chain: Sequence[int], borders: Sequence[Border]) -> bool:
    """Say whether a condition splits code that is whole without it; the chain are its directives."""
    found = [borders[index] for index in chain]
    ends = [bare[here.end - 1] if here.end > there.end else 0 for there, here in pairwise(found)]
    outside = found[0].end == 0 or bare[found[0].end - 1] in BEGINS
    if not any(ends):
        return not outside
    whole = all(one.depths == found[0].depths for one in found)
    if len(ends) > 1:
        return whole and all(end in b"\0," for end in ends)
    return not (whole and outside and ends[0] in ENDS)
