"""Files that a CMake file has read by their paths: `include(x/y.cmake)`, and `add_subdirectory(x)`."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from hipify_py.build.names import decoded
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Listfile
    from hipify_py.build.cmake_view import View
    from hipify_py.model import Finding, Span

COMMANDS = frozenset({b"include", b"add_subdirectory"})
BESIDE = re.compile(r"\A\$\{CMAKE_CURRENT_(?:SOURCE|LIST)_DIR\}/")
FROM_TOP = re.compile(r"\A\$\{(?:CMAKE|PROJECT|\w+)_SOURCE_DIR\}/")
SKIPPED = "B030"


def reads(file: Listfile, path: str, top: str) -> Iterator[tuple[Span, str]]:
    """Give the arguments that name such files, and the files' paths; `top` is the folder of the project."""
    for command in file.commands:
        if command.name not in COMMANDS or not command.arguments:
            continue
        first = command.arguments[0]
        named = decoded(file.text(first))
        folder, below = posixpath.dirname(path), BESIDE.sub("", named)
        if below == named and (from_top := FROM_TOP.sub("", named)) != named:
            folder, below = top, from_top
        if command.name == b"add_subdirectory":
            below += "/CMakeLists.txt"
        if "$" not in below and below.endswith((".cmake", "/CMakeLists.txt")):
            yield first.inner, posixpath.normpath(posixpath.join(folder, below))


def reads_open(file: Listfile) -> bool:
    """Say whether a file has others read by what a variable holds, or cannot be read to its end."""
    if file.wrong is not None:
        return True
    firsts = (one.arguments[0] for one in file.commands if one.name in COMMANDS and one.arguments)
    texts = (decoded(file.text(first)) for first in firsts)
    return any("$" in FROM_TOP.sub("", BESIDE.sub("", text)) for text in texts)


def skipped_reads(whole: View) -> Iterator[Finding]:
    """Report what a file has read in a folder that is skipped, where there is CUDA in it."""
    skipped = whole.options.project.skipped
    for number, command in whole.commands() if skipped else ():
        if command.name not in COMMANDS or number in whole.blocks.windows:
            continue
        for argument in command.arguments[:1]:
            if (text := whole.file.text(argument)) in skipped:
                yield finding(whole.rules, SKIPPED, argument.inner, name=decoded(text))
