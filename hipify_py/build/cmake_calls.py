"""Calls of nvcc in commands of CMake's that run programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.names import decoded, of_cmake
from hipify_py.lazy import re
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Argument, Command
    from hipify_py.build.cmake_view import View
    from hipify_py.rules.build_names import BuildName

COMMANDS_RUN = {b"add_custom_command", b"add_custom_target", b"execute_process", b"exec_program", b"add_test"}
CALL = re.compile(
    rb'"?(?:[^\s"]*/)?(?:nvcc|\$\{(?:CMAKE_CUDA_COMPILER|CUDA_NVCC_EXECUTABLE|CUDAToolkit_NVCC_EXECUTABLE)\})"?'
)
PROGRAM = re.compile(rb"\w+(?=\}?\Z)")
ENDS = frozenset(
    b"COMMAND DEPENDS OUTPUT WORKING_DIRECTORY COMMENT BYPRODUCTS MAIN_DEPENDENCY"
    b" OUTPUT_VARIABLE ERROR_VARIABLE RESULT_VARIABLE DEPFILE VERBATIM PRE_BUILD PRE_LINK"
    b" POST_BUILD IMPLICIT_DEPENDS TARGET COMMAND_EXPAND_LISTS OUTPUT_STRIP_TRAILING_WHITESPACE"
    b" OUTPUT_QUIET ERROR_QUIET NAME SOURCES USES_TERMINAL".split()
)
"""Words behind which a command has no more of a program's arguments."""


def calls(command: Command) -> Iterator[tuple[Argument, ...]]:
    """Give the words of each call of nvcc that a command makes, the program first."""
    if command.name not in COMMANDS_RUN:
        return
    given, begins, at = command.arguments, {*_programs(command)}, 0
    while at < len(given):
        if at not in begins or not CALL.fullmatch(command.texts[at]):
            at += 1
            continue
        end = at + 1
        while end < len(given) and not (given[end].kind == "unquoted" and command.texts[end] in ENDS):
            end += 1
        yield given[at:end]
        at = end


def calls_that_stay(view: View, command: Command) -> list[tuple[Argument, ...]]:
    """Give the words of calls of an nvcc that stays, whose flags stay with it: HIP's are none of nvcc's."""
    return [call for call in calls(command) if staying(view, call) is not None]


def staying(view: View, call: tuple[Argument, ...]) -> tuple[Span, BuildName] | None:
    """Give the name of the program that is called, with its entry, where nothing takes its place."""
    found = PROGRAM.search(view.file.code, *call[0].inner)
    name = decoded(found[0]) if found else ""
    entry = of_cmake(view.rules, name)
    return (Span(*found.span()), entry) if found and entry is not None and entry.to is None else None


def _programs(command: Command) -> Iterator[int]:
    """Give the words that may be the program of a command, be it behind a launcher, and not its words."""
    if command.name == b"exec_program":
        yield from range(len(command.texts[:1]))
        return
    within = command.name == b"add_custom_target"  # whose first word is its name
    for at, text in enumerate(command.texts):
        if within:
            yield at
        within = text == b"COMMAND" or (within and (at == 0 or text not in ENDS))
