"""HIP's headers for the host's compilers of a CMake build: they have to be told the platform, too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.build.cmake_names import NAME, SAID_ONLY, entry_of
from hipify_py.build.cmake_view import Made, View
from hipify_py.build.names import DIFFERS, RENAME
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Command
    from hipify_py.model import Finding

INCLUDES = {b"include_directories", b"target_include_directories", b"cuda_include_directories"}
FOLDERS = {"hip_INCLUDE_DIRS", "hip_INCLUDE_DIR"}
CUDA_FOLDER = re.compile(rb"(?:/usr/local|/opt)/cuda(?:-[\d.]+)?/include/?")
PLATFORM = b"__HIP_PLATFORM_AMD__"
DEFINED = PLATFORM + b"=1"
SCOPES = {b"PRIVATE", b"PUBLIC", b"INTERFACE"}
ALONE = (
    "host compilers that are given it need __HIP_PLATFORM_AMD__=1 defined, too; linking hip::host brings both"
)


def platform(view: View, command: Command) -> Made | None:
    """Define the platform where the folder of HIP's headers is all that a host's compiler is given.

    Where a command hands that folder on, it is said.
    """
    if command.name in SAID_ONLY or PLATFORM in view.file.code:
        return None
    if command.name not in INCLUDES:
        said = tuple(_handed_on(view, command))
        return Made(findings=said) if said else None
    if not _includes_hip(view, command):
        return None
    texts = view.texts(command)
    if command.name != b"target_include_directories":
        line = b"add_compile_definitions(" + DEFINED + b")"
    else:
        scope = next((text for text in reversed(texts) if text in SCOPES), b"PRIVATE")
        line = b"target_compile_definitions(" + texts[0] + b" " + scope + b" " + DEFINED + b")"
    return Made(after=(line,), rule=RENAME)


def _handed_on(view: View, command: Command) -> Iterator[Finding]:
    if not command.arguments:
        return
    for found in NAME.finditer(view.file.code, command.place.end, command.span.end):
        span, name, entry = entry_of(view, found)
        if entry is not None and entry.to in FOLDERS and found[1]:
            yield finding(view.rules, DIFFERS, span, name=name, becomes=f"becomes {entry.to}", why=ALONE)


def _includes_hip(view: View, command: Command) -> bool:
    """Say whether a folder of CUDA's headers that becomes HIP's is among the arguments."""
    for argument in command.arguments:
        if CUDA_FOLDER.fullmatch(view.file.text(argument)):
            return True
        for found in NAME.finditer(view.file.code, *argument.inner):
            entry = entry_of(view, found)[2]
            if entry is not None and entry.to in FOLDERS:
                return True
    return False
