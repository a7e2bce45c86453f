"""Build files with CUDA in them that others read and a run does not convert, such as vendored ones."""

from __future__ import annotations

import fnmatch
import posixpath
from glob import iglob
from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.build.cmake_lexer import listfile
from hipify_py.build.cmake_reads import reads
from hipify_py.build.cmake_skipped_sources import sources
from hipify_py.build.conversion import asks
from hipify_py.build.file_names import CMAKE, is_makefile, is_script
from hipify_py.build.make_includes import included
from hipify_py.build.named_sources import named_sources
from hipify_py.lazy import re
from hipify_py.project.file_kinds import folder_kind, is_build_file
from hipify_py.project.includers import contents
from hipify_py.project.skipped_headers import FOR_HIP

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from hipify_py.build.cmake_skipped_sources import Source
    from hipify_py.rules.model import RuleSet

OPEN = re.compile(r"[*?\[]")
IN_CUDA = re.compile(rb"\b(?:cuda[A-Z_]\w*|__global__|__device__)\b")
MOST = 1000  # files that a pattern stands for


def skipped_build_files(
    texts: Mapping[str, bytes],
    around: Callable[[str], str],
    rules: RuleSet,
    limit: int,
    converted: Collection[str] = (),
) -> dict[str, frozenset[bytes]]:
    """Give for each CMake file of a run the arguments by which it has such files read, as it writes them.

    So it is with sources that it, or a makefile or a script, has compiled, but for those `converted`.
    `texts` are the build files of the run, `around` gives the folder of the project that one belongs to. A
    file is skipped where it lies in a folder of a name that is, whether it was named with others or alone.
    """
    told: dict[str, frozenset[bytes]] = {}
    for path, text in texts.items():
        top = around(path)
        if not path.endswith(CMAKE):
            words = frozenset(_named(text, path, top, converted, limit))
            told |= {path: words} if words and not path.endswith(".py") else {}
            continue
        file = listfile(text)
        found = {
            text[slice(*argument)]
            for argument, read in reads(file, path, top)
            if read not in texts and _is_skipped(read, top) and asks(contents(read, limit), rules)
        }
        found |= {one.word for one in sources(file, path, top) if _holds_cuda(one, top, converted, limit)}
        if found:
            told[path] = frozenset(found)
    return told


def _named(text: bytes, path: str, top: str, converted: Collection[str], limit: int) -> Iterator[bytes]:
    """Give the sources of CUDA in skipped folders that a makefile or a script names."""
    for one in named_sources(text, path, top):
        if any(_is_cuda(place, converted, limit) for place in one.paths if _is_skipped(place, top)):
            yield one.word


def _is_cuda(path: str, converted: Collection[str], limit: int) -> bool:
    """Say whether a file that is not converted has CUDA in it, and nothing of HIP."""
    text = b"" if path in converted else contents(path, limit)
    return IN_CUDA.search(text) is not None and not FOR_HIP.search(text)


def _holds_cuda(source: Source, top: str, converted: Collection[str], limit: int) -> bool:
    """Say whether a source, or one of those that a pattern stands for, is skipped and has CUDA in it."""
    if not _is_skipped(source.path, top):
        return False
    paths: Iterable[str] = (source.path,)
    if OPEN.search(source.path):
        folder, name = posixpath.split(source.path)
        pattern = f"{folder}/**/{name}" if source.below else source.path
        paths = islice(iglob(pattern, recursive=source.below), MOST)
    return any(_is_cuda(path, converted, limit) for path in paths)


def unread_makefiles(
    texts: Mapping[str, bytes], others: Collection[str], rules: RuleSet, limit: int
) -> dict[str, frozenset[bytes]]:
    """Give for each makefile of a run what its lines include, as it writes it, where nobody converts that.

    `texts` are the build files, `others` what lies in the run and is none of its build files. Where the path
    is told in part, it is looked for among these; else on the disk.
    """
    told: dict[str, frozenset[bytes]] = {}
    for path, text in texts.items():
        if is_script(text) or (is_build_file(path) and not is_makefile(posixpath.basename(path))):
            continue
        found = {
            text[slice(*span)]
            for span, pattern in included(text, path)
            if any(asks(contents(one, limit), rules) for one in _places(pattern, texts, others))
        }
        if found:
            told[path] = frozenset(found)
    return told


def _places(pattern: str, texts: Mapping[str, bytes], others: Collection[str]) -> Iterable[str]:
    if OPEN.search(pattern):
        return fnmatch.filter(others, pattern)
    return () if pattern in texts else (pattern,)


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
