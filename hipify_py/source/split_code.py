"""Conditions of the preprocessor that split a statement, a list or a block, which the grammar cannot read."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.source.brackets import opening
from hipify_py.source.tokens import token_at, token_before

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.source.grammar_text import Replacement
    from hipify_py.source.lexer import Directive

PAIRS = (b"{}", b"()")
BEGINS = b";{}:"  # what a statement follows
ENDS = b";}"
BRACE = re.compile(rb"[{}]")
HEAD = re.compile(rb"[^;{}]*+(?<=[\w)>])")
TYPE = re.compile(rb"[\w\s:<>,*&]*+(?<=[\w>*&])")
WIDE = re.compile(rb"\blong\b|64_t\b|\bsize_t\b")
IN_LINE = re.compile(rb"[^\r\n]")
ASKS = frozenset({b"for", b"while", b"if", b"switch", b"constexpr"})  # before the bracket of a head
GOES_ON = frozenset({b"else", b"do"})  # before a body without a head
MOST_HEAD = 2000  # bytes of a head that are looked through for where it begins
LEAST_PARTS = 3  # directives of a condition of two branches
MOST_BRACES = 5  # that fit in the place of `#else`


class Border(NamedTuple):
    """What stands before a directive: the depth in braces and in brackets, and where its last token ends."""

    depths: tuple[int, ...]
    end: int
    least: int  # depth in braces since the directive before


class Chain(NamedTuple):
    """A condition from `#if` on: its directives, and for each branch the least depth in braces within."""

    parts: list[int]
    least: list[int]


def splitting(bare: bytes, directives: Sequence[Directive]) -> Iterator[Replacement]:
    """Give what stands in for the directives of conditions that split code.

    They are left out where all branches one after the other are code again: there is one alone, or each ends
    with the comma of a list. Where each opens a block that is closed once behind them, or closes one that was
    opened once before, what lacks a brace gets it in the place of `#else`, and they are blocks in a row.
    Of heads before a body, as of a function or a class, that of the first branch alone is read.
    Where they choose the body of a loop or of an `if`, braces make one block of all branches.
    `bare` is the code without directives and attributes.
    """
    open_: list[Chain] = []
    borders: list[Border] = []
    twice = 0  # how many braces alternatives open more than compilers see
    for border, (index, one) in zip(_borders(bare, directives), enumerate(directives), strict=True):
        borders.append(_seen(border, twice) if twice else border)
        if open_:
            open_[-1].least[-1] = min(open_[-1].least[-1], borders[-1].least)
        if one.name.startswith(b"if"):
            open_.append(Chain([index], [borders[-1].depths[0]]))
        elif open_ and one.name.startswith(b"el"):
            open_[-1].parts.append(index)
            open_[-1].least.append(borders[-1].depths[0])
        elif open_ and one.name == b"endif":
            chain = open_.pop()
            chain.parts.append(index)
            if open_:
                open_[-1].least[-1] = min(open_[-1].least[-1], *chain.least)
            if deeper := _deeper(bare, chain, borders):
                twice += deeper * (len(chain.parts) - 2)
                yield from _in_a_row(directives, chain.parts, deeper)
            else:
                yield from _within(bare, directives, chain, borders)


def _within(
    bare: bytes, directives: Sequence[Directive], chain: Chain, borders: Sequence[Border]
) -> Iterator[Replacement]:
    """Give what stands in for those of a condition whose branches open no block."""
    if _are_heads(bare, directives, chain.parts, borders):
        yield from _first_of_them(bare, directives, chain.parts)
    elif _are_bodies(bare, chain, borders):
        yield from _as_one_block(directives, chain.parts)
    elif _splits(bare, chain.parts, borders):
        yield from _in_a_row(directives, chain.parts, 0)


def _seen(border: Border, twice: int) -> Border:
    """Give a border as deep as compilers see it, of which alternatives before it open some braces twice."""
    braces, *others = border.depths
    return border._replace(depths=(braces - twice, *others), least=border.least - twice)


def _in_a_row(directives: Sequence[Directive], parts: Sequence[int], deeper: int) -> Iterator[Replacement]:
    """Give blanks for directives, with the braces between branches that make up for how deep each leads."""
    braces = (b"}" if deeper > 0 else b"{") * abs(deeper)
    for part in parts:
        start, end = directives[part].span
        between = part not in {parts[0], parts[-1]}
        yield start, (braces if between else b"").ljust(end - start)


def _as_one_block(directives: Sequence[Directive], parts: Sequence[int]) -> Iterator[Replacement]:
    """Give what puts all branches of a condition into one pair of braces."""
    for part in parts:
        start, end = directives[part].span
        brace = {parts[0]: b"{", parts[-1]: b"}"}.get(part, b"")
        yield start, brace.ljust(end - start)


def _are_heads(
    bare: bytes, directives: Sequence[Directive], parts: Sequence[int], borders: Sequence[Border]
) -> bool:
    """Say whether each of several branches ends the head of what has a body, and is no condition or loop.

    Such as the parameters of a function, or what a class is made of; or that it is all before a name.
    """
    found = [borders[index] for index in parts]
    if len(parts) < LEAST_PARTS or any(one.depths != found[0].depths for one in found):
        return False
    behind = token_at(bare, directives[parts[-1]].span.end)
    if behind.text != b"{" and not behind.is_word:
        return False
    inner = [(directives[here].span.end, directives[there].span.start) for here, there in pairwise(parts)]
    head = TYPE if behind.is_word else HEAD
    if not all(head.fullmatch(bare[start:end].strip()) for start, end in inner):
        return False
    if len({WIDE.search(bare, start, end) is None for start, end in inner}) > 1:
        return False  # what fits one is cut by the other
    return all(token_at(bare, start).text not in ASKS | GOES_ON for start, _ in inner)


def _first_of_them(
    bare: bytes, directives: Sequence[Directive], parts: Sequence[int]
) -> Iterator[Replacement]:
    """Give blanks for the directives of a condition, and for all of its branches but the first."""
    start, end = directives[parts[0]].span
    yield start, b" " * (end - start)
    start, end = directives[parts[1]].span.start, directives[parts[-1]].span.end
    yield start, IN_LINE.sub(b" ", bare[start:end])


def _are_bodies(bare: bytes, chain: Chain, borders: Sequence[Border]) -> bool:
    """Say whether the branches of a condition are statements, one of which is the body of what is before."""
    found = [borders[index] for index in chain.parts]
    first, inner = found[0], [there.end for here, there in pairwise(found) if there.end > here.end]
    return (
        len(found) >= LEAST_PARTS
        and bool(inner)
        and all(bare[end - 1] in ENDS for end in inner)
        and all(one.depths == first.depths for one in found)
        and min(chain.least) >= first.depths[0]
        and _wants_body(bare, first.end)
    )


def _wants_body(bare: bytes, end: int) -> bool:
    """Say whether what ends at a place is the head of a loop or an `if`, or `else`."""
    last = token_before(bare, end)
    if last.text != b")":
        return last.text in GOES_ON
    start = opening(bare, last.start, max(0, end - MOST_HEAD))
    return start >= 0 and token_before(bare, start).text in ASKS


def _borders(bare: bytes, directives: Sequence[Directive]) -> Iterator[Border]:
    depths, last, end = (0,) * len(PAIRS), 0, 0
    for one in directives:
        before = least = depths[0]
        if text := bare[last : one.span.start].rstrip():
            depths = tuple(
                depth + text.count(pair[:1]) - text.count(pair[1:])
                for depth, pair in zip(depths, PAIRS, strict=True)
            )
            end = last + len(text)
            if b"}" in text:
                braces = (1 if found[0] == b"{" else -1 for found in BRACE.finditer(text))
                least = min(accumulate(braces, initial=before))
        last = one.span.start
        yield Border(depths, end, least)


def _deeper(bare: bytes, chain: Chain, borders: Sequence[Border]) -> int:
    """Give by how many braces each of several branches leads deeper, or less; 0 where they differ.

    Each must be of whole statements, and do nothing but open blocks or nothing but close them.
    """
    found = [borders[index] for index in chain.parts]
    changes = {
        tuple(after - first for after, first in zip(there.depths, here.depths, strict=True))
        for here, there in pairwise(found)
    }
    braces, *others = next(iter(changes))
    whole = len(changes) == 1 and not any(others)
    if len(found) < LEAST_PARTS or not whole or not 0 < abs(braces) <= MOST_BRACES:
        return 0
    if any(one.end and bare[one.end - 1] not in BEGINS for one in found):
        return 0
    lowest = [first.depths[0] + min(0, braces) for first in found]
    return braces if all(map(int.__ge__, chain.least, lowest)) else 0


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
