"""Projects that choose between CUDA and HIP themselves: what a CMake file leaves to that choice is said."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.build.cmake_blocks import OF_CUDA, condition
from hipify_py.build.cmake_language_lists import asked, languages
from hipify_py.build.cmake_languages import enables, found_cuda
from hipify_py.build.default_side import told_by_default
from hipify_py.build.names import decoded
from hipify_py.build.remarks import OF_HIP
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Command
    from hipify_py.build.cmake_view import View
    from hipify_py.model import Finding

LEFT = "B018"
MIXED = re.compile(rb"\b(?:NOT|OR)\b")
OURS = b"USE_HIP"  # as --build-mode dual writes it


def choices(view: View) -> Iterator[Finding]:
    """Say, once a file, where it asks for CUDA in a branch that the project itself chooses."""
    for number in sorted(view.blocks.left):
        command = view.file.commands[number]
        if not _asks(view, command) or OURS in _conditions(view, number):
            continue
        text = " ".join(decoded(view.file.source[slice(*command.span)]).split())
        yield told_by_default(finding(view.rules, LEFT, command.span, text=text), view.file.code, text)
        return


def by_choice(view: View) -> bool:
    """Say whether a file enables HIP or CUDA only in branches between which the project itself chooses."""
    left = [view.file.commands[number] for number in view.blocks.left]
    if not any(_asks(view, command) or may_enable(view, command) for command in left):
        return False
    return not enables(view) and not any(may_enable(view, command) for _, command in view.commands())


def cuda_branches(view: View) -> Iterator[Span]:
    """Give the branches that a file takes for CUDA alone, where its project chooses between CUDA and HIP."""
    if not by_choice(view):
        return
    for marks in view.blocks.choices:
        for mark, after in pairwise(marks):
            text = condition(view.file, mark)
            if OF_CUDA.search(text) and not MIXED.search(text) and not OF_HIP.search(text):
                yield Span(view.file.commands[mark].span.end, view.file.commands[after].span.start)


def may_enable(view: View, command: Command) -> bool:
    """Say whether a command enables HIP, or what a variable holds, which may be that language."""
    if command.name not in {b"project", b"enable_language"}:
        return False
    named = (view.file.text(one) for one in languages(view, command))
    return b"HIP" in asked(view, command) or any(b"$" in text for text in named)


def _asks(view: View, command: Command) -> bool:
    """Say whether a command asks for CUDA as a language or a package."""
    if command.name in {b"project", b"enable_language"}:
        return b"CUDA" in asked(view, command)
    return command.name != b"find_dependency" and found_cuda(view, command) != b""


def _conditions(view: View, number: int) -> set[bytes]:
    return {condition(view.file, opener).strip() for opener in view.blocks.outer[number]}
