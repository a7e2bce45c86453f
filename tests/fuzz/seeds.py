"""What the fuzzer starts from: small pieces of CUDA sources, each a few functions long."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from helpers.cases import CORPUS, RULES

ENDINGS = frozenset({".cu", ".cuh", ".h", ".hpp", ".cpp", ".cc", ".c", ".hip", ".inl"})
LARGEST = 1_000
"""Bytes of a piece: small ones convert fast and are soon minimised."""
LARGEST_FILE = 1_000_000
TOP_LEVEL = re.compile(rb"^(?:\}[^\n]*|#endif[^\n]*|[^\n{}#]*;[ \t]*)\n(?=\S|\s*\n)", re.MULTILINE)


def pieces(source: bytes) -> Iterator[bytes]:
    """Cut a source behind its functions, so that no piece is much longer than it has to be."""
    start = 0
    ends = [found.end() for found in TOP_LEVEL.finditer(source)]
    for end, following in zip(ends, [*ends[1:], len(source)], strict=False):
        if following - start > LARGEST:
            yield from _cut(source[start:end])
            start = end
    yield from _cut(source[start:])


def _cut(piece: bytes) -> Iterator[bytes]:
    for start in range(0, len(piece), 2 * LARGEST):
        if piece[start : start + 2 * LARGEST].strip():
            yield piece[start : start + 2 * LARGEST]


def sources(folder: Path) -> Iterator[bytes]:
    """Give the sources below a folder, in the order of their paths."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in ENDINGS and path.is_file() and path.stat().st_size <= LARGEST_FILE:
            yield path.read_bytes()


def seeds(folders: Iterable[Path] = ()) -> list[bytes]:
    """Give the pieces of the corpus and the rules' own tests, and as many of what lies below `folders`."""
    own = [test.before.encode() for rule in RULES.rules for test in rule.tests]
    own += [piece for source in sources(CORPUS) for piece in pieces(source)]
    more = [piece for folder in folders for source in sources(folder) for piece in pieces(source)]
    own, more = [*dict.fromkeys(own)], [*dict.fromkeys(more)]
    return own * max(1, len(more) // len(own)) + more
