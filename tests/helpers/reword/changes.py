"""Changes of a source that keep its meaning, each as pieces of new text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node

    from hipify_py.source.unit import Unit

WORD = re.compile(rb"[A-Za-z_]\w*")


class Piece(NamedTuple):
    """New text for the bytes from `start` to `end`; an insertion where both are the same."""

    start: int
    end: int
    text: bytes


class Change(NamedTuple):
    """Pieces that keep the meaning together; `names` gives for each new name the old one."""

    pieces: tuple[Piece, ...]
    names: tuple[tuple[bytes, bytes], ...] = ()


def reworded(source: bytes, changes: Sequence[Change]) -> bytes | None:
    """Give the source with changes of one kind; None where there are none."""
    if not changes:
        return None
    pieces = sorted((piece for change in changes for piece in change.pieces), key=lambda one: one[:2])
    assert all(one.end <= other.start for one, other in pairwise(pieces)), "changes overlap"
    parts, at = [], 0
    for piece in pieces:
        parts += [source[at : piece.start], piece.text]
        at = piece.end
    return b"".join([*parts, source[at:]])


def fresh(unit: Unit, letter: bytes) -> Iterator[bytes]:
    """Give names that the source does not have: v1, v2 and so on."""
    taken, number = set(WORD.findall(unit.source)), 0
    while True:
        number += 1
        name = letter + str(number).encode()
        if name not in taken:
            yield name


def put(node: Node, new: bytes) -> Piece:
    """Put a text in the place of a node."""
    return Piece(node.start_byte, node.end_byte, new)


def insert(at: int, new: bytes) -> Piece:
    """Put a text before the byte at an offset."""
    return Piece(at, at, new)


def around(begin: int, end: int, opens: bytes, closes: bytes) -> Change:
    """Put two texts around what stands between two offsets."""
    return Change((insert(begin, opens), insert(end, closes)))
