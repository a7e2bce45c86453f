"""Sources of plain C++ in CMake that need a HIP compiler, for they use Thrust or CUB: which a file names."""

from __future__ import annotations

import posixpath
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from hipify_py.build.cmake_blocks import FLOW, FUNCTIONS
from hipify_py.build.names import decoded
from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hipify_py.build.cmake_lexer import Command
    from hipify_py.build.cmake_view import View

HERE = re.compile(rb"\$\{(?:CMAKE_(?:CURRENT_)?SOURCE_DIR|CMAKE_CURRENT_LIST_DIR|PROJECT_SOURCE_DIR)\}/")
PARAMETER = re.compile(rb"\$\{(\w+)\}")
MOST_CALLS = 1000  # of a function that gives sources a language
MOST_GIVEN = 10  # arguments of a call that a function asks for by their numbers
GLOBS = {b"GLOB", b"GLOB_RECURSE"}
# Commands that take paths and make no source of a target of them.
OTHERS = {
    b"add_test",
    b"cmake_parse_arguments",
    b"configure_file",
    b"execute_process",
    b"file",
    b"get_filename_component",
    b"get_source_file_property",
    b"include",
    b"install",
    b"math",
    b"message",
    b"project",
    b"set_property",
    b"set_source_files_properties",
    b"source_group",
    b"string",
    b"target_compile_definitions",
    b"try_compile",
    b"try_run",
    b"unset",
    b"return",
    b"add_custom_command",
    b"add_custom_target",
    b"add_compile_definitions",
    b"add_definitions",
    b"set_target_properties",
    b"set_tests_properties",
    b"add_subdirectory",
    b"add_dependencies",
}


def compiled_as_hip(view: View) -> frozenset[str]:
    """Give the sources of plain C++ that need a HIP compiler, and of which the file will say so, by paths."""
    if not view.options.project.as_hip or view.in_another_way:
        return frozenset()
    folder = posixpath.dirname(view.options.path or "")
    words = (word for _, command in view.commands() for word in as_hip(view, command))
    return frozenset(posixpath.normpath(posixpath.join(folder, _beside(word))) for word in words)


def _beside(piece: bytes) -> str:
    """Give what a source is called beside the CMake file, without a reference to that file's folder."""
    return decoded(HERE.sub(b"", piece))


def as_hip(view: View, command: Command) -> Iterator[bytes]:
    """Give the sources of plain C++ that need a HIP compiler, and that a command names or matches."""
    project, folder = view.options.project, posixpath.dirname(view.options.path or "")
    if command.name in OTHERS - {b"file"} | FLOW:
        return
    texts = view.texts(command)
    globs = texts[0] if command.name == b"file" and texts[:1] in [[one] for one in GLOBS] else b""
    if command.name == b"file" and not globs:
        return
    for text in texts[1:] if globs else texts:  # a command of the project's own may take sources alone
        for piece in text.split(b";"):
            path = posixpath.join(folder, _beside(piece))
            if not globs and posixpath.normpath(path) in project.as_hip:
                yield piece
            elif globs and b"*" in piece:
                below = sorted(one for one in project.as_hip if _fits(one, path, deep=globs != b"GLOB"))
                yield from (
                    posixpath.relpath(one, folder).encode("utf-8", "surrogateescape") for one in below
                )


def _fits(path: str, pattern: str, *, deep: bool) -> bool:
    """Say whether a pattern of CMake finds a file, in the folder that it names or below."""
    folder, name = posixpath.split(posixpath.normpath(pattern))
    there = posixpath.dirname(path)
    is_there = there == folder or (deep and there.startswith(folder.rstrip("/") + "/"))
    return is_there and fnmatchcase(posixpath.basename(path), name)


def set_to_hip(view: View) -> frozenset[str]:
    """Give the sources that a file gives the language HIP itself, be it in a function that it calls."""
    folder = posixpath.dirname(view.options.path or "")
    calls: dict[bytes, list[list[bytes]]] = {}
    for command in view.file.commands:
        calls.setdefault(command.name, []).append(view.texts(command))
    found: set[bytes] = set()
    for number, command in enumerate(view.file.commands):
        texts = view.texts(command) if command.name == b"set_source_files_properties" else []
        if texts[-2:] == [b"LANGUAGE", b"HIP"] and b"PROPERTIES" in texts:
            sources = texts[: texts.index(b"PROPERTIES")]
            around = [view.file.commands[one] for one in view.blocks.outer[number]]
            opener = next((view.texts(one) for one in around if one.name in FUNCTIONS), None)
            found.update(sources if opener is None else _given(sources, opener, calls))
    paths = (_beside(one) for one in found if b"$" not in HERE.sub(b"", one))
    return frozenset(posixpath.normpath(posixpath.join(folder, one)) for one in paths)


def _given(
    sources: Iterable[bytes], opener: list[bytes], calls: Mapping[bytes, list[list[bytes]]]
) -> Iterator[bytes]:
    """Give what calls of a function make of the sources that it names by its parameters."""
    name, *parameters = opener
    for given in calls.get(name.lower(), ())[:MOST_CALLS]:
        known = dict(zip(parameters, given, strict=False))
        known |= {b"ARGV%d" % at: text for at, text in enumerate(given[:MOST_GIVEN])}
        for source in sources:
            yield PARAMETER.sub(lambda one: known.get(one[1], one[0]), source)  # noqa: B023  used at once
