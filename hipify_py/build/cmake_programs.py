"""Programs of the toolkit that CMake files have a build run, but for the compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.cmake_targets import is_built
from hipify_py.build.cmake_view import Made
from hipify_py.build.names import decoded, renamed
from hipify_py.build.toolkit_programs import NAMES, WORDS
from hipify_py.lazy import re
from hipify_py.model import Finding, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Command
    from hipify_py.build.cmake_view import View

RUN = frozenset({b"add_custom_command", b"add_custom_target", b"add_test", b"execute_process"})
OF_BUILDS = b"add_custom_command"
STARTS, ALL, NAME = b"COMMAND", b"ALL", b"NAME"
BY_ENV = [b"-E", b"env"]
PROGRAM = re.compile(rb"(?:.*/)?(" + NAMES + rb")", re.DOTALL)
SHELL = re.compile(WORDS)
OWN_FOLDERS = (b"${CMAKE_CURRENT_", b"${CMAKE_SOURCE_DIR}", b"${CMAKE_BINARY_DIR}", b"${PROJECT_")
SHELLS = frozenset({b"sh", b"bash", b"/bin/sh", b"/bin/bash"})


def programs(view: View, command: Command) -> Made | None:
    """Say of each program of the toolkit that a command runs what there is in its place.

    A warning where it only runs by hand, or as CMake configures, which goes on then.
    """
    if command.name not in RUN:
        return None
    found = tuple(_told(view, command, view.texts(command)))
    return Made(findings=found) if found else None


def _told(view: View, command: Command, texts: list[bytes]) -> Iterator[Finding]:
    in_builds = command.name == OF_BUILDS or ALL in texts[1:2]
    for span, name in _started(view, command, texts):
        entry = view.rules.build["words"].get(name)
        for one in renamed(view.rules, span, name, entry) if entry else ():
            if isinstance(one, Finding):
                yield one if in_builds else _by_hand(one)


def _started(view: View, command: Command, texts: list[bytes]) -> Iterator[tuple[Span, str]]:
    """Give where a command names a program that it starts, be it for a shell to start it."""
    starts = {*_starts(command, texts)}
    for at, text in enumerate(texts[1:], 1):
        start = command.arguments[at].inner.start
        if at in starts and (one := PROGRAM.fullmatch(text)) and not _is_own(view, text):
            yield Span(start + one.start(1), start + one.end(1)), decoded(one[1])
        elif texts[at - 1] == b"-c" and texts[at - 2] in SHELLS:
            for each in SHELL.finditer(view.file.source, *command.arguments[at].inner):
                yield Span(*each.span()), decoded(each[0])


def _starts(command: Command, texts: list[bytes]) -> Iterator[int]:
    """Give which words of a command are programs that it starts, also by way of `cmake -E env`."""
    starts = [at + 1 for at, text in enumerate(texts) if text == STARTS]
    if command.name == b"add_test" and texts[:1] != [NAME]:  # as before CMake 3
        starts.append(1)
    for at in starts:
        yield at
        if texts[at + 1 : at + 3] == BY_ENV:
            settings = (b"=" in text or text.startswith(b"--") for text in texts[at + 3 :])
            yield next((at + 3 + more for more, is_one in enumerate(settings) if not is_one), at)


def _is_own(view: View, text: bytes) -> bool:
    """Say whether a program is one that the file has built, or lies in a folder of the project."""
    return is_built(view, text) or text.startswith(OWN_FOLDERS)


def _by_hand(one: Finding) -> Finding:
    return one if one.severity == "note" else one._replace(severity="warning", fails="run")
