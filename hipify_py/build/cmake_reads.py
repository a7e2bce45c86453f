"""Files that a CMake file names by their paths: those it has read, and templates that it has filled in.

As by `include(x/y.cmake)`, `add_subdirectory(x)` and `configure_file(x.py.in x.py)`.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.names import decoded
from hipify_py.lazy import re
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Listfile
    from hipify_py.build.cmake_view import View
    from hipify_py.model import Finding, Span

COMMANDS = frozenset({b"include", b"add_subdirectory"})
BESIDE = re.compile(r"\A\$\{CMAKE_CURRENT_(?:SOURCE|LIST)_DIR\}/")
FROM_TOP = re.compile(r"\A\$\{(?:CMAKE|PROJECT|\w+)_SOURCE_DIR\}/")
SKIPPED, FILLED = "B030", "B036"
FILLING = {b"configure_file": b"@ONLY", b"configure_package_config_file": b""}
"""Commands that fill in templates, and the word with which `${...}` stays: "" where it always does."""


class Template(NamedTuple):
    """A template that a file has filled in: the argument, the path, and whether `${...}` stays in it."""

    argument: Span
    path: str
    only_at: bool


def reads(file: Listfile, path: str, top: str) -> Iterator[tuple[Span, str]]:
    """Give the arguments that name such files, and the files' paths; `top` is the folder of the project."""
    for command in file.commands:
        if command.name not in COMMANDS or not command.arguments:
            continue
        first = command.arguments[0]
        folder, below = from_folder(decoded(file.text(first)), path, top)
        if command.name == b"add_subdirectory":
            below += "/CMakeLists.txt"
        if "$" not in below and below.endswith((".cmake", "/CMakeLists.txt")):
            yield first.inner, posixpath.normpath(posixpath.join(folder, below))


def from_folder(named: str, path: str, top: str) -> tuple[str, str]:
    """Give the folder from which a file names another, and the path from there on."""
    below = BESIDE.sub("", named)
    if below == named and (from_top := FROM_TOP.sub("", named)) != named:
        return top, from_top
    return posixpath.dirname(path), below


def filled_in(file: Listfile, path: str, top: str) -> Iterator[Template]:
    """Give the templates of which a file tells the paths; `top` is the folder of the project."""
    for command in file.commands:
        if command.name not in FILLING or not command.arguments:
            continue
        texts = [file.text(one) for one in command.arguments]
        folder, below = from_folder(decoded(texts[0]), path, top)
        word = FILLING[command.name]
        if "$" not in below:
            place = posixpath.normpath(posixpath.join(folder, below))
            yield Template(command.arguments[0].inner, place, not word or word in texts)


def filled_for_cuda(whole: View) -> Iterator[Finding]:
    """Report templates that are filled in with variables of CUDA's."""
    names = dict(whole.options.project.filled)
    for number, command in whole.commands() if names else ():
        if command.name not in FILLING or number in whole.blocks.windows:
            continue
        for argument in command.arguments[:1]:
            if (text := whole.file.text(argument)) in names:
                name = decoded(names[text])
                yield finding(whole.rules, FILLED, argument.inner, file=decoded(text), name=name)


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
