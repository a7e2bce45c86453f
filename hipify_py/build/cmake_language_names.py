"""Languages that CMake's commands ask for, and what they try to compile in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.names import RENAME, decoded
from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Command
    from hipify_py.build.cmake_view import View
    from hipify_py.build.names import Said
    from hipify_py.model import Finding

UNKNOWN = "B004"
LANGUAGES = re.compile(
    rb"\$<(?:(?:COMPILE|LINK)_LANG(?:UAGE|_AND_ID):([^<>]*)|(CUDA)_COMPILER_(ID|VERSION)(?::([^<>]*))?)>"
)
LANGUAGE_KEYS = {b"LANGUAGE", b"LINKER_LANGUAGE"}
CHECKS = {b"check_compiler_flag", b"check_linker_flag", b"check_source_compiles", b"check_source_runs"}
SOURCES = {b"check_source_compiles", b"check_source_runs"}
SOURCE_WORD = re.compile(rb"(?<=[<\"])[\w/]++\.\w++(?=[>\"])|(?<![\w.])[A-Za-z_]\w*+")
TRIED = "{} stays in the source that {} tries, which fails without a word then: write HIP's there"


def languages(view: View, command: Command, region: Span) -> Iterator[Said]:
    """Give the edits of conditions on languages, and of the property LANGUAGE."""
    code = view.file.code
    for found in LANGUAGES.finditer(code, *region):
        if found[2]:
            yield Edit(Span(*found.span(2)), (b"HIP",), RENAME, "build name")
            if found[4] == b"NVIDIA":
                yield Edit(Span(*found.span(4)), (b"Clang",), RENAME, "build name")
        elif found[1] and b"CUDA" in found[1].split(b","):
            words = found[1].split(b",")
            made = [b"HIP" if word == b"CUDA" else b"Clang" if word == b"NVIDIA" else word for word in words]
            yield Edit(Span(*found.span(1)), (b",".join(dict.fromkeys(made)),), RENAME, "build name")
    texts = view.texts(command)
    if command.name in CHECKS and texts[:1] == [b"CUDA"]:
        yield Edit(command.arguments[0].inner, (b"HIP",), RENAME, "build name")
        yield from _tried(view, command)
    for at, text in enumerate(texts[:-1]):
        if text in LANGUAGE_KEYS and texts[at + 1] == b"CUDA":
            yield Edit(command.arguments[at + 1].inner, (b"HIP",), RENAME, "build name")


def _tried(view: View, command: Command) -> Iterator[Finding]:
    """Tell of the first name of CUDA's in a source that a check has in its arguments: it stays, and fails."""
    if command.name not in SOURCES or len(command.arguments) < 2:
        return
    for found in SOURCE_WORD.finditer(view.file.source, *command.arguments[1].inner):
        header, name = view.rules.headers.get(found[0]), view.rules.names.get(found[0])
        if header or (name and name.to != found[0]):
            said = finding(view.rules, UNKNOWN, Span(*found.span()), name=decoded(found[0]))
            yield said._replace(message=TRIED.format(decoded(found[0]), decoded(command.name)))
            return
