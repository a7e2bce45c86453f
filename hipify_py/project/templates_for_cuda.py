"""Templates that CMake files have filled in with variables of CUDA's, which no build for HIP sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.cmake_lexer import listfile
from hipify_py.build.cmake_reads import FILLING, Template, filled_in
from hipify_py.build.file_names import CMAKE
from hipify_py.match.configured_names import TAKEN
from hipify_py.project.includers import contents

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping


def templates_for_cuda(
    texts: Mapping[str, bytes], sources: Collection[str], around: Callable[[str], str], limit: int
) -> dict[str, frozenset[tuple[bytes, bytes]]]:
    """Give for each CMake file the arguments that name such templates, and of each the first variable.

    `texts` are the build files of a run, `around` gives the folder of the project that one belongs to.
    Templates among the `sources` of the run are told of themselves.
    """
    told: dict[str, frozenset[tuple[bytes, bytes]]] = {}
    for path, text in texts.items():
        if not path.endswith(CMAKE) or not any(name in text.lower() for name in FILLING):
            continue
        found = frozenset(
            (text[slice(*one.argument)], name)
            for one in filled_in(listfile(text), path, around(path))
            if one.path not in sources and (name := _taken(one, limit))
        )
        if found:
            told[path] = found
    return told


def _taken(template: Template, limit: int) -> bytes:
    """Give the first variable of CUDA's that a template takes; nothing where it takes none."""
    for found in TAKEN.finditer(contents(template.path, limit)):
        at, braces, defined = found.groups()
        if at or defined or not template.only_at:
            return at or defined or braces
    return b""
