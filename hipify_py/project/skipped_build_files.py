"""CMake files with CUDA in them that others read from folders which a run skips, such as vendored ones."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.build.cmake_lexer import listfile
from hipify_py.build.cmake_reads import reads
from hipify_py.build.conversion import asks
from hipify_py.build.file_names import CMAKE
from hipify_py.project.file_kinds import folder_kind
from hipify_py.project.includers import contents

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hipify_py.rules.model import RuleSet


def skipped_build_files(
    texts: Mapping[str, bytes], around: Callable[[str], str], rules: RuleSet, limit: int
) -> dict[str, frozenset[bytes]]:
    """Give for each CMake file of a run the arguments by which it has such files read, as it writes them.

    `texts` are the build files of the run, `around` gives the folder of the project that one belongs to. A
    file is skipped where it lies in a folder of a name that is, whether it was named with others or alone.
    """
    told: dict[str, frozenset[bytes]] = {}
    for path, text in texts.items():
        if not path.endswith(CMAKE):
            continue
        top = around(path)
        found = frozenset(
            text[slice(*argument)]
            for argument, read in reads(listfile(text), path, top)
            if read not in texts and _is_skipped(read, top) and asks(contents(read, limit), rules)
        )
        if found:
            told[path] = found
    return told


def read_beside(texts: Mapping[str, bytes], around: Callable[[str], str], limit: int) -> dict[str, bytes]:
    """Give the CMake files that those of a run have read, directly or through others, and that it has not."""
    found: dict[str, bytes] = {}
    queue = [(path, text, around(path)) for path, text in texts.items() if path.endswith(CMAKE)]
    while queue:
        path, text, top = queue.pop()
        for _, read in reads(listfile(text), path, top):
            if read not in texts and read not in found:
                found[read] = contents(read, limit)
                queue.append((read, found[read], top))
    return found


def _is_skipped(path: str, top: str) -> bool:
    below = posixpath.relpath(path, top)
    return not below.startswith("../") and any(map(folder_kind, posixpath.dirname(below).split("/")))
