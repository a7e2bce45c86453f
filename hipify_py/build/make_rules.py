"""The rules of a makefile that its lines belong to, and the sources that a line of one compiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.build.make_lexer import Line, Makefile

PREREQUISITES = re.compile(rb"\$[<^+?]|\$[({][<^+?][DF]?[)}]")


def with_rules(file: Makefile) -> Iterator[tuple[Line, Line | None]]:
    """Give each line with the rule that begins it or that it belongs to, if any does."""
    rule: Line | None = None
    for line in file.lines:
        rule = line if line.kind == "rule" else None if line.kind == "assignment" else rule
        yield line, rule


def any_of(endings: Iterable[str]) -> bytes:
    """Give an expression for any of some endings of sources, the longest first."""
    return b"(?:%b)" % b"|".join(re.escape(one.encode()) for one in sorted(endings, key=len, reverse=True))


def sources(
    code: bytes, line: Line, rule: Line | None, name: re.Pattern[bytes], suffixes: re.Pattern[bytes]
) -> list[re.Match[bytes]]:
    """Give the sources that a line names, else those of its rule that it compiles; each is a first group.

    `suffixes` finds the ending of a rule that is for all sources with it, such as `.c.o:`.
    """
    found = [*name.finditer(code, *line.span)]
    if found or rule is None or not PREREQUISITES.search(code, *line.span):
        return found
    if of_ending := suffixes.match(code, *rule.span):
        return [of_ending]
    colon = code.find(b":", *rule.span)
    return [*name.finditer(code, colon + 1, rule.span.end)] if colon >= 0 else []
