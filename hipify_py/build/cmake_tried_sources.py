"""What CMake tries to compile and link: sources of CUDA, which go by their ending, and libraries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.names import decoded
from hipify_py.lazy import re
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Command
    from hipify_py.build.cmake_view import View
    from hipify_py.model import Finding, Span

TRIED = "B045"
TRIES = frozenset({b"try_compile", b"try_run"})
KEYWORD, LINKED = re.compile(rb"[A-Z][A-Z_]++"), b"LINK_LIBRARIES"
SOURCE = re.compile(rb"[^;\s]*[^;\s/]\.cu\Z")


def tried_sources(whole: View) -> Iterator[Finding]:
    """Report, once a command, a source of CUDA that CMake would have to know for HIP's by its ending."""
    for number, command in whole.commands():
        if command.name not in TRIES or number in whole.blocks.windows:
            continue
        named = (one for one in command.arguments if SOURCE.match(whole.file.text(one)))
        if (first := next(named, None)) is not None:
            text, name = decoded(whole.file.text(first)), decoded(command.name)
            yield finding(whole.rules, TRIED, first.inner, name=text, command=name)


def linked_by_try(view: View, command: Command) -> list[Span]:
    """Give the words of what a command tries to link, among which imported targets are known as such.

    So CMake's documentation of try_compile says; in a flag for the tried project's own cache they are not.
    """
    found: list[Span] = []
    is_linked = False
    for one, text in zip(command.arguments, view.texts(command), strict=True):
        if KEYWORD.fullmatch(text):
            is_linked = text == LINKED
        elif is_linked and command.name in TRIES:
            found.append(one.span)
    return found
