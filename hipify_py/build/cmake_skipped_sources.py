"""Sources of CUDA that a CMake file has compiled, in folders which a run skips, such as vendored ones.

CMake is told that they are HIP, like all `.cu` files, and nothing converts them.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.cmake_blocks import FLOW
from hipify_py.build.cmake_cxx_sources import GLOBS, OTHERS
from hipify_py.build.cmake_old_releases import never_run
from hipify_py.build.cmake_reads import from_folder
from hipify_py.build.cmake_view import FILLS
from hipify_py.build.names import decoded
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Listfile
    from hipify_py.build.cmake_view import View
    from hipify_py.model import Finding

SKIPPED = "B042"
WORD = re.compile(rb"(?<![^\s;\"])[^\s;\"]*/[^\s;\"/]*\.cu(?![\w.])")
NAMES_NONE = {b"set_source_files_properties", b"set_property", b"message", *FLOW}
NAMING = {b"list": {*FILLS}, b"file": GLOBS}  # by their first words


class Source(NamedTuple):
    """A source as a command of a number writes it, its path or a pattern, and whether folders below count."""

    number: int
    word: bytes
    span: Span
    path: str
    below: bool = False


def sources(file: Listfile, path: str, top: str) -> Iterator[Source]:
    """Give the `.cu` files in other folders that commands name; `top` is the folder of the project."""
    for number, command in enumerate(file.commands if b".cu" in file.source else ()):
        texts = [file.text(one) for one in command.arguments]
        if texts[:1] and texts[0] not in NAMING.get(command.name, texts):
            continue
        if command.name not in NAMING and command.name in NAMES_NONE | OTHERS:
            continue
        below = command.name == b"file" and b"GLOB_RECURSE" in texts
        for argument in command.arguments:
            for found in WORD.finditer(file.code, *argument.inner):
                folder, rest = from_folder(decoded(found[0]), path, top)
                if "$" not in rest:
                    place = posixpath.normpath(posixpath.join(folder, rest))
                    yield Source(number, found[0], Span(*found.span()), place, below)


def skipped_sources(whole: View) -> Iterator[Finding]:
    """Report, each once, sources that are compiled and not converted."""
    skipped = whole.options.project.skipped
    said: set[bytes] = set()
    others = whole.blocks.left | never_run(whole)
    for one in sources(whole.file, "", "") if skipped else ():
        if one.word in skipped and one.word not in said and one.number not in others:
            said.add(one.word)
            yield finding(whole.rules, SKIPPED, one.span, name=decoded(one.word))
