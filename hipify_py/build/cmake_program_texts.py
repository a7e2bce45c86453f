"""Programs in CUDA that stand as text in a CMake file, and headers of CUDA's that it names by their paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.names import decoded
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Command
    from hipify_py.build.cmake_view import View
    from hipify_py.model import Finding

TEXT, BY_PATH = "B043", "B044"
WRITES = {b"WRITE", b"APPEND", b"CONFIGURE", b"GENERATE"}
HOLDS = {b"set", b"string", b"try_compile", b"try_run"}
CHECKS = re.compile(rb"check_(?:c|cxx)_source_(?:compiles|runs)|check_source_(?:compiles|runs)")
PROGRAM = re.compile(rb"#[ \t]*include\s*(?:<|\\?\")|\bmain\s*\(|__global__")
SOURCE_FILE = re.compile(rb"\.cuh?\Z")  # of which B010 tells
WORD = re.compile(rb"(?<=[<\"])[\w/]++\.\w++(?=[>\"\\])|(?<![\w.])(?<!\\)[A-Za-z_]\w*+")
IN_FOLDER = re.compile(
    rb"\$(?:\{(?:CUDA_(?:TOOLKIT_)?INCLUDE(?:_DIRS?)?|CUDAToolkit_INCLUDE_DIRS?"
    rb"|CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES)\}"
    rb"|(?:ENV)?\{(?:CUDA_TOOLKIT_ROOT_DIR|CUDAToolkit_ROOT|CUDA_PATH|CUDA_HOME)\}/include)"
    rb"/([\w./-]+\.(?:cuh|hpp|h))(?![\w.])"
)
SHOWN = 3  # names that a message holds


def program_texts(whole: View) -> Iterator[Finding]:
    """Report, once a command, the first name of CUDA's in a program that a file writes or has tried."""
    for number, command in whole.commands():
        if number not in whole.blocks.windows and _may_hold(whole, command):
            span = _first(whole, command)
            if span is not None:
                name = decoded(whole.file.source[slice(*span)])
                yield finding(whole.rules, TEXT, span, name=name, command=decoded(command.name))


def _may_hold(whole: View, command: Command) -> bool:
    texts = whole.texts(command)
    if command.name == b"file":
        writes = len(texts) > 1 and texts[0] in WRITES
        if not writes or any(SOURCE_FILE.search(one) for one in texts[1:3]):
            return False
    elif command.name not in HOLDS and not CHECKS.fullmatch(command.name):
        return False
    of_hip = texts[:1] == [b"CUDA"] and command.name.startswith(b"check_source")  # B004 tells of that
    return not of_hip and PROGRAM.search(whole.file.source, *command.span) is not None


def _first(whole: View, command: Command) -> Span | None:
    """Give the first name in the texts of a command that becomes another for HIP."""
    for argument in command.arguments:
        if argument.kind == "unquoted":
            continue
        for found in WORD.finditer(whole.file.source, *argument.inner):
            header, name = whole.rules.headers.get(found[0]), whole.rules.names.get(found[0])
            if header or (name and name.to != found[0]):
                return Span(*found.span())
    return None


def headers_by_path(whole: View) -> Iterator[Finding]:
    """Report, once a command, headers of CUDA's in the folder of these, which becomes one of HIP's."""
    for number, command in whole.commands():
        if number in whole.blocks.windows or command.name == b"message":
            continue
        found = [*IN_FOLDER.finditer(whole.file.code, command.place.end, command.span.end)]
        if found:
            names = [*dict.fromkeys(decoded(one[1]) for one in found)]
            more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
            text = f"{', '.join(names[:SHOWN])}{more}"
            yield finding(whole.rules, BY_PATH, Span(*found[0].span()), names=text, why=_why(whole, found))


def _why(whole: View, found: list[re.Match[bytes]]) -> str:
    """Say what stands for the first of some headers."""
    entry = whole.rules.headers.get(found[0][1])
    to = entry.to if entry else None
    return (
        f"for {decoded(found[0][1])} it is {decoded(to) if isinstance(to, bytes) else to}"
        if to
        else "take it out"
    )
