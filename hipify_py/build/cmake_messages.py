"""Variables of CUDA, and flags of nvcc, that a message shows: CMake stops at one that shows nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.names import OF_CMAKE, RENAME, decoded, in_passing, known, renamed
from hipify_py.lazy import re
from hipify_py.model import Edit, Finding, Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Argument, Command
    from hipify_py.build.cmake_view import View
    from hipify_py.build.names import Said

UNKNOWN = "B004"
MODES = {b"AUTHOR_WARNING", b"DEBUG", b"DEPRECATION", b"FATAL_ERROR", b"NOTICE", b"SEND_ERROR", b"STATUS"}
MODES |= {b"TRACE", b"VERBOSE", b"WARNING", b"CHECK_START", b"CHECK_PASS", b"CHECK_FAIL"}
VARIABLE = re.compile(r"\w+")
IN_TEXT = re.compile(rb"(?<!\\)\$\{(CUDA\w+|CMAKE_CUDA_\w+)\}")
NVCC_REFERENCE = re.compile(rb"\$\{(CUDA_NVCC_FLAGS)(?:_\w+)?\}")
ALONE = re.compile(rb"\$\{(CUDA\w+|CMAKE_CUDA_\w+)\}")


def shown(view: View, command: Command) -> Iterator[Said]:
    """Give what becomes of the variables that are arguments of a message by themselves.

    Nothing hangs on what is shown, so nothing is said of a variable that HIP has, or of a library for which
    it has a target; of another it is where the message shows nothing else: a note behind a word as STATUS,
    for CMake stops where a message has no argument at all.
    """
    has_mode = view.file.text(command.arguments[0]) in MODES if command.arguments else False
    alone = len(command.arguments) - has_mode == 1
    for argument in command.arguments:
        if argument.kind == "quoted" and not view.dual:
            yield from _in_text(view, argument)
        found = ALONE.fullmatch(view.file.text(argument)) if argument.kind == "unquoted" else None
        if found is None:
            continue
        name, start = decoded(found[1]), argument.inner.start
        if target := known(view.rules.build["variables"], f"${{{name}}}"):
            yield from renamed(view.rules, argument.inner, f"${{{name}}}", target)
            continue
        entry = known(view.rules.build["variables"], name)
        span = Span(start + found.start(1), start + found.end(1))
        if entry is None and alone and name not in view.own and OF_CMAKE.match(found[1]):
            said = finding(view.rules, UNKNOWN, span, name=name)
            yield in_passing(said) if has_mode else said
        elif entry is not None and entry.to:
            yield Edit(span, (entry.to.encode(),), RENAME, "build name", entry.origin, why=entry.reason)
        elif entry is not None and alone:
            for each in renamed(view.rules, span, name, entry):
                yield in_passing(each) if has_mode and isinstance(each, Finding) else each


def flag_references(view: View, region: Span) -> Iterator[Said]:
    """Give the edits of references to nvcc's flags in a message, which CMake refuses without a word."""
    for found in NVCC_REFERENCE.finditer(view.file.code, *region):
        yield Edit(Span(*found.span(1)), (b"CMAKE_HIP_FLAGS",), RENAME, "build name")


def _in_text(view: View, argument: Argument) -> Iterator[Edit]:
    """Give HIP's names of the variables in a text, which would show nothing there else."""
    for found in IN_TEXT.finditer(view.file.code, *argument.inner):
        entry = known(view.rules.build["variables"], decoded(found[1]))
        if entry is not None and entry.to and VARIABLE.fullmatch(entry.to) and entry.to != decoded(found[1]):
            span = Span(*found.span(1))
            yield Edit(span, (entry.to.encode(),), RENAME, "build name", entry.origin, why=entry.reason)
