"""The rules of a makefile that its lines belong to, and the sources that a line of one compiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.make_lexer import Line, Makefile
    from hipify_py.model import Span

JOINS = re.compile(rb"(?<![\w-])lipo[ \t]")  # code for several kinds of machines, on macOS alone
PREREQUISITES = re.compile(rb"\$[<^+?]|\$[({][<^+?][DF]?[)}]")


def with_rules(file: Makefile) -> Iterator[tuple[Line, Line | None]]:
    """Give each line with the rule that begins it or that it belongs to, if any does."""
    rule: Line | None = None
    for line in file.lines:
        rule = line if line.kind == "rule" else None if line.kind == "assignment" else rule
        yield line, rule


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


def lines_elsewhere(file: Makefile) -> Iterator[Span]:
    """Give the lines that make reads on Windows or macOS alone.

    So are those of the rules that call `lipo`, and of the rules that make what it joins.
    """
    pairs = [*with_rules(file)]
    found = [(line, rule) for line, rule in pairs if rule is not None] if JOINS.search(file.code) else []
    joining = {rule.span for line, rule in found if line is not rule and JOINS.search(file.code, *line.span)}
    parts = {word for span in joining for word in _words(file, span)[1]}
    for line, rule in pairs:
        if line.windows or (rule is not None and joining and _is_of(file, rule, joining, parts)):
            yield line.span


def _is_of(file: Makefile, rule: Line, joining: set[Span], parts: set[bytes]) -> bool:
    made = _words(file, rule.span)[0]
    return rule.span in joining or (bool(made) and parts.issuperset(made))


def _words(file: Makefile, rule: Span) -> tuple[list[bytes], list[bytes]]:
    """Give what a rule makes, and what of."""
    made, _, of = file.code[slice(*rule)].partition(b":")
    return made.split(), of.split()
